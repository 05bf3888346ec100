"""The plain Luoyuan scorer against the card: who pays whom, false wins 诈胡, fouls 赔胡 站胡."""

import pytest

from tests.oracles.luoyuan import false_win, foul, score
from tests.oracles.luoyuan_lines import DRAGON_WAIT, PAIR_WAIT, READY, line, meld, table


def test_luoyuan_streak_counts_only_between_dealer_and_other():
    # F = 1, G = 0, L = 3, self-draw: 4 between two non-dealers, 10 with the dealer (seat 2).
    hand = line(READY, "1s", flowers="E", dealer_streak=3)
    assert score({**hand, "table": table(1, dealer=2)})["deltas"] == [-4, 18, -10, -4]
    assert score({**hand, "table": table(2, dealer=2)})["deltas"] == [-10, -10, 30, -10]


def test_luoyuan_losers_count_flowers_and_golds_but_neither_sets_nor_kongs():
    # Seat 1 pays 2 to each; D: seat 0 five flowers, seat 2 a gold, seat 3 a kong and nothing else.
    losers = {"s0": "EEEEC", "s2": "G", "s3": ""}
    hand = line(READY, "1s", "discard", flowers="S", table=table(1, 0, **losers))
    hand["table"]["losers"]["3"]["melds"] = [meld("(3333s)"), meld("4444s")]
    assert score(hand)["deltas"] == [-2 + 4 + 5, 6, -2 - 4 + 1, -2 - 5 - 1]
    # Where sets count, seat 0 has 7; where kongs do, seat 3 has 3.
    sets = score(hand, {"loser_flower_sets": True})["deltas"]
    assert sets == [-2 + 6 + 7, 6, -2 - 6 + 1, -2 - 7 - 1]
    kongs = score(hand, {"loser_kongs": True})["deltas"]
    assert kongs == [-2 + 4 + 2, 6, -2 - 4 - 2, -2 - 2 + 2]


@pytest.mark.parametrize(
    ("kind", "hand"),
    [
        ("heavenly", line(READY, "1s", flags=["first_turn"], seat_wind="E")),
        ("golden_dragon", line(DRAGON_WAIT, "3p")),
        ("golden_pair", line(PAIR_WAIT, "3s", "discard")),
        ("robbing_gold", line(READY, None, "robbed_gold")),
        ("three_golds", line("147m 258m 369p 147p 25s GG", "G")),
    ],
)
def test_luoyuan_losers_do_not_settle_after_the_special_wins(kind, hand):
    answer = score({**hand, "table": table(0, s1="EEE", s2="G", s3="")})
    assert kind in answer["patterns"]
    each = answer["total"]
    assert answer["deltas"] == [3 * each, -each, -each, -each]


def test_luoyuan_penalty_discard_pays_the_losers_after_every_kind_of_win():
    # Golden pair (0 + 2 + 1) × 6 = 18 from each; seat 2 discards, D of 0 and 3 are 1 and 2.
    hand = line(PAIR_WAIT, "3s", "discard", flags=["penalty_discard"])
    answer = score({**hand, "table": table(1, 2, s0="E", s2="EEE", s3="GS")})
    assert answer["deltas"] == [1, 54, -54 - 3, 2]


def test_luoyuan_missing_losers_are_empty():
    hand = line(READY, "1s", flowers="S")
    assert score({**hand, "table": {"dealer": 0, "winner": 3, "payer": None}})["deltas"] == [
        -4,
        -4,
        -4,
        12,
    ]


def test_luoyuan_false_win_by_the_dealer_and_with_golds():
    # F = 1 kong + 2 concealed kong, G = 1, L = 2: (3 + 1 + 2 + 1) × 3 to each.
    hand = line("147m 258m 1p G 3p 5p", "8p", "discard", melds="1111s (5555s)")
    assert false_win(0, 0, 2, hand) == [-63, 21, 21, 21]
    assert false_win(3, 1, 2, hand) == [15, 21, 15, -51]


def test_luoyuan_false_win_counts_only_own_tiles():
    hand = line("147m 258m 369p 147p 258s 1s", "G", "discard")
    assert false_win(1, 0, 0, hand) == [3, -9, 3, 3]
    assert false_win(1, 0, 0, {**hand, "win_by": "robbed_gold", "win_tile": None})[1] == -9
    assert false_win(1, 0, 0, {**hand, "win_by": "self_draw"}) == [6, -18, 6, 6]


def test_luoyuan_foul_found_at_the_end_pays_for_all():
    # Seat 1 wins by self-draw, F = 1: 4 each, the dealer with L = 1 six: 14. D of 0 and 3: 2, 1.
    hand = line(READY, "1s", flowers="E", dealer_streak=1, table=table(1, s0="NN", s2="W", s3="G"))
    assert foul("pay_all", hand, 2) == [2, 14, -17, 1]
    assert foul("pay_all", {**hand, "flowers": []}, 2) == [2, 8, -11, 1]


def test_luoyuan_standing_player_settles_with_nothing_after_a_plain_win():
    # As above; seat 0 stands with D = 0 instead of 2: it pays 6 + 1 + 1, seats 2 and 3 are equal.
    hand = line(READY, "1s", flowers="E", dealer_streak=1, table=table(1, s0="NN", s2="W", s3="G"))
    assert score(hand)["deltas"] == [-6 + 1 + 1, 14, -4 - 1, -4 - 1]
    assert foul("stand", hand, 0) == [-6 - 1 - 1, 14, -4 + 1, -4 + 1]


@pytest.mark.parametrize(
    "hand",
    [
        line(PAIR_WAIT, "3s"),
        line(DRAGON_WAIT, "3p"),
        line("147m 258m 369p 147p 25s GG", "G"),
    ],
)
def test_luoyuan_standing_player_pays_golden_wins_alone(hand):
    hand = {**hand, "table": table(1, s0="NN", s2="W")}
    total = score(hand)["total"]
    assert foul("stand", hand, 3) == [0, 3 * total, 0, -3 * total]


def test_luoyuan_standing_player_after_robbed_gold_pays_as_usual():
    hand = line(READY, None, "robbed_gold", table=table(1, s0="NN", s2="W"))
    assert foul("stand", hand, 3) == [-6, 18, -6, -6]


def test_luoyuan_fouls_refuse_what_the_card_does_not_know():
    hand = line(READY, "1s", table=table(1))
    for kind, offender, options in (
        ("other", 2, None),
        ("stand", 1, None),
        ("stand", 2, {"fouls": "none"}),
    ):
        with pytest.raises(ValueError, match=r"foul"):
            foul(kind, hand, offender, options)
    with pytest.raises(ValueError, match="misspelt"):
        score(hand, {"misspelt": True})
