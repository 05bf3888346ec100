"""The kernel of `value` for Chinese Official, its options and what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.machine.choices import M_ACTION, Moves
from engine.mcr import patterns as fan
from engine.mcr.patterns import HIGH
from engine.policies.mcr_value import layout as at
from engine.policies.mcr_value.choose import choose_turn
from engine.policies.mcr_value.claims import choose_claim
from engine.policies.mcr_value.families import LEAST, REACH, core_masks, cores, fields
from engine.policies.mcr_value.fitted import FAMILY_WEIGHTS
from engine.policies.mcr_value.worth import worth_table
from engine.policies.policy import Knowledge, Memory, PolicyOption
from engine.policies.sight import ASK_TURN, ASK_WINDOW, V_ASK, Sight
from engine.rules import (
    P_BASE,
    P_MINIMUM,
    P_SHAPES,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.tables import Tables
from schemas.codes import FLOWER, WIN
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

OPTIONS: Final = {
    "slack": PolicyOption(1, 0, 2, "tiles that a target may lack beyond what the nearest lacks"),
    "enough": PolicyOption(0, 0, 1000, "nearest targets beside which no farther ones are sought"),
    "idle": PolicyOption(10, 0, 20, "turns for which tiles that no target needs go at once"),
    "wide": PolicyOption(3, 0, 4, "within so many tiles all hands are searched"),
    "claim": PolicyOption(0.85, 0.1, 3, "a claim has to leave this part of the hand's value"),
    "caution": PolicyOption(1, 0, 5, "weight of the danger that others win on a discard"),
    "horizon": PolicyOption(0.3, 0.1, 2, "part of the draws left that is counted on"),
    "sharpness": PolicyOption(1, 1, 8, "power in which the values of targets are added up"),
    "growth": PolicyOption(1.56, 0, 10, "points that a fan more is worth, beside the fixed ones"),
}
FITTED_OPTIONS: Final = {
    **OPTIONS,
    "enough": replace(OPTIONS["enough"], default=30),
    "claim": replace(OPTIONS["claim"], default=1),
    "horizon": replace(OPTIONS["horizon"], default=0.35),
    "idle": replace(OPTIONS["idle"], default=3),
    "growth": replace(OPTIONS["growth"], default=0.9),
}
"""Of `value-fitted`, which searches more widely than `value` and takes longer for it.

