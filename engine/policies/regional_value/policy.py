"""What `value` works out for a rule set outside Chinese Official, and its options there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.params import param
from engine.policies.policy import Knowledge, PolicyOption
from engine.policies.regional_value import layout as at
from engine.policies.regional_value.chances import chance_tables, others_win, usual_rates
from engine.policies.regional_value.worth import pung_points, worth_of_classes
from engine.rules import P_FLOWERS, P_SETS, Rules
from engine.tables import Tables
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, N_TILES

OPTIONS: Final = {
    "hazard": PolicyOption(0.33, 0, 1, "how often others win in a late go-round"),
    "win_share": PolicyOption(0.75, 0, 2, "a given tile is discarded so often, of drawn"),
    "claim_share": PolicyOption(1.0, 0, 2, "the same for tiles that may be claimed"),
    "caution": PolicyOption(1, 0, 5, "weight of the danger that others win on a discard"),
    "spread": PolicyOption(0.15, 0, 1, "part of a second plan that adds to the best"),
    "patience": PolicyOption(1.15, 0.5, 100, "waiting has to be worth so much more than a win"),
    "greed": PolicyOption(1.0, 0.2, 5, "a claim has to leave so many times the hand's worth"),
    "bold": PolicyOption(0, 0, 1e9, "open play has to be worth so many times as much; 0: never"),
    "shape": PolicyOption(0.15, 0, 5, "weight of what a tile may still grow into"),
    "declare_from": PolicyOption(3, 0, 99, "live winning tiles from which ready is declared"),
    "loss": PolicyOption(3.0, 0, 20, "weight of what others' wins cost"),
}
_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_MOST_FACTOR: Final = 1e9
_MUCH: Final = 1.9


def prepare_regional(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    """Work out what the rule set pays for, and the chances to get it."""
    set_to = {name: options.get(name, known.default) for name, known in OPTIONS.items()}
    flower = _guest_flower(ruleset)
    worth = worth_of_classes(ruleset, rules, tables, flower)
    f = np.zeros(at.N_KNOWN)
    f[at.X_CLAIM] = set_to["claim_share"]
    f[at.X_HAZARD] = set_to["hazard"]
    f[at.X_CAUTION] = set_to["caution"]
    f[at.X_EXTRA_SHARE] = set_to["spread"]
    f[at.X_WIN_SHARE] = set_to["win_share"]
    f[at.X_PATIENCE] = set_to["patience"]
    f[at.X_GREED] = set_to["greed"]
    f[at.X_BOLD] = set_to["bold"]
    f[at.X_SHAPE] = set_to["shape"]
    f[at.X_DECLARE_FROM] = set_to["declare_from"]
    _put(f, at.X_WORTH, worth)
    _put(f, at.X_PUNG, pung_points(ruleset))
    honor_add, honor_times = _honors(ruleset)
    _put(f, at.X_HONOR, honor_add)
    _put(f, at.X_HONOR_TIMES, honor_times)
    kong, flat = _kongs(ruleset)
    _put(f, at.X_KONG, kong)
    _put(f, at.X_KONG_FLAT, flat)
    _put(f, at.X_FLOWER, _flowers(ruleset))
    _amounts(ruleset, f)
    _put(f, at.X_TYPICAL, usual_rates(set_to["win_share"], set_to["claim_share"]))
    lost = others_win(ruleset, rules, tables, set_to["hazard"])
    chances = chance_tables(lost, set_to["win_share"], set_to["claim_share"])
    _put(f, at.X_CHANCES, chances)
    plain = worth[at.CLASS_PLAIN, 1 if flower >= 0 else 0]
    _losses(ruleset, f, plain, set_to["loss"])
    return Knowledge(_integers(ruleset, rules, worth), f, np.zeros(1, np.uint8))


def _put(f: NDArray[np.float64], place: int, values: NDArray[np.float64]) -> None:
    f[place : place + values.size] = values.ravel()


def _all_pay(ruleset: RuleSet) -> bool:
    kind = ruleset.settlement.kind
    return kind in ("flower_shares", "totals") or getattr(ruleset.settlement, "payer", "") == "all"


def _integers(ruleset: RuleSet, rules: Rules, worth: NDArray[np.float64]) -> NDArray[np.int64]:
    k = np.zeros(at.N_K, np.int64)
    k[at.K_SETS] = rules.params[P_SETS]
    k[at.K_LOOSE] = rules.params[_FIFTH_COPY]
    k[at.K_HONORS] = bool(ruleset.tiles.honors)
    k[at.K_ALL_PAY] = _all_pay(ruleset)
    k[at.K_PENALTY] = ruleset.wall.last_round + 1 if ruleset.play.penalty_discard else -1
    k[at.K_IDLE] = ruleset.wildcard.idle == "no_discard_win"
    k[at.K_THREE_SELF] = (
        ruleset.win.three_wildcards != "none" and not ruleset.win.three_wildcards_on_discard
    )
    k[at.K_FLOWERS] = rules.params[P_FLOWERS]
    k[at.K_DECLARES] = ruleset.play.declare_ready != "none"
    k[at.K_SWAPS] = ruleset.play.swap_calls != "free"
    k[at.K_WAITS] = _waits(ruleset, worth)
    k[at.K_PLANS] = _plans(worth)
    return k


def _waits(ruleset: RuleSet, worth: NDArray[np.float64]) -> int:
    """Which wins may be let go by; where all pay on a discard a self-draw brings little more."""
    paid = worth[at.CLASS_PLAIN, 1, 0]
    paid = paid[:, at.WORTH_ADD] * paid[:, at.WORTH_TIMES] * (3, 3 if _all_pay(ruleset) else 1)
    found = at.WAITS_DISCARD if paid[0] > _MUCH * paid[1] else 0
    golds = worth[[at.CLASS_GOLD_PAIR, at.CLASS_GOLD_DRAGON]].any()
    return found | (at.WAITS_GOLD if golds else 0)


def _plans(worth: NDArray[np.float64]) -> int:
    """Mask of the plans that are worth more than any hand, or that have a shape of their own."""
    product = worth[..., at.WORTH_ADD] * worth[..., at.WORTH_TIMES]
    plans = 1 << at.PLAIN
    for plan in range(1, at.N_PLANS):
        kind = _class_of(plan)
        shaped = kind in (at.CLASS_PAIRS, at.CLASS_ORPHANS) and bool(product[kind].any())
        better = bool((product[kind] > product[at.CLASS_PLAIN]).any())
        plans |= int(shaped or better) << plan
    return plans


def _class_of(plan: int) -> int:
    if plan < at.FULL:
        return at.CLASS_PLAIN if plan == at.PLAIN else at.CLASS_HALF
    return at.CLASS_FULL if plan < at.PUNGS else at.CLASS_PUNGS + plan - at.PUNGS


def _guest_flower(ruleset: RuleSet) -> int:
    """A flower that is nobody's own in the hands that are scored, −1 where there is none."""
    from schemas.tiles import TILE_NAMES

    names = ruleset.tiles.flowers
    for name in ("f3", "N"):
        if name in names:
            return TILE_NAMES.index(name)
    return TILE_NAMES.index(names[0]) if names else -1


