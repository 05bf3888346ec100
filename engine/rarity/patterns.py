"""The patterns of all systems, by key: what the tiles decide and how, what is sampled, what not.

A key of several systems means the same in all of them, where `_OF_SYSTEM` does not say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from engine.rarity import parts
from engine.rarity.definitions import (
    DRAGONS,
    SETS,
    SETS_ANYWHERE,
    WINDS,
    Definition,
    anything,
    by_chows,
    by_pungs,
    by_suits,
    every,
    flagged,
    in_a_row,
    no_honors,
    of_honors,
    pairs_with_fours,
    pungs,
    shape,
    some_suit,
    suit_flagged,
    two_suits,
    within,
    within_parts,
)
from engine.rarity.parts import Bools, Ints, Part, nonzero, popcount
from engine.rarity.single import (
    ENDS,
    eight_pairs,
    n_winds,
    nine_gates,
    terminal_or_other_wind_pung,
    three_suited_terminal_chows,
    two_sided_chows,
)
from engine.rules import (
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
)
from engine.tables import SUIT_KINDS
from schemas.ruleset import RuleSet
from schemas.scoring_sections import Product, TaiSum

How = Literal["exact", "sampled", "play"]
"""How often a complete hand has a pattern is counted, sampled, or no question of its tiles."""

_NINE: Final = (1 << SUIT_KINDS) - 1
_RUN: Final = 0b1001001
_SEVEN_RANKS: Final = (0b1111111, 0b11111110, 0b111111100)
_GREEN: Final = (0, 0, 0b010101110, 0b0100000)
"""2 3 4 6 8 bamboo and 发, by part."""
_REVERSIBLE: Final = (0, 0b110011111, 0b110111010, 0b1000000)
"""1 2 3 4 5 8 9 dots, 2 4 5 6 8 9 bamboo and 白, by part."""


def _n_dragons(part: Part) -> Ints:
    return popcount(part.pungs & DRAGONS)


def _pair_of(part: Part, kinds: int) -> Bools:
    return nonzero(part.pair & kinds)


def _seven_in_a_row(part: Part) -> Bools:
    found: Bools = np.isin(part.kinds, _SEVEN_RANKS) & (part.odd == 0) & (part.fours == 0)
    return found


def _orphans(part: Part) -> Bools:
    return ~nonzero(part.kinds & ~ENDS)


_EVERYWHERE: Final[dict[str, Definition]] = {
    "all_green": within_parts(_GREEN),
    "reversible_tiles": within_parts(_REVERSIBLE),
    "upper_tiles": within(0b111000000),
    "middle_tiles": within(0b000111000),
    "lower_tiles": within(0b000000111),
    "upper_four": within(0b111100000),
    "lower_four": within(0b000001111),
    "all_terminals": within(ENDS),
    "all_simples": within(~ENDS),
    "no_honors": within(_NINE),
    "all_honors": within(0, WINDS | DRAGONS),
    "terminals_and_honors": Definition(
        lambda part, _: np.where(_orphans(part), part.kinds != 0, -9),
        lambda part: part.kinds != 0,
        lambda a, b, c, h: (a + b + c > 0) & h,
        SHAPE_STANDARD | SHAPE_SEVEN_PAIRS | SHAPE_EIGHT_PAIRS,
    ),
    "full_flush": by_suits(lambda a, b, c, h: (a + b + c == 1) & (h == 0)),
    "half_flush": by_suits(lambda a, b, c, h: (a + b + c == 1) & (h != 0)),
    "one_voided_suit": by_suits(lambda a, b, c, h: a + b + c + 0 * h < 3),
    "all_types": by_suits(lambda a, b, c, h: (a + b + c == 3) & (h == 3)),
    "tile_hog": Definition(
        lambda part, _: part.fours > 0,
        lambda part: part.fours > 0,
        lambda a, b, c, h: a | b | c | h,
    ),
    "all_pungs": flagged(parts.ALL_PUNGS),
    "all_even_pungs": flagged(parts.EVEN),
    "all_fives": flagged(parts.FIVES),
    "outside_hand": flagged(parts.OUTSIDE),
    "mixed_outside": flagged(parts.OUTSIDE),
    "pure_outside": every(lambda part: part.flags & parts.OUTSIDE != 0, no_honors, SETS),
    "two_concealed_pungs": pungs(2),
    "three_concealed_pungs": pungs(3),
    "four_concealed_pungs": pungs(4),
    "five_concealed_pungs": pungs(5),
    "quadruple_chow": suit_flagged(parts.QUADRUPLE_CHOW),
    "pure_triple_chow": suit_flagged(parts.TRIPLE_CHOW),
    "pure_double_chow": suit_flagged(parts.DOUBLE_CHOW),
    "four_pure_shifted_chows": suit_flagged(parts.FOUR_SHIFTED_CHOWS),
    "pure_shifted_chows": suit_flagged(parts.SHIFTED_CHOWS),
    "four_pure_shifted_pungs": suit_flagged(parts.FOUR_SHIFTED_PUNGS),
    "pure_shifted_pungs": suit_flagged(parts.SHIFTED_PUNGS),
    "pure_straight": suit_flagged(parts.STRAIGHT),
    "short_straight": suit_flagged(parts.SHORT_STRAIGHT),
    "two_terminal_chows": suit_flagged(parts.TWO_TERMINAL_CHOWS),
    "pure_terminal_chows": suit_flagged(parts.TERMINAL_CHOWS_TWICE),
    "three_suited_terminal_chows": three_suited_terminal_chows(),
    "mixed_triple_chow": by_chows(lambda a, b, c: a & b & c != 0),
    "mixed_double_chow": by_chows(two_suits),
    "mixed_straight": by_chows(lambda a, b, c: in_a_row(a & _RUN, b & _RUN, c & _RUN, 3)),
    "mixed_shifted_chows": by_chows(lambda a, b, c: in_a_row(a, b, c, 1)),
    "triple_pung": by_pungs(lambda a, b, c: a & b & c != 0),
    "mixed_triple_pung": by_pungs(lambda a, b, c: a & b & c != 0),
    "double_pung": by_pungs(two_suits),
    "mixed_shifted_pungs": by_pungs(lambda a, b, c: in_a_row(a, b, c, 1)),
    "big_four_winds": of_honors(lambda part: n_winds(part) == 4),
    "little_four_winds": of_honors(lambda part: (n_winds(part) == 3) & _pair_of(part, WINDS)),
    "big_three_winds": of_honors(lambda part: n_winds(part) >= 3),
    "any_wind": of_honors(lambda part: n_winds(part) > 0),
    "round_wind": of_honors(n_winds, of=4),
    "seat_wind": of_honors(n_winds, of=4),
    "big_three_dragons": of_honors(lambda part: _n_dragons(part) == 3),
    "little_three_dragons": of_honors(
        lambda part: (_n_dragons(part) == 2) & _pair_of(part, DRAGONS)
    ),
    "two_dragon_pungs": of_honors(lambda part: _n_dragons(part) >= 2),
    "dragon_pung": of_honors(lambda part: _n_dragons(part) >= 1),
    "honor_pung": of_honors(lambda part: np.where(_n_dragons(part) > 0, 4, n_winds(part)), of=4),
    "seven_shifted_pairs": replace(
        some_suit(_seven_in_a_row, SHAPE_SEVEN_PAIRS | SHAPE_STANDARD), needs=SHAPE_SEVEN_PAIRS
    ),
    "seven_pairs": replace(
        every(
            lambda part: part.odd == 0,
            lambda part: part.odd == 0,
            SHAPE_SEVEN_PAIRS | SHAPE_STANDARD,
        ),
        needs=SHAPE_SEVEN_PAIRS,
    ),
    "luxury_seven_pairs": pairs_with_fours(1),
    "super_luxury_seven_pairs": pairs_with_fours(2),
    "supreme_luxury_seven_pairs": pairs_with_fours(3),
    "thirteen_orphans": shape(SHAPE_THIRTEEN_ORPHANS),
    "lesser_knitted_honors": shape(SHAPE_KNITTED_SINGLES),
    "greater_knitted_honors": of_honors(
        lambda part: part.kinds == WINDS | DRAGONS, shapes=SHAPE_KNITTED_SINGLES
    ),
    "knitted_straight": every(
        lambda part: popcount(part.kinds) >= 3,
        anything,
        SHAPE_KNITTED_STRAIGHT | SHAPE_KNITTED_SINGLES,
    ),
    "eight_pairs": eight_pairs(),
}

_SAMPLED: Final = frozenset({"edge_wait", "closed_wait", "single_wait"})
"""Decided by the winning tile and all that would have completed the hand."""

_PLAY: Final = frozenset(
    {
        # how the hand was won
        *("self_draw", "discard_win", "last_draw", "last_discard", "last_copy", "robbing_kong"),
        *("kong_replacement", "heavenly", "earthly", "human", "all_claimed", "last_single"),
        *("concealed_hand", "concealed_self_draw", "fully_concealed", "chicken_hand", "bare_win"),
        *("declared_ready", "shown_ready", "open_play", "dealer", "dealer_streak"),
        # kongs
        *("four_kongs", "three_kongs", "two_concealed_kongs", "two_exposed_kongs", "mixed_kongs"),
        *("concealed_kong", "exposed_kong"),
        # flowers and wildcards
        *("flower", "flower_set", "seat_flower", "any_flower", "eight_flowers", "seven_rob_one"),
        *("four_flowers", "flower_wildcards", "no_wildcard", "two_wildcards", "three_wildcards"),
        *("wildcard_pung", "golden_dragon", "golden_pair", "robbing_gold", "three_golds", "gold"),
    }
)
"""What no tiles decide: how a hand came about, kongs, flowers and wildcards."""


def definitions_of(ruleset: RuleSet) -> dict[str, Definition]:
    """How to count the patterns of a rule set's catalogue that the tiles decide, by key."""
    known = _EVERYWHERE | _OF_SYSTEM.get(ruleset.system, _nothing)(ruleset)
    return {key: known[key] for key in ruleset.catalogue.keys if key in known}


