"""What the walk notes of the table: hands that won or could have, the end, what mistakes cost."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf
from engine.machine.declare import declared_flags
from engine.machine.fouls import liable_for_all
from engine.machine.moves import undo_added_kong
from engine.machine.state import (
    BARRED,
    BY,
    DEALER,
    N_MELDS,
    ROUND_WIND,
    STREAK,
    TILE,
    WILDCARD,
    WINNERS,
    X_APART,
    State,
)
from engine.machine.wins import circumstances
from engine.params import param
from engine.retracing.columns import EndColumns, Retraced
from engine.rules import Rules
from engine.scoring import WinColumns
from engine.settling.false_win import settle_false_win
from engine.settling.parts import PART_PENALTY
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    MOST_MELDS,
)
from schemas.codes import BY_EIGHT_FLOWERS, BY_ROBBED_KONG, BY_SELF_DRAW
from schemas.tiles import N_TILES

_CIRCUMSTANCES: Final = [
    param(name)
    for name in (
        "win.heavenly_after_kongs",
        "win.earthly",
        "win.human",
        "win.claims_end_first_turn",
        "play.last_tile",
        "play.penalty_discard",
        "settlement.kind",
        "settlement.liability",
        "settlement.late",
    )
]
"""Options that the flags of a win depend on, beside tiles and wall."""


def same_circumstances(rules: Rules, other: Rules) -> bool:
    """Whether the flags of every win are the same under two rule sets with one wall."""
    return bool(np.array_equal(rules.params[_CIRCUMSTANCES], other.params[_CIRCUMSTANCES]))


@leaf
def note_win(rules: Rules, st: State, seat: int, columns: WinColumns, row: int) -> None:
    """Write the hand of a seat with the tile at stake, as scoring takes it."""
    by, tile = st.num[BY], st.num[TILE]
    # A loop for each array: each is one order to copy memory.
    for kind in range(N_TILES):
        columns.hand[row, kind] = st.hand[seat, kind]
    for kind in range(N_TILES):
        columns.flowers[row, kind] = st.flowers[seat, kind]
    for k in range(MOST_MELDS):
        columns.meld_kind[row, k] = st.meld_kind[seat, k]
        columns.meld_tile[row, k] = st.meld_tile[seat, k]
    if by == BY_SELF_DRAW:
        columns.hand[row, tile] -= 1
    elif by >= BY_EIGHT_FLOWERS and st.special[X_APART] >= 0:
        columns.hand[row, st.special[X_APART]] -= 1
    facts = columns.facts[row]
    facts[F_N_MELDS] = st.seats[seat, N_MELDS]
    facts[F_WIN_TILE] = tile
    facts[F_WIN_BY] = by
    facts[F_FLAGS] = circumstances(rules, st, seat) | declared_flags(st, seat)
    facts[F_SEAT_WIND] = (seat - st.num[DEALER]) % 4
    facts[F_ROUND_WIND] = st.num[ROUND_WIND]
    facts[F_WILDCARD] = st.num[WILDCARD]


@leaf
def note_end(rules: Rules, st: State, found: Retraced, hand: int) -> None:
    """Write the table as the hand leaves it, and what false wins and fouls have moved."""
    for seat in range(4):
        found.penalty[hand, seat] = st.parts[seat, PART_PENALTY]
    if len(found.ends.void) > 0:
        _note_table(rules, st, found.ends, hand)


@leaf
def pay_false_win(rules: Rules, st: State, seat: int) -> None:
    """A false win as it was played: it pays, and the hand is void if play went on."""
    wildcard = st.num[WILDCARD]
    golds = int(np.int64(st.hand[seat, wildcard])) if wildcard >= 0 else 0
    dealer, streak = st.num[DEALER], st.num[STREAK]
    flowers, melds = st.flowers[seat], st.meld_kind[seat]
    settle_false_win(rules, seat, dealer, streak, flowers, melds, golds, st.parts)
    st.num[BARRED] |= 1 << seat


@leaf
def _note_table(rules: Rules, st: State, ends: EndColumns, hand: int) -> None:
    if st.num[WINNERS] != 0 and st.num[BY] == BY_ROBBED_KONG:
        undo_added_kong(st)
    for seat in range(4):
        for kind in range(N_TILES):
            ends.hand[hand, seat, kind] = st.hand[seat, kind]
        for kind in range(N_TILES):
            ends.flowers[hand, seat, kind] = st.flowers[seat, kind]
        for k in range(MOST_MELDS):
            ends.meld_kind[hand, seat, k] = st.meld_kind[seat, k]
            ends.meld_tile[hand, seat, k] = st.meld_tile[seat, k]
    ends.void[hand] = st.num[BARRED]
    ends.liable[hand] = liable_for_all(rules, st)
