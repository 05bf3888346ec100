"""How many tiles of the common wall are never drawn: a number that may grow during a hand.

Luoyuan card, "End of the wall": one more tile for each exposed kong on the table, two for each
concealed one and for each complete set of four flowers. Longgang card, item 6: 21 instead of 20
while an even number of tiles was drawn from the tail.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.state import N_MELDS, TAIL, X_TURNED, State
from engine.params import param
from engine.rules import P_KEEP_BACK, Rules
from schemas.codes import MELD_KONG_ADDED, MELD_KONG_CONCEALED, MELD_KONG_EXPOSED
from schemas.tiles import N_KINDS

_EXPOSED: Final = param("wall.keep_back_per_exposed_kong")
_CONCEALED: Final = param("wall.keep_back_per_concealed_kong")
_FLOWER_SET: Final = param("wall.keep_back_per_flower_set")
_PARITY: Final = param("wall.keep_back_parity")
_FIRST_HONOR: Final = 27
_SET: Final = 4


@merge
def kept_back(rules: Rules, st: State) -> int:
    """Tiles of the common wall that are kept back as the table stands now."""
    kept: int = rules.params[P_KEEP_BACK]
    if (
        rules.params[_EXPOSED]
        | rules.params[_CONCEALED]
        | rules.params[_FLOWER_SET]
        | rules.params[_PARITY]
    ) != 0:
        kept += _growth(rules, st)
    return kept


@merge
def kept_for_kong(rules: Rules, concealed: bool) -> int:
    """Tiles that one more kong keeps back."""
    kept: int = rules.params[_CONCEALED] if concealed else rules.params[_EXPOSED]
    return kept


@leaf
def _growth(rules: Rules, st: State) -> int:
    grown = 0
    for seat in range(4):
        for k in range(st.seats[seat, N_MELDS]):
            kind = st.meld_kind[seat, k]
            if kind == MELD_KONG_CONCEALED:
                grown += rules.params[_CONCEALED]
            elif MELD_KONG_EXPOSED <= kind <= MELD_KONG_ADDED:
                grown += rules.params[_EXPOSED]
        grown += rules.params[_FLOWER_SET] * _flower_sets(st, seat)
    # The turned tile lies at the tail, but nobody has drawn it.
    drawn = st.num[TAIL] - st.special[X_TURNED]
    if rules.params[_PARITY] == 1 and drawn % 2 == 0:
        grown += 1
    return grown


@leaf
def _flower_sets(st: State, seat: int) -> int:
    """Complete sets that one player has exposed: four alike, seasons f1-f4, plants f5-f8."""
    sets = 0
    for tile in range(_FIRST_HONOR, N_KINDS):
        sets += 1 if st.flowers[seat, tile] == _SET else 0
    for first in (N_KINDS, N_KINDS + _SET):
        held = 0
        for tile in range(first, first + _SET):
            held += st.flowers[seat, tile]
        sets += 1 if held == _SET else 0
    return sets
