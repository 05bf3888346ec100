"""What a rule set pays for each plan: hands that stand for it, scored as any win is.

A payment is (additive part + what the hand has beside) × factor, up to a limit. Taiwan adds tai,
Yantai multiplies, Luoyuan multiplies flowers by the kind of win, Longgang doubles points: each
kind of scoring splits a hand's total in its own way, the rest is the same for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.policies.regional_value.layout import (
    CLASS_FULL,
    CLASS_GOLD_DRAGON,
    CLASS_GOLD_PAIR,
    CLASS_HALF,
    CLASS_ORPHANS,
    CLASS_PAIRS,
    CLASS_PLAIN,
    CLASS_PUNGS,
    N_CLASSES,
    N_WORTH,
)
from engine.rules import P_SETS, P_SHAPES, SHAPE_SEVEN_PAIRS, SHAPE_THIRTEEN_ORPHANS, Rules
from engine.scoring import score_win
from engine.scoring_out import I_LIMIT_HIT, I_POINTS, I_TAI, I_TOTAL, ScoreOut, new_score_out
from engine.situation import (
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    Win,
    new_win,
)
from engine.tables import Tables
from schemas.codes import BY_DISCARD, BY_SELF_DRAW, LEGAL, MELD_CHOW, MELD_PUNG
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS

NORTH: Final = 30
_SEAT_WIND: Final = 1
_ROUND_WIND: Final = 0
"""Hands are scored for South in the East round, so that West and North are guests."""
_BIG: Final = 1 << 10
"""Factor of a hand that is worth the limit: more tai do not matter."""


@dataclass(frozen=True, slots=True)
class Model:
    """A representative hand: sets by lowest tile, the pair, the winning tile.

    Attributes:
        sets: (is pung, lowest tile) each; the first ones are those that an open hand has claimed.
        pair: its tile, −1 where there is none (it is in `loose`).
        loose: further tiles.
        wins_on: tile that completes it.
    """

    sets: tuple[tuple[bool, int], ...]
    pair: int
    wins_on: int
    loose: tuple[int, ...] = ()


def models(rules: Rules, honors: bool) -> dict[int, Model]:
    """A hand for each class that the rules' shapes allow, without wildcards."""
    n = int(rules.params[P_SETS])
    chows = [0, 12, 18, 23, 5][:n]  # 123m 456p 123s 678s 678m
    one_suit = [18, 21, 23, 19, 24][:n]
    half = [18, 21, 23, 22, 19][:n]
    pungs = [0, 13, 25, 15, 7][:n]
    found = {
        CLASS_PLAIN: Model(tuple((False, t) for t in chows), NORTH if honors else 16, chows[-1]),
        CLASS_FULL: Model(
            (*((False, t) for t in one_suit[:-1]), (True, 22)),
            20 if n == 4 else 26,
            one_suit[n - 2],
        ),
        CLASS_PUNGS: Model(tuple((True, t) for t in pungs), 21, pungs[-1]),
    }
    if honors:
        found[CLASS_HALF] = Model(tuple((False, t) for t in half), NORTH, half[-1])
    shapes = int(rules.params[P_SHAPES])
    if n == 4 and shapes & SHAPE_SEVEN_PAIRS:
        found[CLASS_PAIRS] = Model((), -1, 21, (*tuple(2 * [1, 4, 11, 14, 18, 26]), 21))
    if n == 4 and honors and shapes & SHAPE_THIRTEEN_ORPHANS:
        loose = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
        found[CLASS_ORPHANS] = Model((), -1, 33, loose)
    return found


