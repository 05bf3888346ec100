"""The plain Longgang scorer on random hands: what must hold of every hand, and what occurs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from schemas.tiles import parse_tile
from tests.oracles.longgang import DEFAULTS, agrees, score
from tests.oracles.longgang_hands import random_hand
from tests.oracles.longgang_payments import is_liable
from tests.oracles.longgang_readings import readings
from tests.oracles.longgang_rules import HONORS, PUNG_POINTS, SUITED, read_tiles

N_HANDS = 1500
ITEMS = {"base", "self_draw", "closed_wait", "edge_wait", "single_wait", "flower", "pair"}
SUITS_MOVED = str.maketrans("mps", "psm")

Hand = dict[str, Any]


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    rng = Random(20)
    return [random_hand(rng) for _ in range(N_HANDS)]


@pytest.fixture(scope="module")
def scored(hands: list[Hand]) -> list[Hand]:
    return [score(hand) for hand in hands]


def lying_tiles(hand: Hand) -> list[str]:
    """The tiles of one player but for the winning one."""
    melds = [tile for meld in hand["melds"] for tile in meld["tiles"]]
    return [*hand["concealed"], *melds, *hand["flowers"]]


def rearranged(hand: Hand, rng: Random) -> Hand:
    """The same hand with tiles and melds in another order and the suits exchanged."""

    def moved(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: inner if key in ("win_by", "flags") else moved(inner)
                for key, inner in value.items()
            }
        if isinstance(value, list):
            return [moved(inner) for inner in rng.sample(value, len(value))]
        if isinstance(value, str) and len(value) == 2 and value[0].isdigit():
            return value.translate(SUITS_MOVED)
        return value

    return {key: moved(value) if key != "win_by" else value for key, value in hand.items()}


def test_longgang_random_hands_are_well_formed(hands: list[Hand]) -> None:
    for hand in hands:
        table = hand.get("table", {"losers": {}})
        win = [hand["win_tile"]] if hand["win_tile"] else []
        tiles = Counter([hand["wildcard"], *win, *lying_tiles(hand)])
        for loser in table["losers"].values():
            tiles.update(lying_tiles(loser))
            assert len(loser["concealed"]) + 3 * len(loser["melds"]) == 16
        assert all(n <= (1 if tile[0] == "f" else 4) for tile, n in tiles.items())
        assert "P" not in tiles
        n_tiles = len(hand["concealed"]) + 3 * len(hand["melds"]) + len(win)
        assert n_tiles in ((17,) if win else (16, 17))
        players = [hand, *table["losers"].values()]
        melds = [meld for player in players for meld in player["melds"]]
        assert not any(hand["wildcard"] in meld["tiles"] for meld in melds)
        if table["losers"]:
            seat = "ESWN".index(hand["seat_wind"])
            assert seat == (table["winner"] - table["dealer"]) % 4
            assert (table["payer"] is None) == (hand["win_by"] in ("self_draw", "three_wildcards"))
            assert table["payer"] != table["winner"]
            assert set(table["losers"]) == {str(s) for s in range(4) if s != table["winner"]}
        if hand["win_by"] == "robbed_kong":
            assert hand["win_tile"] not in lying_tiles(hand)
            if table["losers"]:
                melds = table["losers"][str(table["payer"])]["melds"]
                assert [hand["win_tile"]] * 3 in [meld["tiles"] for meld in melds]


def test_longgang_every_row_and_item_occurs(hands: list[Hand], scored: list[Hand]) -> None:
    patterns = Counter(key for one in scored for key in one["patterns"])
    keys = set(DEFAULTS["values"]) - {"flower_wildcards_guests"}
    assert {key for key in keys if patterns[key] >= 5} == keys
    options = {"edge_wait": 2, "single_wait": 2}
    items = Counter(key for hand in hands[:1000] for key in score(hand, options)["items"])
    keys = {*ITEMS, *PUNG_POINTS}
    assert {key for key in keys if items[key] >= 5} == keys


def test_longgang_every_circumstance_occurs(hands: list[Hand], scored: list[Hand]) -> None:
    n_illegal = sum(not one["legal"] for one in scored)
    assert 0.01 * N_HANDS < n_illegal < 0.06 * N_HANDS
    assert 0.6 * N_HANDS < sum("table" in hand for hand in hands) < 0.8 * N_HANDS
    liable = [hand for hand in hands if hand["win_by"] == "discard" and is_liable(hand)]
    assert sum("late_dragon" in hand["flags"] for hand in liable) >= 5
    assert sum("late_dragon" not in hand["flags"] for hand in liable) >= 5
    assert len({one["total"] for one in scored}) > 50


def test_longgang_payments_sum_to_zero(hands: list[Hand], scored: list[Hand]) -> None:
    for hand, one in zip(hands, scored, strict=True):
        assert (one["deltas"] is not None) == ("table" in hand and one["legal"])
        assert sum(one["deltas"] or [0]) == 0


def test_longgang_totals_follow_from_points_and_tai(scored: list[Hand]) -> None:
    for one in scored:
        for result in one["tied"]:
            limits = [k for k in result["patterns"] if DEFAULTS["values"].get(k) == "limit"]
            if limits:
                assert one["total"] == 300
            else:
                assert one["total"] == min(300, result["points"] * 2 ** result["tai"])
                points = [count * value for count, value in result["items"].values()]
                assert sum(points) == result["points"]


def test_longgang_order_and_suits_do_not_matter(hands: list[Hand], scored: list[Hand]) -> None:
    rng = Random(21)
    for hand, one in zip(hands, scored, strict=True):
        again = score(rearranged(hand, rng))
        assert agrees(one, again)
        assert len(again["tied"]) == len(one["tied"])


@pytest.mark.parametrize("n_wild", [0, 1, 2])
@pytest.mark.parametrize(
    "tiles", ["11m 333m 456m", "44556677p", "EEE 23m 4m 99s", "12m 3m 789m 99p", "5555p 6667p"]
)
def test_longgang_readings_are_those_of_tiles_put_for_wildcards(tiles: str, n_wild: int) -> None:
    # Two sets and a pair of which some tiles are wild.
    rng = Random(tiles)
    for _ in range(3):
        naturals = tuple(sorted(rng.sample(read_tiles(tiles), 8 - n_wild)))
        found = {
            tuple((group.form, group.tile) for group in reading)
            for reading in readings(naturals, n_wild, 2, 1)
        }
        put = {
            tuple((group.form, group.tile) for group in reading)
            for stood_for in combinations_with_replacement((*SUITED, *HONORS), n_wild)
            for reading in readings(tuple(sorted((*naturals, *stood_for))), 0, 2, 1)
        }
        assert found
        assert found == put


def test_longgang_random_hands_follow_their_seed() -> None:
    assert random_hand(Random(7)) == random_hand(Random(7))
    assert parse_tile(random_hand(Random(7))["wildcard"]) < 38
