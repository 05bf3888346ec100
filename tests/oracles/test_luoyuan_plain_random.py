"""The plain Luoyuan scorer and its random hands: well formed, every key, what must not matter."""

from collections import Counter
from random import Random

import pytest

from schemas.tiles import TILE_NAMES
from tests.oracles.luoyuan import COUNTS, WIN_KINDS, score
from tests.oracles.luoyuan_hands import random_hand
from tests.oracles.luoyuan_tiles import splits, tiles_of, whole_hand

N_RANDOM = 2500


@pytest.fixture(scope="module", params=[20, 36])
def random_lines(request):
    rng = Random(request.param)
    return [random_hand(rng, {"preset": request.param}) for _ in range(N_RANDOM)]


def test_luoyuan_random_hands_are_well_formed(random_lines):
    for hand in random_lines:
        losers = list(hand.get("table", {}).get("losers", {}).values())
        tiles = whole_hand(hand) + ([] if hand["win_by"] == "robbed_gold" else [gold_of(hand)])
        for player in (hand, *losers):
            melds = [tile for one in player["melds"] for tile in one["tiles"]]
            tiles += tiles_of(melds) + tiles_of(player["flowers"])
            assert hand["wildcard"] not in melds
        for loser in losers:
            tiles += tiles_of(loser["concealed"])
            assert len(loser["concealed"]) == 16 - 3 * len(loser["melds"])
        assert len(whole_hand(hand)) == 17 - 3 * len(hand["melds"])
        for tile, number in Counter(tiles).items():
            assert number <= (4 if tile < 34 else 1)
            assert hand["rules"] == "luoyuan-36" or tile < 32
        if hand["win_by"] == "robbed_kong":
            own = [tile for one in hand["melds"] for tile in tiles_of(one["tiles"])]
            robbed = TILE_NAMES.index(hand["win_tile"])
            assert robbed not in own + tiles_of(hand["concealed"])
        if "table" in hand:
            winner, dealer, payer = (hand["table"][key] for key in ("winner", "dealer", "payer"))
            assert hand["seat_wind"] == "ESWN"[(winner - dealer) % 4]
            assert (payer is not None) == (hand["win_by"] in ("discard", "robbed_kong"))
            if hand["win_by"] == "robbed_kong":
                pung = {"kind": "pung", "tiles": [hand["win_tile"]] * 3, "concealed": False}
                assert pung in hand["table"]["losers"][str(payer)]["melds"]


def gold_of(hand):
    return TILE_NAMES.index(hand["wildcard"])


def test_luoyuan_random_hands_reach_every_key_and_refusal(random_lines):
    answers = [score(hand) for hand in random_lines]
    seen = Counter(key for answer in answers if answer["legal"] for key in answer["patterns"])
    assert min(seen[key] for key in (*WIN_KINDS, *COUNTS)) >= N_RANDOM // 50
    reasons = Counter(answer["reason"] for answer in answers)
    assert reasons["no_shape"] >= N_RANDOM // 100
    assert reasons["not_allowed"] >= N_RANDOM // 50
    assert reasons[None] >= N_RANDOM * 4 // 5
    robbed = Counter(
        (next(iter(answer["patterns"])), answer["legal"])
        for hand, answer in zip(random_lines, answers, strict=True)
        if hand["win_by"] == "robbed_gold" and answer["patterns"]
    )
    assert set(robbed) == {
        ("robbing_gold", True),
        ("golden_pair", True),
        ("golden_dragon", True),
        ("robbing_gold", False),
    }


def test_luoyuan_random_deltas_sum_to_zero(random_lines):
    answers = [score(hand) for hand in random_lines]
    with_deltas = [answer for answer in answers if answer["deltas"] is not None]
    assert len(with_deltas) > N_RANDOM // 2
    assert all(sum(answer["deltas"]) == 0 for answer in with_deltas)


def test_luoyuan_random_totals_do_not_depend_on_order_or_suits(random_lines):
    rng = Random(3)
    for hand in random_lines[:600]:
        suits = dict(zip("mps", rng.sample("mps", 3), strict=True))
        assert score(moved(hand, suits, rng)) == score(hand)


def moved(hand, suits, rng):
    """The same line with suits exchanged, tiles and melds in another order."""

    def moved_name(name):
        return name and name[0] + suits[name[1]]

    def moved_player(player):
        concealed = [moved_name(TILE_NAMES[tile]) for tile in tiles_of(player["concealed"])]
        melds = [
            {**one, "tiles": rng.sample([moved_name(t) for t in one["tiles"]], len(one["tiles"]))}
            for one in player["melds"]
        ]
        return {
            **player,
            "concealed": rng.sample(concealed, len(concealed)),
            "melds": rng.sample(melds, len(melds)),
            "flowers": rng.sample(player["flowers"], len(player["flowers"])),
        }

    other = moved_player(hand)
    other |= {"win_tile": moved_name(hand["win_tile"]), "wildcard": moved_name(hand["wildcard"])}
    if "table" in hand:
        losers = {seat: moved_player(one) for seat, one in hand["table"]["losers"].items()}
        other["table"] = {**hand["table"], "losers": losers}
    return other


def makes_sets(tiles):
    """Whether sorted natural tiles are chows and pungs, lowest first."""
    if not tiles:
        return True
    low = tiles[0]
    groups = [[low] * 3] + [[low, low + 1, low + 2]] * (low % 9 < 7)
    for group in groups:
        rest = list(tiles)
        if all(rest.count(tile) >= group.count(tile) for tile in group):
            for tile in group:
                rest.remove(tile)
            if makes_sets(rest):
                return True
    return False


def wins_by_substitution(naturals, golds, lowest=0):
    """Whether some tiles in the places of the golds make sets and a pair."""
    if golds:
        return any(
            wins_by_substitution([*naturals, tile], golds - 1, tile) for tile in range(lowest, 27)
        )
    tiles = sorted(naturals)
    for eyes in sorted(set(tiles)):
        if tiles.count(eyes) >= 2:
            rest = list(tiles)
            rest.remove(eyes)
            rest.remove(eyes)
            if makes_sets(rest):
                return True
    return False


@pytest.mark.parametrize(("golds", "number"), [(0, 300), (1, 150), (2, 60), (3, 12)])
def test_luoyuan_shapes_agree_with_literal_substitution(golds, number):
    # Tiles of few neighbouring kinds, often across two suits, so that readings overlap.
    rng = Random(golds)
    verdicts = Counter()
    for _ in range(number):
        sets = rng.choice((1, 2, 3)) if golds < 3 else 2
        lowest, width = rng.randrange(18), (2, 5, 9, 9)[golds] + 2 * sets
        pool = [tile for tile in range(lowest, min(27, lowest + width)) for _ in range(4)]
        naturals = sorted(rng.sample(pool, 3 * sets + 2 - golds))
        expected = wins_by_substitution(naturals, golds)
        assert splits(tuple(naturals), golds, sets, 1) == expected, (naturals, golds)
        verdicts[expected] += 1
    assert min(verdicts[True], verdicts[False]) >= number // 20
