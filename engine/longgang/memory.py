"""The kernel's working memory: facts of the hand, ways to spread its suits, the best reading.

One row of 64-bit integers (`engine.scoring_out.ScoreOut.scratch`) by the indices below. A suit is
numbered 0-2, the honors are 3.
"""

from __future__ import annotations

from typing import Final

MOST_WILD: Final = 4
"""Wildcards that a hand can hold: three turned ones and the seat flower."""

(
    WIN_TILE,
    WIN_IS_WILD,
    SELF_DRAW,
    N_WILD,
    FIXED_POINTS,
    FIXED_ROWS,
    FLOWER_WILDCARDS,
    LIVE_ROWS,
    LIMIT_ROWS,
    LIMIT,
    MELD_HONOR_PUNGS,
    MELD_WINDS,
    MELD_SUITS,
    TRACKED,
    COUNTED_HONORS,
    PAIR_HONORS,
    PAIR_POINTS,
    SMALL_PUNG,
    BIG_PUNG,
) = range(19)
"""Facts: winning tile (-1: none); whether it is wild; self-drawn; wildcards of the hand, the
winning tile among them; points and rows that all readings share; how often flower_wildcards
counts; rows that can count; rows that are worth the limit; the limit; honor pungs 字刻 melded; mask
of winds melded; mask of suits melded, honors bit 3; traits (`TRAIT_*`) that rows ask about; mask of
the kinds whose pungs are 字刻; mask of the kinds whose pair counts, and its points; points of a
concealed pung of 2-8 and of others."""

PLACE_POINTS: Final = 19
"""First of six: what the winning tile adds where it completes a two-sided, closed or edge wait, a
pair, a pung of 2-8 and another pung (by `schemas.codes.WAIT_*`, then PLACE_BIG_PUNG)."""
PLACE_BIG_PUNG: Final = 5

MEMO_ROWS: Final = 25
MEMO_TIMES: Final = 26
MEMO_TAI: Final = 27
MEMO_LIMIT: Final = 28
"""The last rows that were counted, with their tai and whether a limit row is among them."""

(
    BEST_TOTAL,
    BEST_UNCAPPED,
    BEST_POINTS,
    BEST_ROWS,
    BEST_TIMES,
    BEST_SHAPE,
) = range(29, 35)
"""The best reading: total (-1: none yet), points x 2^tai, points, rows that arose, how often those
count that count more than once, shape."""
BEST_PATHS: Final = 35
"""How its suits and honors are spread; of eight pairs the first word alone."""

USEFUL: Final = 39
"""First of four masks: numbers of wildcards that a suit may take (bit n: n of them)."""
N_WAYS: Final = 43
"""First of four: ways kept of a suit."""
NATURAL: Final = 47
"""First of 34 counts: concealed tiles that are not wild, the winning tile among them."""
ROOM: Final = 81
"""First of 34: most wildcards that may stand for a kind."""

WAYS: Final = 115
"""First of four lists of ways to spread a suit (`engine.longgang.spread`)."""
MOST_WAYS: Final = 240
WAY_KEY, WAY_POINTS, WAY_PATH, WAY_WORDS = range(4)
"""A way: packed key, points, path."""

NODES: Final = WAYS + 4 * MOST_WAYS * WAY_WORDS
"""Stack of the search through a suit."""
NODE_WORDS: Final = 4
MOST_NODES: Final = 1 + 9 * 29
"""A rank has at most 30 continuations (pair or not, up to two pungs, four wildcards)."""

MEMORY_SIZE: Final = NODES + MOST_NODES * NODE_WORDS
