"""Which kind of win a Luoyuan hand is, and what bars it: the Luoyuan card, "Winning"."""

from __future__ import annotations

import pytest

from engine.luoyuan import memory, patterns
from engine.scoring_out import SCRATCH_SIZE
from schemas.codes import (
    BY_DISCARD,
    BY_EIGHT_FLOWERS,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    BY_SEVEN_FLOWERS,
    BY_THREE_WILDCARDS,
    FLAG_FIRST_TURN,
)
from tests.engine.luoyuan_hands import KEYS, WIN_KINDS, Hand, changed, hand, score

# The gold is 9s throughout.
PLAIN = hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s")
ONE_GOLD = hand("123m 456m 79p9s 22s 456s 45p", "6p", gold="9s")
TWO_GOLDS = hand("123m 456m 79p9s 22s 46s9s 45p", "6p", gold="9s")
PAIR = hand("123m 456m 789p 456s 45p 99s", "6p", gold="9s")
DRAGON = hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s", by=BY_SELF_DRAW)
THREE_SHAPELESS = hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", by=BY_SELF_DRAW)
HEAVENLY = {"by": BY_SELF_DRAW, "flags": FLAG_FIRST_TURN, "seat": 0}


def test_pattern_ids_are_positions_in_the_catalogue() -> None:
    for place, key in enumerate(KEYS):
        assert getattr(patterns, key.upper()) == place
    assert len(KEYS) == patterns.N_PATTERNS


def test_working_memory_fits_the_answer() -> None:
    assert memory.SCRATCH_SIZE <= SCRATCH_SIZE


GOLDEN: dict[str, tuple[Hand, int, dict[str, int]]] = {
    # (F + G + 1) x 10 = (0 + 1 + 1) x 10
    "heavenly": (ONE_GOLD.but(**HEAVENLY), 20, {"gold": 1}),
    # (0 + 3 + 1) x 10
    "golden_dragon": (DRAGON, 40, {"gold": 3}),
    # (0 + 2 + 1) x 6
    "golden_pair": (PAIR, 18, {"gold": 2}),
    # The robbed gold is a gold: (0 + 1 + 1) x 3
    "robbing_gold": (PLAIN.but(win_tile=26, by=BY_ROBBED_GOLD), 6, {"gold": 1}),
    # (F + G) x 3 = (1 + 3) x 3
    "three_golds": (THREE_SHAPELESS.but(flowers=[27]), 12, {"flower": 1, "gold": 3}),
    # (G + 1) x 2
    "bare_win": (PLAIN, 2, {}),
    # (F + G + 1) x 2 = (2 + 1 + 1) x 2
    "self_draw": (
        ONE_GOLD.but(by=BY_SELF_DRAW, flowers=[27, 34]),
        8,
        {"flower": 2, "gold": 1},
    ),
    # F + G + 1 = 2 + 1 + 1
    "discard_win": (ONE_GOLD.but(flowers=[27, 34]), 4, {"flower": 2, "gold": 1}),
}


@pytest.mark.parametrize("kind", WIN_KINDS)
def test_luoyuan_golden_hand(kind: str) -> None:
    one, total, counted = GOLDEN[kind]
    answer = score(one)
    assert answer.verdict == "legal"
    assert answer.counts == {kind: 1, **counted}
    assert answer.total == total


def test_luoyuan_counted_rows_golden_hand() -> None:
    """Five flower tiles, four of them E (two more), kongs 1 + 1 + 2, a gold: (11 + 1 + 1) x 1."""
    one = hand("22s 45p 79p9s", "6p", "3333m", "+4444m", "(5555m)", gold="9s", flowers="EEEE f5")
    answer = score(one)
    assert answer.counts == {
        "discard_win": 1,
        "flower": 5,
        "flower_set": 1,
        "exposed_kong": 2,
        "concealed_kong": 1,
        "gold": 1,
    }
    assert answer.total == 5 + 2 + 2 + 2 + 1 + 1


