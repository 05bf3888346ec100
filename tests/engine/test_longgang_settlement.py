"""Who pays whom in Longgang: the card's worked examples, liability, dealer, losers."""

from __future__ import annotations

import pytest

from tests.engine.longgang_hands import Answer, Seat, house_rules, payments, score

CHOWS = "123m 456m 789p 123p"


def plain(seat: str = "S", **facts: str) -> Answer:
    """A win of 20: ten points, no wildcard."""
    return score(f"{CHOWS} 55p 67s", "8s", seat=seat, **facts)


def test_longgang_example_1_payments() -> None:
    won = score(
        "222m 456m 79p 45s 1s 55p", "8p", "CCC", by="self_draw", wildcard="1s", flowers="f1"
    )
    paid = payments({1: won}, {0: Seat("999s"), 3: Seat(melds=("333p",))}, wildcard="1s")
    assert paid == {
        "win": [-52, 156, -52, -52],
        "dealer": [-52, 52, 0, 0],
        "losers": [28, 0, -18, -10],
        "delta": [-76, 208, -70, -62],
    }


def test_longgang_example_2_the_dealer_wins() -> None:
    paid = payments({0: plain("E")}, {}, payer=2, tile="8s")
    assert paid == {
        "win": [60, -20, -20, -20],
        "dealer": [60, -20, -20, -20],
        "delta": [120, -40, -40, -40],
    }


def test_longgang_example_3_a_limit_hand() -> None:
    won = score("123m 456m 789m 234m 99m 56m", "7m", seat="W")
    paid = payments({2: won}, {}, payer=1, tile="7m")
    assert paid["delta"] == [-600, -300, 1200, -300]


def test_longgang_everybody_pays_on_a_discard_too() -> None:
    assert payments({1: plain()}, {}, payer=3, tile="8s")["win"] == [-20, 60, -20, -20]


def test_longgang_dealer_factor_of_the_rule_set() -> None:
    rules = house_rules(settlement={"dealer_factor": 3})
    paid = payments({1: plain()}, {2: Seat("CC")}, payer=3, rules=rules)
    assert paid["dealer"] == [-40, 40, 0, 0]
    assert paid["losers"] == [-6, 0, 8, -2]
    even = house_rules(settlement={"dealer_factor": 1})
    assert "dealer" not in payments({1: plain()}, {}, payer=3, rules=even)


def test_longgang_dealer_may_sit_anywhere() -> None:
    paid = payments({1: plain()}, {}, payer=3, dealer=3)
    assert paid["delta"] == [-20, 80, -20, -40]


def test_longgang_losers_settle_the_difference_of_their_totals() -> None:
    paid = payments({1: plain()}, {0: Seat("222m"), 2: Seat("999p"), 3: Seat("CCC")}, payer=3)
    # Totals 4, 8, 16; with the dealer doubled: 0-2 8, 0-3 24; 2-3 8.
    assert paid["losers"] == [-32, 0, 8 - 8, 24 + 8]


def test_longgang_dealer_does_not_double_losers_where_the_rules_say_so() -> None:
    rules = house_rules(settlement={"dealer_doubles_losers": False})
    paid = payments({1: plain()}, {0: Seat("222m"), 2: Seat("999p")}, payer=3, rules=rules)
    assert paid["losers"] == [-4 + 4, 0, 4 + 8, -4 - 8]


def test_longgang_losers_seat_winds_follow_the_dealer() -> None:
    # Dealer 2: seat 0 is West, seat 3 South.
    losers = {0: Seat("WW"), 3: Seat("WW f2"), 2: Seat("EE")}
    paid = payments({1: plain("N")}, losers, payer=0, dealer=2)
    # Seat 0: 2. Seat 3: WW and its flower 8, one tai, 16. Seat 2: 2.
    assert paid["losers"] == [0 - 14, 0, 0 - 28, 14 + 28]


@pytest.mark.parametrize(
    "won",
    [
        score("9s 9s 9s 147m 258p 36s E S W N C", None, by="three_wildcards"),
        score(f"{CHOWS} 55p 67s", "8s", flags="first_turn"),
        score(f"{CHOWS} 55p 67s", "8s", flags="first_turn", by="self_draw", seat="E"),
    ],
    ids=["three_wildcards", "earthly", "heavenly"],
)
def test_longgang_losers_count_nothing_after(won: Answer) -> None:
    paid = payments({1: won}, {0: Seat("CCC"), 2: Seat("999p")}, payer=None)
    assert paid["delta"] == [-600, 1200, -300, -300]


