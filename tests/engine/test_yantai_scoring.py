"""Yantai 烟台麻将: a hand for every pattern, exclusions, open play, readings (Yantai card)."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.rules import SHAPE_SEVEN_PAIRS, SHAPE_STANDARD
from engine.scoring import new_score_columns, score_batch, score_win
from engine.scoring_out import (
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_SHAPE,
    I_TOTAL,
    I_UNCAPPED,
    I_WITHOUT_FLOWERS,
    ScoreOut,
    new_score_out,
)
from engine.tables import load_tables
from engine.yantai import memory, patterns
from engine.yantai.product import MOST
from schemas.catalogue import load_catalogue
from schemas.codes import (
    BELOW_MINIMUM,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_FIRST_TURN,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_TILE,
    FLAG_OPEN_PLAY,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
    WIN_BY,
)
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import changed_rules, score, score_all, win_columns
from tests.engine.oracle.hands import Win, random_win, win
from tests.engine.single_win import win_at

PLAIN = ("234m 567p 345s 78s 55m", "9s")
"""Concealed, three suits, a two-sided wait: nothing counts on a discard."""
LAID = ("567p 345s 78s 55m", "9s")
"""The same without one set, for a meld."""
ORPHANS = ("19m 19p 19s ESWNCFP", "1m")
PAIRS = ("11m 33m 55p 77p 99s EE P", "P")
FIRST, OPEN, LAST = FLAG_FIRST_TURN, FLAG_OPEN_PLAY, FLAG_LAST_TILE
DEALER = 0


def drawn(tiles: tuple[str, str], *melds: str, flags: int = 0, seat_wind: int = 1) -> Win:
    return win(*tiles, *melds, win_by=BY_SELF_DRAW, flags=flags, seat_wind=seat_wind)


def taken(tiles: tuple[str, str], *melds: str, flags: int = 0, seat_wind: int = 1) -> Win:
    return win(*tiles, *melds, flags=flags, seat_wind=seat_wind)


def answer(hand: Win, **changes: dict[str, Any]) -> tuple[int, ScoreOut]:
    """Verdict and full answer, under the preset or with some of its options changed."""
    rules = compiled("yantai", **changes)
    out = new_score_out()
    win = win_at(win_columns([hand]))
    return score_win(rules, load_tables(), win, out), out


def total(hand: Win, **changes: dict[str, Any]) -> int:
    return int(answer(hand, **changes)[1].info[I_TOTAL])


def test_yantai_pattern_ids_are_positions_in_the_catalogue() -> None:
    for place, key in enumerate(load_catalogue("yantai").keys):
        assert getattr(patterns, key.upper()) == place


def test_yantai_working_memory_does_not_overlap() -> None:
    assert memory.LAST_PATTERNS < memory.BEST_TOTAL
    assert memory.BEST_SHAPE < memory.BEST_SPLITS


# What each hand counts, and the product of the card's values.
HANDS: dict[str, tuple[Win, int, set[str]]] = {
    "bare win": (taken(PLAIN), 1, set()),
    "concealed hand is won by self-draw": (drawn(PLAIN), 2, {"门前清"}),
    "concealed hand keeps its concealed kong": (drawn(LAID, "(2222m)"), 2, {"门前清"}),
    "no concealed hand with a chow": (drawn(LAID, "234m"), 1, set()),
    "no concealed hand with a pung": (drawn(LAID, "222m"), 1, set()),
    "no concealed hand with an exposed kong": (drawn(LAID, "2222m"), 1, set()),
    "half flush": (taken(("234m 567m 11m EE", "E"), "CCC"), 2, {"混一色"}),
    "two suits and honors are no half flush": (taken(("234m 567p 11m EE", "E"), "CCC"), 1, set()),
    "full flush of a suit": (taken(("234m 345m 11m 67m", "8m"), "999m"), 4, {"清一色"}),
    "full flush of honors": (
        taken(("EEE SSS CC FF", "F"), "NNN"),
        8,
        {"清一色", "碰碰胡"},
    ),
    "pure straight in hand": (taken(("123456m 78m 55p", "9m"), "EEE"), 2, {"一条龙"}),
    "pure straight with claimed chows": (
        taken(("333s 78m 55p", "9m"), "456m", "123m"),
        2,
        {"一条龙"},
    ),
    "straight of three suits is none": (taken(("123m 456p 78s 55p", "9s"), "EEE"), 1, set()),
    "last single tile": (taken(("E", "E"), "123m", "567p", "222s", "999s"), 2, {"大吊车"}),
    "last single tile beside kongs": (
        taken(("E", "E"), "123m", "567p", "2222s", "(9999s)"),
        2,
        {"大吊车"},
    ),
    "last single tile beside concealed kongs only": (
        drawn(("E", "E"), "(1111m)", "(5555p)", "(2222s)", "(9999s)"),
        8,
        {"大吊车", "碰碰胡", "门前清"},
    ),
    "kong replacement": (
        drawn(LAID, "2222m", flags=FLAG_KONG_REPLACEMENT),
        2,
        {"杠上开花"},
    ),
    "last draw": (drawn(PLAIN, flags=LAST), 4, {"门前清", "海底捞月"}),
    "last discard is no last draw": (taken(PLAIN, flags=LAST), 1, set()),
    "all pungs": (taken(("111m 999p 33s 55m", "5m"), "222p"), 2, {"碰碰胡"}),
    "all pungs with a kong": (taken(("111m 999p 33s 55m", "5m"), "2222p"), 2, {"碰碰胡"}),
    "seven pairs": (taken(PAIRS), 2, {"七对"}),
    "seven pairs exclude the concealed hand": (drawn(PAIRS), 2, {"七对"}),
    # The source shows four alike as two pairs: 3万3万3万3万，77条，88条，东东，白白，11饼.
    "luxury seven pairs": (taken(("3333m 77s 88s EE PP 1p", "1p")), 4, {"豪华七对"}),
    "luxury seven pairs by the fourth tile": (
        taken(("333m 77s 88s EE PP 11p", "3m")),
        4,
        {"豪华七对"},
    ),
    "super luxury seven pairs": (taken(("3333m 7777s EE PP 1p", "1p")), 8, {"超级豪华七对"}),
    "supreme luxury seven pairs": (drawn(("3333m 7777s EEEE 1p", "1p")), 16, {"至尊豪华七对"}),
    "seven pairs multiply with half flush": (
        taken(("11m 33m 55m 77m EE CC P", "P")),
        4,
        {"七对", "混一色"},
    ),
    "seven pairs multiply with full flush": (
        taken(("1133557799m 22m 4m", "4m")),
        8,
        {"七对", "清一色"},
    ),
    "thirteen orphans": (taken(ORPHANS), 10, {"十三幺"}),
    "thirteen orphans exclude the concealed hand": (drawn(ORPHANS), 10, {"十三幺"}),
    "earthly by discard": (taken(PLAIN, flags=FIRST), 10, {"地胡"}),
    "earthly by self-draw excludes the concealed hand": (drawn(PLAIN, flags=FIRST), 10, {"地胡"}),
    "earthly after claims": (taken(LAID, "234m", flags=FIRST), 10, {"地胡"}),
    "heavenly excludes the concealed hand": (
        drawn(PLAIN, flags=FIRST, seat_wind=DEALER),
        10,
        {"天胡"},
    ),
    "dealer's first discard win is neither": (
        taken(PLAIN, flags=FIRST, seat_wind=DEALER),
        1,
        set(),
    ),
    "heavenly multiplies with the pairs": (
        drawn(PAIRS, flags=FIRST, seat_wind=DEALER),
        20,
        {"天胡", "七对"},
    ),
    "open play": (drawn(PLAIN, flags=OPEN), 8, {"门前清", "明打"}),
    "open play with a concealed kong": (
        drawn(LAID, "(2222m)", flags=OPEN),
        8,
        {"门前清", "明打"},
    ),
}


@pytest.mark.parametrize("rule", HANDS)
def test_yantai_hand_counts(rule: str) -> None:
    hand, product, names = HANDS[rule]
    found = score(hand, "yantai")
    assert found.verdict == "legal"
    assert found.fans == dict.fromkeys(names, 1)
    assert found.total == product


def test_yantai_every_pattern_has_a_hand() -> None:
    counted = {name for _, _, names in HANDS.values() for name in names}
    assert counted == {pattern.name for pattern in load_catalogue("yantai").patterns}


# ------------------------------------------------------------------------- verdicts and open play


@pytest.mark.parametrize(
    "hand",
    [
        taken(PLAIN, flags=OPEN),
        drawn(LAID, "234m", flags=OPEN),
        drawn(LAID, "222m", flags=OPEN),
        drawn(LAID, "2222m", flags=OPEN),
        win("567p 345s 78s 55m", "9s", "(2222m)", win_by=BY_ROBBED_KONG, flags=OPEN),
    ],
)
def test_yantai_open_play_wins_by_self_draw_without_claims(hand: Win) -> None:
    assert answer(hand)[0] == NOT_ALLOWED
    off = {"open_play": False}
    assert answer(hand, play=off)[0] == LEGAL  # nobody can have declared it
    assert total(hand, play=off) == 1


def test_yantai_win_below_a_house_minimum() -> None:
    low = {"minimum": 2}
    assert answer(taken(PLAIN), win=low)[0] == BELOW_MINIMUM
    assert answer(drawn(PLAIN), win=low)[0] == LEGAL


def test_yantai_robbed_kong_where_it_may_not_be() -> None:
    hand = win(*PLAIN, win_by=BY_ROBBED_KONG)
    assert answer(hand)[0] == LEGAL
    assert answer(hand, play={"rob_kong": False})[0] == NOT_ALLOWED


@pytest.mark.parametrize(
    "hand",
    [
        win("234m 567p 345s 78s 55m", "7p"),
        win("147m 258p 369s ESWN", "C"),  # a hand of Chinese Official
        win("147m 258p 369s 55m 78s", "9s"),
        win("123m", "4m", "123p", "123s", "EEE"),
    ],
)
def test_yantai_no_shape(hand: Win) -> None:
    verdict, out = answer(hand)
    assert verdict == NO_SHAPE
    assert not out.counts.any()
    assert out.info[I_TOTAL] == 0


@pytest.mark.parametrize("name", WIN_BY[3:])
def test_yantai_knows_no_win_of_other_systems(name: str) -> None:
    verdict, out = answer(win(*PLAIN, win_by=WIN_BY.index(name)))
    assert verdict == NOT_ALLOWED
    assert out.info[I_TOTAL] == 0


# ----------------------------------------------------------------------------- options and values


def test_yantai_honors_may_be_no_kind() -> None:
    hand = taken(("EEE SSS CC FF", "F"), "NNN")
    assert total(hand, scoring={"honors_are_a_kind": False}) == 2


def test_yantai_heavenly_may_follow_a_concealed_kong_where_the_flag_says_so() -> None:
    hand = drawn(LAID, "(2222m)", flags=FIRST | FLAG_KONG_REPLACEMENT, seat_wind=DEALER)
    assert total(hand) == 20  # 天胡 10 × 杠上开花 2
    hand = drawn(LAID, "222m", flags=FIRST, seat_wind=DEALER)
    assert total(hand) == 1  # nobody has claimed before the deal is over


def test_yantai_flag_of_flowers_is_ignored() -> None:
    flags = FLAG_FLOWER_REPLACEMENT | FLAG_KONG_REPLACEMENT
    assert total(drawn(LAID, "2222m", flags=flags)) == 2


def test_yantai_full_flush_of_honors_excludes_nothing_else() -> None:
    assert total(taken(("EE SS CC FF PP NN W", "W"))) == 8  # 七对 2 × 清一色 4


def test_yantai_cancelled_patterns_name_what_cancels_them() -> None:
    assert score(drawn(PAIRS), "yantai").cancelled_by == {"门前清": "七对"}
    found = score(drawn(ORPHANS, flags=FIRST), "yantai")
    assert (found.total, found.cancelled_by) == (100, {"门前清": "十三幺"})


def test_yantai_row_of_value_one_neither_counts_nor_cancels() -> None:
    found = score(drawn(PAIRS), "yantai", changed_rules("yantai", seven_pairs=1))
    assert (found.total, found.fans) == (2, {"门前清": 1})
    found = score(drawn(PAIRS, flags=FIRST), "yantai", changed_rules("yantai", concealed_hand=1))
    assert (found.total, found.fans, found.cancelled_by) == (20, {"七对": 1, "地胡": 1}, {})


def test_yantai_cancelled_row_still_cancels() -> None:
    rules = changed_rules("yantai", excludes={"open_play": ("seven_pairs",)})
    found = score(drawn(PAIRS, flags=OPEN), "yantai", rules)
    assert (found.total, found.fans) == (4, {"明打": 1})
    assert found.cancelled_by == {"七对": "明打", "门前清": "七对"}


def test_yantai_marginal_is_what_the_total_loses_without_the_row() -> None:
    # 门前清 2 × 清一色 4 × 明打 4 = 32: without one of them 16, 8 and 8.
    _, out = answer(drawn(("234m 345m 11m 678m 99m", "9m"), flags=OPEN))
    assert out.info[I_TOTAL] == 32
    lost = {patterns.CONCEALED_HAND: 16, patterns.FULL_FLUSH: 24, patterns.OPEN_PLAY: 24}
    assert {int(i): int(out.marginal[i]) for i in np.flatnonzero(out.marginal)} == lost
    assert out.info[I_N_PATTERNS] == 3
    assert out.info[I_N_CANCELLED] == 0


def test_yantai_product_ends_where_the_tables_do() -> None:
    rules = changed_rules("yantai", concealed_hand=100_000, open_play=100_000)
    assert score(drawn(PLAIN, flags=OPEN), "yantai", rules).total == MOST


# --------------------------------------------------------------------------------------- readings


def test_yantai_pairs_beat_sets_where_they_are_worth_more() -> None:
    tiles = ("1122334455667m", "7m")
    # By discard: sets 清一色 4, pairs 七对 2 × 清一色 4. By self-draw 门前清 makes both 8: sets.
    verdict, out = answer(taken(tiles))
    assert (verdict, out.info[I_TOTAL], out.info[I_SHAPE]) == (LEGAL, 8, SHAPE_SEVEN_PAIRS)
    verdict, out = answer(drawn(tiles))
    assert (verdict, out.info[I_TOTAL], out.info[I_SHAPE]) == (LEGAL, 8, SHAPE_STANDARD)


def test_yantai_pungs_beat_chows_where_they_are_worth_more() -> None:
    tiles = ("111222333m 77p 55p", "7p")
    assert score(taken(tiles), "yantai").reading == ["111m", "222m", "333m", "777p", "55p"]
    assert score(taken(tiles), "yantai").total == 2
    # Without the row 123 123 123 is worth as much; the reading of pungs comes first.
    assert score(taken(tiles), "yantai", changed_rules("yantai", all_pungs=1)).total == 1


def test_yantai_straight_is_found_among_other_readings() -> None:
    # Read from the left, pungs first: 111 234 44 456 789.
    found = score(taken(("1112344445678m", "9m")), "yantai")
    assert (found.total, found.fans) == (8, {"清一色": 1, "一条龙": 1})
    assert found.reading == ["123m", "444m", "456m", "789m", "11m"]


def test_yantai_waits_are_told() -> None:
    assert score(taken(PLAIN), "yantai").wait == "two_sided"
    assert score(taken(("234m 567p 345s 79s 55m", "8s")), "yantai").wait == "closed"
    assert score(taken(("234m 567p 567s 12s 55m", "3s")), "yantai").wait == "edge"
    assert score(taken(("234m 567p 345s 789s E", "E")), "yantai").wait == "single"
    assert score(taken(("234m 567p 345s 55m EE", "E")), "yantai").wait == "pair_pair"
    assert score(taken(PAIRS), "yantai").wait == "special"
    assert score(taken(PLAIN), "yantai").n_waits == 2
    assert score(taken(ORPHANS), "yantai").n_waits == 13


# ------------------------------------------------------------------------ what must change nothing


def random_wins(n: int, seed: int) -> list[Win]:
    rng = Random(seed)
    hands = [random_win(rng) for _ in range(n)]
    for hand in hands:
        hand.n_flowers = 0
        hand.flags |= rng.choice([0, 0, 0, FIRST, OPEN, LAST])
    return hands


def renamed(hand: Win, suits: tuple[int, int, int]) -> Win:
    """The same hand with suits exchanged."""

    def tile(kind: int) -> int:
        return kind if kind >= 27 else suits[kind // 9] * 9 + kind % 9

    return Win(
        [tile(kind) for kind in hand.concealed],
        tile(hand.win_tile),
        [(kind, tile(low)) for kind, low in hand.melds],
        hand.win_by,
        hand.flags,
        hand.seat_wind,
        hand.round_wind,
    )


@pytest.mark.parametrize("suits", [(1, 0, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_yantai_suits_are_alike(suits: tuple[int, int, int]) -> None:
    hands = random_wins(2000, 1)
    before = score_all(hands, compiled("yantai"))
    after = score_all([renamed(hand, suits) for hand in hands], compiled("yantai"))
    assert (before.verdict == LEGAL).sum() > 1000
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info[:, I_TOTAL], after.info[:, I_TOTAL])
    assert np.array_equal(before.verdict, after.verdict)


def test_yantai_order_of_melds_does_not_matter() -> None:
    hands = random_wins(1000, 2)
    before = score_all(hands, compiled("yantai"))
    for hand in hands:
        hand.melds.reverse()
    after = score_all(hands, compiled("yantai"))
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info, after.info)


def test_yantai_totals_are_products_of_what_is_counted() -> None:
    hands = random_wins(2000, 3)
    rules = compiled("yantai")
    answers = score_all(hands, rules)
    whole = answers.verdict != NO_SHAPE
    factors = np.where(answers.counts > 0, rules.values[: rules.n_patterns], 1).astype(np.int64)
    assert np.array_equal(answers.info[whole, I_TOTAL], factors.prod(axis=1)[whole])
    assert np.array_equal(answers.info[:, I_TOTAL], answers.info[:, I_UNCAPPED])
    assert np.array_equal(answers.info[:, I_TOTAL], answers.info[:, I_WITHOUT_FLOWERS])
    assert np.array_equal(answers.info[:, I_N_PATTERNS], (answers.counts > 0).sum(axis=1))


def test_yantai_scoring_leaves_the_hand_as_it_was() -> None:
    hands = random_wins(500, 4)
    columns = win_columns(hands)
    rules = compiled("yantai")
    score_batch(rules, load_tables(), columns, new_score_columns(500, rules.n_patterns))
    for ours, fresh in zip(columns, win_columns(hands), strict=True):
        assert np.array_equal(ours, fresh)
