"""The table of a line: seats, payer, bets and losers' hands, into columns for the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.scoring import WinColumns
from engine.settlement import ShowdownColumns, new_showdown_columns
from engine.situation import (
    F_FLAGS,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    S_DEALER,
    S_FLAGS,
    S_PAYER,
    S_STREAK,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
)
from pipelines.scoring import fields
from pipelines.scoring.kinds import Kinds
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SEVEN_FLOWERS,
    MELD_KONG_ADDED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    WIN_BY,
)
from schemas.errors import InputError
from schemas.tiles import TILE_NAMES


@dataclass(frozen=True, slots=True)
class Loser:
    """A losing hand as a line gives it; flowers are counts by kind."""

    seat: int
    concealed: list[int]
    melds: list[tuple[int, int]]
    flowers: bytes


@dataclass(frozen=True, slots=True)
class TableLine:
    """Who deals, wins and pays (−1: nobody in particular), bets, and the hands that are known."""

    dealer: int
    winner: int
    payer: int
    losers: list[Loser] = field(default_factory=list)
    bets: list[int] = field(default_factory=lambda: [0, 0, 0, 0])


def read_table(
    value: Any, kinds: Kinds, win_by: int, seat_wind: int, wildcard: int, most_bet: int
) -> TableLine:
    """Read a line's `table`.

    Raises:
        InputError: with a code of the contract.
    """
    dealer, winner, payer, losers, bets = fields.table(value)
    if (winner - dealer) % 4 != seat_wind:
        raise InputError(
            f"seat_wind is not that of seat {winner} where seat {dealer} deals",
            code="contradictory_flags",
        )
    if win_by in (BY_DISCARD, BY_ROBBED_KONG, BY_SEVEN_FLOWERS):
        if payer in (-1, winner):
            raise InputError(
                f"table.payer must be another seat than the winner on a {WIN_BY[win_by]}"
            )
    elif payer != -1:
        raise InputError(f"table.payer must be null on a {WIN_BY[win_by]}")
    for bet in bets:
        if 0 < most_bet < bet:
            raise InputError(f"table.bets: {bet} must be from 0 to {most_bet}")
    known = [_loser(seat, hand, kinds, winner, dealer, wildcard) for seat, hand in losers.items()]
    return TableLine(dealer, winner, payer, known, bets)


def fill_showdowns(
    tables: Sequence[TableLine | None],
    streaks: Sequence[int],
    wins: WinColumns,
    info: NDArray[np.int32],
) -> ShowdownColumns:
    """Tables as columns.

    Args:
        tables: one a hand; hands without one are left without seats.
        streaks: the dealer's consecutive wins before each hand.
        wins: the hands.
        info: int32 (n, N_INFO), what scoring said of each.
    """
    shown = new_showdown_columns(len(tables))
    for row, table in enumerate(tables):
        if table is None:
            continue
        facts = shown.facts[row]
        facts[S_DEALER] = table.dealer
        facts[S_STREAK] = streaks[row]
        facts[S_WINNERS] = 1 << table.winner
        facts[S_PAYER] = table.payer
        shown.bets[row] = table.bets
        shown.hand[row, table.winner] = wins.hand[row]
        shown.flowers[row, table.winner] = wins.flowers[row]
        shown.meld_kind[row, table.winner] = wins.meld_kind[row]
        shown.meld_tile[row, table.winner] = wins.meld_tile[row]
        shown.info[row, table.winner] = info[row]
        for loser in table.losers:
            _place(shown, row, loser)
        if table.payer >= 0 and wins.facts[row, F_WIN_BY] == BY_ROBBED_KONG:
            _undo_kong(shown, row, table.payer, int(wins.facts[row, F_WIN_TILE]))
    for ours, theirs in (
        (S_WIN_TILE, F_WIN_TILE),
        (S_WIN_BY, F_WIN_BY),
        (S_FLAGS, F_FLAGS),
        (S_WILDCARD, F_WILDCARD),
    ):
        shown.facts[:, ours] = wins.facts[:, theirs]
    return shown


def _place(shown: ShowdownColumns, row: int, loser: Loser) -> None:
    for tile in loser.concealed:
        shown.hand[row, loser.seat, tile] += 1
    shown.flowers[row, loser.seat] = np.frombuffer(loser.flowers, dtype=np.int8)
    for index, (kind, lowest) in enumerate(loser.melds):
        shown.meld_kind[row, loser.seat, index] = kind
        shown.meld_tile[row, loser.seat, index] = lowest


def _undo_kong(shown: ShowdownColumns, row: int, seat: int, tile: int) -> None:
    """A robbed kong is a pung again: the winner has its fourth tile."""
    for index, kind in enumerate(shown.meld_kind[row, seat].tolist()):
        kong = kind in (MELD_KONG_EXPOSED, MELD_KONG_ADDED)
        if kong and shown.meld_tile[row, seat, index] == tile:
            shown.meld_kind[row, seat, index] = MELD_PUNG


def _loser(
    seat: int, hand: dict[str, Any], kinds: Kinds, winner: int, dealer: int, wildcard: int
) -> Loser:
    """One losing hand, whose wind may differ from the winner's; flowers may be still in hand."""
    where = f"table.losers.{seat}"
    if seat == winner:
        raise InputError(f"{where}: seat {seat} is the winner", code="bad_value")
    seat_wind = (seat - dealer) % 4
    concealed = fields.tiles(hand.get("concealed", []), f"{where}.concealed")
    for tile in set(concealed) - kinds.in_hand(wildcard, seat_wind) - kinds.flower_kinds:
        raise InputError(f"{where}.concealed: {TILE_NAMES[tile]} is not in play here")
    melds = fields.melds(hand.get("melds", []))
    kinds.check_melds(melds, wildcard, seat_wind)
    most = kinds.ruleset.tiles.hand_size + 1 - 3 * len(melds)
    if most < 1 or len(concealed) > most:
        raise InputError(
            f"{where}: {len(concealed)} concealed tiles beside {len(melds)} melds are more than a "
            "hand",
            code="wrong_tile_count",
        )
    flowers = kinds.flowers(hand.get("flowers", 0), wildcard, seat_wind)
    return Loser(seat, concealed, melds, flowers)
