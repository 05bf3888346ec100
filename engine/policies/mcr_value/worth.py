"""What every hand of four sets and a pair is worth by its tiles alone, under one rule set.

The fans of a hand that depend on how it comes about (concealment, winds of seat and round, the
wait, kongs) are added by whoever looks a hand up; this is what all sets exposed and a discard on
several waits give. The table holds a byte for each of 14.4 million hands and depends on values and
exclusions alone: it is kept on disk under their hash.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import cache_root, jit, kernel_dir, leaf
from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.hand import tile_fans
from engine.mcr.ledger import settle, takers
from engine.mcr.patterns import FIRST_REPEATED, HIGH
from engine.mcr.reading import chow_fans
from engine.mcr.sets import EVEN, honor_pung_fans, suit_pung_fans, terminal_pungs
from engine.policies.mcr_value.melds import (
    FIRST_PUNG,
    N_FOURS,
    N_MELDS,
    N_PAIRS,
    meld_kinds,
    with_meld,
    with_pair,
)
from engine.rules import Rules
from engine.shapes import HONORS, ORPHANS, SUITS, popcount
from engine.tables import Tables

IMPOSSIBLE: Final = 255
"""Stands for hands that take five copies of a kind."""
MOST_WORTH: Final = 254
"""Larger totals are cut to this one."""
_NO_WIND: Final = 4
_FIVES: Final = 0b000010000 | 0b000010000 << 9 | 0b000010000 << 18


def worth_table(rules: Rules, tables: Tables) -> NDArray[np.uint8]:
    """The table of a rule set, uint8 (N_FOURS * N_PAIRS); computed on first use."""
    digest = hashlib.sha256(rules.values.tobytes() + rules.excludes.tobytes())
    # What was computed by other code lies under another name.
    digest.update(kernel_dir(__name__).name.encode())
    path = cache_root() / f"worth-{digest.hexdigest()[:16]}.npy"
    if not path.is_file():
        table = np.empty(N_FOURS * N_PAIRS, np.uint8)
        fill_worth(rules, tables.chows, np.zeros(128, np.int64), table)
        _write(table, path)
    # Copied, not mapped: numpy asks for large pages, and kernels read here and there.
    stored = np.empty(N_FOURS * N_PAIRS, np.uint8)
    stored[:] = np.load(path, mmap_mode="r")
    return stored


@jit
def fill_worth(
    rules: Rules,
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    table: NDArray[np.uint8],
) -> None:
    """Write the whole table; `scratch` is working memory of 128 numbers."""
    scratch[at.TAKERS] = takers(rules)
    place = 0
    for d in range(N_MELDS):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    for pair in range(N_PAIRS):
                        total = worth_of(rules, chows, scratch, a, b, c, d, pair)
                        table[place + pair] = total
                    place += N_PAIRS


@leaf
def worth_of(
    rules: Rules,
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    a: int,
    b: int,
    c: int,
    d: int,
    pair: int,
) -> int:
    """Total of one hand, its sets in ascending order; 无番和 is not counted.

    `scratch[at.TAKERS]` has to be set.
    """
    masks = (0, 0, 0, 0)
    possible = True
    n_chows = pungs = outside = fives = 0
    for place in range(4):
        meld = a if place == 0 else (b if place == 1 else (c if place == 2 else d))
        kinds = meld_kinds(meld)
        one, two, three, four, enough = with_meld(masks, meld)
        masks = (one, two, three, four)
        possible = possible and enough
        outside += int(kinds & ORPHANS != 0)
        fives += int(kinds & _FIVES != 0)
        if meld < FIRST_PUNG:
            scratch[at.CHOWS + n_chows] = meld
            n_chows += 1
        else:
            pungs |= kinds
    one, two, three, four, enough = with_pair(masks, pair)
    if not (possible and enough):
        return IMPOSSIBLE
    low, high = tile_fans(one)
    low |= int(four != 0) << fan.TILE_HOG
    counts = popcount(four) << (4 * (fan.TILE_HOG - FIRST_REPEATED))
    counts |= 1 << (4 * (fan.ALL_CHOWS - FIRST_REPEATED))
    counts |= 1 << (4 * (fan.ALL_SIMPLES - FIRST_REPEATED))
    if pungs & SUITS:
        more_low, more_high, more_counts = suit_pung_fans(pungs, 0)
        low |= more_low
        high |= more_high
        counts |= more_counts
    if pungs & HONORS:
        more_low, more_counts = honor_pung_fans(pungs, 0, pair, _NO_WIND, _NO_WIND)
        low |= more_low
        counts += more_counts
    if pungs & ORPHANS:
        count = terminal_pungs(pungs, 0, low, scratch[at.TAKERS], _NO_WIND, _NO_WIND)
        high |= int(count > 0) << (fan.TERMINAL_OR_HONOR_PUNG - HIGH)
        counts |= count << (4 * (fan.TERMINAL_OR_HONOR_PUNG - FIRST_REPEATED))
    if n_chows > 1:
        more_low, more_high, more_counts = chow_fans(rules, chows, scratch, n_chows, pair)
        low |= more_low
        high |= more_high
        counts |= more_counts
    low |= int(n_chows == 4 and pair < 27) << fan.ALL_CHOWS
    low |= int(n_chows == 0) << fan.ALL_PUNGS
    low |= int(n_chows == 0 and one & ~EVEN == 0) << fan.ALL_EVEN_PUNGS
    low |= int(outside == 4 and (ORPHANS >> pair) & 1 == 1) << fan.OUTSIDE_HAND
    low |= int(fives == 4 and (_FIVES >> pair) & 1 == 1) << fan.ALL_FIVES
    mixed = one & ~ORPHANS == 0 and one & HONORS != 0 and one & SUITS != 0
    low |= int(mixed) << fan.TERMINALS_AND_HONORS
    total, _, _ = settle(rules, low, high, counts)
    return min(total, MOST_WORTH)


def _write(table: NDArray[np.uint8], path: Path) -> None:
    """Put the file in place at once: another process may be doing the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, staged = tempfile.mkstemp(prefix="worth-", suffix=".npy", dir=path.parent)
    os.close(handle)
    np.save(staged, table)
    Path(staged).chmod(0o644)
    Path(staged).replace(path)
