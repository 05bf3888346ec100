"""Numbers of sets, masks of hands, and where a hand of four sets and a pair stands in the table.

A set has a number: chows 顺子 0-20 (``7 * suit + lowest rank``), pungs 刻子 21-54 (21 + kind). A
hand of tiles is four masks of kinds 0-33: those held at least once, twice, three and four times.
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from engine.shapes import popcount

FIRST_PUNG: Final = 21
N_MELDS: Final = 55
N_FOURS: Final = 424_270
"""Multisets of four sets: C(58, 4)."""
N_PAIRS: Final = 34
CHOW: Final = 0b111
PUNGS: Final = ((1 << 34) - 1) << FIRST_PUNG
"""The pungs as a mask of sets."""

Masks = tuple[int, int, int, int]


@merge
def chow_tile(meld: int) -> int:
    """Lowest tile of a chow."""
    return meld + 2 * (meld // 7)


@merge
def chow_number(low: int) -> int:
    """Number of the chow with a lowest tile."""
    return low - 2 * (low // 9)


@merge
def meld_kinds(meld: int) -> int:
    """Mask of the kinds of a set."""
    return CHOW << chow_tile(meld) if meld < FIRST_PUNG else 1 << (meld - FIRST_PUNG)


@merge
def with_meld(masks: Masks, meld: int) -> tuple[int, int, int, int, bool]:
    """The tiles with one more set, and whether there are as many copies."""
    one, two, three, four = masks
    if meld < FIRST_PUNG:
        x = CHOW << chow_tile(meld)
        return one | x, two | (one & x), three | (two & x), four | (three & x), four & x == 0
    x = 1 << (meld - FIRST_PUNG)
    return one | x, two | x, three | x, four | (one & x), two & x == 0


@merge
def with_pair(masks: Masks, kind: int) -> tuple[int, int, int, int, bool]:
    """The tiles with one more pair, and whether there are as many copies."""
    one, two, three, four = masks
    x = 1 << kind
    return one | x, two | x, three | (one & x), four | (two & x), three & x == 0


@merge
def lacking(target: Masks, hand: Masks) -> int:
    """How many tiles of a target a hand lacks."""
    return (
        popcount(target[0] & ~hand[0])
        + popcount(target[1] & ~hand[1])
        + popcount(target[2] & ~hand[2])
        + popcount(target[3] & ~hand[3])
    )


@merge
def fours_index(a: int, b: int, c: int, d: int) -> int:
    """Where four sets stand among all multisets of four, in any order given."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    place = a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6
    return place + (d + 3) * (d + 2) * (d + 1) * d // 24
