"""What a Luoyuan win is worth: the card's "Points", values and exclusions of the rule set."""

from __future__ import annotations

import pytest

from engine.largest import MOST_TOTAL
from schemas.codes import BY_ROBBED_GOLD, BY_SELF_DRAW, FLAG_FIRST_TURN
from tests.engine.luoyuan_hands import Hand, changed, hand, score
from tests.engine.machine_script import compiled

# The gold is 9s throughout; F = 2, one gold.
FLOWERS = "E f1"
DISCARD = hand("123m 456m 79p9s 22s 456s 45p", "6p", gold="9s", flowers=FLOWERS)
DRAWN = DISCARD.but(by=BY_SELF_DRAW)
BARE = DISCARD.but(flowers=[])
HEAVENLY = DRAWN.but(flags=FLAG_FIRST_TURN, seat=0)
ROBBING = hand("123m 456m 789p 22s 456s 45p", "9s", gold="9s", flowers=FLOWERS, by=BY_ROBBED_GOLD)
PAIR = hand("123m 456m 789p 456s 45p 99s", "6p", gold="9s", flowers=FLOWERS)
DRAGON = hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s", flowers=FLOWERS, by=BY_SELF_DRAW)
THREE = hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", flowers=FLOWERS, by=BY_SELF_DRAW)
MIXED = hand(
    "22s 45p 79p9s",
    "6p",
    "3333m",
    "+4444m",
    "(5555m)",
    gold="9s",
    flowers="EEEE f5",
    by=BY_SELF_DRAW,
)


@pytest.mark.parametrize(
    ("one", "kind", "total", "per_streak"),
    [
        (DISCARD, "discard_win", 2 + 1 + 1, 1),
        (DRAWN, "self_draw", (2 + 1 + 1) * 2, 2),
        (BARE, "bare_win", (1 + 1) * 2, 2),
        (THREE, "three_golds", (2 + 3) * 3, 3),
        (ROBBING, "robbing_gold", (2 + 1 + 1) * 3, 3),
        (PAIR, "golden_pair", (2 + 2 + 1) * 6, 6),
        (DRAGON, "golden_dragon", (2 + 3 + 1) * 10, 10),
        (HEAVENLY, "heavenly", (2 + 1 + 1) * 10, 10),
    ],
)
def test_luoyuan_points(one: Hand, kind: str, total: int, per_streak: int) -> None:
    answer = score(one)
    assert (answer.kind, answer.total, answer.per_streak) == (kind, total, per_streak)
    assert answer.losers_settle == (kind in ("discard_win", "self_draw", "bare_win"))
    assert answer.void_is_liable == (kind in ("three_golds", "golden_pair", "golden_dragon"))


def test_luoyuan_flowers_of_every_sort() -> None:
    """(5 + 2 flowers, 1 + 1 + 2 kongs, 1 gold, 1) x 2."""
    assert score(MIXED).total == (7 + 4 + 1 + 1) * 2


def test_luoyuan_totals_without_measure_end_at_the_largest() -> None:
    """(100,000 x 6 kinds of units and more) x 100,000 is beyond 32 bits."""
    largest = compiled(
        "luoyuan-20",
        patterns={name: {"value": 100_000} for name in ("flower", "gold", "self_draw")},
    )
    answer = score(MIXED, largest)
    assert answer.total == MOST_TOTAL
    assert answer.marginal["flower"] == MOST_TOTAL
    assert answer.marginal["self_draw"] == MOST_TOTAL


def test_luoyuan_marginals() -> None:
    """What the total loses without a row: a multiplier made 1, a count made 0."""
    assert score(MIXED).marginal == {
        "self_draw": 13,
        "flower": 5 * 2,
        "flower_set": 2 * 2,
        "exposed_kong": 2 * 1 * 2,
        "concealed_kong": 2 * 2,
        "gold": 1 * 2,
    }
    assert score(THREE).marginal == {"three_golds": 5 * 2, "flower": 2 * 3, "gold": 3 * 3}


def test_luoyuan_discard_win_counts_though_it_multiplies_by_one() -> None:
    assert score(DISCARD).counts["discard_win"] == 1
    assert score(DISCARD).marginal["discard_win"] == 0


