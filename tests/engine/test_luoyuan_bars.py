"""Idle golds, dead golds, robbed golds and kongs: who may not win on what in Luoyuan."""

from __future__ import annotations

import pytest

from schemas.codes import BY_DISCARD, BY_ROBBED_GOLD, BY_ROBBED_KONG, BY_SELF_DRAW
from tests.engine.luoyuan_hands import changed, hand, score

# The gold is 9s. Five whole sets and one gold: any tile makes a pair with it.
IDLE = hand("123m 456m 789p 456s 456p 9s", "1s", gold="9s")
# Two golds, the second fills 46p: whole sets without the first.
IDLE_TWO = hand("123m 456m 789p 456s 46p 99s", "1s", gold="9s")
READY = hand("123m 456m 789p 22s 456s 45p", "9s", gold="9s", by=BY_ROBBED_GOLD)


@pytest.mark.parametrize("by", [BY_DISCARD, BY_ROBBED_KONG])
@pytest.mark.parametrize("one", [IDLE, IDLE_TWO])
def test_luoyuan_idle_gold_wins_on_no_discard(one, by) -> None:
    answer = score(one.but(by=by))
    assert answer.verdict == "not_allowed"
    assert answer.kind == "bare_win"
    assert answer.total == 2 * (answer.counts["gold"] + 1)


def test_luoyuan_idle_gold_wins_by_self_draw() -> None:
    assert score(IDLE.but(by=BY_SELF_DRAW)).verdict == "legal"
    assert score(IDLE_TWO.but(by=BY_SELF_DRAW)).verdict == "legal"


def test_luoyuan_idle_gold_may_win_a_golden_pair() -> None:
    """5p makes the fifth set without a gold: both golds are the pair, (2 + 1) x 6."""
    answer = score(IDLE_TWO.but(win_tile=13))
    assert (answer.verdict, answer.kind, answer.total) == ("legal", "golden_pair", 18)
    assert score(IDLE_TWO.but(win_tile=13, by=BY_ROBBED_KONG)).verdict == "legal"


def test_luoyuan_idle_exception_lifts_the_bar() -> None:
    """The win is then counted as any other: (2 + 1) x 2 where a golden pair is worth less."""
    answer = score(IDLE_TWO.but(win_tile=13), changed(values={"golden_pair": 1}))
    assert (answer.verdict, answer.kind, answer.total) == ("legal", "bare_win", 6)


def test_luoyuan_idle_gold_with_melds() -> None:
    one = hand("456s 456p 9s", "1s", "123m", "444m", "(7777p)", gold="9s")
    assert score(one).verdict == "not_allowed"


def test_luoyuan_gold_in_use_is_not_idle() -> None:
    one_gold = hand("123m 456m 79p9s 22s 456s 45p", "6p", gold="9s")
    two_golds = hand("123m 456m 79p9s 22s 46s9s 45p", "6p", gold="9s")
    for one in (one_gold, two_golds):
        assert score(one).verdict == "legal"


@pytest.mark.parametrize("idle", ["free", "no_intercept"])
def test_option_idle_gold(idle: str) -> None:
    """As no_intercept the bar is on going before another winner, which a hand cannot tell."""
    rules = changed(wildcard={"idle": idle})
    assert score(IDLE, rules).verdict == "legal"
    assert score(IDLE_TWO.but(win_tile=13), rules).kind == "golden_pair"


def test_luoyuan_discarded_gold_is_dead() -> None:
    one = hand("123m 456m 789p 22s 456s 45p", "9s", gold="9s")
    answer = score(one)
    assert (answer.verdict, answer.kind, answer.total) == ("not_allowed", "bare_win", 4)
    assert score(one, changed(wildcard={"discard_is_dead": False})).verdict == "legal"
    assert score(one.but(by=BY_SELF_DRAW)).verdict == "legal"


def test_option_rob_kong() -> None:
    one = hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s", by=BY_ROBBED_KONG)
    assert (score(one).verdict, score(one).kind) == ("legal", "bare_win")
    answer = score(one, changed(play={"rob_kong": False}))
    assert (answer.verdict, answer.total) == ("not_allowed", 2)


def test_luoyuan_robbed_gold_is_a_kind_of_its_own() -> None:
    """(1 + 1 + 1) x 3, the robbed gold counted, never as a self-draw or a bare win."""
    answer = score(READY.but(flowers=[27]))
    assert (answer.verdict, answer.total) == ("legal", 9)
    assert answer.counts == {"robbing_gold": 1, "flower": 1, "gold": 1}
    assert score(READY).counts == {"robbing_gold": 1, "gold": 1}


