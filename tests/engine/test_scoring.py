"""The scoring interface: verdicts, batches, and what must not change a hand's score."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.mcr import memory, patterns
from engine.scoring import new_score_columns, score_batch
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_WAITS,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    I_WITHOUT_FLOWERS,
    SCRATCH_SIZE,
)
from engine.tables import load_tables
from schemas.catalogue import load_catalogue
from schemas.codes import BELOW_MINIMUM, BY_SELF_DRAW, LEGAL, NO_SHAPE, VERDICTS, WAITS, WIN_BY
from tests.engine.oracle.engine import compiled, ruleset, score, score_all, win_columns
from tests.engine.oracle.hands import Win, random_win, renamed, win

PRESETS = ("mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo")


def random_wins(n: int, seed: int) -> list[Win]:
    rng = Random(seed)
    return [random_win(rng) for _ in range(n)]


def test_pattern_ids_are_positions_in_the_catalogue() -> None:
    for place, key in enumerate(load_catalogue("mcr").keys):
        assert getattr(patterns, key.upper()) == place


def test_fans_that_count_more_than_once_are_those_with_packed_counts() -> None:
    repeated = {
        "tile_hog", "dragon_pung", "double_pung", "concealed_kong", "exposed_kong",
        "pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows",
        "terminal_or_honor_pung",
    }  # fmt: skip
    answers = score_all(random_wins(20_000, 1), compiled("mcr-botzone"))
    keys = load_catalogue("mcr").keys
    seen = {keys[i] for i in np.flatnonzero(answers.counts.max(axis=0) > 1)}
    assert seen - {"flower"} <= repeated
    window = range(patterns.FIRST_REPEATED, patterns.LAST_REPEATED + 1)
    assert repeated <= {keys[i] for i in window}
    once = {i for i in window if patterns.ONCE >> (4 * (i - patterns.FIRST_REPEATED)) & 15}
    assert {keys[i] for i in window} - {keys[i] for i in once} == repeated


def test_working_memory_fits_the_answer() -> None:
    assert memory.SCRATCH_SIZE <= SCRATCH_SIZE


@pytest.mark.parametrize(
    ("hand", "verdict", "total"),
    [
        (win("345s 88s CC", "8s", "123m", "567p"), "legal", 8),
        (win("345s 88s CC", "9s", "123m", "567p"), "no_shape", 0),
        (win("345s 67p 88m", "5p", "CCC", "123m"), "below_minimum", 2),
        (
            win("345s 88s CC", "8s", "123m", "567p", win_by=WIN_BY.index("eight_flowers")),
            "not_allowed",
            0,
        ),
    ],
)
def test_verdict(hand: Win, verdict: str, total: int) -> None:
    answer = score(hand)
    assert (answer.verdict, answer.total) == (verdict, total)


def test_no_shape_leaves_nothing_of_the_hand_before() -> None:
    good, bad = win("345s 88s CC", "8s", "123m", "567p"), win("345s 88s CC", "9s", "123m", "567p")
    answers = score_all([good, bad], compiled("mcr-botzone"))
    assert answers.verdict.tolist() == [LEGAL, NO_SHAPE]
    assert not answers.counts[1].any()
    assert (answers.reading[1] == -1).all()
    assert answers.info[1, I_TOTAL] == 0
    assert WAITS[answers.info[1, I_WAIT]] == "special"


def test_tiles_that_do_not_fit_the_melds_are_no_shape() -> None:
    assert score(win("99s 111m", "9s", "111p", "111s", "999m")).verdict == "no_shape"
    assert score(win("111m", "1m", "123p", "123s", "999m")).verdict == "no_shape"
    assert score(win("1111m", "1m", "123p", "123s", "999m")).verdict == "no_shape"


def test_totals_are_sums_of_counts_and_values() -> None:
    hands = random_wins(3000, 2)
    for preset in PRESETS:
        rules = compiled(preset)
        answers = score_all(hands, rules)
        flower = ruleset(preset).catalogue.id_of("flower")
        totals = answers.counts.astype(np.int64) @ rules.values[: rules.n_patterns]
        assert np.array_equal(answers.info[:, I_TOTAL], totals)
        flowers = answers.counts[:, flower] * rules.values[flower]
        assert np.array_equal(answers.info[:, I_WITHOUT_FLOWERS], totals - flowers)
        assert np.array_equal(answers.info[:, I_UNCAPPED], totals)
        assert np.array_equal(answers.info[:, I_N_PATTERNS], (answers.counts > 0).sum(axis=1))
        assert not answers.info[:, [I_LIMIT_HIT, I_WILDCARDS_USED]].any()
        below = answers.info[:, I_WITHOUT_FLOWERS] < ruleset(preset).win.minimum
        assert np.array_equal(answers.verdict == BELOW_MINIMUM, below)
        assert np.array_equal(answers.verdict == LEGAL, ~below)


def test_batch_gives_what_single_hands_give() -> None:
    hands = random_wins(300, 3)
    answers = score_all(hands, compiled("mcr"))
    names = [pattern.name for pattern in ruleset("mcr").catalogue.patterns]
    for row, hand in enumerate(hands):
        one = score(hand, "mcr")
        found = {names[i]: int(answers.counts[row, i]) for i in np.flatnonzero(answers.counts[row])}
        assert found == one.fans
        assert VERDICTS[answers.verdict[row]] == one.verdict
        assert answers.info[row, I_TOTAL] == one.total
        assert answers.info[row, I_N_WAITS] == one.n_waits
        assert WAITS[answers.info[row, I_WAIT]] == one.wait
        assert answers.info[row, I_N_CANCELLED] == len(one.cancelled_by)
        assert set(one.cancelled_by).isdisjoint(one.fans)


def test_batch_scores_slices_alike() -> None:
    hands = random_wins(1000, 4)
    rules = compiled("mcr-botzone")
    whole = score_all(hands, rules)
    columns = win_columns(hands)
    out = new_score_columns(1000, rules.n_patterns)
    for first in range(0, 1000, 250):
        part = slice(first, first + 250)
        score_batch(
            rules,
            load_tables(),
            type(columns)(*(column[part] for column in columns)),
            type(out)(*(column[part] for column in out)),
        )
    for ours, theirs in zip(out, whole, strict=True):
        assert np.array_equal(ours, theirs)


def test_scoring_leaves_the_hand_as_it_was() -> None:
    hands = random_wins(500, 5)
    columns = win_columns(hands)
    rules = compiled("mcr")
    score_batch(rules, load_tables(), columns, new_score_columns(500, rules.n_patterns))
    for ours, fresh in zip(columns, win_columns(hands), strict=True):
        assert np.array_equal(ours, fresh)


@pytest.mark.parametrize("suits", [(1, 0, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_suits_are_alike_but_for_green_and_reversible_tiles(suits: tuple[int, int, int]) -> None:
    hands = random_wins(2000, 6)
    rules = compiled("mcr-botzone")
    catalogue = ruleset("mcr-botzone").catalogue
    special = [catalogue.id_of("all_green"), catalogue.id_of("reversible_tiles")]
    before = score_all(hands, rules)
    after = score_all([renamed(hand, suits) for hand in hands], rules)
    plain = ~(before.counts[:, special].any(axis=1) | after.counts[:, special].any(axis=1))
    assert plain.sum() > 1500
    assert np.array_equal(before.info[plain, I_TOTAL], after.info[plain, I_TOTAL])
    assert np.array_equal(before.verdict[plain], after.verdict[plain])


def test_order_of_tiles_and_melds_does_not_matter() -> None:
    hands = random_wins(2000, 7)
    rng = Random(8)
    shuffled = [
        Win(
            rng.sample(hand.concealed, len(hand.concealed)),
            hand.win_tile,
            rng.sample(hand.melds, len(hand.melds)),
            hand.win_by,
            hand.flags,
            hand.seat_wind,
            hand.round_wind,
            hand.n_flowers,
        )
        for hand in hands
    ]
    rules = compiled("mcr-botzone")
    before, after = score_all(hands, rules), score_all(shuffled, rules)
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info, after.info)


def test_self_draw_is_never_worth_less_than_the_discard() -> None:
    """自摸 or 不求人 come on top, and a drawn tile exposes no pung; only 全求人 needs a discard."""
    for hand in random_wins(1000, 9):
        hand.flags = 0
        hand.win_by = BY_SELF_DRAW
        drawn = score(hand)
        hand.win_by = 1
        discarded = score(hand)
        if "全求人" not in discarded.fans and "无番和" not in discarded.fans:
            assert drawn.total >= discarded.total, hand