def _value(ruleset: RuleSet, key: str) -> float:
    return float(ruleset.patterns[key].value) if key in ruleset.patterns else 0.0


def _honors(ruleset: RuleSet) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a pung of each honor adds, and the factor it is, by seat wind and round wind."""
    add, times = np.zeros((4, 4, 7)), np.ones((4, 4, 7))
    kind = ruleset.scoring.kind
    for seat in range(4):
        for round_wind in range(4):
            for honor in range(7):
                wind = honor < 4
                if kind == "tai_sum":
                    tai = _value(ruleset, "any_wind" if wind else "dragon_pung")
                    tai += _value(ruleset, "seat_wind") * (honor == seat)
                    tai += _value(ruleset, "round_wind") * (honor == round_wind)
                    per_tai = float(getattr(ruleset.settlement, "per_tai", 1))
                    add[seat, round_wind, honor] = per_tai * tai
                elif kind == "points_doubled" and (not wind or honor == seat):
                    times[seat, round_wind, honor] = 2.0 ** _value(ruleset, "honor_pung")
    return add, times


def _kongs(ruleset: RuleSet) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a kong adds (exposed, concealed; 34), and its points beside the factors (2)."""
    kong, flat = np.zeros((2, N_KINDS)), np.zeros(2)
    scoring, settlement = ruleset.scoring, ruleset.settlement
    if scoring.kind == "points_doubled":
        for kind in range(N_KINDS):
            big = kind >= 27 or kind % 9 in (0, 8)
            kong[0, kind] = scoring.exposed_kong_big if big else scoring.exposed_kong_small
            kong[1, kind] = scoring.concealed_kong_big if big else scoring.concealed_kong_small
    elif scoring.kind in ("tai_sum", "flower_formula"):
        per = float(getattr(settlement, "per_tai", 1)) if scoring.kind == "tai_sum" else 1.0
        kong[0] = per * _value(ruleset, "exposed_kong")
        kong[1] = per * _value(ruleset, "concealed_kong")
    if settlement.kind == "multiplied":
        flat[:] = settlement.exposed_kong, settlement.concealed_kong
    return kong, flat


