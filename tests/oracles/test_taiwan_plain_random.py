"""Random Taiwan hands: well-formed, every row occurs, and the answers are symmetric."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from tests.oracles.taiwan import score
from tests.oracles.taiwan_hands import mirrored, random_hand, shuffled, tiles_of, with_suits
from tests.oracles.taiwan_patterns import TABLE

N_HANDS = 20_000
N_SYMMETRIC = 3_000
COLUMNS = ("A", "B", "C")


def hands(seed: int, number: int) -> list[dict[str, Any]]:
    rng = Random(seed)
    return [random_hand(rng) for _ in range(number)]


def test_taiwan_random_hands_are_well_formed() -> None:
    for hand in hands(1, N_SYMMETRIC):
        used = tiles_of(hand)
        assert all(times <= (4 if tile < 34 else 1) for tile, times in used.items()), hand
        n_concealed, n_melds = len(hand["concealed"]), len(hand["melds"])
        assert n_concealed + 3 * n_melds == 16, hand
        assert (hand["win_tile"] is None) == hand["win_by"].endswith("flowers"), hand
        for meld in hand["melds"]:
            assert not (meld["concealed"] and meld["kind"] != "kong"), hand
        _assert_no_contradiction(hand)
        _assert_table_agrees(hand)


def _assert_no_contradiction(hand: dict[str, Any]) -> None:
    flags = set(hand["flags"])
    assert len(flags) == len(hand["flags"]), hand
    replaced = flags & {"kong_replacement", "flower_replacement"}
    if replaced:
        assert hand["win_by"] == "self_draw", hand
    if hand["win_by"] == "robbed_kong":
        assert "last_tile" not in flags, hand
        others = [*hand["concealed"], *(t for meld in hand["melds"] for t in meld["tiles"])]
        assert hand["win_tile"] not in others, hand
    if "first_turn" in flags:
        assert all(meld["concealed"] for meld in hand["melds"]), hand


def _assert_table_agrees(hand: dict[str, Any]) -> None:
    if "table" not in hand:
        return
    table = hand["table"]
    assert (table["winner"] - table["dealer"]) % 4 == "ESWN".index(hand["seat_wind"]), hand
    assert table["payer"] != table["winner"], hand
    one_gives = hand["win_by"] in ("discard", "robbed_kong", "seven_flowers")
    assert (table["payer"] is not None) == one_gives, hand


def test_taiwan_every_row_occurs_in_random_hands() -> None:
    occurring: Counter[str] = Counter()
    no_win = 0
    for index, hand in enumerate(hands(2, N_HANDS)):
        result = score(hand, {"column": COLUMNS[index % 3]})
        occurring.update(result["patterns"].keys())
        no_win += not result["legal"]
    rows = TABLE.keys() - {"dealer", "dealer_streak"}
    assert {row: occurring[row] for row in rows if occurring[row] < 20} == {}
    assert 0.02 < no_win / N_HANDS < 0.05


def test_taiwan_deltas_sum_to_zero_and_only_the_winner_gains() -> None:
    for hand in hands(3, N_SYMMETRIC):
        deltas = score(hand)["deltas"]
        if deltas is not None:
            assert sum(deltas) == 0, hand
            assert [seat for seat in range(4) if deltas[seat] > 0] == [hand["table"]["winner"]]


def test_taiwan_answers_do_not_depend_on_order() -> None:
    rng = Random(4)
    for index, hand in enumerate(hands(4, N_SYMMETRIC)):
        _assert_same(hand, shuffled(rng, hand), COLUMNS[index % 3])


def test_taiwan_answers_do_not_depend_on_suits_or_direction() -> None:
    rng = Random(5)
    orders = ["".join(order) for order in permutations("mps")]
    for index, hand in enumerate(hands(5, N_SYMMETRIC)):
        column = COLUMNS[index % 3]
        _assert_same(hand, with_suits(hand, rng.choice(orders)), column)
        _assert_same(hand, mirrored(hand), column)


def _assert_same(hand: dict[str, Any], other: dict[str, Any], column: str) -> None:
    first, second = (score(each, {"column": column}) for each in (hand, other))
    for key in ("legal", "total", "deltas"):
        assert first[key] == second[key], (hand, other)
    tied = [
        sorted(sorted(patterns.items()) for patterns in each["tied"]) for each in (first, second)
    ]
    assert tied[0] == tied[1], (hand, other)