@pytest.mark.parametrize(
    ("flowers", "sets"),
    [
        ("EEE", 0),
        ("EEEE", 1),
        ("CCCC SSSS", 2),
        ("f1f2f3f4", 1),
        ("f5f6f7f8", 1),
        ("f1f2f3 f5", 0),
        ("f3f4f5f6", 0),
        ("EEE S C f1f2f3", 0),
        ("PPPP f1f2f3f4 f5f6f7f8", 3),
    ],
)
def test_luoyuan_flower_set_is_four_alike_or_a_row_of_four(flowers: str, sets: int) -> None:
    answer = score(PLAIN.but(flowers=hand("", None, flowers=flowers).flowers))
    assert answer.counts.get("flower_set", 0) == sets
    assert answer.total == answer.counts["flower"] + 2 * sets + 1


def test_luoyuan_bare_win_needs_no_flower() -> None:
    assert score(PLAIN).kind == "bare_win"
    assert score(PLAIN.but(flowers=[27])).kind == "discard_win"


@pytest.mark.parametrize("kong", ["3333m", "+3333m", "(3333m)"])
def test_luoyuan_bare_win_needs_no_kong(kong: str) -> None:
    one = hand("456m 789p 22s 456s 45p", "6p", kong, gold="9s")
    assert score(one).kind == "discard_win"
    assert score(one.but(melds=[(1, 2)])).kind == "bare_win"


def test_luoyuan_bare_win_by_self_draw_is_paid_alike_and_stands_first() -> None:
    answer = score(PLAIN.but(by=BY_SELF_DRAW))
    assert (answer.kind, answer.total) == ("bare_win", 2)


def test_luoyuan_heavenly_is_the_dealers_first_turn() -> None:
    assert score(PLAIN.but(**HEAVENLY)).kind == "heavenly"
    assert score(PLAIN.but(by=BY_SELF_DRAW, flags=FLAG_FIRST_TURN, seat=2)).kind == "bare_win"
    assert score(PLAIN.but(by=BY_SELF_DRAW, seat=0)).kind == "bare_win"
    assert score(PLAIN.but(by=BY_DISCARD, flags=FLAG_FIRST_TURN, seat=0)).kind == "bare_win"


def test_luoyuan_heavenly_may_follow_concealed_kongs() -> None:
    """(2 + 0 + 1) x 10; the option turns it into a self-draw, (2 + 0 + 1) x 2."""
    one = hand("456m 789p 22s 456s 45p", "6p", "(3333m)", gold="9s", **HEAVENLY)
    answer = score(one)
    assert (answer.kind, answer.total) == ("heavenly", 30)
    strict = score(one, changed(win={"heavenly_after_kongs": False}))
    assert (strict.kind, strict.total) == ("self_draw", 6)


@pytest.mark.parametrize("meld", ["3333m", "+3333m", "333m", "345m"])
def test_luoyuan_heavenly_is_not_after_an_exposed_meld(meld: str) -> None:
    one = hand("456m 789p 22s 456s 45p", "6p", meld, gold="9s", **HEAVENLY)
    assert score(one).kind in ("bare_win", "self_draw")


def test_luoyuan_heavenly_does_not_count_with_three_golds() -> None:
    assert score(THREE_SHAPELESS.but(flags=FLAG_FIRST_TURN, seat=0)).kind == "three_golds"
    assert score(DRAGON.but(flags=FLAG_FIRST_TURN, seat=0)).kind == "golden_dragon"
    three_filling = hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s", **HEAVENLY)
    answer = score(three_filling)
    assert (answer.kind, answer.total) == ("three_golds", 9)


def test_luoyuan_heavenly_golden_pair_is_paid_as_heavenly() -> None:
    answer = score(PAIR.but(**HEAVENLY))
    assert (answer.kind, answer.total) == ("heavenly", 30)


def test_luoyuan_golden_pair_any_way_of_winning() -> None:
    assert score(PAIR).kind == "golden_pair"
    assert score(PAIR.but(by=BY_SELF_DRAW)).kind == "golden_pair"
    assert score(PAIR.but(by=BY_ROBBED_KONG)).kind == "golden_pair"


def test_luoyuan_golden_pair_with_the_second_gold_drawn() -> None:
    one = hand("123m 456m 789p 456s 456p 9s", "9s", gold="9s", by=BY_SELF_DRAW)
    answer = score(one)
    assert (answer.kind, answer.total) == ("golden_pair", 18)
    assert answer.wait == "single"