def test_luoyuan_values_are_the_rule_sets() -> None:
    """(5x2 + 1x3 flowers, 2x4 + 1x5 kongs, 1x6 gold, base 7) x 3."""
    values = {
        "flower": 2,
        "flower_set": 3,
        "exposed_kong": 4,
        "concealed_kong": 5,
        "gold": 6,
        "self_draw": 3,
    }
    answer = score(MIXED, changed(values, scoring={"base": 7}))
    assert answer.total == (10 + 3 + 8 + 5 + 6 + 7) * 3
    assert answer.per_streak == 3


def test_luoyuan_three_golds_have_no_base() -> None:
    assert score(THREE, changed(scoring={"base": 100})).total == (2 + 3) * 3


def test_luoyuan_neutral_rows_neither_count_nor_cancel() -> None:
    rules = changed({"flower": 0, "gold": 0}, {"flower": ("concealed_kong",)})
    answer = score(MIXED, rules)
    assert set(answer.counts) == {"self_draw", "flower_set", "exposed_kong", "concealed_kong"}
    assert answer.total == (2 + 2 + 2 + 1) * 2
    # A bare win is one without flowers, whatever they are worth.
    assert score(DISCARD, rules).kind == "discard_win"


def test_luoyuan_best_paid_kind_is_taken_under_the_rule_sets_values() -> None:
    drawn = PAIR.but(by=BY_SELF_DRAW)
    assert score(drawn, changed({"golden_pair": 1})).kind == "self_draw"
    assert score(BARE.but(by=BY_SELF_DRAW), changed({"self_draw": 3})).kind == "self_draw"
    assert score(BARE, changed({"bare_win": 0})).kind == "discard_win"
    assert score(DRAGON, changed({"golden_dragon": 2})).kind == "three_golds"


def test_luoyuan_kinds_paid_alike_go_by_the_tables_order() -> None:
    alike = changed({"golden_dragon": 3}, scoring={"base": 0})
    assert (score(DRAGON, alike).kind, score(DRAGON, alike).total) == ("golden_dragon", 15)
    assert score(PAIR, changed({"golden_pair": 1})).kind == "golden_pair"
    assert score(ROBBING, changed({"robbing_gold": 0})).kind == "robbing_gold"


def test_luoyuan_best_paid_is_what_who_is_not_dealer_pays() -> None:
    """16 against 15 for F = 0, G = 3, though a dealer with streak 3 would pay 28 against 30."""
    rules = changed({"golden_dragon": 4, "three_golds": 5})
    answer = score(DRAGON.but(flowers=[]), rules)
    assert (answer.kind, answer.total) == ("golden_dragon", 16)


def test_luoyuan_a_kind_may_cancel_what_is_counted() -> None:
    """A golden pair without its golds: (2 + 1) x 6."""
    answer = score(PAIR, changed(excludes={"golden_pair": ("gold",)}))
    assert answer.counts == {"golden_pair": 1, "flower": 2}
    assert answer.cancelled_by == {"gold": "golden_pair"}
    assert answer.total == 18


def test_luoyuan_cancelled_rows_still_cancel() -> None:
    rules = changed(excludes={"self_draw": ("flower",), "flower": ("flower_set", "gold")})
    answer = score(MIXED, rules)
    assert answer.cancelled_by == {
        "flower": "self_draw",
        "flower_set": "flower",
        "gold": "flower",
    }
    assert answer.total == (2 + 2 + 1) * 2
    assert answer.marginal == {"self_draw": 5, "exposed_kong": 4, "concealed_kong": 4}


def test_luoyuan_a_cancelled_kind_gives_way_to_another() -> None:
    """平胡 not with golds: 放胡 instead, (1 + 1) x 1, though 平胡 would be listed first."""
    answer = score(BARE, changed(excludes={"gold": ("bare_win",)}))
    assert (answer.counts, answer.total) == ({"discard_win": 1, "gold": 1}, 2)


def test_luoyuan_a_win_whose_only_kind_is_cancelled_multiplies_by_one() -> None:
    answer = score(DRAWN, changed(excludes={"flower": ("self_draw",)}))
    assert (answer.counts, answer.total) == ({"flower": 2, "gold": 1}, 4)
    assert answer.cancelled_by == {"self_draw": "flower"}
    assert answer.per_streak == 1


def test_luoyuan_20_scores_as_luoyuan_36() -> None:
    for one in (DISCARD, DRAWN, BARE, HEAVENLY, PAIR, DRAGON, THREE):
        twenty = one.but(flowers=one.flowers[:1])
        assert score(twenty, compiled("luoyuan-20")).counts == score(twenty).counts
