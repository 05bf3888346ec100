"""Late dragons: discards of C or F near the end of the wall that make their discarder liable.

Longgang card, "Liability" (b): if the discard is won on and a safer one was at hand, the discarder
pays for all. It is noted at the discard, from what lies open then.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.draws import drawable
from engine.machine.marks import DISCARDED, late_dragons_count
from engine.machine.state import DEALER, N_MELDS, State
from engine.machine.wildcards import is_wild
from engine.params import param
from engine.rules import Rules
from schemas.codes import MELD_PUNG

_LATE: Final = param("settlement.late")
_EAST: Final = 27
_RED: Final = 31
_GREEN: Final = 32


@leaf
def is_late_dragon(rules: Rules, st: State, seat: int, tile: int) -> bool:
    """Whether a discard that is about to be made is a late dragon with a safer one at hand.

    Either nobody has punged (or konged) the kind and the discarder holds a single tile of its own
    wind, which it had to throw first; or it holds both dragons, the other kind has been discarded
    before without a win, and of its own kind no copy lies open. A wildcard, which is never
    discarded, is no safer tile.
    """
    if tile != _RED and tile != _GREEN:
        return False
    if not late_dragons_count(rules) or drawable(rules, st, seat) > rules.params[_LATE]:
        return False
    own_wind = _EAST + (seat - st.num[DEALER]) % 4
    held = st.hand[seat, own_wind] == 1 and not is_wild(st, seat, own_wind)
    if held and not _is_punged(st, tile):
        return True
    other = _RED + _GREEN - tile
    discarded = (st.course[DISCARDED] >> other) & 1 == 1
    both = st.hand[seat, other] > 0 and not is_wild(st, seat, other)
    return bool(both and discarded and st.seen[tile] == 0)


@leaf
def _is_punged(st: State, tile: int) -> bool:
    for seat in range(4):
        for k in range(st.seats[seat, N_MELDS]):
            if st.meld_kind[seat, k] >= MELD_PUNG and st.meld_tile[seat, k] == tile:
                return True
    return False
