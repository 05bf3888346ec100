"""Which kinds of win apply to a Luoyuan hand, and whether it may win at all (card, "Winning").

Three golds win without a shape or as a golden dragon 金龙, and never otherwise where they win by
themselves. A win on an own draw is the same however it was announced. A robbed gold makes a kind
of its own, 金雀 with one gold in hand, and with two nothing but 金龙.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.luoyuan import memory as at
from engine.luoyuan import patterns as row
from engine.luoyuan.hand import is_idle
from engine.params import choice, param
from engine.rules import P_ROB_KONG, Rules
from engine.situation import F_FLAGS, F_N_MELDS, F_SEAT_WIND, F_WIN_BY, Win
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    BY_THREE_WILDCARDS,
    FLAG_FIRST_TURN,
)

_THREE_WILDCARDS: Final = param("win.three_wildcards")
_THREE_NEVER: Final = choice("win.three_wildcards", "none")
_THREE_ON_DISCARD: Final = param("win.three_wildcards_on_discard")
_ROBBING_GOLD: Final = param("win.robbing_gold")
_HEAVENLY_AFTER_KONGS: Final = param("win.heavenly_after_kongs")
_DISCARD_IS_DEAD: Final = param("wildcard.discard_is_dead")
_IDLE: Final = param("wildcard.idle")
_IDLE_NO_DISCARD: Final = choice("wildcard.idle", "no_discard_win")


@leaf
def is_known(rules: Rules, win: Win) -> bool:
    """Whether the rule set has this way of winning at all."""
    by = win.facts[F_WIN_BY]
    if by == BY_ROBBED_GOLD:
        return bool(rules.params[_ROBBING_GOLD] == 1)
    if by == BY_THREE_WILDCARDS:
        return bool(rules.params[_THREE_WILDCARDS] != _THREE_NEVER)
    return by in (BY_SELF_DRAW, BY_DISCARD, BY_ROBBED_KONG)


@leaf
def find_ways(
    rules: Rules, missing: NDArray[np.uint64], win: Win, scratch: NDArray[np.int64]
) -> tuple[int, bool]:
    """Kinds of win that apply, as a mask of patterns, and whether the win is allowed.

    A win that is not allowed has the kinds that it would count as; no kind at all is no win.

    Args:
        rules: compiled rules.
        missing: the table of missing tiles that the rule set plays with.
        win: the hand, won in a way that `is_known`.
        scratch: working memory with the facts of `engine.luoyuan.hand.read_hand`.
    """
    by = win.facts[F_WIN_BY]
    if by in (BY_SELF_DRAW, BY_THREE_WILDCARDS):
        return _by_draw(rules, win, scratch), True
    if by == BY_ROBBED_GOLD:
        return _by_robbed_gold(win, scratch)
    return _by_discard(rules, missing, win, scratch)


@leaf
def _by_draw(rules: Rules, win: Win, scratch: NDArray[np.int64]) -> int:
    ways = int(scratch[at.PUNG_OF_GOLDS]) << row.GOLDEN_DRAGON
    three = scratch[at.GOLDS] >= 3
    if three and rules.params[_THREE_WILDCARDS] != _THREE_NEVER:
        return ways | 1 << row.THREE_GOLDS
    if scratch[at.COMPLETE] == 0:
        return 0
    if not three and _is_heavenly(rules, win, scratch):
        ways |= 1 << row.HEAVENLY
    pair = int(scratch[at.PAIR_OF_GOLDS]) << row.GOLDEN_PAIR
    return ways | pair | _plain(scratch, row.SELF_DRAW)


@leaf
def _by_robbed_gold(win: Win, scratch: NDArray[np.int64]) -> tuple[int, bool]:
    """A hand that is ready from the start takes the turned gold.

    The dealer may have made concealed kongs before, the others have had no turn.
    """
    in_time = scratch[at.N_CLAIMED] == 0
    if win.facts[F_SEAT_WIND] != 0:
        in_time = win.facts[F_N_MELDS] == 0
    if scratch[at.COMPLETE] == 0 or not (scratch[at.WILD] >> scratch[at.WIN_TILE]) & 1:
        return 0, False
    if scratch[at.PUNG_OF_GOLDS]:
        return 1 << row.GOLDEN_DRAGON, in_time
    ways = 1 << row.ROBBING_GOLD | scratch[at.PAIR_OF_GOLDS] << row.GOLDEN_PAIR
    return ways, in_time and scratch[at.GOLDS] < 3


@leaf
def _by_discard(
    rules: Rules, missing: NDArray[np.uint64], win: Win, scratch: NDArray[np.int64]
) -> tuple[int, bool]:
    if scratch[at.COMPLETE] == 0:
        return 0, False
    pair = scratch[at.PAIR_OF_GOLDS] << row.GOLDEN_PAIR
    ways = pair | _plain(scratch, row.DISCARD_WIN)
    dead = rules.params[_DISCARD_IS_DEAD] == 1 and (
        (scratch[at.WILD] >> scratch[at.WIN_TILE]) & 1 == 1
    )
    barred = scratch[at.GOLDS] >= 3 and rules.params[_THREE_ON_DISCARD] == 0
    unrobbable = win.facts[F_WIN_BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0
    if dead or barred or unrobbable:
        return ways, False
    if rules.params[_IDLE] == _IDLE_NO_DISCARD and is_idle(missing, scratch):
        # The one exception: two golds in hand, and the tile leaves them as the pair.
        return ways, pair != 0 and scratch[at.GOLDS_BEFORE] == 2
    return ways, True


@leaf
def _is_heavenly(rules: Rules, win: Win, scratch: NDArray[np.int64]) -> bool:
    """天胡: the dealer's dealt tiles, or what they have become by concealed kongs alone."""
    if win.facts[F_SEAT_WIND] != 0 or win.facts[F_FLAGS] & FLAG_FIRST_TURN == 0:
        return False
    if rules.params[_HEAVENLY_AFTER_KONGS] == 1:
        return bool(scratch[at.N_CLAIMED] == 0)
    return bool(win.facts[F_N_MELDS] == 0)


@leaf
def _plain(scratch: NDArray[np.int64], kind: int) -> int:
    """A plain win of a kind, and 平胡 where there is no flower and no kong."""
    bare = (
        scratch[at.N_FLOWERS] == 0
        and scratch[at.N_EXPOSED_KONGS] == 0
        and scratch[at.N_CONCEALED_KONGS] == 0
    )
    return 1 << kind | int(bare) << row.BARE_WIN
