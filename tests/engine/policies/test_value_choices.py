"""Choices of `value` outside Chinese Official in hands where the right one is clear."""

from __future__ import annotations

import pytest

from engine.policies.regional_value.policy import prepare_regional
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas.codes import (
    CHOW,
    DECLARE_READY,
    DISCARD,
    KONG_CONCEALED,
    KONG_EXPOSED,
    OPEN_PLAY,
    PUNG,
    SHOW_READY,
    WIN,
)
from tests.engine.policies.regional_player import choose, claims, discard, discards, ruleset, sight

TAIWAN = "taiwan-standard"


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123m 456p 789s 234s 45p 88m W", "W"),  # ready for 3p and 6p without the lone wind
        ("123m 456p 789s 23s 456m 88m 1p", "1p"),
        ("123m 456m 789m 22m 55m CC 34m 9p", "9p"),  # full or half flush of characters
    ],
)
def test_taiwan_the_tile_that_no_plan_needs_is_discarded(hand: str, tile: str) -> None:
    assert discard(TAIWAN, sight(TAIWAN, hand)) == tile


def test_taiwan_a_clear_flush_is_kept_where_the_plain_hand_is_no_nearer() -> None:
    # Two suits lack as much: characters are a flush away from 清一色, dots are in the way.
    look = sight(TAIWAN, "1123456789m 2345m 67p 3s", draws_left=15)
    assert discard(TAIWAN, look)[-1] in "ps"


def test_taiwan_dragons_are_kept_before_guest_winds() -> None:
    look = sight(TAIWAN, "123m 456p 78s 99s 34m 67p CC N")
    assert discard(TAIWAN, look) == "N"


def test_taiwan_a_claim_that_makes_ready_is_made() -> None:
    look = sight(TAIWAN, "123m 456p 789s 45p 88m 79m W", draws_left=8)
    assert claims(TAIWAN, look, (CHOW, "8m", "7m")) == "7m"


def test_taiwan_a_claim_that_helps_no_plan_is_let_go() -> None:
    look = sight(TAIWAN, "123m 456p 789s 45p 88m 24m W")
    assert claims(TAIWAN, look, (CHOW, "7p", "5p"), (PUNG, "8m", "")) in ("", "5p")
    assert claims(TAIWAN, sight(TAIWAN, "123m 456p 789s 234s 88m 45p"), (CHOW, "4m", "2m")) == ""


def test_taiwan_a_ready_hand_is_shown_where_that_pays_more_than_declaring() -> None:
    look = sight(TAIWAN, "123m 456p 789s 234s 45p 88m W")
    options = [*discards(look), (DECLARE_READY, "", ""), (SHOW_READY, "", "")]
    assert options[choose(TAIWAN, look, options)][0] == SHOW_READY


def test_a_hand_that_is_not_ready_is_not_declared() -> None:
    look = sight(TAIWAN, "123m 456p 78s 24s 45p 88m CC W N")
    options = [*discards(look), (DECLARE_READY, "", "")]
    assert options[choose(TAIWAN, look, options)][0] == DISCARD


@pytest.mark.parametrize("name", [TAIWAN, "taiwan-system", "longgang", "yantai", "luoyuan-20"])
def test_a_self_drawn_win_is_taken(name: str) -> None:
    hand = "123m 456p 789s 234s 456m 88m" if name != "yantai" else "123m 456p 789s 234s 88m"
    look = sight(name, hand, win_total=5)
    options = [(WIN, "8m", ""), *discards(look)]
    assert choose(name, look, options) == 0


def test_luoyuan_gold_is_never_discarded_where_another_tile_may_go() -> None:
    look = sight("luoyuan-20", "123m 456p 789s 34s 55p 12m 9p 6s", gold="6s")
    assert discard("luoyuan-20", look) != "6s"


def test_luoyuan_a_golden_pair_is_waited_for_where_a_self_draw_is_offered() -> None:
    # Five sets but for one tile, two golds: any draw wins twofold, 3 or 6 of dots sixfold.
    look = sight("luoyuan-20", "123m 456m 789s 234s 45p 9p 11s", gold="1s", win_total=6)
    options = [(WIN, "9p", ""), *discards(look)]
    row = choose("luoyuan-20", look, options)
    assert options[row][:2] == (DISCARD, "9p")


def test_luoyuan_the_last_draw_is_no_time_to_wait() -> None:
    waiting = sight(
        "luoyuan-20", "123m 456m 789s 234s 45p 9p 11s", gold="1s", win_total=6, draws_left=0
    )
    options = [(WIN, "9p", ""), *discards(waiting)]
    assert choose("luoyuan-20", waiting, options) == 0


def test_a_concealed_kong_that_costs_nothing_is_made() -> None:
    look = sight("taiwan-system", "7777m 123p 456p 234s 88s 67s")
    options = [*discards(look), (KONG_CONCEALED, "7m", "")]
    assert options[choose("taiwan-system", look, options)][0] == KONG_CONCEALED


def test_longgang_an_exposed_kong_of_a_spare_pung_is_claimed() -> None:
    look = sight("longgang", "999m 123p 456p 234s 88s 67s")
    assert choose("longgang", look, [(KONG_EXPOSED, "9m", "")]) == 0


def test_yantai_seven_pairs_are_aimed_at_from_five_pairs() -> None:
    look = sight("yantai", "1144m 2277p 55s 8s E W C", draws_left=15)
    assert discard("yantai", look) in ("E", "W", "C", "8s")


def test_yantai_a_hand_near_ready_is_played_openly_where_that_is_asked_for() -> None:
    """Yantai card: in simulation open play is never declared, unless a policy's rule says so."""
    near = sight("yantai", "123m 456p 78s 234s 88m W", draws_left=18, turn=0)
    options = [*discards(near), (OPEN_PLAY, "", "")]
    assert options[choose("yantai", near, options)][0] == DISCARD
    rules = ruleset("yantai")
    bold = prepare_regional(rules, compile_rules(rules), load_tables(), {"bold": 1.0})
    assert options[choose("yantai", near, options, bold)][0] == OPEN_PLAY


def test_house_value_of_all_pungs_changes_what_is_discarded() -> None:
    """碰碰胡 at 30 tai: chows are broken up, which the preset's table keeps."""
    base = ruleset(TAIWAN)
    patterns = dict(base.patterns)
    patterns["all_pungs"] = patterns["all_pungs"].model_copy(update={"value": 30})
    dear = base.model_copy(update={"patterns": patterns})
    dearly = prepare_regional(dear, compile_rules(dear), load_tables(), {})
    hand = "111m 444p 77s 22p CC 345s 67m"
    chows = ("3s", "4s", "5s", "6m", "7m")
    assert discard(TAIWAN, sight(TAIWAN, hand)) not in chows
    assert discard(TAIWAN, sight(TAIWAN, hand), dearly) in chows
