"""What a false win 诈胡 costs: fixed points, or by the offender's own flowers and golds.

Sources: MCR card, "Penalties"; Longgang card, "Payment" (the dealer pays 20 to each, another 20 to
the dealer and 10 to the others); Luoyuan card, "False win". Flowers, kongs and golds are worth what
the pattern table says; tables of other systems have no such rows, and Luoyuan's values stand in.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.luoyuan import patterns as row
from engine.params import choice, param
from engine.rules import P_FALSE_WIN_EACH, P_SYSTEM, SYSTEM_LUOYUAN, Rules
from engine.settling.parts import PART_PENALTY, pay
from engine.situation import MOST_MELDS
from schemas.codes import MELD_KONG_ADDED, MELD_KONG_CONCEALED, MELD_KONG_EXPOSED
from schemas.tiles import N_KINDS, N_TILES

_KIND: Final = param("violations.false_win")
_FLOWER_FORMULA: Final = choice("violations.false_win", "flower_formula")
_DEALER_FACTOR: Final = param("violations.false_win_dealer_factor")
_BASE: Final = param("scoring.base")
_TIMES: Final = param("violations.false_win_times")
_SET: Final = 4


@leaf
def settle_false_win(
    rules: Rules,
    seat: int,
    dealer: int,
    streak: int,
    flowers: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    golds: int,
    parts: NDArray[np.int32],
) -> None:
    """Let a false win pay each other player.

    Args:
        rules: compiled rules.
        seat: the offender.
        dealer: seat that deals.
        streak: consecutive wins of the dealer before this hand.
        flowers: int8 (42), the offender's exposed flowers.
        meld_kind: int8 (5), its melds, NO_MELD behind the last.
        golds: turned wildcards in its hand.
        parts: int32 (4, 7), settlement parts by seat, added to.
    """
    for other in range(4):
        if other == seat:
            continue
        with_dealer = seat == dealer or other == dealer
        if rules.params[_KIND] == _FLOWER_FORMULA:
            due = flower_fan(rules, flowers, meld_kind) + golds * _worth(rules, row.GOLD, 1)
            due += rules.params[_BASE] + (streak if with_dealer else 0)
            due *= rules.params[_TIMES]
        else:
            due = rules.params[P_FALSE_WIN_EACH]
            due *= rules.params[_DEALER_FACTOR] if with_dealer else 1
        pay(parts, seat, other, PART_PENALTY, due)


@leaf
def flower_fan(rules: Rules, flowers: NDArray[np.int8], meld_kind: NDArray[np.int8]) -> int:
    """Flower fan of a hand: flowers, what a complete set adds, kongs.

    Sets are four of one wind or dragon, f1-f4 and f5-f8 (Luoyuan card, "Points": by its values a
    set counts 6 instead of 4, an exposed kong 1, a concealed one 2).
    """
    n = sets = exposed = concealed = 0
    for tile in range(N_TILES):
        n += flowers[tile]
        sets += 1 if tile < N_KINDS and flowers[tile] == _SET else 0
    for first in range(N_KINDS, N_TILES, _SET):
        held = 0
        for tile in range(first, first + _SET):
            held += 1 if flowers[tile] > 0 else 0
        sets += 1 if held == _SET else 0
    for k in range(MOST_MELDS):
        concealed += 1 if meld_kind[k] == MELD_KONG_CONCEALED else 0
        exposed += 1 if MELD_KONG_EXPOSED <= meld_kind[k] <= MELD_KONG_ADDED else 0
    fan = n * _worth(rules, row.FLOWER, 1) + sets * _worth(rules, row.FLOWER_SET, 2)
    fan += exposed * _worth(rules, row.EXPOSED_KONG, 1)
    return int(fan + concealed * _worth(rules, row.CONCEALED_KONG, 2))


@merge
def _worth(rules: Rules, pattern: int, otherwise: int) -> int:
    """Value of a counted row, or what it is in systems without such rows."""
    return int(rules.values[pattern]) if rules.params[P_SYSTEM] == SYSTEM_LUOYUAN else otherwise
