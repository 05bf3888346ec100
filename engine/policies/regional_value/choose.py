"""Chooses discards, claims, kongs and declarations by what they leave to be expected."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.regional_value.aims import in_flush, may_aim, plan_help, plan_lack
from engine.policies.regional_value.alike import count_alike
from engine.policies.regional_value.layout import (
    CHANCE_OPEN,
    DUE_CONCEALED,
    DUE_OPEN,
    G_AS_IS,
    G_CLAIMS,
    G_DANGER,
    G_DRAW,
    G_DUES,
    G_FARTHER,
    G_LIVE,
    G_SUIT_CLAIMS,
    G_SUIT_DRAW,
    G_UNSEEN,
    M_BEST,
    M_BEST_HELP,
    M_BEST_LACK,
    M_GOALS,
    M_HAND,
    M_LACKS,
    M_LEGAL,
    M_OPEN,
    M_TURNS,
    M_WILD,
    N_DUES,
    N_LACK,
    N_PLANS,
    PLAIN,
    PUNGS,
    X_EXTRA_SHARE,
    X_SHAPE,
    X_TYPICAL,
)
from engine.policies.regional_value.plans import (
    goals_left,
    note_goals,
    read_suits,
    same_ways_help,
    take_out,
)
from engine.policies.regional_value.weigh import (
    chance,
    hope_depends,
    hope_for,
    hope_kept,
    plan_value,
    read_dues,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_UNKNOWN: Final = -1
_NO_ROOF: Final = 1e18
_BEST_RATE: Final = 1.5
"""So many times as many useful tiles as usual are the most that is reckoned with."""
_FARTHEST: Final = 3
"""Plans that lack so many tiles more than the plain hand are not looked at."""
_NEXT_BUT_ONE: Final = 0.5
"""A closed chance of a chow is worth half an open one."""
_WORSE: Final = 0.9
"""A plan that cannot bring so much of the plain hand's value is not looked at."""


@leaf
def weigh_hand(k: Ints, f: Floats, missing: NDArray[np.uint64], m: Ints, g: Floats) -> float:
    """What a hand is worth that waits for its next draw: its best plan, and a bit of the others."""
    read_suits(missing, m, False)
    count_alike(m, g)
    hope_for(f, m, g)
    best = others = 0.0
    for plan in range(N_PLANS):
        m[M_LACKS + plan] = -1
        if not may_aim(k, m, plan):
            continue
        lack = plan_lack(m, g, plan, -1)
        if lack > m[M_LACKS + PLAIN] + _FARTHEST and plan != PLAIN:
            continue
        m[M_LACKS + plan] = lack
        read_dues(f, m, g, plan, G_DUES)
        if plan != PLAIN and _cannot_matter(f, m, g, plan, lack, best):
            continue
        draw, extra = plan_help(missing, m, g, plan, -1, lack)
        value = plan_value(k, f, m, g, plan, G_DUES, max(1, lack), draw, extra)
        others += min(best, value)
        best = max(best, value)
    return float(best + f[X_EXTRA_SHARE] * others)


@merge
def _cannot_matter(f: Floats, m: Ints, g: Floats, plan: int, lack: int, best: float) -> bool:
    """Whether a plan stays far below the best one even with more useful tiles than usual."""
    if lack <= 1:
        return False
    due = g[G_DUES + N_DUES * plan + (DUE_OPEN if m[M_OPEN] == 1 else DUE_CONCEALED)]
    rate = _BEST_RATE * f[X_TYPICAL + CHANCE_OPEN * N_LACK + min(lack, N_LACK - 1)]
    return bool(chance(f, CHANCE_OPEN, lack, m[M_TURNS], rate) * due < _WORSE * best)


