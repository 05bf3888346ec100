"""The plain Yantai scorer against its card: worked examples, each row, each exclusion, payments."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from schemas.tiles import TILE_NAMES, parse_tiles
from tests.oracles.yantai import DEFAULTS, SEVEN_PAIRS, score
from tests.oracles.yantai_hands import random_hand

# A hand with nothing in it: three chows of two suits, a pung, a pair; the win is on a discard.
PLAIN = ("123m 456p 789p 222s 5m", "5m")


def line(concealed: str, win_tile: str, *melds: str, **more: Any) -> dict[str, Any]:
    """A line of the interface; melds as ``"123m"``, ``"EEE"``, ``"5555p"``, ``"(5555p)"`` 暗杠."""
    shown = []
    for text in melds:
        tiles = [TILE_NAMES[tile] for tile in parse_tiles(text.strip("()"))]
        kind = "kong" if len(tiles) == 4 else "pung" if tiles[0] == tiles[1] else "chow"
        shown.append({"kind": kind, "tiles": tiles, "concealed": text[0] == "("})
    hand = {
        "concealed": concealed,
        "melds": shown,
        "win_tile": win_tile,
        "win_by": "discard",
        "flowers": [],
        "wildcard": None,
        "seat_wind": "S",
        "round_wind": "E",
        "flags": [],
    }
    return {**hand, **more}


def at_table(
    winner: int, payer: int | None = None, dealer: int = 0, bets: list[int] | None = None
) -> dict[str, Any]:
    """The fields of a line that say who sits where."""
    table = {"dealer": dealer, "winner": winner, "payer": payer, "bets": bets or [0, 0, 0, 0]}
    win_by = "self_draw" if payer is None else "discard"
    return {"table": table, "win_by": win_by, "seat_wind": "ESWN"[(winner - dealer) % 4]}


def rows(hand: dict[str, Any], **options: Any) -> set[str]:
    return set(score(hand, options)["patterns"])


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


# Rows.


def test_yantai_plain_hand_is_worth_one() -> None:
    answer = score(line(*PLAIN))
    assert answer == {
        "legal": True,
        "reason": None,
        "total": 1,
        "patterns": {},
        "deltas": None,
        "tied": [{}],
    }


def test_yantai_no_shape_is_no_win() -> None:
    answer = score(line("123m 456p 789p 222s 5m", "6m", **at_table(1)))
    assert (answer["legal"], answer["reason"]) == (False, "no_shape")
    assert (answer["total"], answer["patterns"], answer["deltas"]) == (0, {}, None)


@pytest.mark.parametrize(
    ("melds", "win_by", "counts"),
    [
        ((), "self_draw", True),
        (("(2222s)",), "self_draw", True),
        ((), "discard", False),
        (("222s",), "self_draw", False),
        (("2222s",), "self_draw", False),
    ],
)
def test_yantai_concealed_hand_needs_self_draw_and_no_claim(
    melds: tuple[str, ...], win_by: str, counts: bool
) -> None:
    concealed = "123m 456p 789p 5m" if melds else "123m 456p 789p 222s 5m"
    assert ("concealed_hand" in rows(line(concealed, "5m", *melds, win_by=win_by))) is counts


def test_yantai_a_claimed_chow_ends_concealed_hand() -> None:
    assert rows(line("456p 789p 222s 5m", "5m", "123m", win_by="self_draw")) == set()


def test_yantai_half_flush_is_one_suit_and_honors() -> None:
    assert rows(line("123m 456m 678m EEE 5m", "5m")) == {"half_flush"}
    assert rows(line("123m 456m 678m EEE 5p", "5p")) == set()


def test_yantai_full_flush_is_one_suit() -> None:
    assert rows(line("123m 345m 678m 222m 5m", "5m")) == {"full_flush"}
    assert rows(line("678m 222m 345m 5m", "5m", "123m")) == {"full_flush"}
    assert rows(line("678m 222m 345m 5m", "5m", "123p")) == set()


def test_yantai_full_flush_of_honors_alone_is_a_choice() -> None:
    hand = line("EEE SSS WWW CCC F", "F")
    assert score(hand)["patterns"] == {"all_pungs": 1, "full_flush": 1}
    assert score(hand)["total"] == 8
    assert rows(hand, honors_full_flush=False) == {"all_pungs"}


def test_yantai_pure_straight_is_three_chows_of_one_suit() -> None:
    assert rows(line("123m 456m 789m 222s 5p", "5p")) == {"pure_straight"}
    assert rows(line("456m 222s 5p", "5p", "123m", "789m")) == {"pure_straight"}
    assert rows(line("123m 456m 789p 222s 5p", "5p")) == set()
    # Nine ranks are not enough: here 789m is no chow, whatever way the tiles are read.
    assert rows(line("123m 456m 777m 999m 8m", "8m")) == {"full_flush"}


@pytest.mark.parametrize("fourth", ["222s", "2222s", "(2222s)", "234s"])
def test_yantai_last_single_is_four_sets_laid_down(fourth: str) -> None:
    assert rows(line("5m", "5m", "123m", "456p", "789p", fourth)) == {"last_single"}


def test_yantai_last_single_is_not_three_sets_laid_down() -> None:
    assert rows(line("22s 55m", "2s", "123m", "456p", "789p")) == set()


def test_yantai_last_single_with_four_concealed_kongs_stays_concealed() -> None:
    kongs = ("(1111m)", "(2222p)", "(3333s)", "(EEEE)")
    hand = line("C", "C", *kongs, win_by="self_draw")
    assert rows(hand) == {"last_single", "all_pungs", "concealed_hand"}


def test_yantai_last_draw_is_the_last_tile_drawn_by_oneself() -> None:
    melds = ("222s",)
    hand = ("123m 456p 789p 5m", "5m", *melds)
    assert rows(line(*hand, win_by="self_draw", flags=["last_tile"])) == {"last_draw"}
    assert rows(line(*hand, win_by="discard", flags=["last_tile"])) == set()


def test_yantai_kong_replacement_and_last_draw_multiply() -> None:
    hand = line(
        "123m 456p 789p 5m",
        "5m",
        "2222s",
        win_by="self_draw",
        flags=["last_tile", "kong_replacement"],
    )
    assert score(hand)["total"] == 4


def test_yantai_all_pungs_counts_kongs_and_no_chow() -> None:
    assert rows(line("111m 44p 99s", "9s", "EEEE", "777p")) == {"all_pungs"}
    assert rows(line("111m 44p 99s", "9s", "EEEE", "678p")) == set()


def test_yantai_all_pungs_prefers_pungs_to_chows() -> None:
    # 222333444p are three pungs or three chows; pungs are worth more on a discard.
    assert rows(line("222333444p EE 11s", "1s")) == {"all_pungs"}


@pytest.mark.parametrize(
    ("concealed", "win_tile", "row", "total"),
    [
        ("11m 33m 77s 88s EE PP 1p", "1p", "seven_pairs", 2),
        ("3333m 77s 88s EE PP 1p", "1p", "luxury_seven_pairs", 4),
        ("333m 77s 88s EE PP 11p", "3m", "luxury_seven_pairs", 4),
        ("3333m 7777s EE PP 1p", "1p", "super_luxury_seven_pairs", 8),
        ("3333m 7777s EEEE 1p", "1p", "supreme_luxury_seven_pairs", 16),
    ],
)
def test_yantai_seven_pairs_by_kinds_held_four_times(
    concealed: str, win_tile: str, row: str, total: int
) -> None:
    for win_by in ("discard", "self_draw"):  # the rows exclude concealed_hand
        answer = score(line(concealed, win_tile, win_by=win_by))
        assert answer["patterns"] == {row: 1}
        assert answer["total"] == total


def test_yantai_seven_pairs_multiply_with_flushes() -> None:
    assert score(line("1133557799m EE S", "S"))["total"] == 4
    assert score(line("1133557799m 224m", "4m"))["total"] == 8
    assert score(line("EESSWWNNCCFFP", "P"))["total"] == 8


def test_yantai_seven_pairs_and_chows_take_the_better_reading() -> None:
    # 112233m 445566p 77p: on a discard only the pairs count.
    pairs = line("112233m 445566p 7p", "7p")
    assert score(pairs)["patterns"] == {"seven_pairs": 1}
    assert score(pairs)["tied"] == [{"seven_pairs": 1}]
    # Drawn, the concealed hand of four chows is worth as much as the pairs.
    drawn = score(line("112233m 445566p 7p", "7p", win_by="self_draw"))
    assert drawn["total"] == 2
    assert drawn["tied"] == [{"concealed_hand": 1}, {"seven_pairs": 1}]
    # A full flush multiplies either reading: still a tie.
    flush = score(line("1122334455667m", "7m", win_by="self_draw"))
    assert flush["total"] == 8
    assert len(flush["tied"]) == 2


def test_yantai_thirteen_orphans_replaces_every_shape_row() -> None:
    tiles = ("19m 19p 19s ESWNCFP", "1m")
    for win_by in ("discard", "self_draw"):
        answer = score(line(*tiles, win_by=win_by))
        assert answer["patterns"] == {"thirteen_orphans": 1}
        assert answer["total"] == 10
    last = line(*tiles, win_by="self_draw", flags=["last_tile"])
    assert score(last)["total"] == 20


def test_yantai_earthly_is_a_non_dealer_in_the_first_go_round() -> None:
    for more in ({"win_by": "self_draw"}, {"win_by": "discard"}):
        answer = score(line(*PLAIN, flags=["first_turn"], **more))
        assert answer["patterns"] == {"earthly": 1}
        assert answer["total"] == 10
    claimed = line("456p 789p 222s 5m", "5m", "123m", flags=["first_turn"])
    assert rows(claimed) == {"earthly"}
    robbed = line(*PLAIN, flags=["first_turn"], win_by="robbed_kong")
    assert rows(robbed) == {"earthly"}


def test_yantai_heavenly_is_the_dealers_dealt_hand() -> None:
    first: dict[str, Any] = {"flags": ["first_turn"], "seat_wind": "E"}
    answer = score(line(*PLAIN, win_by="self_draw", **first))
    assert answer["patterns"] == {"heavenly": 1}
    assert answer["total"] == 10
    assert rows(line(*PLAIN, win_by="discard", **first)) == set()


def test_yantai_the_table_says_who_deals() -> None:
    hand = line(*PLAIN, flags=["first_turn"], **at_table(2, dealer=2))
    assert score(hand)["patterns"] == {"heavenly": 1}
    assert score(hand)["deltas"] == [-20, -20, 60, -20]


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


# Payments.


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


# Many hands.


def test_yantai_every_row_occurs_in_random_hands() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    reasons: Counter[str | None] = Counter()
    for _ in range(5000):
        answer = score(random_hand(rng))
        reasons[answer["reason"]] += 1
        seen.update(answer["patterns"])
    assert {row for row, times in seen.items() if times >= 20} == set(DEFAULTS["values"])
    assert 0.01 < reasons["no_shape"] / 5000 < 0.06
    assert reasons["not_allowed"] > 20


def test_yantai_random_hands_are_well_formed_and_pay_nobody_from_outside() -> None:
    rng = Random(2)
    for _ in range(2000):
        hand = random_hand(rng)
        shown = [name for meld in hand["melds"] for name in meld["tiles"]]
        held = Counter([*hand["concealed"], hand["win_tile"], *shown])
        assert max(held.values()) <= 4
        assert len(hand["concealed"]) + 3 * len(hand["melds"]) == 13
        answer = score(hand)
        assert (answer["deltas"] is None) is not ("table" in hand and answer["legal"])
        if answer["deltas"] is not None:
            assert sum(answer["deltas"]) == 0
            assert max(answer["deltas"]) == answer["deltas"][hand["table"]["winner"]] > 0
        pairs = set(answer["patterns"]) & set(SEVEN_PAIRS)
        assert len(pairs) <= 1


def test_yantai_order_of_tiles_and_melds_does_not_matter() -> None:
    rng = Random(3)
    for _ in range(1000):
        hand = random_hand(rng)
        mixed = dict(hand)
        for name in ("concealed", "melds", "flags"):
            mixed[name] = rng.sample(hand[name], len(hand[name]))
        assert score(mixed) == score(hand)


def test_yantai_suits_can_change_names() -> None:
    rng = Random(4)
    for _ in range(300):
        hand = random_hand(rng)
        for suits in permutations("mps"):
            assert score(renamed(hand, dict(zip("mps", suits, strict=True)))) == score(hand)


def renamed(hand: dict[str, Any], suits: dict[str, str]) -> dict[str, Any]:
    def name(tile: str) -> str:
        return tile[0] + suits[tile[1]] if len(tile) == 2 else tile

    melds = [{**meld, "tiles": [name(tile) for tile in meld["tiles"]]} for meld in hand["melds"]]
    concealed = [name(tile) for tile in hand["concealed"]]
    return {**hand, "concealed": concealed, "melds": melds, "win_tile": name(hand["win_tile"])}
