"""What must hold for every Taiwan hand: sums, batches, orders, suits; hands split by counting."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.readings import group_tiles
from engine.scoring import new_score_columns, score_batch
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    I_WITHOUT_FLOWERS,
    SCRATCH_SIZE,
)
from engine.tables import load_tables
from engine.taiwan import memory
from engine.taiwan.any_copies import count_waits, is_complete, weigh_all
from engine.taiwan.hand import hand_rows
from engine.taiwan.patterns import FIRST_REPEATED, LAST_REPEATED
from schemas.catalogue import load_catalogue
from schemas.codes import LEGAL, WAITS
from tests.engine.single_win import win_at
from tests.engine.taiwan_random import random_hand, set_tiles
from tests.engine.taiwan_scores import (
    PRESETS,
    STANDARD,
    SYSTEM,
    Hand,
    changed,
    columns,
    compiled,
    hand,
    score,
    score_all,
)

KEYS = load_catalogue("taiwan").keys
FLOWER_KEYS = ("flower_set", "seat_flower", "any_flower")


def random_hands(n: int, seed: int) -> list[Hand]:
    rng = Random(seed)
    return [random_hand(rng) for _ in range(n)]


def test_working_memory_of_taiwan_fits_the_answer() -> None:
    assert memory.SCRATCH_SIZE <= SCRATCH_SIZE


@pytest.mark.parametrize("preset", PRESETS)
def test_taiwan_totals_are_sums_of_counts_and_values(preset: str) -> None:
    rules = compiled(preset)
    answers = score_all(random_hands(3000, 1), rules)
    assert (answers.verdict == LEGAL).all()
    worth = answers.counts.astype(np.int64) * rules.values[: rules.n_patterns]
    info = answers.info
    assert np.array_equal(info[:, I_TOTAL], worth.sum(axis=1))
    assert np.array_equal(info[:, I_UNCAPPED], info[:, I_TOTAL])
    flowers = worth[:, [KEYS.index(key) for key in FLOWER_KEYS]].sum(axis=1)
    assert np.array_equal(info[:, I_WITHOUT_FLOWERS], info[:, I_TOTAL] - flowers)
    assert np.array_equal(info[:, I_N_PATTERNS], (answers.counts > 0).sum(axis=1))
    assert not info[:, [I_LIMIT_HIT, I_WILDCARDS_USED]].any()
    assert not answers.counts[:, rules.values[: rules.n_patterns] == 0].any()
    assert not answers.counts[:, [KEYS.index("dealer"), KEYS.index("dealer_streak")]].any()
    assert np.array_equal(info[:, I_N_READING], (answers.reading >= 0).sum(axis=1))
    assert set(info[:, I_N_READING]) == {0, 6}


def test_every_taiwan_pattern_occurs_among_random_hands() -> None:
    counts = sum(score_all(random_hands(8000, 2), compiled(preset)).counts.max(axis=0)
                 for preset in PRESETS)  # fmt: skip
    assert [key for key, count in zip(KEYS, counts, strict=True) if count == 0] == [
        "dealer",
        "dealer_streak",
    ]


def test_taiwan_patterns_that_count_more_than_once_have_a_count() -> None:
    rules = changed(SYSTEM, dict.fromkeys(KEYS, 1), dict.fromkeys(KEYS, ()))
    answers = score_all(random_hands(8000, 3), rules)
    repeated = {KEYS[i] for i in np.flatnonzero(answers.counts.max(axis=0) > 1)}
    assert repeated == {
        "flower_set",
        "dragon_pung",
        "seat_flower",
        "any_flower",
        "any_wind",
        "exposed_kong",
        "concealed_kong",
    }
    assert repeated <= {KEYS[i] for i in range(FIRST_REPEATED, LAST_REPEATED + 1)}


def test_taiwan_reading_is_melds_then_sets_then_the_pair_of_all_tiles() -> None:
    hands = random_hands(1000, 4)
    answers = score_all(hands, compiled(SYSTEM))
    for won, codes in zip(hands, answers.reading, strict=True):
        groups = [group_tiles(int(code)) for code in codes if code >= 0]
        if won.win_tile < 0:
            assert groups == []
            continue
        melds = [set_tiles(*meld) for meld in won.melds]
        assert groups[: len(melds)] == melds
        assert [len(group) for group in groups[len(melds) :]] == [3] * (5 - len(melds)) + [2]
        tiles = sorted(tile for group in groups[len(melds) :] for tile in group)
        assert tiles == sorted([*won.concealed, won.win_tile])


def test_taiwan_cancelled_patterns_are_none_that_count() -> None:
    for won in random_hands(300, 11):
        answer = score(won, SYSTEM)
        assert set(answer.cancelled_by).isdisjoint(answer.tai)
        assert answer.info[I_N_CANCELLED] == len(answer.cancelled_by)


def test_taiwan_batch_gives_what_single_hands_give() -> None:
    hands = random_hands(300, 5)
    answers = score_all(hands, compiled(SYSTEM))
    for row, won in enumerate(hands):
        one = score(won, SYSTEM)
        counts = answers.counts[row]
        assert {KEYS[i]: int(counts[i]) for i in np.flatnonzero(counts)} == one.tai
        assert answers.info[row, I_TOTAL] == one.total
        assert answers.info[row, I_N_WAITS] == one.n_waits
        assert WAITS[answers.info[row, I_WAIT]] == one.wait


def test_taiwan_scoring_leaves_the_hand_as_it_was() -> None:
    hands = random_hands(500, 6)
    hands.append(hand("33333m 456m 46p 888s EEE", "5p"))
    wins = columns(hands)
    rules = compiled(SYSTEM)
    score_batch(rules, load_tables(), wins, new_score_columns(len(hands), rules.n_patterns))
    for ours, fresh in zip(wins, columns(hands), strict=True):
        assert np.array_equal(ours, fresh)


def test_taiwan_order_of_tiles_and_melds_does_not_matter() -> None:
    hands = random_hands(2000, 7)
    rng = Random(8)
    shuffled = [
        Hand(
            rng.sample(won.concealed, len(won.concealed)),
            won.win_tile,
            rng.sample(won.melds, len(won.melds)),
            won.by,
            won.flags,
            won.flowers,
            won.seat,
            won.round,
        )
        for won in hands
    ]
    rules = compiled(SYSTEM)
    before, after = score_all(hands, rules), score_all(shuffled, rules)
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info, after.info)


@pytest.mark.parametrize("suits", [(1, 0, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_taiwan_suits_are_alike(suits: tuple[int, int, int]) -> None:
    def tile(kind: int) -> int:
        return kind if not 0 <= kind < 27 else suits[kind // 9] * 9 + kind % 9

    hands = random_hands(2000, 9)
    renamed = [
        Hand(
            [tile(kind) for kind in won.concealed],
            tile(won.win_tile),
            [(kind, tile(low)) for kind, low in won.melds],
            won.by,
            won.flags,
            won.flowers,
            won.seat,
            won.round,
        )
        for won in hands
    ]
    rules = compiled(SYSTEM)
    before, after = score_all(hands, rules), score_all(renamed, rules)
    assert np.array_equal(before.info[:, I_TOTAL], after.info[:, I_TOTAL])
    assert np.array_equal(before.info[:, I_N_WAITS], after.info[:, I_N_WAITS])


def test_taiwan_flags_of_first_turn_choose_by_dealer_and_way_of_winning() -> None:
    sixteen = "123m 456m 46p 888s 777p EE"
    found = {
        (by, seat): next(iter(score(hand(sixteen, "5p", by=by, flags="first_turn", seat=seat)).tai))
        for by in ("self_draw", "discard", "robbed_kong")
        for seat in (0, 1)
    }
    assert found == {
        ("self_draw", 0): "heavenly",
        ("self_draw", 1): "earthly",
        ("discard", 0): "concealed_hand",
        ("discard", 1): "human",
        ("robbed_kong", 0): "concealed_hand",
        ("robbed_kong", 1): "concealed_hand",
    }


# More than four copies of a kind, where wildcards stand for the further ones


def test_taiwan_splitting_by_counting_agrees_with_the_tables() -> None:
    """Hands of four copies at most, split both ways."""
    rules = compiled(SYSTEM)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    hands = [won for won in random_hands(2000, 10) if won.win_tile >= 0]
    wins = columns(hands)
    answers = score_all(hands, rules)
    for row, won in enumerate(hands):
        win = win_at(wins, row)
        waits = count_waits(scratch, win.hand)
        scratch[memory.LEFT + won.win_tile] += 1
        assert is_complete(scratch)
        kinds = sum(1 << kind for kind in {*won.concealed, won.win_tile})
        scratch[memory.BEST_TOTAL] = memory.NOTHING
        hand_rows(rules, scratch, win, kinds)
        weigh_all(rules, scratch)
        assert scratch[memory.BEST_TOTAL] == answers.info[row, I_TOTAL], won
        assert waits == answers.info[row, I_N_WAITS], won


@pytest.mark.parametrize(
    ("won", "preset", "tai", "reading"),
    [
        # Five of 3m: the pair and a pung, or the pair and a chow with two threes to spare.
        (
            hand("33333m 46p 888s EEE", "5p", "123s"),
            STANDARD,
            {"three_concealed_pungs": 1},
            ["123s", "333m", "456p", "888s", "EEE", "33m"],
        ),
        # Five reds: a pung and the pair.
        (
            hand("CCCCC 123m 46p 888s", "5p", "123s"),
            STANDARD,
            {"dragon_pung": 1},
            ["123s", "123m", "456p", "888s", "CCC", "CC"],
        ),
        # The winning tile is the fifth.
        (
            hand("5555s 123m 456p 123p", "5s", "789p"),
            STANDARD,
            {},
            ["789p", "123m", "123p", "456p", "555s", "55s"],
        ),
        # Six of 5m are two pungs; with 123p and 888s and the pair five concealed sets.
        (
            hand("555555m 888s 46p 99p EEE", "5p"),
            STANDARD,
            {"four_concealed_pungs": 1, "concealed_hand": 1},
            ["555m", "555m", "456p", "888s", "EEE", "99p"],
        ),
        # Six whites are two pungs of dragons.
        (
            hand("PPPPPP 123m 46p 99p", "5p", "123s"),
            STANDARD,
            {"dragon_pung": 2},
            ["123s", "123m", "456p", "PPP", "PPP", "99p"],
        ),
        # Five of 5m in two chows and a pung; the discard may end a chow.
        (
            hand("34m 5555m 67m 456p 99p", "5m", "111s"),
            STANDARD,
            {},
            ["111s", "345m", "555m", "567m", "456p", "99p"],
        ),
    ],
)
def test_taiwan_more_than_four_copies(
    won: Hand, preset: str, tai: dict[str, int], reading: list[str]
) -> None:
    answer = score(won, preset)
    assert answer.verdict == "legal"
    assert (answer.tai, answer.reading) == (tai, reading)


def test_taiwan_more_than_four_copies_that_are_no_sets_are_no_shape() -> None:
    assert score(hand("55555m 46p 888s EEE", "6p", "123s")).verdict == "no_shape"
    assert score(hand("EEEEE 456p 888s 79s", "8s", "123s")).verdict == "legal"
    assert score(hand("EEEE 4456p 888s 79s", "8s", "123s")).verdict == "no_shape"
    assert score(hand("EEEEEEE 456p 888s", "4p", "123s")).verdict == "no_shape"


def test_taiwan_nine_copies_of_a_kind_are_no_hand() -> None:
    assert score(hand("555555555m 46p 888s EE", "5p")).verdict == "no_shape"
