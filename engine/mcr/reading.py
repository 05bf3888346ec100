"""What one reading of a hand is worth; the best one so far is kept in the working memory."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.crowded import SPLIT_PUNGS_TWICE
from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.hand import insert_chow
from engine.mcr.ledger import settle
from engine.mcr.patterns import FIRST_REPEATED, HIGH
from engine.mcr.sets import (
    EVEN,
    best_pairs_of_chows,
    best_tie,
    honor_pung_fans,
    pairs_of_chows,
    possible_waits,
    suit_pung_fans,
    taken_wait,
    terminal_chows,
    terminal_pungs,
)
from engine.rules import SHAPE_KNITTED_SINGLES, SHAPE_SEVEN_PAIRS, SHAPE_STANDARD, Rules
from engine.shapes import HONORS, NINE, ORPHANS, SUITS, popcount
from engine.tables_build import (
    NO_PAIR,
    SPLIT_N_CHOWS,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from engine.tables_chows import (
    CHOW_FAN3,
    FOUR_SHIFTED,
    MIXED_SHIFTED,
    MIXED_STRAIGHT,
    MIXED_TRIPLE,
    NO_CHOW,
    PURE_SHIFTED,
    PURE_TRIPLE,
    QUADRUPLE,
)
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_SINGLE,
    WAIT_SPECIAL,
    WAIT_TWO_SIDED,
)

ELSEWHERE: Final = 1 << WAIT_TWO_SIDED | 1 << WAIT_CLOSED | 1 << WAIT_EDGE | 1 << WAIT_SINGLE
"""Waits in which a chow, or a pair beside a pung of its kind, takes the tile."""
LATER_OF_EQUALS: Final = 1 << fan.PURE_TRIPLE_CHOW | 1 << fan.TRIPLE_PUNG
"""Fans for which a later reading is preferred to an equal earlier one."""


@leaf
def weigh_sets(
    rules: Rules,
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    shape: int,
    split0: int,
    split1: int,
    split2: int,
    arrangement: int,
    wait_fans: bool,
    special_fully_concealed: bool,
) -> None:
    """Weigh a reading of sets and a pair, alone or beside a knitted straight."""
    low, high = scratch[at.HAND_LOW], scratch[at.HAND_HIGH]
    counts = scratch[at.HAND_COUNTS]
    own_pungs, own_twice = scratch[at.HONOR_PUNGS], scratch[at.HONOR_PUNGS_TWICE]
    pair = scratch[at.HONOR_PAIR]
    outside = scratch[at.MELD_OUTSIDE] + popcount(own_pungs) + popcount(own_twice) + int(pair >= 0)
    fives = scratch[at.MELD_FIVES]
    n_chows = scratch[at.MELD_CHOWS]
    for place in range(n_chows):
        scratch[at.CHOWS + place] = scratch[at.CHOWS_OF_MELDS + place]
    win_tile = scratch[at.WIN_TILE]
    win_split = 0
    for suit in range(3):
        split = split0 if suit == 0 else (split1 if suit == 1 else split2)
        own_pungs |= ((split >> SPLIT_PUNGS) & NINE) << (9 * suit)
        own_twice |= ((split >> SPLIT_PUNGS_TWICE) & NINE) << (9 * suit)
        outside += (split >> SPLIT_N_OUTSIDE) & 7
        fives += (split >> SPLIT_N_FIVES) & 7
        rank = (split >> SPLIT_PAIR) & 15
        if rank != NO_PAIR:
            pair = 9 * suit + rank
        if win_tile // 9 == suit:
            win_split = split
        for _ in range((split >> SPLIT_N_CHOWS) & 7):
            insert_chow(scratch, at.CHOWS, n_chows, 7 * suit + (split & 7))
            split >>= 3
            n_chows += 1
    pungs = own_pungs | scratch[at.MELD_PUNGS]
    twice = own_twice | (own_pungs & scratch[at.MELD_PUNGS])

    in_pung = (own_pungs >> win_tile) & 1 == 1
    possible = possible_waits(win_split, win_tile % 9, pair == win_tile, in_pung)
    only = wait_fans and scratch[at.N_WAITS] == 1
    wait = taken_wait(
        possible,
        int(rules.values[fan.EDGE_WAIT]) * int(only),
        int(rules.values[fan.CLOSED_WAIT]) * int(only),
        int(rules.values[fan.SINGLE_WAIT]) * int(only),
    )
    if only:
        high |= int(wait == WAIT_EDGE) << (fan.EDGE_WAIT - HIGH)
        high |= int(wait == WAIT_CLOSED) << (fan.CLOSED_WAIT - HIGH)
        high |= int(wait == WAIT_SINGLE) << (fan.SINGLE_WAIT - HIGH)

    # A discard that can only complete a pung leaves it exposed.
    exposed_pung = in_pung and scratch[at.SELF_DRAW] == 0 and possible & ELSEWHERE == 0
    n_concealed = popcount(own_pungs) + popcount(own_twice)
    n_concealed += scratch[at.CONCEALED_KONGS] - int(exposed_pung)
    high |= int(n_concealed >= 2) << (fan.TWO_CONCEALED_PUNGS - HIGH)
    low |= int(n_concealed >= 3) << fan.THREE_CONCEALED_PUNGS
    low |= int(n_concealed == 4) << fan.FOUR_CONCEALED_PUNGS

    if pungs & SUITS:
        more_low, more_high, more_counts = suit_pung_fans(pungs, twice)
        low |= more_low
        high |= more_high
        counts |= more_counts
    if pungs & HONORS:
        more_low, more_counts = honor_pung_fans(
            pungs, twice, pair, scratch[at.SEAT_WIND], scratch[at.ROUND_WIND]
        )
        low |= more_low
        counts += more_counts
    if pungs & ORPHANS:
        count = terminal_pungs(
            pungs, twice, low, scratch[at.TAKERS], scratch[at.SEAT_WIND], scratch[at.ROUND_WIND]
        )
        high |= int(count > 0) << (fan.TERMINAL_OR_HONOR_PUNG - HIGH)
        counts |= count << (4 * (fan.TERMINAL_OR_HONOR_PUNG - FIRST_REPEATED))
    if n_chows > 1:
        more_low, more_high, more_counts = chow_fans(rules, chows, scratch, n_chows, pair)
        low |= more_low
        high |= more_high
        counts |= more_counts

    if shape == SHAPE_STANDARD:
        low |= int(n_chows == 4 and pair < 27) << fan.ALL_CHOWS
        low |= int(n_chows == 0) << fan.ALL_PUNGS
        even = n_chows == 0 and (pungs | 1 << pair) & ~EVEN == 0
        low |= int(even) << fan.ALL_EVEN_PUNGS
        low |= int(outside == 5) << fan.OUTSIDE_HAND
        low |= int(fives == 5) << fan.ALL_FIVES
        low |= _terminals_and_honors(scratch[at.KINDS])
    else:
        low |= 1 << fan.KNITTED_STRAIGHT
        low |= int(n_chows == 1 and pair < 27) << fan.ALL_CHOWS
    always_concealed = (n_concealed == 4 and rules.values[fan.FOUR_CONCEALED_PUNGS] != 0) or (
        scratch[at.NINE_GATES] == 1 and rules.values[fan.NINE_GATES] != 0
    )
    if special_fully_concealed or not always_concealed:
        low |= _fully_concealed(scratch[at.SELF_DRAW], scratch[at.EXPOSED])
    if _keep_if_better(rules, scratch, low, high, counts, shape, wait, arrangement):
        scratch[at.BEST_SPLITS] = split0
        scratch[at.BEST_SPLITS + 1] = split1
        scratch[at.BEST_SPLITS + 2] = split2


@leaf
def weigh_special(
    rules: Rules,
    scratch: NDArray[np.int64],
    shape: int,
    pattern: int,
    arrangement: int,
    special_fully_concealed: bool,
) -> None:
    """Weigh a reading without sets, whose fan is `pattern`."""
    low = scratch[at.HAND_LOW] | 1 << pattern
    kinds = scratch[at.KINDS]
    if shape == SHAPE_SEVEN_PAIRS:
        # Seven shifted pairs are seven pairs, too.
        low |= 1 << fan.SEVEN_PAIRS | _terminals_and_honors(kinds)
    elif shape == SHAPE_KNITTED_SINGLES:
        low |= 1 << fan.LESSER_KNITTED_HONORS
        low |= int(popcount(kinds & SUITS) == 9) << fan.KNITTED_STRAIGHT
    if special_fully_concealed or rules.values[pattern] == 0:
        low |= _fully_concealed(scratch[at.SELF_DRAW], scratch[at.EXPOSED])
    _keep_if_better(
        rules,
        scratch,
        low,
        scratch[at.HAND_HIGH],
        scratch[at.HAND_COUNTS],
        shape,
        WAIT_SPECIAL,
        arrangement,
    )


@leaf
def chow_fans(
    rules: Rules,
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    n_chows: int,
    pair: int,
) -> tuple[int, int, int]:
    """Fans of two to four chows, combined as the principles allow; with packed counts."""
    for place in range(n_chows, 4):
        scratch[at.CHOWS + place] = NO_CHOW
    a, b = scratch[at.CHOWS], scratch[at.CHOWS + 1]
    c, d = scratch[at.CHOWS + 2], scratch[at.CHOWS + 3]
    # Position among the multisets of four, see `engine.tables_chows.chow_index`.
    place = a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6
    entry = chows[place + (d + 3) * (d + 2) * (d + 1) * d // 24]

    low = 0
    if n_chows == 4:
        low |= int(entry & 3 == QUADRUPLE) << fan.QUADRUPLE_CHOW
        low |= int(entry & 3 == FOUR_SHIFTED) << fan.FOUR_PURE_SHIFTED_CHOWS
        low |= terminal_chows(a, b, c, d, pair)
    v0, v1 = int(rules.values[fan.PURE_DOUBLE_CHOW]), int(rules.values[fan.MIXED_DOUBLE_CHOW])
    v2, v3 = int(rules.values[fan.SHORT_STRAIGHT]), int(rules.values[fan.TWO_TERMINAL_CHOWS])
    worth, chosen = best_pairs_of_chows(entry, v0, v1, v2, v3)
    three = (entry >> CHOW_FAN3) & 7
    if three:
        pattern = fan.PURE_STRAIGHT
        if three == MIXED_TRIPLE:
            pattern = fan.MIXED_TRIPLE_CHOW
        elif three == MIXED_SHIFTED:
            pattern = fan.MIXED_SHIFTED_CHOWS
        elif three == MIXED_STRAIGHT:
            pattern = fan.MIXED_STRAIGHT
        elif three == PURE_TRIPLE:
            pattern = fan.PURE_TRIPLE_CHOW
        elif three == PURE_SHIFTED:
            pattern = fan.PURE_SHIFTED_CHOWS
        tie, tie_chosen = best_tie(entry, v0, v1, v2, v3)
        if rules.values[pattern] != 0 and rules.values[pattern] + tie >= worth:
            low |= 1 << pattern
            chosen = tie_chosen
    high, counts = pairs_of_chows(chosen)
    return low, high, counts


@leaf
def _terminals_and_honors(kinds: int) -> int:
    mixed = kinds & ~ORPHANS == 0 and kinds & HONORS != 0 and kinds & SUITS != 0
    return int(mixed) << fan.TERMINALS_AND_HONORS


@leaf
def _fully_concealed(self_draw: int, exposed: int) -> int:
    return int(self_draw == 1 and exposed == 0) << fan.FULLY_CONCEALED


@leaf
def _keep_if_better(
    rules: Rules,
    scratch: NDArray[np.int64],
    low: int,
    high: int,
    counts: int,
    shape: int,
    wait: int,
    arrangement: int,
) -> bool:
    total, kept_low, kept_high = settle(rules, low, high, counts)
    if total == 0 and rules.values[fan.CHICKEN_HAND] != 0:
        total = int(rules.values[fan.CHICKEN_HAND])
        low |= 1 << fan.CHICKEN_HAND
        kept_low |= 1 << fan.CHICKEN_HAND
    best = scratch[at.BEST_TOTAL]
    if total < best:
        return False
    # Of equals the one found first stays, unless it is seven pairs or the later one is preferred.
    stays = scratch[at.BEST_SHAPE] != SHAPE_SEVEN_PAIRS and kept_low & LATER_OF_EQUALS == 0
    if total == best and stays:
        return False
    scratch[at.BEST_TOTAL] = total
    scratch[at.BEST_SHAPE] = shape
    scratch[at.BEST_WAIT] = wait
    scratch[at.BEST_ARRANGEMENT] = arrangement
    scratch[at.BEST_LOW] = low
    scratch[at.BEST_HIGH] = high
    scratch[at.BEST_COUNTS] = counts
    scratch[at.KEPT_LOW] = kept_low
    scratch[at.KEPT_HIGH] = kept_high
    return True
