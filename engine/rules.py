"""From a rule set to the arrays that the kernels take.

Kernels never see a preset's name: they read options from `Rules.params` by the ``P_*`` indices
below, and pattern values and exclusions from arrays. Arrays are arguments, never globals, so a
changed table needs no recompilation.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.ruleset import RuleSet
from schemas.tiles import TILE_NAMES

(
    P_SYSTEM,
    P_HAND_SIZE,
    P_SETS,
    P_N_FLOWERS,
    P_PERSONAL_WALL,
    P_KEEP_BACK,
    P_DEALER_DRAWS_FIRST,
    P_ROB_KONG,
    P_MULTIPLE_WINNERS,
    P_LAST_DISCARD_CLAIMS,
    P_LAST_TILE_OWN_WALL,
    P_MINIMUM,
    P_SHAPES,
    P_SCORING_KIND,
    P_KNITTED_STRAIGHT_WAIT,
    P_SPECIAL_FULLY_CONCEALED,
    P_SETTLEMENT_KIND,
    P_BASE,
    P_FALSE_WIN_EACH,
    P_FALSE_WIN_ENDS,
    P_ERROR_EACH,
    P_KEEP_FLOWERS,
    N_PARAMS,
) = range(23)

SYSTEM_MCR: Final = 0
SYSTEMS: Final = {"mcr": SYSTEM_MCR}

SHAPE_STANDARD: Final = 1
SHAPE_SEVEN_PAIRS: Final = 2
SHAPE_THIRTEEN_ORPHANS: Final = 4
SHAPE_KNITTED_STRAIGHT: Final = 8
SHAPE_KNITTED_SINGLES: Final = 16
SHAPES: Final = {
    "standard": SHAPE_STANDARD,
    "seven_pairs": SHAPE_SEVEN_PAIRS,
    "thirteen_orphans": SHAPE_THIRTEEN_ORPHANS,
    "knitted_straight": SHAPE_KNITTED_STRAIGHT,
    "knitted_singles": SHAPE_KNITTED_SINGLES,
}

SCORING_KINDS: Final = ("fan_sum",)
SETTLEMENT_KINDS: Final = ("base_plus_points",)


class Rules(NamedTuple):
    """A rule set as the kernels see it.

    Attributes:
        params: int64 (N_PARAMS), options by the ``P_*`` indices.
        copies: int8 (42), copies of each tile in play.
        values: int32 (n patterns), value of each pattern by id (position in the catalogue).
        excludes: uint64 (n patterns, 2), bit mask of the patterns that each one cancels; all
            zero for a pattern of neutral value.
    """

    params: NDArray[np.int64]
    copies: NDArray[np.int8]
    values: NDArray[np.int32]
    excludes: NDArray[np.uint64]


def compile_rules(ruleset: RuleSet) -> Rules:
    """Turn a validated rule set into kernel arrays."""
    options: dict[int, Any] = {
        P_SYSTEM: SYSTEMS[ruleset.system],
        P_HAND_SIZE: ruleset.tiles.hand_size,
        P_SETS: (ruleset.tiles.hand_size - 1) // 3,
        P_N_FLOWERS: len(ruleset.tiles.flowers),
        P_PERSONAL_WALL: ruleset.wall.kind == "personal",
        P_KEEP_BACK: ruleset.wall.keep_back,
        P_DEALER_DRAWS_FIRST: ruleset.wall.dealer_first_tile == "drawn",
        P_ROB_KONG: ruleset.play.rob_kong,
        P_MULTIPLE_WINNERS: ruleset.play.multiple_winners,
        P_LAST_DISCARD_CLAIMS: ruleset.play.last_discard_claims,
        P_LAST_TILE_OWN_WALL: ruleset.play.last_tile == "own_wall",
        P_MINIMUM: ruleset.win.minimum,
        P_SHAPES: sum(SHAPES[shape] for shape in ruleset.win.shapes),
        P_SCORING_KIND: SCORING_KINDS.index(ruleset.scoring.kind),
        P_KNITTED_STRAIGHT_WAIT: ruleset.scoring.knitted_straight_wait,
        P_SPECIAL_FULLY_CONCEALED: ruleset.scoring.special_hands_fully_concealed,
        P_SETTLEMENT_KIND: SETTLEMENT_KINDS.index(ruleset.settlement.kind),
        P_BASE: ruleset.settlement.base,
        P_FALSE_WIN_EACH: ruleset.violations.false_win_pays_each,
        P_FALSE_WIN_ENDS: ruleset.violations.false_win_ends_hand,
        P_ERROR_EACH: ruleset.violations.player_error_pays_each,
        P_KEEP_FLOWERS: ruleset.play.keep_flowers,
    }
    params = np.array([int(options[index]) for index in range(N_PARAMS)], dtype=np.int64)
    copies = np.zeros(len(TILE_NAMES), dtype=np.int8)
    copies[:27] = 4
    for name in ruleset.tiles.honors:
        copies[TILE_NAMES.index(name)] = 4
    for name in ruleset.tiles.flowers:
        copies[TILE_NAMES.index(name)] = 1
    catalogue = ruleset.catalogue
    values = np.array([ruleset.patterns[key].value for key in catalogue.keys], dtype=np.int32)
    excludes = np.zeros((len(values), 2), dtype=np.uint64)
    for pattern, key in enumerate(catalogue.keys):
        if values[pattern] == 0:
            continue  # a row of neutral value never cancels
        for other in ruleset.patterns[key].excludes:
            cancelled = catalogue.id_of(other)
            excludes[pattern, cancelled // 64] |= np.uint64(1 << (cancelled % 64))
    return Rules(params, copies, values, excludes)
