"""What a Luoyuan win is worth: (flowers + kongs + golds + base) times the multiplier of its kind.

Values and exclusions are data (`Rules.values`, `Rules.excludes`): every row that arises cancels
those that it lists, also when it is cancelled itself. Of several kinds of win the best paid is
taken, as another player who is not the dealer pays it: the dealer's streak is not known here. Where
kinds are paid alike, the order of the card's table decides. A kind that is cancelled is taken only
where no other is left, and multiplies by 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.largest import MOST_TOTAL
from engine.luoyuan import memory as at
from engine.luoyuan import patterns as row
from engine.params import param
from engine.rules import Rules
from engine.scoring_out import (
    I_LIABLE,
    I_LOSERS_SETTLE,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_PER_STREAK,
    I_TOTAL,
    I_UNCAPPED,
    I_WITHOUT_FLOWERS,
    ScoreOut,
)
from engine.situation import F_WIN_BY, Win
from schemas.codes import BY_ROBBED_GOLD

_BASE: Final = param("scoring.base")
_ROBBED_GOLD_COUNTS: Final = param("scoring.robbed_gold_counts")
LOSERS_SETTLE: Final = 1 << row.BARE_WIN | 1 << row.SELF_DRAW | 1 << row.DISCARD_WIN
"""After these kinds the losers settle among themselves."""
VOID_IS_LIABLE: Final = 1 << row.THREE_GOLDS | 1 << row.GOLDEN_PAIR | 1 << row.GOLDEN_DRAGON
"""After these kinds a seat whose hand is void 站胡 pays for all."""


@leaf
def count_rows(rules: Rules, win: Win, out: ScoreOut) -> None:
    """Count flowers, kongs and golds into the answer; rows of neutral value count nothing."""
    scratch, counts = out.scratch, out.counts
    golds = scratch[at.GOLDS]
    if win.facts[F_WIN_BY] == BY_ROBBED_GOLD and rules.params[_ROBBED_GOLD_COUNTS] == 0:
        golds -= 1
    counts[row.FLOWER] = scratch[at.N_FLOWERS]
    counts[row.FLOWER_SET] = scratch[at.N_FLOWER_SETS]
    counts[row.EXPOSED_KONG] = scratch[at.N_EXPOSED_KONGS]
    counts[row.CONCEALED_KONG] = scratch[at.N_CONCEALED_KONGS]
    counts[row.GOLD] = golds
    for pattern in range(row.N_WIN_KINDS, row.N_PATTERNS):
        if rules.values[pattern] == 0:
            counts[pattern] = 0


@leaf
def best_kind(rules: Rules, counts: NDArray[np.int16], ways: int) -> int:
    """The kind of win that is taken.

    Args:
        rules: compiled rules.
        counts: int16 (13), rows counted by `count_rows`.
        ways: mask of the kinds that apply, at least one.
    """
    best, best_total, best_kept = -1, 0, False
    for kind in range(row.N_WIN_KINDS):
        if (ways >> kind) & 1 == 0:
            continue
        kept = _kept(rules, counts, kind)
        has_kind = (kept >> kind) & 1 == 1
        total = (_units(rules, counts, kept) + _base(rules, kind)) * _times(rules, kept, kind)
        better = total > best_total if has_kind == best_kept else has_kind
        if best < 0 or better:
            best, best_total, best_kept = kind, total, has_kind
    return best


@leaf
def write_worth(rules: Rules, kind: int, out: ScoreOut) -> None:
    """Fill counts, marginals and totals of the answer for the kind that is taken."""
    counts, info = out.counts, out.info
    kept = _kept(rules, counts, kind)
    units = _units(rules, counts, kept) + _base(rules, kind)
    times = _times(rules, kept, kind)
    counts[kind] = 1
    out.marginal[kind] = min(units * (times - 1), MOST_TOTAL)
    for pattern in range(row.N_PATTERNS):
        if counts[pattern] == 0:
            continue
        if (kept >> pattern) & 1 == 0:
            out.cancelled_by[pattern] = _canceller(rules, counts, pattern)
            info[I_N_CANCELLED] += 1
            continue
        info[I_N_PATTERNS] += 1
        if pattern >= row.N_WIN_KINDS:
            share = int(counts[pattern]) * int(rules.values[pattern]) * times
            out.marginal[pattern] = min(share, MOST_TOTAL)
    for pattern in range(row.N_PATTERNS):
        if out.cancelled_by[pattern] >= 0:
            counts[pattern] = 0
            out.marginal[pattern] = 0
    total = min(units * times, MOST_TOTAL)
    info[I_TOTAL] = total
    info[I_WITHOUT_FLOWERS] = total
    info[I_UNCAPPED] = total
    info[I_PER_STREAK] = times
    info[I_LOSERS_SETTLE] = (LOSERS_SETTLE >> kind) & 1
    info[I_LIABLE] = (VOID_IS_LIABLE >> kind) & 1


@leaf
def _kept(rules: Rules, counts: NDArray[np.int16], kind: int) -> int:
    """Mask of the rows that are not cancelled, where the win is of a kind."""
    arisen = 1 << kind
    cancelled = int(np.int64(rules.excludes[kind, 0]))
    for pattern in range(row.N_WIN_KINDS, row.N_PATTERNS):
        if counts[pattern] != 0:
            arisen |= 1 << pattern
            cancelled |= int(np.int64(rules.excludes[pattern, 0]))
    return arisen & ~cancelled


@leaf
def _units(rules: Rules, counts: NDArray[np.int16], kept: int) -> int:
    """Flowers, kongs and golds that count."""
    units = 0
    for pattern in range(row.N_WIN_KINDS, row.N_PATTERNS):
        if (kept >> pattern) & 1:
            units += int(counts[pattern]) * int(rules.values[pattern])
    return units


@merge
def _base(rules: Rules, kind: int) -> int:
    """The base 底番, which three golds 三金倒 do without."""
    return 0 if kind == row.THREE_GOLDS else int(rules.params[_BASE])


@merge
def _times(rules: Rules, kept: int, kind: int) -> int:
    return int(rules.values[kind]) if (kept >> kind) & 1 else 1


@leaf
def _canceller(rules: Rules, counts: NDArray[np.int16], pattern: int) -> int:
    """The first row that arises and cancels a pattern."""
    for other in range(row.N_PATTERNS):
        if counts[other] != 0 and (int(np.int64(rules.excludes[other, 0])) >> pattern) & 1:
            return other
    return -1