What a claim has to leave, the part of the draws and the worth of a fan were chosen so that turns,
draws and concealment are near real play; they aim at no single fan.
"""
_PLACES: Final = {
    "slack": at.X_SLACK,
    "enough": at.X_ENOUGH,
    "idle": at.X_IDLE,
    "wide": at.X_WIDE,
    "claim": at.X_CLAIM,
    "caution": at.X_CAUTION,
    "horizon": at.X_HORIZON,
    "growth": at.X_GROWTH,
    "sharpness": at.X_SHARPNESS,
}


def prepare_mcr(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    """Work out what the rule set pays for: families of hands, and the worth of every hand."""
    floats = np.ones(at.X_HEADER + at.N_FAMILIES)
    for name, place in _PLACES.items():
        floats[place] = options.get(name, OPTIONS[name].default)
    return Knowledge(_integers(rules), floats, worth_table(rules, tables))


def prepare_fitted(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    """The same with weights of families that were fitted to real play.

    Raises:
        UsageError: for other systems.
    """
    if ruleset.system != "mcr":
        raise UsageError(
            f"policy 'value-fitted' plays Chinese Official (MCR) only, not {ruleset.name!r}"
        )
    knowledge = prepare_mcr(ruleset, rules, tables, options)
    for key, weight in FAMILY_WEIGHTS.items():
        family = _SITUATIONAL.get(key, ruleset.catalogue.id_of(key))
        knowledge.floats[at.X_HEADER + family] = weight
    return knowledge


def decide_mcr(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Memory,
) -> int:
    """Choose one of `n` options; see `engine.policies.policy.Policy`."""
    for row in range(n):
        action = options[row, M_ACTION]
        if action in (WIN, FLOWER):
            return row
    if sight.num[V_ASK] == ASK_TURN:
        return choose_turn(
            knowledge.ints,
            knowledge.floats,
            knowledge.bytes,
            tables.shape,
            sight,
            options,
            n,
            memory.ints,
            memory.floats,
        )
    if sight.num[V_ASK] == ASK_WINDOW:
        return choose_claim(
            knowledge.ints,
            knowledge.floats,
            knowledge.bytes,
            tables.shape,
            sight,
            options,
            n,
            memory.ints,
            memory.floats,
        )
    return -1


def _integers(rules: Rules) -> NDArray[np.int64]:
    values = rules.values[: rules.n_patterns].tolist()
    minimum = int(rules.params[P_MINIMUM])
    shapes = int(rules.params[P_SHAPES])
    found_cores, found_fields = cores(values, minimum), fields(values, minimum)
    header = np.zeros(at.K_HEADER, np.int64)
    header[at.K_MINIMUM] = minimum
    header[at.K_CORES] = at.K_HEADER
    header[at.K_N_CORES] = len(found_cores)
    header[at.K_FIELDS] = at.K_HEADER + at.CORE * len(found_cores)
    header[at.K_N_FIELDS] = len(found_fields)
    header[at.K_ALL_TYPES] = values[fan.ALL_TYPES] >= max(minimum - REACH, LEAST)
    # 幺九刻 that a wind of the seat or the round takes away.
    bit = np.uint64(1 << (fan.TERMINAL_OR_HONOR_PUNG - HIGH))
    taken = rules.excludes[fan.SEAT_WIND, 1] & bit
    header[at.K_WIND_LESS] = values[fan.TERMINAL_OR_HONOR_PUNG] if taken else 0
    for place, pattern in _VALUES.items():
        header[place] = values[pattern]
    for place, shape in _SHAPED.items():
        if shapes & shape == 0:
            header[place] = 0
    header[at.K_BASE] = rules.params[P_BASE]
    lists = [
        *(
            number
            for core in found_cores
            for number in (
                len(core.melds),
                *core.melds,
                *[-1] * (3 - len(core.melds)),
                core.pattern,
                *core_masks(core),
            )
        ),
        *(
            number
            for field in found_fields
            for number in (field.melds, field.pairs, field.kinds, field.pattern)
        ),
    ]
    return np.concatenate([header, np.array(lists, np.int64)])


_SITUATIONAL: Final = {"chicken_hand": at.FAMILY_CHICKEN, "last_copy": at.FAMILY_LAST_COPY}
"""Families that are no search of their own."""
_VALUES: Final = {
    at.K_SELF_DRAW: fan.SELF_DRAW,
    at.K_FULLY_CONCEALED: fan.FULLY_CONCEALED,
    at.K_CONCEALED_HAND: fan.CONCEALED_HAND,
    at.K_SEAT_WIND: fan.SEAT_WIND,
    at.K_ROUND_WIND: fan.ROUND_WIND,
    at.K_TWO_CONCEALED_PUNGS: fan.TWO_CONCEALED_PUNGS,
    at.K_THREE_CONCEALED_PUNGS: fan.THREE_CONCEALED_PUNGS,
    at.K_FOUR_CONCEALED_PUNGS: fan.FOUR_CONCEALED_PUNGS,
    at.K_CHICKEN: fan.CHICKEN_HAND,
    at.K_EDGE: fan.EDGE_WAIT,
    at.K_CLOSED: fan.CLOSED_WAIT,
    at.K_SINGLE: fan.SINGLE_WAIT,
    at.K_LAST_COPY: fan.LAST_COPY,
    at.K_ALL_CLAIMED: fan.ALL_CLAIMED,
    at.K_EXPOSED_KONG: fan.EXPOSED_KONG,
    at.K_CONCEALED_KONG: fan.CONCEALED_KONG,
    at.K_NO_WILDCARD: fan.NO_WILDCARD,
    at.K_SEVEN_PAIRS: fan.SEVEN_PAIRS,
    at.K_ORPHANS: fan.THIRTEEN_ORPHANS,
    at.K_SINGLES: fan.LESSER_KNITTED_HONORS,
    at.K_KNITTED: fan.KNITTED_STRAIGHT,
    at.K_ALL_CHOWS: fan.ALL_CHOWS,
}
_SHAPED: Final = {
    at.K_SEVEN_PAIRS: SHAPE_SEVEN_PAIRS,
    at.K_ORPHANS: SHAPE_THIRTEEN_ORPHANS,
    at.K_SINGLES: SHAPE_KNITTED_SINGLES,
    at.K_KNITTED: SHAPE_KNITTED_STRAIGHT,
}