def worth_of_classes(
    ruleset: RuleSet, rules: Rules, tables: Tables, flower: int
) -> NDArray[np.float64]:
    """What every class is worth: float64 (class, flower, open, by, N_WORTH); 0: nothing.

    Args:
        ruleset: the rule set.
        rules: the same, compiled.
        tables: `engine.tables.load_tables()`.
        flower: a flower that is nobody's own, −1 where there are none.
    """
    worth = np.zeros((N_CLASSES, 2, 2, 2, N_WORTH))
    honors = bool(ruleset.tiles.honors)
    out = new_score_out()
    for kind, model in models(rules, honors).items():
        for flowered in range(2):
            for is_open in range(2):
                for by in range(2):
                    win = win_of(model, is_open, by, flower if flowered else -1)
                    if score_win(rules, tables, win, out) == LEGAL:
                        worth[kind, flowered, is_open, by] = split(ruleset, out, int(flowered))
    if ruleset.system == "luoyuan":
        for kind, key in (
            (CLASS_GOLD_PAIR, "golden_pair"),
            (CLASS_GOLD_DRAGON, "golden_dragon"),
        ):
            worth[kind] = worth[CLASS_PLAIN]
            worth[kind, ..., 1] = ruleset.patterns[key].value
    return worth


def split(ruleset: RuleSet, out: ScoreOut, flowers: int) -> tuple[float, float]:
    """The additive part of what a payer pays for a scored hand, its flowers apart, and the factor.

    The flower that is scored with a hand is taken off: what the player's own add is added later.
    """
    total = float(out.info[I_TOTAL])
    scoring, settlement = ruleset.scoring, ruleset.settlement
    if scoring.kind == "product":
        return float(getattr(settlement, "unit", 1)), total
    if scoring.kind == "flower_formula":
        units = float(scoring.base) + flowers * ruleset.patterns["flower"].value
        return float(scoring.base), total / max(1.0, units)
    if scoring.kind == "points_doubled":
        if out.info[I_LIMIT_HIT]:
            return float(scoring.limit), float(_BIG)
        return float(out.info[I_POINTS]) - flowers * scoring.flower, 2.0 ** int(out.info[I_TAI])
    base = float(getattr(settlement, "base", 0))
    total -= flowers * flower_value(ruleset)
    return base + float(getattr(settlement, "per_tai", 1)) * total, 1.0


def flower_value(ruleset: RuleSet) -> float:
    """What a guest flower adds to a sum of tai."""
    rule = ruleset.patterns.get("any_flower")
    return float(rule.value) if rule is not None else 0.0


def win_of(model: Model, is_open: int, by: int, flower: int) -> Win:
    """The model as a win: open hands have claimed two sets (pungs: three)."""
    win = new_win()
    claimed = 0
    if is_open:
        claimed = 3 if all(pung for pung, _ in model.sets) else 2
        claimed = min(claimed, len(model.sets) - 1)
    for place, (pung, tile) in enumerate(model.sets):
        if place < claimed:
            win.meld_kind[place] = MELD_PUNG if pung else MELD_CHOW
            win.meld_tile[place] = tile
        else:
            for step in range(3):
                win.hand[tile + (0 if pung else step)] += 1
    if model.pair >= 0:
        win.hand[model.pair] += 2
    for tile in model.loose:
        win.hand[tile] += 1
    if model.pair >= 0:
        win.hand[model.wins_on] -= 1
    if flower >= 0:
        win.flowers[flower] = 1
    win.facts[F_N_MELDS] = claimed
    win.facts[F_WIN_TILE] = model.wins_on
    win.facts[F_WIN_BY] = BY_DISCARD if by else BY_SELF_DRAW
    win.facts[F_SEAT_WIND] = _SEAT_WIND
    win.facts[F_ROUND_WIND] = _ROUND_WIND
    win.facts[F_WILDCARD] = -1
    return win


def pung_points(ruleset: RuleSet) -> NDArray[np.float64]:
    """Points of a pung by kind: float64 (concealed, exposed; 34)."""
    points = np.zeros((2, N_KINDS))
    scoring = ruleset.scoring
    if scoring.kind == "points_doubled":
        for kind in range(N_KINDS):
            big = kind >= 27 or kind % 9 in (0, 8)
            points[0, kind] = scoring.concealed_pung_big if big else scoring.concealed_pung_small
            points[1, kind] = scoring.exposed_pung_big if big else scoring.exposed_pung_small
    return points
