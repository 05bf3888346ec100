"""Who pays whom in Luoyuan: the worked examples of the card, and who is liable for all."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.rules import Rules
from engine.scoring_out import SCRATCH_SIZE
from engine.settlement import settle
from engine.settling.parts import (
    N_PARTS,
    PART_DEALER,
    PART_LIABILITY,
    PART_LOSERS,
    PART_WIN,
)
from engine.situation import (
    S_DEALER,
    S_FLAGS,
    S_LIABLE,
    S_PAYER,
    S_STREAK,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    new_showdown,
)
from engine.tables import load_tables
from schemas.codes import (
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_FIRST_TURN,
    FLAG_PENALTY_DISCARD,
)
from schemas.tiles import parse_tiles
from tests.engine.luoyuan_hands import Hand, changed, hand, meld, score
from tests.engine.machine_script import compiled

# The gold is 9s throughout. Of these hands G is 0, 1, 2.
NO_GOLD = hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s")
ONE_GOLD = hand("123m 456m 79p9s 22s 456s 45p", "6p", gold="9s")
TWO_GOLDS = hand("123m 456m 79p9s 22s 46s9s 45p", "6p", gold="9s")
THREE_GOLDS = hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", by=BY_SELF_DRAW)
PAIR = hand("123m 456m 789p 456s 45p 99s", "6p", gold="9s", by=BY_SELF_DRAW)
PENALTY = {"flags": FLAG_PENALTY_DISCARD}


def paid(
    wins: dict[int, Hand],
    payer: int | None = None,
    streak: int = 0,
    losers: dict[int, str] | None = None,
    rules: Rules | None = None,
    void: int = 0,
    liable: int = 0,
    melds: dict[int, str] | None = None,
) -> NDArray[np.int32]:
    """Settlement parts; seat 0 deals.

    Args:
        wins: winning hands by seat.
        payer: who gave the tile.
        streak: wins of the dealer before.
        losers: by seat, flowers and golds of those that do not win; golds 9s are in hand.
        rules: `luoyuan-36` if none are given.
        void: mask of the seats whose hands count nothing.
        liable: mask of the seats that pay for all after a foul.
        melds: by seat, one meld of those that do not win.
    """
    rules = compiled("luoyuan-36") if rules is None else rules
    table = new_showdown()
    facts = table.facts
    facts[[S_DEALER, S_STREAK, S_VOID, S_LIABLE]] = 0, streak, void, liable
    facts[S_PAYER] = -1 if payer is None else payer
    for seat, one in wins.items():
        facts[S_WINNERS] |= 1 << seat
        facts[[S_WIN_TILE, S_WIN_BY, S_WILDCARD]] = one.win_tile, one.by, one.gold
        facts[S_FLAGS] = one.flags
        answer = score(one.but(seat=seat), rules)
        assert answer.verdict == "legal"
        table.info[seat] = answer.info
        for tile in one.concealed:
            table.hand[seat, tile] += 1
        for tile in one.flowers:
            table.flowers[seat, tile] += 1
    for seat, tiles in (losers or {}).items():
        for tile in parse_tiles(tiles):
            (table.flowers if tile >= 27 else table.hand)[seat, tile] += 1
    for seat, text in (melds or {}).items():
        table.meld_kind[seat, 0], table.meld_tile[seat, 0] = meld(text)
    parts = np.zeros((4, N_PARTS), np.int32)
    settle(rules, load_tables(), table, np.zeros(SCRATCH_SIZE, np.int64), parts)
    assert not parts.sum(axis=0).any()
    return parts


def deltas(*args: object, **options: object) -> list[int]:
    return paid(*args, **options).sum(axis=1).tolist()  # type: ignore[arg-type]


def test_luoyuan_example_1_dealer_self_draws() -> None:
    one = hand(
        "123m 456m 45p 22s 46s9s", "6p", "5555m", gold="9s", flowers="E S f1", by=BY_SELF_DRAW
    )
    losers = {1: "E9s", 2: "SSS f2 9s", 3: ""}
    parts = paid({0: one}, streak=2, losers=losers)
    assert parts.sum(axis=1).tolist() == [48, -17, -8, -23]
    assert parts[:, PART_WIN].tolist() == [36, -12, -12, -12]
    assert parts[:, PART_DEALER].tolist() == [12, -4, -4, -4]
    assert parts[:, PART_LOSERS].tolist() == [0, -1, 8, -7]


def test_luoyuan_example_2_discard_win_of_a_set_of_flowers() -> None:
    one = NO_GOLD.but(flowers=parse_tiles("EEEE"))
    losers = {0: "SS", 1: "", 3: "WWW 9s"}
    assert deltas({2: one}, 1, streak=1, losers=losers) == [-8, -13, 22, -1]


def test_luoyuan_example_3_bare_win() -> None:
    assert deltas({1: TWO_GOLDS}, 2) == [-6, 18, -6, -6]


def test_luoyuan_example_4_penalty_discard() -> None:
    one = ONE_GOLD.but(flowers=parse_tiles("E f1"), **PENALTY)
    parts = paid({1: one}, 3, streak=1, losers={0: "SS9s", 2: "f3"})
    assert parts.sum(axis=1).tolist() == [3, 13, 1, -17]
    assert parts[:, PART_WIN].tolist() == [-4, 12, -4, -4]
    assert parts[:, PART_DEALER].tolist() == [-1, 1, 0, 0]
    assert parts[:, PART_LIABILITY].tolist() == [5, 0, 4, -9]
    assert parts[:, PART_LOSERS].tolist() == [3, 0, 1, -4]


def test_luoyuan_example_5_three_golds() -> None:
    one = THREE_GOLDS.but(flowers=parse_tiles("E"))
    losers = {0: "SSS", 1: "", 3: "W"}
    assert deltas({2: one}, streak=2, losers=losers) == [-18, -12, 42, -12]


def test_luoyuan_example_6_golden_pair_without_flower_and_kong() -> None:
    assert deltas({3: PAIR}, losers={0: "SSS"}) == [-18, -18, -18, 54]


def test_luoyuan_everybody_pays_a_discard_win_alike() -> None:
    for payer in (0, 2, 3):
        assert deltas({1: NO_GOLD}, payer) == [-2, 6, -2, -2]


def test_luoyuan_robbed_kong_is_paid_like_a_discard() -> None:
    robbed = NO_GOLD.but(by=BY_ROBBED_KONG)
    losers = {0: "SS", 2: "W"}
    assert deltas({1: robbed}, 3, losers=losers) == deltas({1: NO_GOLD}, 3, losers=losers)


@pytest.mark.parametrize("winner", range(4))
def test_luoyuan_dealer_and_streak(winner: int) -> None:
    """(0 + 1) x 2, and 2 for each hand of the streak where the dealer is one of the two."""
    with_dealer = 2 + 3 * 2
    expected = [-with_dealer if winner == 0 or seat == 0 else -2 for seat in range(4)]
    expected[winner] = 0
    expected[winner] = -sum(expected)
    assert deltas({winner: NO_GOLD}, (winner + 1) % 4, streak=3) == expected


@pytest.mark.parametrize(
    ("one", "settle_too"),
    [
        (NO_GOLD, True),
        (NO_GOLD.but(by=BY_SELF_DRAW), True),
        (NO_GOLD.but(flowers=[27]), True),
        (NO_GOLD.but(flowers=[27], by=BY_SELF_DRAW), True),
        (NO_GOLD.but(win_tile=26, by=BY_ROBBED_GOLD), False),
        (THREE_GOLDS, False),
        (PAIR, False),
        (hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s", by=BY_SELF_DRAW), False),
    ],
)
def test_luoyuan_losers_settle_after_plain_wins_only(one: Hand, settle_too: bool) -> None:
    payer = None if one.by in (BY_SELF_DRAW, BY_ROBBED_GOLD) else 0
    parts = paid({1: one}, payer, losers={0: "SS", 2: "W"})
    # 3 pays 0 two and 2 one, 2 pays 0 one
    assert parts[:, PART_LOSERS].tolist() == ([3, 0, 0, -3] if settle_too else [0, 0, 0, 0])


def test_luoyuan_losers_do_not_settle_after_heavenly() -> None:
    one = NO_GOLD.but(by=BY_SELF_DRAW, flags=FLAG_FIRST_TURN)
    assert deltas({0: one}, losers={1: "SS"}) == [30, -10, -10, -10]


def test_luoyuan_losers_share_counts_tiles() -> None:
    """A set of four counts four, a kong nothing, a flower still in hand one."""
    rules = changed({"flower": 5, "gold": 7})
    one = NO_GOLD.but(by=BY_SELF_DRAW)
    parts = paid({1: one}, losers={0: "SSSS 9s"}, melds={2: "5555m"}, rules=rules)
    assert parts[:, PART_LOSERS].tolist() == [10, 0, -5, -5]


def test_option_loser_flower_sets() -> None:
    """Four S and f1-f4 count six each where the option says so."""
    losers = {0: "SSSS", 2: "f1f2f3f4 f5"}
    parts = paid({1: NO_GOLD}, 3, losers=losers)
    assert parts[:, PART_LOSERS].tolist() == [3, 0, 6, -9]
    rules = changed(settlement={"loser_flower_sets": True})
    parts = paid({1: NO_GOLD}, 3, losers=losers, rules=rules)
    assert parts[:, PART_LOSERS].tolist() == [5, 0, 8, -13]


@pytest.mark.parametrize(
    ("kong", "worth"), [("5555m", 1), ("+5555m", 1), ("(5555m)", 2), ("555m", 0)]
)
def test_option_loser_kongs(kong: str, worth: int) -> None:
    rules = changed(settlement={"loser_kongs": True})
    parts = paid({1: NO_GOLD}, 3, melds={0: kong}, rules=rules)
    assert parts[:, PART_LOSERS].tolist() == [2 * worth, 0, -worth, -worth]


def test_luoyuan_a_robbed_kong_is_no_kong_of_its_giver() -> None:
    rules = changed(settlement={"loser_kongs": True})
    robbed = NO_GOLD.but(by=BY_ROBBED_KONG)
    assert not paid({1: robbed}, 3, melds={3: "+6666p"}, rules=rules)[:, PART_LOSERS].any()
    parts = paid({1: robbed}, 3, melds={3: "+5555m"}, rules=rules)
    assert parts[:, PART_LOSERS].tolist() == [-1, 0, -1, 2]


def test_luoyuan_penalty_discard_pays_all_after_every_kind_of_win() -> None:
    """A golden pair: 3 x 18, and to seat 0 its own two."""
    one = PAIR.but(by=1, **PENALTY)
    assert deltas({1: one}, 3, losers={0: "SS", 3: "WWW"}) == [2, 54, 0, -56]


def test_luoyuan_penalty_discard_is_a_discard() -> None:
    """On a self-draw or a robbed kong the flag means nothing."""
    assert deltas({1: NO_GOLD.but(by=BY_SELF_DRAW, **PENALTY)}) == [-2, 6, -2, -2]
    assert deltas({1: NO_GOLD.but(by=BY_ROBBED_KONG, **PENALTY)}, 3) == [-2, 6, -2, -2]


def test_option_penalty_discard() -> None:
    rules = changed(play={"penalty_discard": False})
    assert deltas({1: NO_GOLD.but(**PENALTY)}, 3, rules=rules) == [-2, 6, -2, -2]


def test_luoyuan_void_hand_has_no_flowers_and_golds() -> None:
    """站胡: seat 2 would have five; now it pays seat 0 two."""
    losers = {0: "SS", 2: "WWWW 9s"}
    parts = paid({1: NO_GOLD}, 3, losers=losers, void=0b0100)
    assert parts[:, PART_LOSERS].tolist() == [4, 0, -2, -2]
    parts = paid({1: NO_GOLD.but(**PENALTY)}, 3, losers=losers, void=0b0100)
    assert parts[:, PART_LOSERS].tolist() == [2, 0, 0, -2]


@pytest.mark.parametrize(
    "one",
    [THREE_GOLDS, PAIR, hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s", by=BY_SELF_DRAW)],
)
def test_luoyuan_void_hand_pays_all_after_the_golden_wins(one: Hand) -> None:
    """站胡 after 三金倒, 金雀, 金龙: seat 2 pays what the three would have, streak included."""
    plain = paid({1: one}, streak=2)
    parts = paid({1: one}, streak=2, void=0b0100)
    assert parts.sum(axis=1).tolist() == [0, plain[1].sum(), -plain[1].sum(), 0]
    assert np.array_equal(parts[:, PART_WIN], plain[:, PART_WIN])


def test_luoyuan_void_hand_pays_its_share_of_other_special_wins() -> None:
    heavenly = NO_GOLD.but(by=BY_SELF_DRAW, flags=FLAG_FIRST_TURN)
    assert deltas({0: heavenly}, void=0b0100) == [30, -10, -10, -10]
    robbing = NO_GOLD.but(win_tile=26, by=BY_ROBBED_GOLD)
    assert deltas({1: robbing}, void=0b0100) == [-6, 18, -6, -6]


def test_luoyuan_first_void_hand_after_the_winner_pays_all() -> None:
    assert deltas({2: PAIR}, void=0b1011) == [0, 0, 54, -54]
    assert deltas({2: PAIR}, void=0b0011) == [-54, 0, 54, 0]


def test_option_multiple_winners() -> None:
    """Winners do not pay each other; losers settle once, and not where one wins specially."""
    rules = changed(play={"multiple_winners": True})
    losers = {0: "SS", 3: ""}
    parts = paid({1: NO_GOLD, 2: NO_GOLD}, 3, losers=losers, rules=rules)
    assert parts.sum(axis=1).tolist() == [-4 + 2, 4, 4, -4 - 2]
    parts = paid({1: NO_GOLD, 2: PAIR.but(by=1)}, 3, losers=losers, rules=rules)
    assert parts.sum(axis=1).tolist() == [-20, 4, 36, -20]


def test_luoyuan_20_settles_as_luoyuan_36() -> None:
    losers = {0: "SS", 2: "W 9s"}
    rules = compiled("luoyuan-20")
    assert deltas({1: NO_GOLD}, 3, losers=losers, rules=rules) == deltas(
        {1: NO_GOLD}, 3, losers=losers
    )