def _flowers(ruleset: RuleSet) -> NDArray[np.float64]:
    """What an exposed flower adds, by seat wind and kind: float64 (4, 42)."""
    add = np.zeros((4, N_TILES))
    scoring = ruleset.scoring
    if scoring.kind == "points_doubled":
        add[:, N_KINDS:] = scoring.flower
    elif scoring.kind == "flower_formula":
        add[:] = _value(ruleset, "flower")
    elif scoring.kind == "tai_sum":
        per_tai = float(getattr(ruleset.settlement, "per_tai", 1))
        add[:, N_KINDS:] = per_tai * _value(ruleset, "any_flower")
        for seat in range(4):
            for own in (N_KINDS + seat, N_KINDS + 4 + seat):
                add[seat, own] += per_tai * _value(ruleset, "seat_flower")
    return add


def _amounts(ruleset: RuleSet, f: NDArray[np.float64]) -> None:
    """Limit, dealer, declarations, and how a total becomes a payment."""
    scoring, settlement = ruleset.scoring, ruleset.settlement
    f[at.X_CAP] = scoring.limit if scoring.kind == "points_doubled" else _MOST_FACTOR
    f[at.X_DEALER_TIMES] = float(getattr(settlement, "dealer_factor", 1))
    f[at.X_PAY_TIMES] = 1.0
    f[at.X_OPEN_PLAY] = 1.0
    if scoring.kind == "tai_sum":
        per_tai = float(getattr(settlement, "per_tai", 1))
        f[at.X_PAY_BASE] = float(getattr(settlement, "base", 0))
        f[at.X_PAY_TIMES] = per_tai
        units = 2 if getattr(settlement, "pull_streak", False) else 1
        f[at.X_DEALER_ADD] = per_tai * _value(ruleset, "dealer")
        f[at.X_STREAK_ADD] = per_tai * units * _value(ruleset, "dealer_streak")
        f[at.X_PAY_DEALER], f[at.X_PAY_STREAK] = f[at.X_DEALER_ADD], f[at.X_STREAK_ADD]
        f[at.X_DECLARED] = per_tai * _value(ruleset, "declared_ready")
        f[at.X_SHOWN] = per_tai * _value(ruleset, "shown_ready")
    elif scoring.kind == "flower_formula":
        f[at.X_STREAK_ADD] = 1.0
        f[at.X_GOLD] = _value(ruleset, "gold")
    elif scoring.kind == "product":
        f[at.X_PAY_TIMES] = float(getattr(settlement, "unit", 1))
        f[at.X_OPEN_PLAY] = _value(ruleset, "open_play")


def _losses(
    ruleset: RuleSet, f: NDArray[np.float64], plain: NDArray[np.float64], weight: float
) -> None:
    """What others' wins cost in the mean, and what a discard that is won on costs more."""
    paid = plain[..., 0] * plain[..., at.WORTH_TIMES]
    self_draw, discard = float(paid[:, 0].mean()), float(paid[:, 1].mean())
    dealers = (1 + f[at.X_DEALER_TIMES]) / 2
    ones = 3 if _all_pay(ruleset) else 1
    f[at.X_LOSS] = weight * dealers * (0.35 * 3 * self_draw + 0.65 * ones * discard) / 3
    f[at.X_DEAL_IN] = dealers * (3 if _all_pay(ruleset) else 1) * discard