def how_known(ruleset: RuleSet) -> dict[str, How]:
    """How the share of complete hands with each pattern of the catalogue is known.

    Raises:
        ValueError: where this module knows nothing of a pattern.
    """
    exact = definitions_of(ruleset)
    found: dict[str, How] = {}
    for key in ruleset.catalogue.keys:
        if key in exact:
            found[key] = "exact"
        elif key in _SAMPLED:
            found[key] = "sampled"
        elif key in _PLAY:
            found[key] = "play"
        else:
            raise ValueError(f"nobody said what decides pattern {key!r} of {ruleset.system}")
    return found


def _nothing(ruleset: RuleSet) -> dict[str, Definition]:
    return {}


def _mcr(ruleset: RuleSet) -> dict[str, Definition]:
    chows = every(lambda part: part.flags & parts.ALL_CHOWS != 0, no_honors, SETS_ANYWHERE)
    return {
        "all_chows": chows,
        "nine_gates": nine_gates(ruleset.tiles.hand_size + 1),
        "terminal_or_honor_pung": terminal_or_other_wind_pung(),
    }


def _taiwan(ruleset: RuleSet) -> dict[str, Definition]:
    assert isinstance(ruleset.scoring, TaiSum)
    spoiling = WINDS | DRAGONS if ruleset.scoring.no_honors_dragons else WINDS
    found = {
        "all_chows": two_sided_chows(ruleset.tiles.hand_size + 1),
        "no_honors_no_flowers": within(_NINE, ~spoiling),
    }
    if ruleset.scoring.straight == "tiles":
        found["pure_straight"] = some_suit(lambda part: part.kinds == _NINE)
    return found


def _longgang(ruleset: RuleSet) -> dict[str, Definition]:
    return {"all_chows": flagged(parts.ALL_CHOWS)}


def _yantai(ruleset: RuleSet) -> dict[str, Definition]:
    assert isinstance(ruleset.scoring, Product)
    found = {"seven_pairs": pairs_with_fours(0)}
    if ruleset.scoring.honors_are_a_kind:
        found["full_flush"] = by_suits(
            lambda a, b, c, h: (a + b + c == 1) & (h == 0) | (a + b + c == 0) & (h > 0)
        )
    return found


_OF_SYSTEM: Final[dict[str, Callable[[RuleSet], dict[str, Definition]]]] = {
    "mcr": _mcr,
    "taiwan": _taiwan,
    "longgang": _longgang,
    "yantai": _yantai,
}
"""What systems mean by keys of their own, or otherwise than others."""