@leaf
def weigh_discards(k: Ints, f: Floats, missing: NDArray[np.uint64], m: Ints, g: Floats) -> float:
    """What the best discard of the kinds at M_LEGAL leaves; its kind is M_BEST.

    Wildcards are not looked at, nor is a discard that cannot beat another even if everything that
    helps the hand as it is went on helping.
    """
    read_suits(missing, m, True)
    count_alike(m, g)
    hope_for(f, m, g)
    plain = plan_lack(m, g, PLAIN, -1)
    read_dues(f, m, g, PLAIN, G_DUES)
    usual = plan_value(k, f, m, g, PLAIN, G_DUES, max(1, plain), -1.0, 0.0)
    m[M_LACKS + PLAIN] = plain
    note_goals(m, g, plain + m[M_WILD])
    for plan in range(1, N_PLANS):
        m[M_LACKS + plan] = -1
        if may_aim(k, m, plan):
            lack = plan_lack(m, g, plan, -1)
            if lack > plain + _FARTHEST:
                continue
            read_dues(f, m, g, plan, G_DUES)
            if not _cannot_matter(f, m, g, plan, lack, usual):
                m[M_LACKS + plan] = max(0, lack)
                if plan < PUNGS:
                    g[G_DRAW + plan], g[G_CLAIMS + plan] = plan_help(missing, m, g, plan, -1, lack)
    for plan in range(N_PLANS):
        g[G_AS_IS + plan] = -1.0
    m[M_BEST] = -1
    m[M_BEST_LACK] = m[M_BEST_HELP] = 0
    most = -1e9
    roof, roof_others = _roof(k, f, missing, m, g)
    for plan in range(N_PLANS):
        g[G_FARTHER + plan] = -1.0
    for step in range(34):
        tile = 33 - step  # honors are most often in nobody's way
        if m[M_HAND + tile] == 0 or (m[M_LEGAL] >> tile) & 1 == 0:
            continue
        shape = 1 - f[X_SHAPE] * growth(g, tile)
        if roof * shape + roof_others - g[G_DANGER + tile] <= most:
            continue
        take_out(missing, m, tile)
        kept = 1.0
        if hope_depends(f, m, g, tile):
            kept = hope_kept(f, m, g, tile)
        best = others = helped = 0.0
        best_lack = 0
        for plan in range(N_PLANS):
            if m[M_LACKS + plan] < 0 and plan != PLAIN:
                continue
            base = m[M_LACKS + plan]
            lack, draw, extra = base, g[G_DRAW + plan], g[G_CLAIMS + plan]
            known = G_AS_IS + plan  # what does not belong to a flush changes nothing
            if in_flush(plan, tile):
                lack, draw, extra = _after_discard(missing, m, g, plan, tile)
                known = G_FARTHER + plan if draw < 0 and lack == base + 1 else _UNKNOWN
            value = -1.0 if known == _UNKNOWN else g[known]
            if value < 0:
                value = plan_value(k, f, m, g, plan, G_DUES, max(1, lack), draw, extra)
                if known != _UNKNOWN:
                    g[known] = value
            others += min(best, value)
            if value > best:
                best = value
                best_lack = lack
                helped = draw
        best = kept * best * shape + f[X_EXTRA_SHARE] * others - g[G_DANGER + tile]
        if best > most:
            most = best
            m[M_BEST] = tile
            m[M_BEST_LACK] = best_lack
            m[M_BEST_HELP] = int(helped)
    return most


@leaf
def _roof(
    k: Ints, f: Floats, missing: NDArray[np.uint64], m: Ints, g: Floats
) -> tuple[float, float]:
    """What the best plan, and the others, can be worth at most after a discard."""
    if m[M_LACKS + PLAIN] <= 0:
        return _NO_ROOF, 0.0
    best = others = 0.0
    for plan in range(N_PLANS):
        lack = m[M_LACKS + plan]
        if lack < 0:
            continue
        draw, extra = g[G_DRAW + plan], g[G_CLAIMS + plan]
        if plan == PLAIN:
            draw = extra = 0.0
            for suit in range(4):
                draw += g[G_SUIT_DRAW + suit]
                extra += g[G_SUIT_CLAIMS + suit]
        elif plan >= PUNGS:
            draw, extra = plan_help(missing, m, g, plan, -1, lack)
        value = plan_value(k, f, m, g, plan, G_DUES, max(1, lack), draw, extra)
        g[G_AS_IS + plan] = value
        others += min(best, value)
        best = max(best, value)
    return best, f[X_EXTRA_SHARE] * others


@merge
def _after_discard(
    missing: NDArray[np.uint64], m: Ints, g: Floats, plan: int, tile: int
) -> tuple[int, float, float]:
    """What a plan lacks after a discard and what helps it, −1 where it is farther than before.

    What the hand as it is lacks stands in the working memory.
    """
    base = m[M_LACKS + plan]
    if plan == PLAIN:
        left = goals_left(m, tile)
        if left == m[M_GOALS + tile // 9]:
            draw, extra = same_ways_help(missing, m, g, tile)
            return base, draw, extra
        lack = base if left != 0 else base + 1
    else:
        lack = plan_lack(m, g, plan, tile)
    if lack > max(1, base):
        return lack, -1.0, 0.0
    draw, extra = plan_help(missing, m, g, plan, tile, lack)
    return lack, draw, extra


@merge
def growth(g: Floats, tile: int) -> float:
    """Share of the unseen tiles that make a pair or the beginning of a chow of a tile."""
    live = g[G_LIVE + tile]
    if tile < 27:
        rank = tile % 9
        for step in range(1, 3):
            near = 1.0 if step == 1 else _NEXT_BUT_ONE
            if rank >= step:
                live += near * g[G_LIVE + tile - step]
            if rank + step < 9:
                live += near * g[G_LIVE + tile + step]
    return float(live / g[G_UNSEEN])
