"""Wildcards as what they stand for: every choice is tried, and the best one is the answer."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.choices import FREE_MEMORY
from engine.rules import Rules
from engine.scoring_out import I_TOTAL, I_WILDCARDS_USED, SCRATCH_SIZE
from engine.tables import load_tables
from engine.wild import wild_completes, wild_tiles
from schemas.codes import (
    BELOW_MINIMUM,
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
    WIN_BY,
)
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import score_all, win_columns
from tests.engine.oracle.hands import Win, meld_tiles, random_win, win
from tests.engine.wildcard_hands import random_wild_win, score_columns, score_wild, wild_columns

DRAWN = {"win_by": BY_SELF_DRAW}


def wild_rules(preset: str, **options: Any) -> Rules:
    """A preset with a wildcard turned up.

    和绝张 is told of the tile itself, so it has no value here, where answers are compared with
    hands that hold what the wildcards stand for.
    """
    patterns = {"last_copy": {"value": 0}} if preset == "mcr" else {}
    wildcard = {"kind": "turned", "on_flower": "flowers_wild", **options}
    return compiled(preset, wildcard=wildcard, patterns=patterns)


def test_memory_of_choices_fits() -> None:
    assert FREE_MEMORY + 11 <= SCRATCH_SIZE


# -------------------------------------------------------------------------- against every choice


def every_choice(hand: Win, wildcard: int, fifth_copy: bool) -> list[Win]:
    """The hand with its wildcards replaced in all ways, none of them crowded."""
    natural = [tile for tile in hand.concealed if tile != wildcard]
    melded = [tile for meld in hand.melds for tile in meld_tiles(*meld)]
    drawn = hand.win_by == BY_SELF_DRAW and hand.win_tile == wildcard
    found = []
    for kinds in combinations_with_replacement(range(34), len(hand.concealed) - len(natural)):
        for tile in range(34) if drawn else [hand.win_tile]:
            whole = [*natural, *kinds, tile, *([] if fifth_copy else melded)]
            if all(whole.count(kind) <= 4 for kind in {*kinds, tile}):
                hand_args = (hand.melds, hand.win_by, hand.flags, hand.seat_wind, hand.round_wind)
                found.append(Win([*natural, *kinds], tile, *hand_args))
    return found


@pytest.mark.parametrize(
    ("preset", "n_wild", "hands"),
    [("mcr", 1, 200), ("mcr", 2, 12), ("yantai", 1, 200), ("yantai", 2, 12)],
)
def test_answer_is_the_best_of_all_choices(preset: str, n_wild: int, hands: int) -> None:
    """By the same kernel without wildcards, given every hand that they could make."""
    rng = Random(f"{preset} {n_wild}")
    rules = wild_rules(preset, fifth_copy=False)
    won = 0
    for _ in range(hands):
        hand, wildcard = random_wild_win(rng, n_wild)
        out = score_columns(wild_columns([hand], [wildcard]), rules)
        choices = every_choice(hand, wildcard, fifth_copy=False)
        answers = score_columns(win_columns(choices), rules)
        legal = answers.verdict == LEGAL
        rank = answers.info[:, I_TOTAL] + 1_000_000 * legal
        best = int(rank.argmax())
        assert out.verdict[0] == answers.verdict[best]
        assert out.info[0, I_TOTAL] == answers.info[best, I_TOTAL], hand
        ties = np.flatnonzero(rank == rank[best])
        assert any(np.array_equal(out.counts[0], answers.counts[tie]) for tie in ties)
        won += int(legal[best])
    assert won > hands // 2


@pytest.mark.parametrize("fifth_copy", [True, False])
@pytest.mark.parametrize("preset", ["mcr", "yantai"])
def test_hand_scores_where_it_is_complete(preset: str, fifth_copy: bool) -> None:
    """Distances say that it is whole, or that it is not, by tables that try nothing."""
    rng = Random(f"{preset} {fifth_copy}")
    rules, tables = wild_rules(preset, fifth_copy=fifth_copy), load_tables()
    seen = {True: 0, False: 0}
    for _ in range(400):
        hand, wildcard = random_wild_win(rng, rng.choice([1, 1, 2, 3]))
        if rng.random() < 0.5:
            hand.concealed[0] = rng.choice([kind for kind in range(34) if kind != wildcard])
        columns = wild_columns([hand], [wildcard])
        wild = wild_tiles(rules, wildcard, hand.seat_wind)
        discarded = hand.win_by == BY_DISCARD and hand.win_tile == wildcard
        if discarded or max(columns.hand[0]) > 3:
            continue
        whole = wild_completes(rules, tables, columns.hand[0], len(hand.melds), wild, hand.win_tile)
        melded = {tile for meld in hand.melds for tile in meld_tiles(*meld)}
        verdict = score_columns(columns, rules).verdict[0]
        seen[bool(whole)] += 1
        if fifth_copy or not melded:
            assert (verdict != NO_SHAPE) == whole, hand
        else:  # distances do not look at what is melded
            assert verdict == NO_SHAPE or whole, hand
    assert min(seen.values()) > 50


def test_hand_without_wildcards_is_scored_as_ever() -> None:
    rng = Random(1)
    hands = [random_win(rng) for _ in range(1500)]
    for preset in ("mcr", "yantai"):
        plain = score_all(hands, compiled(preset, patterns={}))
        columns = wild_columns(hands, [41] * len(hands))  # a flower that nobody holds
        changed = compiled(preset, wildcard={"kind": "turned", "on_flower": "turn_again"})
        wild = score_columns(columns, changed)
        for ours, theirs in zip(wild, plain, strict=True):
            assert np.array_equal(ours, theirs)


# -------------------------------------------------------------------------- what is wild, and when


def test_drawn_wildcard_completes_as_any_tile() -> None:
    found = score_wild(win("123m 456p 789s EE 11p", "9m", **DRAWN), "9m")
    assert found.reading == ["123m", "111p", "456p", "789s", "EE"]
    assert found.used == 1


@pytest.mark.parametrize("win_by", [BY_DISCARD, BY_ROBBED_KONG])
def test_wildcard_of_another_player_is_a_tile_of_its_kind(win_by: int) -> None:
    assert score_wild(win("123m 456p 789s EE 11p", "9m", win_by=win_by), "9m").verdict == "no_shape"
    found = score_wild(win("123m 456p 789s EE 78m", "9m", win_by=win_by), "9m")
    assert (found.verdict, found.used) == ("legal", 0)


def test_wildcards_in_hand_stay_wild_beside_a_discarded_one() -> None:
    # 9m is taken as 789m; the other 9m stands for the second E.
    found = score_wild(win("123m 456p 789s E9m 78m", "9m"), "9m")
    assert found.reading == ["123m", "789m", "456p", "789s", "EE"]
    assert found.used == 1


def test_wildcard_may_stand_for_itself() -> None:
    found = score_wild(win("123m 456p 789s EE 79m", "8m"), "9m")
    assert (found.used, found.fans["无财神"]) == (0, 1)
    found = score_wild(win("123m 456p 789s EE 78m", "9m", **DRAWN), "9m")
    assert (found.used, found.fans["无财神"]) == (0, 1)


def test_fewest_wildcards_are_replaced_where_it_is_worth_the_same() -> None:
    # The drawn 9s completes 789s as it is, or 678s as a 6s, which comes first: 门前清 both times.
    rules = wild_rules("yantai")
    found = score_wild(win("234m 567p 345s 78s 55m", "9s", **DRAWN), "9s", rules, "yantai")
    assert found.reading == ["234m", "567p", "345s", "789s", "55m"]
    assert (found.total, found.used) == (2, 0)


def test_turned_flower_makes_the_others_of_its_group_wild() -> None:
    hand = win("123m 456p 789s E 11p", "1p")
    hand.concealed.append(35)  # f2
    found = score_wild(hand, "f1")
    assert found.reading == ["123m", "111p", "456p", "789s", "EE"]
    assert (found.verdict, found.used) == ("legal", 1)
    assert "花牌" not in found.fans
    assert score_wild(hand, "f5").verdict == "no_shape"  # f6 f7 f8 are wild then


def test_flower_that_is_drawn_may_be_wild() -> None:
    hand = win("123m 456p 789s EE 11p", "1p", **DRAWN)
    hand.win_tile = 37  # f4
    found = score_wild(hand, "f1")
    assert found.reading == ["123m", "111p", "456p", "789s", "EE"]
    assert "和绝张" not in found.fans


def test_seat_flower_is_wild_beside_the_turned_kind() -> None:
    rules = compiled("mcr-caishen", wildcard={"seat_flower": True})
    hand = win("123m 456p 789s 9m 11p", "1p", seat_wind=1)
    hand.concealed.append(35)  # f2 of the South seat
    found = score_wild(hand, "9m", rules)
    assert (found.verdict, found.used) == ("legal", 2)
    hand.seat_wind = 2
    assert score_wild(hand, "9m", rules).verdict == "no_shape"


def test_wildcards_may_stand_for_suits_only() -> None:
    suits = compiled("mcr-caishen", wildcard={"stands_for": "suits"})
    hand = win("123m 456p 789s E9m 11p", "1p")
    assert score_wild(hand, "9m").verdict == "legal"
    assert score_wild(hand, "9m", suits).verdict == "no_shape"
    # Honors that are wild stay what they are, too.
    own = score_wild(win("123m 456p 789s EEE C", "C", seat_wind=0, round_wind=0), "E", suits)
    assert ("EEE" in own.reading, own.used) == (True, 0)
    assert {"圈风刻", "门风刻", "五门齐", "无财神"} < {*own.fans}


# ------------------------------------------------------------------------------------ fifth copies


def test_wildcard_may_stand_for_a_fifth_copy() -> None:
    hand = win("5555m 9m 123p 456s 78s", "9s")
    found = score_wild(hand, "9m")
    assert found.reading == ["555m", "123p", "456s", "789s", "55m"]
    assert found.used == 1
    only_four = compiled("mcr-caishen", wildcard={"fifth_copy": False})
    assert score_wild(hand, "9m", only_four).verdict == "no_shape"


def test_fifth_copy_counts_what_is_melded() -> None:
    hand = win("E9m 456p 789s 11p", "1p", "EEE")
    assert score_wild(hand, "9m").reading == ["EEE", "111p", "456p", "789s", "EE"]
    only_four = compiled("mcr-caishen", wildcard={"fifth_copy": False})
    assert score_wild(hand, "9m", only_four).verdict == "no_shape"


def test_two_pungs_of_a_kind() -> None:
    # EEEE and two wildcards: two concealed pungs, each 幺九刻, and 四归一.
    found = score_wild(win("EEEE99m 1p", "1p", "CCC", "222s", seat_wind=2, **DRAWN), "9m")
    assert sorted(found.reading) == ["11p", "222s", "CCC", "EEE", "EEE"]
    assert found.fans == {
        "碰碰和": 1, "箭刻": 1, "四归一": 1, "双暗刻": 1, "幺九刻": 2, "缺一门": 1, "单钓将": 1,
        "自摸": 1,
    }  # fmt: skip
    assert found.total == 6 + 2 + 2 + 2 + 2 + 1 + 1 + 1


def test_two_pungs_of_ones_own_wind_are_two_seat_winds() -> None:
    found = score_wild(win("EEEE99m 1p", "1p", "CCC", "222s", seat_wind=0, **DRAWN), "9m")
    assert (found.fans["门风刻"], found.fans.get("幺九刻", 0)) == (2, 0)


def test_pungs_of_one_dragon_are_no_two_dragon_pungs() -> None:
    # CCC melded, C and two wildcards in hand: 箭刻 twice; as FFF they would be 双箭刻.
    found = score_wild(win("C99m 1p", "1p", "CCC", "222s", "EEE", **DRAWN), "9m")
    assert "双箭刻" not in found.fans
    assert found.fans["箭刻"] == 2


def test_discard_that_can_be_the_pair_exposes_no_pung_of_its_kind() -> None:
    # 8m 8m and two wildcards as 8m: 888m stands, the discarded 8m makes the pair: 四暗刻.
    found = score_wild(win("444p 444s 888s 88m44m", "8m"), "4m")
    assert "四暗刻" in found.fans


def test_wildcards_make_pairs_of_what_is_held_already() -> None:
    hand = win("5555m99m 11p 22s CC P", "P")
    found = score_wild(hand, "9m", wild_rules("yantai"), "yantai")
    assert (found.total, found.fans) == (8, {"超级豪华七对": 1})  # 5555m and four of another kind


# ---------------------------------------------------------------------------------------- verdicts


def test_more_wildcards_than_there_can_be_are_no_hand() -> None:
    assert score_wild(win("99999m 456p 789s EE", "E"), "9m").verdict == "no_shape"


def test_four_wildcards_are_three_turned_ones_and_a_seat_flower() -> None:
    rules = compiled("mcr-caishen", wildcard={"seat_flower": True})
    hand = win("456p 789s E999m", "1p", "222m", seat_wind=0, **DRAWN)
    hand.win_tile = 34  # f1
    found = score_wild(hand, "9m", rules)
    assert found.verdict == "legal"
    assert found.reading[:1] == ["222m"]
    assert {"456p", "789s"} < {*found.reading}


def test_robbed_kong_is_told_to_be_not_allowed_with_wildcards_too() -> None:
    rules = compiled("mcr-caishen", play={"rob_kong": False})
    hand = win("123m 456p 789s E9m 11p", "1p", win_by=BY_ROBBED_KONG)
    out = score_columns(wild_columns([hand], [8]), rules)
    assert out.verdict[0] == NOT_ALLOWED
    assert out.info[0, I_TOTAL] > 8


def test_best_choice_may_be_below_the_minimum() -> None:
    # 平和 2, 喜相逢 1 and 连六 1 (a 3s) or 坎张 1 (a 6s).
    hand = win("234m 678s 99p 4s9m", "5s", "678m")
    out = score_columns(wild_columns([hand], [8]), compiled("mcr-caishen"))
    assert out.verdict[0] == BELOW_MINIMUM
    assert (out.info[0, I_TOTAL], out.info[0, I_WILDCARDS_USED]) == (4, 1)


@pytest.mark.parametrize("name", WIN_BY[3:])
def test_wins_without_a_shape_are_left_to_the_system(name: str) -> None:
    hand = win("123m 456p 789s E9m 11p", "1p", win_by=WIN_BY.index(name))
    assert score_wild(hand, "9m").verdict == "not_allowed"