def test_luoyuan_golden_pair_needs_the_golds_as_the_pair() -> None:
    answer = score(TWO_GOLDS)
    assert (answer.kind, answer.total) == ("bare_win", 6)
    # Two golds as a pair beside four sets and 79p leave a set unmade.
    one = hand("123m 456m 456s 456p 79p 99s", "3s", gold="9s", by=BY_SELF_DRAW)
    assert score(one).kind == "bare_win"


def test_luoyuan_golden_pair_never_with_three_golds() -> None:
    one = hand("123m 456m 789p 456s 4p 999s", "6p", gold="9s", by=BY_SELF_DRAW)
    assert score(one).kind == "three_golds"


def test_luoyuan_three_golds_need_no_shape() -> None:
    """(0 + 3) x 3, the third gold drawn or another tile."""
    answer = score(THREE_SHAPELESS)
    assert (answer.verdict, answer.kind, answer.total) == ("legal", "three_golds", 9)
    drawn = hand("147m 258m 147p 258p 14s 99s", "9s", gold="9s", by=BY_SELF_DRAW)
    assert (score(drawn).kind, score(drawn).total) == ("three_golds", 9)
    assert score(drawn.but(win_tile=0)).verdict == "no_shape"


@pytest.mark.parametrize("by", [BY_SELF_DRAW, BY_THREE_WILDCARDS])
def test_luoyuan_best_paid_is_taken_whatever_was_announced(by: int) -> None:
    assert score(DRAGON.but(by=by)).kind == "golden_dragon"
    assert score(THREE_SHAPELESS.but(by=by)).kind == "three_golds"
    complete = hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s", by=by)
    assert score(complete).kind == "three_golds"


def test_luoyuan_three_golds_with_all_tiles_in_hand() -> None:
    one = THREE_SHAPELESS.but(by=BY_THREE_WILDCARDS)
    whole = one.but(concealed=[*one.concealed, one.win_tile], win_tile=-1)
    assert score(whole).counts == score(one).counts
    dragon = DRAGON.but(by=BY_THREE_WILDCARDS)
    whole = dragon.but(concealed=[*dragon.concealed, dragon.win_tile], win_tile=-1)
    assert (score(whole).kind, score(whole).total) == ("golden_dragon", 40)


@pytest.mark.parametrize("by", [BY_DISCARD, BY_ROBBED_KONG])
def test_luoyuan_three_golds_never_win_on_a_discard(by: int) -> None:
    answer = score(DRAGON.but(by=by))
    assert (answer.verdict, answer.kind) == ("not_allowed", "bare_win")
    assert score(THREE_SHAPELESS.but(by=by)).verdict == "no_shape"


def test_luoyuan_golden_dragon_needs_the_rest_complete() -> None:
    filling = hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s", by=BY_SELF_DRAW)
    assert score(filling).kind == "three_golds"


@pytest.mark.parametrize("by", [BY_EIGHT_FLOWERS, BY_SEVEN_FLOWERS])
def test_luoyuan_knows_no_flower_wins(by: int) -> None:
    answer = score(PLAIN.but(by=by))
    assert (answer.verdict, answer.total, answer.counts) == ("not_allowed", 0, {})


def test_luoyuan_no_other_shape_wins() -> None:
    pairs = hand("1133m 5577p 2288s 4466m", "4m", gold="9s", by=BY_SELF_DRAW)
    assert score(pairs).verdict == "no_shape"


def test_luoyuan_golds_stand_for_a_fifth_copy() -> None:
    one = hand("123p 456p 789p 123s 4444m", "9s", gold="9s", by=BY_SELF_DRAW)
    assert score(one).verdict == "legal"
    assert score(one, changed(wildcard={"fifth_copy": False})).verdict == "no_shape"


@pytest.mark.parametrize(
    "one",
    [
        PLAIN.but(win_tile=16),
        PLAIN.but(concealed=PLAIN.concealed[:-1]),
        PLAIN.but(concealed=[*PLAIN.concealed, 0]),
        PLAIN.but(melds=[(1, 2)]),
        PLAIN.but(gold=-1, win_tile=27),
        PLAIN.but(concealed=[*([5] * 4), *PLAIN.concealed[4:]], win_tile=5),
    ],
)
def test_luoyuan_no_shape(one: Hand) -> None:
    answer = score(one)
    assert (answer.verdict, answer.total, answer.counts, answer.reading) == ("no_shape", 0, {}, [])
