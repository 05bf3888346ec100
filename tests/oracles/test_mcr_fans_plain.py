"""The plain count of Chinese Official's fans against the reference calculator."""

from __future__ import annotations

from collections import Counter
from random import Random

from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
)
from schemas.tiles import parse_tiles
from tests.engine.oracle.calculator import calculator_fans
from tests.engine.oracle.hands import Win, meld_tiles, random_win
from tests.engine.oracle.plain import is_complete
from tests.oracles.mcr_combinations import chow_fans, pung_fans
from tests.oracles.mcr_fans import VALUES, Facts, Fans, fan_lists, worth
from tests.oracles.mcr_shapes import Group, is_win, waits


def plain_fans(hand: Win) -> list[Fans]:
    """The plain count of a hand, with the circumstances as the calculator corrects them."""
    melds = []
    for code, tile in hand.melds:
        kind = "chow" if code == MELD_CHOW else "pung" if code == MELD_PUNG else "kong"
        melds.append(Group(kind, tuple(meld_tiles(code, tile)), shown=code != MELD_KONG_CONCEALED))
    shown = [tile for meld in melds if meld.shown for tile in meld.tiles]
    kongs = any(meld.kind == "kong" for meld in melds)
    last_copy = hand.flags & FLAG_LAST_COPY and hand.win_tile not in hand.concealed
    facts = Facts(
        self_draw=hand.win_by == BY_SELF_DRAW,
        robbed_kong=hand.win_by == BY_ROBBED_KONG,
        last_copy=bool(last_copy) or shown.count(hand.win_tile) == 3,
        last_tile=bool(hand.flags & FLAG_LAST_TILE),
        kong_replacement=bool(hand.flags & FLAG_KONG_REPLACEMENT) and kongs,
        seat_wind=hand.seat_wind,
        round_wind=hand.round_wind,
    )
    return fan_lists(hand.concealed, hand.win_tile, melds, facts)


def test_plain_fans_are_the_calculators() -> None:
    rng = Random(1)
    seen: Counter[str] = Counter()
    for _ in range(4000):
        hand = random_win(rng)
        theirs = calculator_fans(hand)
        assert theirs is not None
        theirs.pop("花牌", None)
        lists = plain_fans(hand)
        assert max(map(worth, lists)) == worth(theirs), str(hand)
        assert theirs in lists, str(hand)
        seen.update(theirs)
    assert set(seen) == set(VALUES)


def test_plain_shapes_are_those_of_the_definitions() -> None:
    rng = Random(2)
    wins = 0
    for _ in range(600):
        hand = random_win(rng)
        tiles = [*hand.concealed, hand.win_tile]
        if rng.random() < 0.5:
            tiles[0] = rng.randrange(34)
        counts = [tiles.count(kind) for kind in range(34)]
        assert is_win(counts, len(hand.melds)) is is_complete(tiles, len(hand.melds))
        wins += is_win(counts, len(hand.melds))
    assert 200 < wins < 500


def test_plain_waits_count_a_copy_too_many() -> None:
    # The card's example: with a fifth 4m, 123m 444m 44m 678m 456p, the tiles would win, too.
    held = parse_tiles("1234444678m 456p")
    assert set(waits(held, 0)) >= set(parse_tiles("14m"))
    drawn = fan_lists(held, parse_tiles("1m")[0], [], Facts(self_draw=True))
    assert not any({"边张", "坎张", "单钓将"} & set(fans) for fans in drawn)


def test_plain_two_pungs_of_one_kind_are_no_double_pung() -> None:
    assert pung_fans([13, 13]) == [[]]
    assert ["双同刻"] in pung_fans([13, 13, 4])
    assert ["双同刻", "双同刻"] in pung_fans([13, 4, 12, 3])
    assert ["三同刻"] not in pung_fans([13, 13, 4])


def test_plain_chows_combine_once_each() -> None:
    # 123m 123m 123p 123p: 一般高 twice and 喜相逢 once; or 一般高 once and 喜相逢 twice.
    most = max(len(way) for way in chow_fans([0, 0, 9, 9], 27))
    assert most == 3
    # 三色三同顺 leaves one chow, which combines once.
    assert ["三色三同顺", "一般高"] in chow_fans([0, 9, 18, 0], 27)
    assert ["三色三同顺", "一般高", "喜相逢"] not in chow_fans([0, 9, 18, 0], 27)
