"""The substitution scorer of `mcr-caishen` against its card, hands counted by hand, many hands."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from schemas.tiles import TILE_NAMES, parse_tile
from tests.oracles import written_lines
from tests.oracles.mcr_caishen import score
from tests.oracles.mcr_caishen_hands import random_hand

# Nothing counts in it when 5p or 8p is won on a discard: a natural 无番和.
NOTHING = ("67p 345s 888s CC", "5p", "123m")


def line(concealed: str, win_tile: str, *melds: str, **more: Any) -> dict[str, Any]:
    """A line of the interface with white dragons turned."""
    return written_lines.line(concealed, win_tile, *melds, **{"wildcard": "P", **more})


def fans(hand: dict[str, Any], **options: Any) -> dict[str, int]:
    return dict(score(hand, options)["patterns"])


# Worked examples of the card.


def test_caishen_example_1_self_draw_and_discard_are_paid_as_mcr() -> None:
    # Self-draw, 12 fan: 花龙 8 of 123m 456p 789s, 无财神 2, 坎张 1, 自摸 1.
    table = {"dealer": 0, "winner": 2, "payer": None}
    drawn = line("456p 789s 24m CC", "3m", "123m", win_by="self_draw", table=table)
    answer = score(drawn)
    assert answer["patterns"] == {
        "mixed_straight": 1,
        "no_wildcard": 1,
        "self_draw": 1,
        "closed_wait": 1,
    }
    assert answer["total"] == 12
    assert answer["deltas"] == [-20, -20, 60, -20]
    # Discard, 8 fan and two flowers: 无番和 8 with a wildcard in the pair.
    table = {"dealer": 0, "winner": 2, "payer": 3}
    concealed = NOTHING[0].replace("CC", "C P")
    paid = score(line(concealed, *NOTHING[1:], flowers=["f1", "f6"], table=table))
    assert paid["patterns"] == {"chicken_hand": 1, "flower": 2}
    assert paid["total"] == 10
    assert paid["deltas"] == [-8, -8, 34, -18]


@pytest.mark.parametrize("rank", range(1, 10))
def test_caishen_example_2_nine_gates_on_any_tile_of_the_suit(rank: int) -> None:
    answer = score(line("1112345678999s", f"{rank}s"))
    assert answer["patterns"]["nine_gates"] == 1
    assert answer["patterns"]["no_wildcard"] == 1
    assert answer["total"] >= 90


# Wildcards.


def test_caishen_no_wildcard_when_none_is_held() -> None:
    hand = line("123m 456p 67s 999s EE", "8s")
    # 门前清 2, 幺九刻 1, 无财神 2; E is the round's wind, but only a pair of it.
    assert fans(hand) == {"concealed_hand": 1, "terminal_or_honor_pung": 1, "no_wildcard": 1}
    assert score(hand)["reason"] == "below_minimum"
    assert score(hand)["total"] == 5
    assert fans(hand, no_wildcard=0) == {"concealed_hand": 1, "terminal_or_honor_pung": 1}


def test_caishen_wildcards_that_stand_for_themselves_leave_no_wildcard() -> None:
    hand = line("CCC FFF PPP 45m EE", "6m")
    assert fans(hand) == {
        "big_three_dragons": 1,
        "three_concealed_pungs": 1,
        "half_flush": 1,
        "concealed_hand": 1,
        "no_wildcard": 1,
    }
    assert score(hand)["total"] == 88 + 16 + 6 + 2 + 2


def test_caishen_one_wildcard_elsewhere_takes_no_wildcard_away() -> None:
    # 79s needs a wildcard as 8s, whatever the two others are.
    hand = line("123m 456p 79s 55m PPP", "5m")
    assert "no_wildcard" not in fans(hand)
    assert fans(hand) == fans(hand, no_wildcard=88)


def test_caishen_the_best_substitution_is_taken() -> None:
    # The drawn wildcard can only be 5s. 三色三同顺 8, 不求人 4, 平和 2, 断幺 2, 坎张 1; 234s 456s
    # are no 连六.
    hand = line("234m 234p 234s 46s 88s", "P", win_by="self_draw")
    assert fans(hand) == {
        "mixed_triple_chow": 1,
        "fully_concealed": 1,
        "all_chows": 1,
        "all_simples": 1,
        "closed_wait": 1,
    }
    assert score(hand)["total"] == 17


def test_caishen_a_wildcard_stands_for_honors_and_terminals_too() -> None:
    # One white dragon is itself, the other the 9s.
    orphans = fans(line("19m 19p 1s ESWNCF PP", "F"))
    assert orphans == {"thirteen_orphans": 1}
    # Four winds: the wildcard is the fourth N.
    winds = fans(line("1m NN P", "1m", "EEE", "SSS", "WWW"))
    assert winds["big_four_winds"] == 1


def test_caishen_a_lone_wildcard_wins_on_any_discard() -> None:
    melds = ("123m", "456p", "789s", "111s")
    for kind in range(33):
        win_tile = TILE_NAMES[kind]
        if win_tile == "1s":
            continue
        answer = score(line("P", win_tile, *melds))
        assert answer["patterns"]["all_claimed"] == 1
        assert "single_wait" not in answer["patterns"]
        assert "no_wildcard" not in answer["patterns"]


def test_caishen_a_discarded_wildcard_is_won_as_itself() -> None:
    concealed = "123m 456p 78s 999s EE"
    assert score(line(concealed, "P", win_by="discard"))["reason"] == "no_shape"
    assert score(line(concealed, "P", win_by="self_draw"))["patterns"]["fully_concealed"] == 1
    pair = score(line("123m 456p 789s 999s P", "P", win_by="discard"))
    assert pair["patterns"]["no_wildcard"] == 1
    assert pair["patterns"]["single_wait"] == 1


def test_caishen_waits_are_those_of_the_substituted_hand() -> None:
    # 24m and a wildcard as 3m would win on 3p and 6p, 45p and a wildcard on 3m: many tiles win.
    # As 6p the wildcard leaves 24m, and that waits for 3m alone.
    hand = line("24m 45p P 678p 789s EE", "3m")
    assert fans(hand)["closed_wait"] == 1


def test_caishen_a_wildcard_drawn_is_whatever_is_best() -> None:
    hand = line("1112345678999s", "P", win_by="self_draw")
    # As 1s: 111s 123s 456s 789s 99s, as 9s the same from the other end.
    assert fans(hand) == {"nine_gates": 1, "pure_straight": 1, "tile_hog": 1, "self_draw": 1}
    assert score(hand)["total"] == 88 + 16 + 2 + 1


def test_caishen_no_wildcard_spoils_a_hand_without_fans() -> None:
    hand = line(*NOTHING)
    assert fans(hand) == {"no_wildcard": 1}
    assert score(hand)["total"] == 2
    assert fans(hand, no_wildcard=0) == {"chicken_hand": 1}
    wild = line(NOTHING[0].replace("CC", "C P"), *NOTHING[1:])
    assert fans(wild) == {"chicken_hand": 1}
    assert score(wild)["legal"] is True


# Fifth copies.


def test_caishen_a_wildcard_may_be_a_fifth_copy() -> None:
    hand = line("123m 789m 46s 5555p P", "5s", win_by="self_draw")
    # 不求人 4, 四归一 2 (once, for five alike), 老少副 1, 无字 1, 坎张 1.
    assert fans(hand) == {
        "fully_concealed": 1,
        "tile_hog": 1,
        "two_terminal_chows": 1,
        "no_honors": 1,
        "closed_wait": 1,
    }
    assert score(hand)["total"] == 9
    refused = score(hand, {"wildcard_fifth_copy": False})
    assert (refused["reason"], refused["total"]) == ("no_shape", 0)


def test_caishen_a_fifth_copy_beside_a_kong_is_no_tile_hog() -> None:
    hand = line("123m 789m 46p P E", "E", "5555p")
    # 老少副 1, 明杠 1, 缺一门 1, 单钓将 1.
    assert fans(hand) == {
        "two_terminal_chows": 1,
        "exposed_kong": 1,
        "one_voided_suit": 1,
        "single_wait": 1,
    }
    assert score(hand)["total"] == 4


def test_caishen_a_fifth_copy_in_the_pair_leaves_the_pung_concealed() -> None:
    # Won on the fourth 5p, the wildcard is the fifth. If the 5p won makes the pair, 222s and 555p
    # are concealed: 双暗刻 2, 单钓将 1; with 四归一 2, 门前清 2 and 无字 1 that is just enough.
    hand = line("123m 789s 222s 555p P", "5p")
    assert fans(hand) == {
        "two_concealed_pungs": 1,
        "single_wait": 1,
        "tile_hog": 1,
        "concealed_hand": 1,
        "no_honors": 1,
    }
    assert score(hand)["total"] == 8


# Circumstances.


def test_caishen_last_copy_is_of_the_tile_won_on() -> None:
    # The wildcard must be E; three E lie open, the fourth is won.
    hand = line("123m 456p 234p 777s P", "E", flags=["last_copy"])
    assert fans(hand)["last_copy"] == 1
    assert "last_copy" not in fans(hand, circumstances="substitution")
    assert "last_copy" not in fans(line("123m 456p 234p 777s E", "E", flags=["last_copy"]))


def test_caishen_a_drawn_wildcard_is_no_last_copy_of_what_it_stands_for() -> None:
    hand = line("123m 456p 78s EE", "P", "999s", win_by="self_draw")
    assert "last_copy" not in fans(hand)
    assert fans(hand, circumstances="substitution")["last_copy"] == 1
    natural = line("123m 456p 78s EE", "9s", "999s", win_by="self_draw")
    assert fans(natural)["last_copy"] == 1


def test_caishen_a_robbed_kong_counts_beside_a_wildcard_of_its_kind() -> None:
    hand = line("123m 456p 234p 777s P", "E", win_by="robbed_kong")
    assert fans(hand)["robbing_kong"] == 1


def test_caishen_flowers_do_not_help_to_the_minimum() -> None:
    hand = line("123m 456p 67s 999s EE", "8s", flowers=["f1", "f2", "f5"])
    answer = score(hand)
    assert (answer["reason"], answer["total"]) == ("below_minimum", 5 + 3)
    assert answer["patterns"]["flower"] == 3
    assert answer["deltas"] is None


def test_caishen_a_turned_flower_makes_its_group_wild() -> None:
    hand = line("123m 456p 78s 999s E f3", "E", wildcard="f1", flowers=["f5"])
    answer = score(hand)  # 门前清 2, 幺九刻 1, 单钓将 1, and a plum
    assert answer["patterns"]["flower"] == 1
    assert answer["patterns"]["concealed_hand"] == 1
    assert "no_wildcard" not in answer["patterns"]
    none = score(line("123m 456p 789s 999s E", "E", wildcard="f8"))
    assert none["patterns"]["no_wildcard"] == 1


# The printed table.


def test_caishen_prints_an_exposed_and_a_concealed_kong_as_two_fans() -> None:
    hand = line("123m 45s E E", "6s", "2222p", "(7777p)")
    assert fans(hand) == {"exposed_kong": 1, "concealed_kong": 1, "no_wildcard": 1}
    assert fans(hand, base="botzone") == {"mixed_kongs": 1, "no_wildcard": 1}
    assert score(hand)["total"] == 1 + 2 + 2
    assert score(hand, {"base": "botzone"})["total"] == 5 + 2


def test_caishen_prints_all_terminals_without_triple_pung() -> None:
    hand = line("111m 99m 99s", "9s", "111p", "111s")
    # 清幺九 64, 无财神 2; a discard completes 999s, so that 111m alone is concealed.
    assert fans(hand) == {"all_terminals": 1, "no_wildcard": 1}
    assert fans(hand, base="botzone") == {"all_terminals": 1, "triple_pung": 1, "no_wildcard": 1}


def test_caishen_an_unknown_option_is_refused() -> None:
    with pytest.raises(KeyError):
        score(line(*NOTHING), {"fifth_copy": True})


# Many hands.


def test_caishen_random_hands_are_well_formed_and_pay_nobody_from_outside() -> None:
    rng = Random(1)
    reasons: Counter[str | None] = Counter()
    held: Counter[int] = Counter()
    for _ in range(250):
        hand = random_hand(rng)
        shown = [name for meld in hand["melds"] for name in meld["tiles"]]
        tiles = Counter([*hand["concealed"], hand["win_tile"], *shown, hand["wildcard"]])
        assert max(tiles.values()) <= 4
        assert hand["wildcard"] not in shown
        assert len(hand["concealed"]) + 3 * len(hand["melds"]) == 13
        wild = tiles[hand["wildcard"]] - 1
        wild += sum(parse_tile(name) >= 34 for name in [*hand["concealed"], hand["win_tile"]])
        held[wild] += 1
        answer = score(hand)
        reasons[answer["reason"]] += 1
        assert (answer["deltas"] is None) is not ("table" in hand and answer["legal"])
        if answer["deltas"] is not None:
            assert sum(answer["deltas"]) == 0
    assert set(held) == {0, 1, 2, 3}
    assert min(held.values()) > 10
    assert reasons["no_shape"] > 1
    assert reasons["below_minimum"] > 10


def test_caishen_order_of_tiles_and_melds_does_not_matter() -> None:
    rng = Random(3)
    for _ in range(80):
        hand = random_hand(rng)
        mixed = dict(hand)
        for name in ("concealed", "melds", "flags", "flowers"):
            mixed[name] = rng.sample(hand[name], len(hand[name]))
        assert score(mixed) == score(hand)


def test_caishen_a_fifth_copy_never_makes_a_hand_worse() -> None:
    rng = Random(4)
    better = 0
    for _ in range(80):
        hand = random_hand(rng)
        without = score(hand, {"wildcard_fifth_copy": False})["total"]
        assert score(hand)["total"] >= without
        better += score(hand)["total"] > without
    assert better > 0
