"""What a plan is worth: the chance to complete it times what the table pays for it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.regional_value.layout import (
    CHANCE_CONCEALED,
    CHANCE_OPEN,
    CHANCE_SELF,
    CLASS_FULL,
    CLASS_HALF,
    CLASS_PLAIN,
    CLASS_PUNGS,
    DUE_CONCEALED,
    DUE_OPEN,
    DUE_OPEN_SELF,
    DUE_SELF,
    FULL,
    G_ADD,
    G_BARE,
    G_DECLARED,
    G_DUES,
    G_DUES_LESS,
    G_FLAT,
    G_HOPE_ADD,
    G_HOPE_PUNG,
    G_HOPE_TIMES,
    G_LIVE,
    G_ONE,
    G_PAYERS,
    G_PUNG,
    G_TIMES,
    G_UNSEEN,
    GOLD_DRAGON,
    GOLD_PAIR,
    K_IDLE,
    M_BARE,
    M_HAND,
    M_LIVE_WILD,
    M_NO_CLAIM,
    M_OPEN,
    M_ROUND_WIND,
    M_SEAT_WIND,
    M_SELF_ONLY,
    M_TURNS,
    M_WILD,
    N_DUES,
    N_LACK,
    N_RATES,
    N_TURNS,
    N_WORTH,
    PLAIN,
    PUNGS,
    RATE_STEP,
    WORTH_TIMES,
    X_CAP,
    X_CHANCES,
    X_HONOR,
    X_HONOR_TIMES,
    X_LOSS,
    X_PUNG,
    X_TYPICAL,
    X_WIN_SHARE,
    X_WORTH,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_ALL: Final = 0.9
"""A hand that so large a part of all tiles completes is taken to win on any."""
_KEPT: Final = 0.9
_PAIR: Final = 0.16
_SINGLE: Final = 0.012
"""Chance that three alike in the hand, two with a copy left, one with two left are a pung in the
end."""


@merge
def chance(f: Floats, kind: int, lack: int, turns: int, rate: float) -> float:
    """Chance to win.

    Args:
        f: what the policy knows.
        kind: CHANCE_*.
        lack: tiles missing.
        turns: own draws left.
        rate: useful tiles in a go-round, −1 for as many as usual.
    """
    if lack <= 0:
        return 1.0
    if lack >= N_LACK:
        return 0.0
    if rate < 0:
        rate = f[X_TYPICAL + kind * N_LACK + lack]
    steps = min(rate / RATE_STEP, N_RATES - 1.001)
    step = int(steps)
    at = X_CHANCES + ((kind * N_LACK + lack) * N_TURNS + min(turns, N_TURNS - 1)) * N_RATES + step
    low = f[at]
    return float(low + (steps - step) * (f[at + 1] - low))


@merge
def class_of(plan: int) -> int:
    """The class of a plan."""
    if plan == PLAIN:
        return CLASS_PLAIN
    if plan < FULL:
        return CLASS_HALF
    if plan < PUNGS:
        return CLASS_FULL
    return CLASS_PUNGS + plan - PUNGS


@merge
def payment(f: Floats, m: Ints, g: Floats, plan: int, is_open: int, by: int) -> float:
    """What one payer pays for a plan in the mean: on a self-draw (by 0) or a discard (1)."""
    add = g[G_ADD] + g[G_HOPE_ADD]
    if plan != PUNGS:
        add += g[G_PUNG] + g[G_HOPE_PUNG]
    times = g[G_TIMES] * g[G_HOPE_TIMES]
    at = X_WORTH + N_WORTH * (8 * class_of(plan) + 2 * is_open + by)
    flowered = at + N_WORTH * 4
    due = min(f[X_CAP], (f[flowered] + add) * f[flowered + WORTH_TIMES] * times)
    if m[M_BARE] == 1:
        bare = min(f[X_CAP], (f[at] + add) * f[at + WORTH_TIMES] * times)
        due += g[G_BARE] * (bare - due)
    return float(due + g[G_FLAT])


@leaf
def read_dues(f: Floats, m: Ints, g: Floats, plan: int, dues: int) -> None:
    """Write what a win of a plan is worth, and what it saves of others' wins, at G_DUES."""
    at = dues + N_DUES * plan
    share = 1 / (1 + 3 * f[X_WIN_SHARE])
    for is_open in range(2):
        if m[M_OPEN] == 1 and is_open == 0:
            continue
        first = at + (DUE_OPEN if is_open == 1 else DUE_CONCEALED)
        self_draw = payment(f, m, g, plan, is_open, 0) * g[G_PAYERS]
        discard = payment(f, m, g, plan, is_open, 1) * g[G_ONE]
        g[first] = share * self_draw + (1 - share) * discard + f[X_LOSS]
        g[first + 1] = self_draw + f[X_LOSS]


