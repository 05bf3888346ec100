"""The plain Yantai scorer against its card: who pays whom, kongs and bets."""

from __future__ import annotations

from tests.oracles.written_lines import line
from tests.oracles.yantai import score
from tests.oracles.yantai_lines import PLAIN, at_table


def test_yantai_dealer_factor_doubles_what_the_dealer_pays_or_gets() -> None:
    hand = line(*PLAIN, **at_table(3, dealer=2))
    assert score(hand)["total"] == 2
    assert score(hand)["deltas"] == [-2, -2, -4, 8]
    assert score(hand, {"dealer_factor": 3})["deltas"] == [-2, -2, -6, 10]
    assert score(hand, {"unit": 5})["deltas"] == [-10, -10, -20, 40]


def test_yantai_payer_all_takes_a_discard_from_all_three() -> None:
    hand = line(*PLAIN, **at_table(1, payer=2))
    assert score(hand)["deltas"] == [0, 1, -1, 0]
    assert score(hand, {"payer": "all"})["deltas"] == [-2, 4, -1, -1]


def test_yantai_kong_points_are_added_after_multiplying() -> None:
    melds = ("1111m", "(EEEE)")
    hand = line("123p 456p 7s", "7s", *melds, **at_table(1, payer=0))
    assert score(hand)["deltas"] == [-(2 + 3), 5, 0, 0]
    assert score(hand, {"unit": 10})["deltas"] == [-(20 + 3), 23, 0, 0]
    assert score(hand, {"kong_points": False})["deltas"] == [-2, 2, 0, 0]
    drawn = line("123p 456p 7s", "7s", *melds, **at_table(1))
    assert score(drawn)["deltas"] == [-5, 13, -4, -4]


def test_yantai_each_payer_pays_both_bets() -> None:
    bets = [1, 2, 3, 4]
    discard = line(*PLAIN, **at_table(2, payer=1, bets=bets))
    assert score(discard)["deltas"] == [0, -(1 + 5), 6, 0]
    everyone = score(discard, {"bet_scope": "all_losers"})["deltas"]
    assert everyone == [-4, -6, 4 + 6 + 7, -7]
    drawn = line(*PLAIN, **at_table(2, bets=bets))
    assert score(drawn)["deltas"] == [-(4 + 4), -(2 + 5), 8 + 7 + 9, -(2 + 7)]


def test_yantai_a_robbed_kong_is_paid_like_a_discard_or_not_allowed() -> None:
    hand = line(*PLAIN, **(at_table(1, payer=2) | {"win_by": "robbed_kong"}))
    assert score(hand)["deltas"] == [0, 1, -1, 0]
    refused = score(hand, {"rob_kong": False})
    assert (refused["reason"], refused["total"], refused["deltas"]) == ("not_allowed", 1, None)
