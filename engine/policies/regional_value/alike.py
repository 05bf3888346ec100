"""Plans of tiles alike, and orphans: what a hand lacks of them, from counts alone."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.policies.regional_value.layout import (
    G_EXTRA,
    G_LIVE,
    G_ODD_DRAW,
    G_PAIRS_DRAW,
    M_DOUBLES,
    M_HAND,
    M_N,
    M_ODD,
    M_SINGLES,
    M_TRIPLES,
    M_TWOS,
)
from engine.shapes import ORPHANS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_SEVEN: Final = 7


@leaf
def count_alike(m: Ints, g: Floats) -> None:
    """Count the kinds held three times or more, twice and once, and what is live of them."""
    m[M_TRIPLES] = m[M_DOUBLES] = m[M_SINGLES] = 0
    g[G_PAIRS_DRAW] = g[G_PAIRS_DRAW + 1] = g[G_PAIRS_DRAW + 2] = 0.0
    m[M_TWOS] = m[M_ODD] = 0
    g[G_ODD_DRAW] = 0.0
    for kind in range(34):
        count = m[M_HAND + kind]
        m[M_TWOS] += count >> 1
        if count & 1:
            m[M_ODD] += 1
            g[G_ODD_DRAW] += g[G_LIVE + kind]
        if count >= 3:
            m[M_TRIPLES] += 1
        elif count == 2:
            m[M_DOUBLES] += 1
            g[G_PAIRS_DRAW] += g[G_LIVE + kind]
            g[G_PAIRS_DRAW + 1] += g[G_EXTRA + kind]
        elif count == 1:
            m[M_SINGLES] += 1
            g[G_PAIRS_DRAW + 2] += g[G_LIVE + kind]


@leaf
def pungs_after(m: Ints, g: Floats, tile: int) -> tuple[int, float, float]:
    """Tiles missing for pungs and a pair, without a tile (−1: none), and the copies that help.

    Only pairs grow by claims.
    """
    triples, pairs, singles = m[M_TRIPLES], m[M_DOUBLES], m[M_SINGLES]
    draw, extra, alone = g[G_PAIRS_DRAW], g[G_PAIRS_DRAW + 1], g[G_PAIRS_DRAW + 2]
    count = m[M_HAND + tile] if tile >= 0 else 0
    if count == 3:
        triples -= 1
        pairs += 1
        draw += g[G_LIVE + tile]
        extra += g[G_EXTRA + tile]
    elif count == 2:
        pairs -= 1
        singles += 1
        draw -= g[G_LIVE + tile]
        extra -= g[G_EXTRA + tile]
        alone += g[G_LIVE + tile]
    elif count == 1:
        singles -= 1
        alone -= g[G_LIVE + tile]
    rest = m[M_N] - triples
    if rest < 0:
        return 0, draw, extra
    if rest < pairs:
        return rest, draw, extra
    lack = 2 * rest - pairs + 1 + max(0, rest - pairs + 1 - singles)
    return lack, draw + alone, extra


@leaf
def pairs_after(m: Ints, g: Floats, tile: int) -> tuple[int, float]:
    """Tiles missing for seven pairs, without a tile (−1: none), and the copies that help.

    Four alike are two pairs; a tile helps where it makes a pair of a single one.
    """
    pairs, odd, draw = m[M_TWOS], m[M_ODD], g[G_ODD_DRAW]
    if tile >= 0 and m[M_HAND + tile] & 1:
        odd -= 1
        draw -= g[G_LIVE + tile]
    elif tile >= 0:
        pairs -= 1
        odd += 1
        draw += g[G_LIVE + tile]
    lacking = max(0, _SEVEN - pairs)
    return lacking + max(0, lacking - odd), draw


@leaf
def orphans_lack(m: Ints) -> int:
    """Tiles missing for the thirteen terminals and honors and a second copy of one."""
    kinds = paired = 0
    for kind in range(34):
        if (ORPHANS >> kind) & 1:
            kinds += 1 if m[M_HAND + kind] > 0 else 0
            paired |= 1 if m[M_HAND + kind] > 1 else 0
    return 14 - kinds - paired


@leaf
def orphans_help(m: Ints, g: Floats) -> float:
    """Copies that bring them nearer."""
    paired = False
    for kind in range(34):
        paired |= bool((ORPHANS >> kind) & 1 and m[M_HAND + kind] > 1)
    draw = 0.0
    for kind in range(34):
        if (ORPHANS >> kind) & 1 and (m[M_HAND + kind] == 0 or not paired):
            draw += g[G_LIVE + kind]
    return draw
