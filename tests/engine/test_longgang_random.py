"""What holds for every Longgang hand, on hands that nobody chose: readings, waits, order, suits."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.longgang import memory, patterns
from engine.longgang.loser import LOSER_SCRATCH
from engine.scoring_out import SCRATCH_SIZE
from engine.situation import Win
from engine.wild import wild_tiles
from schemas.rules_files import load_ruleset
from schemas.tiles import N_KINDS, WINDS, parse_tile, parse_tiles
from tests.engine.longgang_hands import Answer, answer, rules_of, score, win_of
from tests.oracles.longgang_hands import random_hand

HANDS = 400
IN_PLAY = [kind for kind in range(N_KINDS) if kind != parse_tile("P")]
SHAPE_WINS = ("self_draw", "discard", "robbed_kong")


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    rng = Random(7)
    return [random_hand(rng) for _ in range(HANDS)]


@pytest.fixture(scope="module")
def scored(lines: list[dict[str, Any]]) -> list[tuple[Win, Answer]]:
    return [(win := win_of(line), answer(win)) for line in lines]


def is_wild(win: Win, tile: int) -> bool:
    facts = win.facts
    return bool((wild_tiles(rules_of(None), facts[6], facts[4]) >> tile) & 1)


@cache
def complete(tiles: tuple[int, ...], wild: int, sets: int, pairs: int) -> bool:
    """Whether tiles and wildcards are so many sets and pairs, by trying every group."""
    if min(wild, sets, pairs) < 0:
        return False
    if not tiles:
        return wild == 3 * sets + 2 * pairs
    first, rest = tiles[0], tiles[1:]
    groups = [((first,) * 2, 0, 1), ((first,) * 3, 1, 0)]
    if first < 27:
        lows = [low for low in (first, first - 1, first - 2) if low // 9 == first // 9]
        groups += [((low, low + 1, low + 2), 1, 0) for low in lows if low >= 0 and low % 9 < 7]
    for group, a_set, a_pair in groups:
        missing = list(group)
        missing.remove(first)
        # Each other place is a tile of the hand or a wildcard.
        for use in range(4):
            left, lacking = list(rest), 0
            for place, tile in enumerate(missing):
                if (use >> place) & 1 and tile in left:
                    left.remove(tile)
                else:
                    lacking += 1
            if complete(tuple(left), wild - lacking, sets - a_set, pairs - a_pair):
                return True
    return False


def test_waits_are_the_kinds_that_complete_the_hand(scored: list[tuple[Win, Answer]]) -> None:
    checked = 0
    for win, found in scored:
        if not found.n_waits or checked == 120:
            continue
        tiles = [tile for tile in range(N_KINDS) for _ in range(win.hand[tile])]
        natural = [tile for tile in tiles if not is_wild(win, tile)]
        n_wild = int(win.hand.sum()) - len(natural)
        sets = 5 - int(win.facts[0])
        kinds = [kind for kind in IN_PLAY if not is_wild(win, kind)]
        waits = sum(complete(tuple(sorted([*natural, k])), n_wild, sets, 1) for k in kinds)
        waits += sum(is_wild(win, tile) for tile in range(42))
        assert found.n_waits == waits, (win, found)
        checked += 1
    assert checked == 120


@pytest.mark.parametrize(
    ("tiles", "tile", "waits"),
    [
        # 3s and 6s, or the wildcard 9m and the own flower f2.
        ("123m 456m 789p 123p 55p 45s", "3s", 4),
        # All four 5s in hand: a fifth, between 4s and 6s, is a wait by shape; 2s and 8s too.
        ("123m 789p 34455556s 67s", "2s", 5),
        # A lone wildcard wins on all 33 kinds, 9m being wild, and on f2.
        ("123m 456m 789p 123p 678s f2", "E", 34),
    ],
)
def test_longgang_number_of_waits(tiles: str, tile: str, waits: int) -> None:
    assert score(tiles, tile, wildcard="9m").n_waits == waits


def test_readings_hold_the_tiles_of_the_hand(scored: list[tuple[Win, Answer]]) -> None:
    for win, found in scored:
        if found.verdict != "legal" or found.wait == "special":
            continue
        n_melds = int(win.facts[0])
        held = Counter({tile: int(win.hand[tile]) for tile in range(42) if win.hand[tile]})
        held[int(win.facts[1])] += 1
        wild = sum(count for tile, count in held.items() if is_wild(win, tile))
        needed = Counter(t for group in found.reading[n_melds:] for t in parse_tiles(group))
        natural = Counter({t: n for t, n in held.items() if not is_wild(win, t)})
        assert not natural - needed
        assert (needed - natural).total() == wild == found.wildcards_used
        assert len(found.reading) == 6


def test_totals_depend_on_no_order_and_no_suit(
    lines: list[dict[str, Any]], scored: list[tuple[Win, Answer]]
) -> None:
    rng = Random(5)
    for line, (_, found) in zip(lines, scored, strict=True):
        suits = dict(zip("mps", rng.sample("mps", 3), strict=True))
        moved = answer(win_of(_moved(line, suits, rng)))
        same = ("verdict", "total", "uncapped", "n_waits", "wildcards_used", "losers_settle")
        for name in same:
            assert getattr(moved, name) == getattr(found, name), (name, line)


def _moved(line: dict[str, Any], suits: dict[str, str], rng: Random) -> dict[str, Any]:
    """The hand with its suits exchanged, melds and tiles in another order."""

    def tile(name: str | None) -> str | None:
        return name[0] + suits[name[1]] if name and name[-1] in suits else name

    concealed = [tile(name) for name in line["concealed"]]
    melds = [{**meld, "tiles": [tile(name) for name in meld["tiles"]]} for meld in line["melds"]]
    rng.shuffle(concealed)
    rng.shuffle(melds)
    changes = {"concealed": concealed, "melds": melds, "win_tile": tile(line["win_tile"])}
    return {**line, **changes, "wildcard": tile(line["wildcard"])}


def test_totals_are_points_doubled_up_to_the_limit(scored: list[tuple[Win, Answer]]) -> None:
    limits = {key for key, row in load_ruleset("longgang").patterns.items() if row.limit}
    for _, found in scored:
        if found.verdict != "legal":
            continue
        assert found.uncapped == found.points * 2**found.tai
        at_limit = bool(limits & set(found.rows))
        assert found.total == (300 if at_limit else min(300, found.uncapped))
        assert found.limit_hit == (found.total == 300)
        assert all(0 <= lost <= found.total for lost in found.marginal.values())


def test_seat_winds_are_told_apart() -> None:
    hand = "123m 456m 789p 67s 55p EEE"
    totals = {seat: score(hand, "8s", seat=seat).total for seat in WINDS}
    assert totals == {"E": 72, "S": 36, "W": 36, "N": 36}


def test_working_memory_is_large_enough() -> None:
    assert max(memory.MEMORY_SIZE, LOSER_SCRATCH) <= SCRATCH_SIZE


def test_catalogue_is_that_of_the_kernel() -> None:
    keys = load_ruleset("longgang").catalogue.keys
    assert len(keys) == patterns.N_ROWS <= 63
    for place, key in enumerate(keys):
        assert getattr(patterns, key.upper()) == place
    assert np.all(rules_of(None).limits[1] == 0)
