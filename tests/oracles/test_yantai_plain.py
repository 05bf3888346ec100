"""The plain Yantai scorer against its card: worked examples, open play, values and exclusions."""

from __future__ import annotations

import pytest

from tests.oracles.written_lines import line
from tests.oracles.yantai import score
from tests.oracles.yantai_lines import PLAIN, at_table, rows

# Worked examples of the card, dealer seat 0.


def test_yantai_example_1_all_pungs_half_flush_on_a_discard() -> None:
    tiles = ("222m 444m EE 99m", "9m", "CCC")
    answer = score(line(*tiles, **at_table(2, payer=3)))
    assert answer["patterns"] == {"all_pungs": 1, "half_flush": 1}
    assert answer["total"] == 4
    assert answer["deltas"] == [0, 0, 4, -4]
    assert score(line(*tiles, **at_table(2, payer=0)))["deltas"] == [-8, 0, 8, 0]


def test_yantai_example_2_dealer_draws_luxury_seven_pairs() -> None:
    answer = score(line("3333m 77s 88s EE PP 1p", "1p", **at_table(0)))
    assert answer["patterns"] == {"luxury_seven_pairs": 1}
    assert answer["total"] == 4
    assert answer["deltas"] == [24, -8, -8, -8]


def test_yantai_example_3_open_play_concealed() -> None:
    answer = score(line(*PLAIN, flags=["open_play"], **at_table(1)))
    assert answer["legal"] is True
    assert answer["patterns"] == {"concealed_hand": 1, "open_play": 1}
    assert answer["total"] == 8
    assert answer["deltas"] == [-16, 32, -8, -8]


def test_yantai_example_4_kong_replacement_with_a_concealed_kong() -> None:
    hand = line("123m 456p 789p 5m", "5m", "(2222s)", flags=["kong_replacement"], **at_table(1))
    answer = score(hand)
    assert answer["patterns"] == {"concealed_hand": 1, "kong_replacement": 1}
    assert answer["total"] == 4
    assert answer["deltas"] == [-10, 22, -6, -6]


# Open play 明打.


@pytest.mark.parametrize(
    ("melds", "win_by", "legal"),
    [
        ((), "self_draw", True),
        (("(2222s)",), "self_draw", True),
        ((), "discard", False),
        ((), "robbed_kong", False),
        (("222s",), "self_draw", False),
        (("2222s",), "self_draw", False),
    ],
)
def test_yantai_open_play_wins_by_self_draw_without_claims(
    melds: tuple[str, ...], win_by: str, legal: bool
) -> None:
    concealed = "123m 456p 789p 5m" if melds else "123m 456p 789p 222s 5m"
    more = at_table(1) | {"win_by": win_by}
    answer = score(line(concealed, "5m", *melds, flags=["open_play"], **more))
    assert answer["legal"] is legal
    assert answer["reason"] == (None if legal else "not_allowed")
    assert answer["patterns"]["open_play"] == 1
    assert answer["total"] == (8 if legal else 4)
    assert (answer["deltas"] is None) is not legal


def test_yantai_open_play_without_a_shape_is_no_shape() -> None:
    assert score(line("123m 456p 789p 222s 5m", "6m", flags=["open_play"]))["reason"] == "no_shape"


# Values and exclusions.


@pytest.mark.parametrize("neutral", [0, 1])
def test_yantai_a_neutral_row_neither_counts_nor_cancels(neutral: int) -> None:
    pairs = line("11m 33m 77s 88s EE PP 1p", "1p", win_by="self_draw")
    assert rows(pairs, values={"seven_pairs": neutral}) == {"concealed_hand"}
    orphans = line("19m 19p 19s ESWNCFP", "1m", win_by="self_draw")
    assert rows(orphans, values={"thirteen_orphans": neutral}) == {"concealed_hand"}
    first = line(*PLAIN, win_by="self_draw", flags=["first_turn"])
    assert rows(first, values={"earthly": neutral}) == {"concealed_hand"}


def test_yantai_a_cancelled_row_still_cancels() -> None:
    hand = line("111m 222m 333m EEE 5m", "5m")
    chain = {"all_pungs": ["half_flush"], "half_flush": ["last_draw", "open_play"]}
    drawn = hand | {"win_by": "self_draw", "flags": ["last_tile"]}
    assert rows(drawn, excludes=chain) == {"all_pungs", "concealed_hand"}


def test_yantai_other_values_choose_another_reading() -> None:
    hand = line("112233m 445566p 7p", "7p", win_by="self_draw")
    assert rows(hand, values={"concealed_hand": 3}) == {"concealed_hand"}
    assert rows(hand, values={"seven_pairs": 3}) == {"seven_pairs"}


def test_yantai_an_unknown_option_is_refused() -> None:
    with pytest.raises(KeyError):
        score(line(*PLAIN), {"dealer": 2})
