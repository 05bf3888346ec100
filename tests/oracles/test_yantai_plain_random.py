"""The plain Yantai scorer on random hands: what holds for all of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from tests.oracles.yantai import DEFAULTS, SEVEN_PAIRS, score
from tests.oracles.yantai_hands import random_hand


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