@merge
def plan_value(
    k: Ints,
    f: Floats,
    m: Ints,
    g: Floats,
    plan: int,
    dues: int,
    lack: int,
    draw: float,
    extra: float,
) -> float:
    """Points that a plan leaves to be expected, those that others' wins would cost among them.

    Args:
        k: what the policy knows, integers.
        f: floats.
        m: the hand, integers.
        g: floats, `read_dues` done.
        plan: which.
        dues: G_DUES or G_DUES_LESS.
        lack: tiles missing, one at least.
        draw: copies that help; −1 for as many as usual.
        extra: what claims add to them.
    """
    turns = m[M_TURNS]
    at = dues + N_DUES * plan
    self_only = m[M_SELF_ONLY] == 1 or plan == GOLD_DRAGON
    drawn = claimed = won = -1.0
    if draw >= 0:
        wild = m[M_LIVE_WILD] if plan not in (GOLD_PAIR, GOLD_DRAGON) else 0
        each = 1 / g[G_UNSEEN]
        drawn = (draw + wild) * each
        claimed = drawn + extra * each
        won = (draw * (1 + 3 * f[X_WIN_SHARE]) + wild) * each
        if lack == 1 and k[K_IDLE] == 1 and m[M_WILD] > 0 and drawn > _ALL and plan != GOLD_PAIR:
            self_only = True
    best = 0.0
    if m[M_OPEN] == 1 or (m[M_NO_CLAIM] == 0 and lack > 1):
        if self_only:
            best = chance(f, CHANCE_SELF, lack, turns, drawn) * g[at + DUE_OPEN_SELF]
        else:
            rate = won if lack == 1 else claimed
            best = chance(f, CHANCE_OPEN, lack, turns, rate) * g[at + DUE_OPEN]
    if m[M_OPEN] == 0:
        alone = chance(f, CHANCE_SELF, lack, turns, drawn) * g[at + DUE_SELF]
        best = max(best, alone)
        if not self_only:
            rate = won if lack == 1 else drawn
            concealed = chance(f, CHANCE_CONCEALED, lack, turns, rate) * g[at + DUE_CONCEALED]
            best = max(best, concealed)
    return float(best)


@leaf
def hope_for(f: Floats, m: Ints, g: Floats) -> None:
    """Work out what the concealed tiles may add: pungs of honors and of other kinds."""
    add = pung = 0.0
    times = 1.0
    for kind in range(34):
        if m[M_HAND + kind] > 0:
            chances = pung_chance(g, kind, m[M_HAND + kind])
            pung += chances * f[X_PUNG + kind]
            if kind >= 27:
                add += chances * f[honor_at(m, kind)]
                times *= 1 + chances * (f[honor_at(m, kind) + X_HONOR_TIMES - X_HONOR] - 1)
    g[G_HOPE_ADD] = add + g[G_DECLARED]
    g[G_HOPE_PUNG] = pung
    g[G_HOPE_TIMES] = times


@merge
def hope_depends(f: Floats, m: Ints, g: Floats, kind: int) -> bool:
    """Whether what is hoped for changes when one tile of a kind goes."""
    paid = f[X_PUNG + kind] != 0
    if kind >= 27:
        at = honor_at(m, kind)
        paid = paid or f[at] != 0 or f[at + X_HONOR_TIMES - X_HONOR] != 1
    return bool(paid and pung_chance(g, kind, m[M_HAND + kind]) > 0)


@leaf
def hope_kept(f: Floats, m: Ints, g: Floats, kind: int) -> float:
    """What part of a plain win's worth is left when one tile of a kind goes, `read_dues` done."""
    if m[M_HAND + kind] == 1:
        add = f[X_PUNG + kind] + (f[honor_at(m, kind)] if kind >= 27 else 0.0)
        lost = pung_chance(g, kind, 1) * add
        return float(1 - lost / (lost + f[X_WORTH] + g[G_ADD]))
    change_hope(f, m, g, kind, -1)
    read_dues(f, m, g, PLAIN, G_DUES_LESS)
    change_hope(f, m, g, kind, 1)
    which = N_DUES * PLAIN + (DUE_OPEN if m[M_OPEN] == 1 else DUE_CONCEALED)
    return float(g[G_DUES_LESS + which] / g[G_DUES + which])


@leaf
def change_hope(f: Floats, m: Ints, g: Floats, kind: int, sign: int) -> None:
    """Take one tile of a kind out of what is hoped for (sign −1), or put it back (1)."""
    count = m[M_HAND + kind]
    before = pung_chance(g, kind, count)
    after = pung_chance(g, kind, count - 1)
    g[G_HOPE_PUNG] += sign * (before - after) * f[X_PUNG + kind]
    if kind >= 27:
        at = honor_at(m, kind)
        g[G_HOPE_ADD] += sign * (before - after) * f[at]
        more = f[at + X_HONOR_TIMES - X_HONOR] - 1
        factor = (1 + before * more) / (1 + after * more)
        g[G_HOPE_TIMES] *= factor if sign > 0 else 1 / factor


@merge
def pung_chance(g: Floats, kind: int, count: int) -> float:
    """Chance that so many alike are a pung in the end."""
    live = g[G_LIVE + kind]
    if count >= 3:
        return _KEPT
    if count == 2:
        return float(_PAIR * live)
    return float(_SINGLE * live) if count == 1 and live > 1 else 0.0


@merge
def honor_at(m: Ints, kind: int) -> int:
    """Where it stands what a pung of an honor adds for this player."""
    return int(X_HONOR + 28 * m[M_SEAT_WIND] + 7 * m[M_ROUND_WIND] + kind - 27)
