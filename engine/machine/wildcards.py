"""What must not be done with wildcards: discards, claims and melds.

`wildcard.stands_for` is the scoring kernels' matter: the machine takes a hand for complete when a
wildcard may stand for any tile, and the kernel refuses what its rules do not read that way.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.order import is_held
from engine.machine.state import FROM, PHASE, PHASE_WINDOW, TILE, State
from engine.params import param
from engine.rules import P_IN_HAND, Rules
from schemas.tiles import N_TILES

_DISCARDABLE: Final = param("wildcard.discardable")
_DISCARD_IS_DEAD: Final = param("wildcard.discard_is_dead")


@merge
def is_wild(st: State, seat: int, tile: int) -> bool:
    """Whether a tile is wild for a seat."""
    wild: bool = (st.wild[seat] >> tile) & 1 == 1
    return wild


@leaf
def may_be_melded(rules: Rules, st: State, seat: int, tile: int) -> bool:
    """Whether copies of a tile in the hand may be laid down: no wildcard, no flower."""
    return not is_wild(st, seat, tile) and (rules.params[P_IN_HAND] >> tile) & 1 == 1


@merge
def must_not_discard(rules: Rules, st: State, seat: int, tile: int) -> bool:
    """Whether a tile is a wildcard that the rules do not let the seat discard.

    One whose foul the record tells may have done it (Longgang card, "Other fouls").
    """
    bars = rules.params[_DISCARDABLE] == 0 and is_wild(st, seat, tile)
    return bool(bars and is_held(st, seat))


@leaf
def holds_other(st: State, seat: int) -> bool:
    """Whether a seat holds a tile that is not wild for it."""
    others = 0
    for tile in range(N_TILES):
        others += 0 if is_wild(st, seat, tile) else int(st.hand[seat, tile])
    return others > 0


@leaf
def leaves_only_wildcards(rules: Rules, st: State, seat: int, laid_down: int) -> bool:
    """Whether a claim for which so many natural tiles are laid down leaves nothing to discard."""
    if rules.params[_DISCARDABLE] == 1 or st.wild[seat] == 0:
        return False
    others = -laid_down
    for tile in range(N_TILES):
        if not is_wild(st, seat, tile):
            others += st.hand[seat, tile]
    return others <= 0


@merge
def is_dead_discard(rules: Rules, st: State) -> bool:
    """Whether a window is open on a discarded wildcard that nobody may take."""
    if rules.params[_DISCARD_IS_DEAD] == 0 or st.num[PHASE] != PHASE_WINDOW:
        return False
    return is_wild(st, st.num[FROM], st.num[TILE])
