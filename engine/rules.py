"""From a rule set to the arrays that the kernels take.

Kernels never see a preset's name: they read options from `Rules.params` by index (`engine.params`
and the ``P_*`` below), and pattern values and exclusions from arrays. Arrays are arguments, never
globals, so a changed table needs no recompilation.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.params import PARAM_NAMES, encode_options, param
from engine.record import new_record
from schemas.codes import WIN_ITEMS
from schemas.items import item_values
from schemas.ruleset import RuleSet
from schemas.scoring_sections import SCORING_OF_SYSTEM
from schemas.tiles import N_KINDS, N_TILES, TILE_NAMES

P_HAND_SIZE: Final = param("tiles.hand_size")
P_PERSONAL_WALL: Final = param("wall.kind")
P_KEEP_BACK: Final = param("wall.keep_back")
P_DEALER_DRAWS_FIRST: Final = param("wall.dealer_first_tile")
P_ROB_KONG: Final = param("play.rob_kong")
P_MULTIPLE_WINNERS: Final = param("play.multiple_winners")
P_LAST_DISCARD_CLAIMS: Final = param("play.last_discard_claims")
P_LAST_TILE_OWN_WALL: Final = param("play.last_tile")
P_KEEP_FLOWERS: Final = param("play.keep_flowers")
P_MINIMUM: Final = param("win.minimum")
P_SHAPES: Final = param("win.shapes")
P_SCORING_KIND: Final = param("scoring.kind")
P_KNITTED_STRAIGHT_WAIT: Final = param("scoring.knitted_straight_wait")
P_SPECIAL_FULLY_CONCEALED: Final = param("scoring.special_hands_fully_concealed")
P_SETTLEMENT_KIND: Final = param("settlement.kind")
P_BASE: Final = param("settlement.base")
P_FALSE_WIN_EACH: Final = param("violations.false_win_pays_each")
P_FALSE_WIN_ENDS: Final = param("violations.false_win_ends_hand")
P_ERROR_EACH: Final = param("violations.player_error_pays_each")
P_SYSTEM: Final = len(PARAM_NAMES)
"""The system whose patterns are detected, a position in `SYSTEMS`."""
P_SETS: Final = P_SYSTEM + 1
"""Sets of a hand."""
P_FLOWERS: Final = P_SYSTEM + 2
"""Mask of the tiles that are exposed and replaced."""
P_IN_HAND: Final = P_SYSTEM + 3
"""Mask of the tiles that stand in hands."""
N_PARAMS: Final = P_SYSTEM + 4

SYSTEMS: Final = tuple(SCORING_OF_SYSTEM)
SYSTEM_MCR: Final = SYSTEMS.index("mcr")
SYSTEM_TAIWAN: Final = SYSTEMS.index("taiwan")
SYSTEM_LUOYUAN: Final = SYSTEMS.index("luoyuan")
SYSTEM_LONGGANG: Final = SYSTEMS.index("longgang")
SYSTEM_YANTAI: Final = SYSTEMS.index("yantai")

SHAPE_STANDARD: Final = 1
SHAPE_SEVEN_PAIRS: Final = 2
SHAPE_THIRTEEN_ORPHANS: Final = 4
SHAPE_KNITTED_STRAIGHT: Final = 8
SHAPE_KNITTED_SINGLES: Final = 16
SHAPE_EIGHT_PAIRS: Final = 32
"""Bits of P_SHAPES, in the order of `schemas.sections.Shape`; eight pairs 八对半 are seven pairs
and a triple of seventeen tiles."""


MOST_PATTERNS: Final = 128
"""Room for the patterns of any system: as many as two words of a mask hold."""


class Rules:
    """A rule set as the kernels see it, a record (`engine.record`) alike for all rule sets.

    Attributes:
        n_patterns: how many patterns the catalogue has; rows behind them are 0.
        params: int64 (N_PARAMS), options by `engine.params.param` and the ``P_*`` indices.
        copies: int8 (42), copies of each tile in play.
        values: int32 (MOST_PATTERNS), value of each pattern by id (position in the catalogue).
        excludes: uint64 (MOST_PATTERNS, 2), bit mask of the patterns that each one cancels; all
            zero for a pattern of neutral value that is no limit.
        items: int32 (n items), points of one of each item of `schemas.codes.WIN_ITEMS`; all zero
            in systems that count no points before doubling.
        limits: uint64 (2), bit mask of the patterns that are worth the limit.
    """

    n_patterns: int
    params: NDArray[np.int64]
    copies: NDArray[np.int8]
    values: NDArray[np.int32]
    excludes: NDArray[np.uint64]
    items: NDArray[np.int32]
    limits: NDArray[np.uint64]


_FIELDS: Final = (
    ("n_patterns", np.int64, ()),
    ("params", np.int64, (N_PARAMS,)),
    ("copies", np.int8, (N_TILES,)),
    ("values", np.int32, (MOST_PATTERNS,)),
    ("excludes", np.uint64, (MOST_PATTERNS, 2)),
    ("items", np.int32, (len(WIN_ITEMS),)),
    ("limits", np.uint64, (2,)),
)


def compile_rules(ruleset: RuleSet) -> Rules:
    """Turn a validated rule set into kernel arrays."""
    rules: Rules = new_record(_FIELDS)
    flowers = [TILE_NAMES.index(name) for name in ruleset.tiles.flowers]
    in_hand = [*range(27), *(TILE_NAMES.index(name) for name in ruleset.tiles.honors)]
    rules.copies[in_hand] = 4
    for tile in flowers:
        rules.copies[tile] = 4 if tile < N_KINDS else 1
    rules.params[:] = [
        *encode_options(ruleset),
        SYSTEMS.index(ruleset.system),
        (ruleset.tiles.hand_size - 1) // 3,
        sum(1 << tile for tile in flowers),
        sum(1 << tile for tile in in_hand),
    ]
    catalogue = ruleset.catalogue
    rules.n_patterns = len(catalogue.keys)
    for pattern, key in enumerate(catalogue.keys):
        rules.values[pattern] = ruleset.patterns[key].value
        if ruleset.patterns[key].limit:
            rules.limits[pattern // 64] |= np.uint64(1 << (pattern % 64))
        elif rules.values[pattern] == ruleset.neutral:
            continue  # a row of neutral value never cancels
        for other in ruleset.patterns[key].excludes:
            cancelled = catalogue.id_of(other)
            rules.excludes[pattern, cancelled // 64] |= np.uint64(1 << (cancelled % 64))
    rules.items[:] = item_values(ruleset)
    return rules