def test_luoyuan_robbed_gold_needs_no_winning_tile() -> None:
    assert score(READY.but(win_tile=-1)).counts == score(READY).counts


def test_luoyuan_robbed_gold_needs_a_ready_hand() -> None:
    one = hand("147m 258m 147p 258p 1447s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    assert score(one).verdict == "no_shape"


def test_luoyuan_robbed_gold_beside_one_gold_as_the_pair_is_a_golden_pair() -> None:
    """(2 + 1) x 6, both golds counted."""
    one = hand("123m 456m 789p 456s 456p 9s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    answer = score(one)
    assert (answer.verdict, answer.kind, answer.total) == ("legal", "golden_pair", 18)
    filling = hand("123m 456m 79p9s 22s 456s 45p", "9s", gold="9s", by=BY_ROBBED_GOLD)
    assert (score(filling).kind, score(filling).total) == ("robbing_gold", 9)


def test_luoyuan_two_golds_may_rob_only_for_a_golden_dragon() -> None:
    """(3 + 1) x 10; golds that fill something, or 三金倒 without a shape, may not rob."""
    dragon = hand("123m 456m 789p 22s 456s 99s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    answer = score(dragon)
    assert (answer.verdict, answer.kind, answer.total) == ("legal", "golden_dragon", 40)
    filling = hand("123m 456m 79p9s 22s 46s9s 45p", "9s", gold="9s", by=BY_ROBBED_GOLD)
    answer = score(filling)
    assert (answer.verdict, answer.kind, answer.total) == ("not_allowed", "robbing_gold", 12)
    shapeless = hand("147m 258m 147p 258p 14s 99s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    assert score(shapeless).verdict == "no_shape"


def test_luoyuan_three_golds_may_not_rob() -> None:
    one = hand("123m 456m 22s 456s 45p 999s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    assert score(one).verdict == "not_allowed"


def test_luoyuan_robbed_gold_is_taken_before_anything_is_claimed() -> None:
    claimed = hand("456m 789p 22s 456s 45p", "9s", "123m", gold="9s", by=BY_ROBBED_GOLD)
    assert score(claimed).verdict == "not_allowed"
    konged = hand("456m 789p 22s 456s 45p", "9s", "(3333m)", gold="9s", by=BY_ROBBED_GOLD)
    assert score(konged).verdict == "not_allowed"
    dealer = score(konged.but(seat=0))
    assert (dealer.verdict, dealer.total) == ("legal", 12)


def test_option_robbing_gold() -> None:
    answer = score(READY, changed(win={"robbing_gold": False}))
    assert (answer.verdict, answer.total, answer.counts) == ("not_allowed", 0, {})


def test_option_robbed_gold_counts() -> None:
    """Without the robbed one: (0 + 1) x 3 and (1 + 1) x 6; it still makes the pair."""
    rules = changed(scoring={"robbed_gold_counts": False})
    answer = score(READY, rules)
    assert (answer.counts, answer.total) == ({"robbing_gold": 1}, 3)
    pair = hand("123m 456m 789p 456s 456p 9s", "9s", gold="9s", by=BY_ROBBED_GOLD)
    assert score(pair, rules).counts == {"golden_pair": 1, "gold": 1}
    assert score(pair, rules).total == 12


def test_option_three_wildcards() -> None:
    """Where three golds do not win by themselves, they win as others do."""
    shapeless = hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", by=BY_SELF_DRAW)
    filling = hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s", by=BY_SELF_DRAW)
    rules = changed(win={"three_wildcards": "none"})
    assert score(shapeless, rules).verdict == "no_shape"
    assert (score(filling, rules).kind, score(filling, rules).total) == ("bare_win", 8)


def test_option_three_wildcards_on_discard() -> None:
    rules = changed(win={"three_wildcards_on_discard": True})
    filling = hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s")
    assert (score(filling, rules).verdict, score(filling, rules).kind) == ("legal", "bare_win")
    # A golden dragon is won on an own draw.
    dragon = hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s")
    assert score(dragon, rules).kind == "bare_win"


def test_option_minimum() -> None:
    one = hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s")
    assert score(one, changed(win={"minimum": 2})).verdict == "legal"
    answer = score(one, changed(win={"minimum": 3}))
    assert (answer.verdict, answer.total) == ("below_minimum", 2)
