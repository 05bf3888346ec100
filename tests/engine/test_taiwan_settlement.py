"""Who pays for a Taiwan win: base and tai, dealer and streak, one payer or all.

Base 3 and one point a tai, streaks as 拉莊, unless something else is said; totals are tai without
dealer and streak.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import compile_rules
from schemas.rules_files import load_ruleset
from tests.engine.taiwan_scores import PRESETS, STANDARD, changed, deltas, parts

# Worked examples of the card


def test_taiwan_example_1_dealer_self_draws_five_tai_with_a_streak_of_one() -> None:
    """5 + dealer 1 + streak 2 = 8 tai, 11 points from each."""
    assert deltas({0: 5}, None, streak=1, by="self_draw") == [33, -11, -11, -11]


def test_taiwan_example_2_seven_tai_of_the_dealer() -> None:
    rules = "taiwan-flowers-honors"
    assert deltas({0: 7}, None, rules, streak=1, by="self_draw") == [39, -13, -13, -13]


def test_taiwan_example_3_discard_without_the_dealer() -> None:
    assert deltas({2: 10}, 1, "taiwan-system") == [0, -13, 13, 0]


def test_taiwan_example_4_dealers_discard_after_two_wins() -> None:
    """6 + dealer 1 + streak 4 = 11 tai, 14 points."""
    assert deltas({1: 6}, 0, streak=2) == [-14, 14, 0, 0]


# Dealer and streak


def test_taiwan_dealer_tai_hold_where_the_dealer_takes_part_and_nowhere_else() -> None:
    """Seat 2 self-draws 4 tai: 7 points each, from the dealer 1 + 2 × 3 tai more."""
    assert deltas({2: 4}, None, streak=3, by="self_draw") == [-14, -7, 28, -7]
    assert deltas({2: 4}, 3, streak=3) == [0, 0, 7, -7]


def test_taiwan_dealer_wins_on_a_discard() -> None:
    assert deltas({3: 4}, 1, dealer=3) == [0, -8, 0, 8]


def test_taiwan_streak_of_zero_is_the_dealers_tai_alone() -> None:
    assert deltas({0: 0}, None, by="self_draw") == [12, -4, -4, -4]


@pytest.mark.parametrize(("pull_streak", "units"), [(True, 6), (False, 3)])
def test_taiwan_streak_counts_twice_where_it_is_pulled(pull_streak: bool, units: int) -> None:
    rules = changed(STANDARD, settlement={"pull_streak": pull_streak})
    assert deltas({1: 2}, 0, rules, streak=3) == [-(3 + 2 + 1 + units), 3 + 2 + 1 + units, 0, 0]


def test_taiwan_dealer_and_streak_have_the_values_of_the_rule_set() -> None:
    rules = changed(STANDARD, {"dealer": 5, "dealer_streak": 0})
    assert deltas({1: 2}, 0, rules, streak=3) == [-10, 10, 0, 0]


def test_taiwan_parts_tell_the_win_from_what_the_dealer_adds() -> None:
    paid = parts({2: 4}, None, streak=3, by="self_draw")
    assert paid["win"] == [-7, -7, 21, -7]
    assert paid["dealer"] == [-7, 0, 7, 0]
    others = set(paid) - {"win", "dealer"}
    assert all(paid[name] == [0, 0, 0, 0] for name in others)


# Who pays


def test_taiwan_robbed_kong_is_paid_by_its_maker_alone() -> None:
    assert deltas({1: 1}, 2, by="robbed_kong") == [0, 4, -4, 0]


def test_taiwan_all_may_pay_for_a_discard() -> None:
    rules = changed(STANDARD, settlement={"payer": "all"})
    assert deltas({1: 1}, 2, rules) == [-5, 13, -4, -4]
    assert deltas({1: 1}, 2, rules, by="robbed_kong") == [-5, 13, -4, -4]


def test_taiwan_eight_flowers_are_paid_by_all() -> None:
    assert deltas({1: 12}, None, by="eight_flowers") == [-16, 46, -15, -15]


@pytest.mark.parametrize("payer", ["discarder", "all"])
def test_taiwan_seven_rob_one_is_paid_by_the_seat_with_the_eighth_alone(payer: str) -> None:
    rules = changed(STANDARD, settlement={"payer": payer})
    assert deltas({1: 10}, 2, rules, by="seven_flowers") == [0, 13, -13, 0]
    assert deltas({1: 10}, 0, rules, by="seven_flowers") == [-14, 14, 0, 0]


def test_taiwan_several_winners_are_paid_separately_by_the_discarder() -> None:
    """The dealer and seat 2 win on seat 1's discard, after one win of the dealer."""
    assert deltas({0: 4, 2: 5}, 1, streak=1) == [10, -18, 8, 0]


def test_taiwan_several_winners_do_not_pay_each_other() -> None:
    rules = changed(STANDARD, settlement={"payer": "all"})
    assert deltas({1: 4, 2: 5}, 3, rules) == [-8 - 9, 7 + 8, 8 + 9, -7 - 8]


def test_taiwan_base_and_points_a_tai_are_the_rule_sets() -> None:
    rules = changed(STANDARD, settlement={"base": 100, "per_tai": 50})
    assert deltas({1: 6}, 0, rules, streak=2) == [-650, 650, 0, 0]


def test_base_per_tai_knows_no_dealers_tai_under_the_patterns_of_another_system(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "mcr"\nname = "h"\n[settlement]\nkind = "base_per_tai"\n', "utf-8")
    rules = compile_rules(load_ruleset(str(path)))
    assert deltas({1: 12}, 0, rules, streak=2) == [-15, 15, 0, 0]


@given(
    preset=st.sampled_from(PRESETS),
    winners=st.integers(1, 15),
    payer=st.integers(-1, 3),
    dealer=st.integers(0, 3),
    streak=st.integers(0, 20),
    totals=st.lists(st.integers(0, 80), min_size=4, max_size=4),
)
def test_every_part_of_a_taiwan_settlement_sums_to_zero(
    preset: str, winners: int, payer: int, dealer: int, streak: int, totals: list[int]
) -> None:
    won = {seat: totals[seat] for seat in range(4) if winners >> seat & 1 and seat != payer}
    paid = parts(won, None if payer < 0 else payer, preset, dealer, streak)
    assert all(sum(seats) == 0 for seats in paid.values())