def test_longgang_void_hands_count_nothing() -> None:
    losers = {0: Seat("222m"), 2: Seat("999p")}
    paid = payments({1: plain()}, losers, payer=3, void=1 << 2)
    assert paid["losers"] == [8 + 8, 0, -8, -8]


def test_longgang_owner_of_a_robbed_kong_counts_an_exposed_pung() -> None:
    won = plain(by="robbed_kong")
    for kong in ("+8888s", "8888s"):
        losers = {2: Seat(melds=(kong, "3333p"))}
        paid = payments({1: won}, losers, payer=2, by="robbed_kong", tile="8s")
        # 2 for the pung of 8s, 8 for the other kong.
        assert paid["losers"] == [-20, 0, 30, -10]
    # Nobody else's kong is touched, nor a kong when a discard is won on.
    paid = payments({1: plain()}, {2: Seat(melds=("+8888s",))}, payer=2, tile="8s")
    assert paid["losers"] == [-16, 0, 24, -8]


# Liability 包


def test_longgang_liable_for_a_fourth_wind() -> None:
    won = score("55m EE", "E", "WWW", "NNNN", "SSS", "456m")
    assert won.liable
    paid = payments({1: won}, {2: Seat("CC")}, payer=3, tile="E")
    assert won.total == 300  # 大四喜
    assert paid["liability"] == [600, 0, 300, -900]
    assert paid["losers"] == [-4, 0, 6, -2]
    assert paid["delta"] == [-4, 1200, 6, -1202]


def test_longgang_liable_dealer_pays_its_own_part_doubled() -> None:
    won = score("55m EE", "E", "WWW", "NNNN", "SSS", "456m")
    paid = payments({1: won}, {}, payer=0, tile="E")
    assert paid["delta"] == [-1200, 1200, 0, 0]


@pytest.mark.parametrize(
    ("melds", "tiles", "tile", "by", "liable"),
    [
        (("WWW", "NNNN", "SSS", "456m"), "55m EE", "E", "discard", True),
        (("WWW", "NNNN", "SSS", "456m"), "55m 46p", "5p", "discard", False),  # no wind
        (("WWW", "NNNN", "SSS", "456m"), "55m EE", "E", "self_draw", False),
        (("WWW", "NNNN", "SSS", "456m"), "55m EE", "E", "robbed_kong", False),
        (("WWW", "(NNNN)", "SSS", "456m"), "55m EE", "E", "discard", False),  # one is concealed
        (("WWW", "NNNN", "CCC", "456m"), "55m EE", "E", "discard", False),
        (("WWW", "NNNN", "SSS", "456m"), "55m CC", "C", "discard", False),  # winds ask for a wind
        (("WWW", "NNNN", "CCC", "+FFFF"), "55m EE", "E", "discard", True),
        (("WWW", "NNNN", "CCC", "FFF"), "456m E", "E", "discard", True),
        (("WWW", "EEE", "CCC", "FFF"), "55m 46p", "5p", "discard", False),
        (("WWW", "EEE", "CCC", "(FFFF)"), "55m SS", "S", "discard", False),
    ],
)
def test_longgang_liability_for_clear_honor_hands(
    melds: tuple[str, ...], tiles: str, tile: str, by: str, liable: bool
) -> None:
    found = score(tiles, tile, *melds, by=by)
    assert found.verdict == "legal"
    assert found.liable == liable


def test_longgang_late_dragon_is_liable() -> None:
    hand = (f"{CHOWS} 55p CC", "C")
    assert not score(*hand).liable
    won = score(*hand, flags="late_dragon")
    assert won.liable
    # 14 points, 无财神 and 字刻: 56.
    assert payments({1: won}, {}, payer=2, tile="C")["delta"] == [0, 224, -224, 0]
    assert not score(f"{CHOWS} 55p 67s", "8s", flags="late_dragon").liable
    assert not score(*hand, flags="late_dragon", by="self_draw").liable


def test_longgang_liability_may_be_off() -> None:
    won = score(f"{CHOWS} 55p CC", "C", flags="late_dragon")
    rules = house_rules(settlement={"liability": False})
    paid = payments({1: won}, {}, payer=2, tile="C", rules=rules)
    assert paid["delta"] == [-112, 224, -56, -56]


def test_longgang_two_winners_each_take_their_total_from_the_losers() -> None:
    first, second = plain("S"), score(f"{CHOWS} 55p 67s", "8s", seat="W", flowers="f1")
    paid = payments({1: first, 2: second}, {0: Seat("222m")}, payer=3, tile="8s")
    # 20 and 28; the dealer pays both doubled; the two losers settle once.
    assert paid["win"] == [-48, 40, 56, -48]
    assert paid["dealer"] == [-48, 20, 28, 0]
    assert paid["losers"] == [8, 0, 0, -8]
