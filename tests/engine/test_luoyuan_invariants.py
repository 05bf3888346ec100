"""What holds for every Luoyuan hand: readings, waits and marginals, checked on random hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.readings import group_tiles
from engine.rules import compile_rules
from engine.scoring import ScoreColumns, WinColumns, new_score_columns, score_batch
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_SHAPE,
    I_TOTAL,
    I_UNCAPPED,
    I_WILDCARDS_USED,
    I_WITHOUT_FLOWERS,
)
from engine.situation import F_N_MELDS, F_WILDCARD, F_WIN_BY, F_WIN_TILE
from engine.tables import load_tables
from engine.wild import hand_waits
from pipelines.scoring.hands import HandColumns
from schemas.codes import BY_ROBBED_GOLD, NO_SHAPE
from schemas.rules_files import load_ruleset
from schemas.tiles import TILE_NAMES
from tests.engine.luoyuan_hands import KEYS, WIN_KINDS
from tests.engine.machine_script import compiled
from tests.oracles.luoyuan_hands import random_hand
from tests.oracles.luoyuan_tiles import splits, tiles_of, whole_hand

N = 2000

Line = dict[str, Any]


@cache
def random_lines() -> list[Line]:
    rng = Random(77)
    return [random_hand(rng) for _ in range(N)]


def scored(lines: list[Line]) -> tuple[WinColumns, ScoreColumns]:
    columns = HandColumns(load_ruleset("luoyuan-36"))
    for place, line in enumerate(lines):
        columns.add(line, place)
    wins = columns.wins()
    out = new_score_columns(len(lines), len(KEYS))
    score_batch(compiled("luoyuan-36"), load_tables(), wins, out)
    return wins, out


def parted(line: Line) -> tuple[list[int], int, int]:
    """Natural concealed tiles, golds, and sets beside the melds, the winning tile among them."""
    whole, gold = whole_hand(line), TILE_NAMES.index(line["wildcard"])
    return sorted(t for t in whole if t != gold), whole.count(gold), 5 - len(line["melds"])


def test_luoyuan_readings_hold_the_hands_tiles() -> None:
    """Six groups of the natural tiles; golds stand for what is more, as few as can be."""
    _, out = scored(random_lines())
    for row, line in enumerate(random_lines()):
        info = out.info[row]
        naturals, golds, sets = parted(line)
        complete = out.verdict[row] != NO_SHAPE and splits(tuple(naturals), golds, sets, 1)
        groups = [group_tiles(int(g)) for g in out.reading[row, : info[I_N_READING]]]
        assert (out.reading[row, info[I_N_READING] :] == -1).all()
        if not complete:
            assert (groups, info[I_SHAPE], info[I_WILDCARDS_USED]) == ([], 0, 0)
            continue
        assert sorted(len(group) for group in groups[len(line["melds"]) :]) == [2] + [3] * sets
        assert len(groups[-1]) == 2
        for group, meld in zip(groups, line["melds"], strict=False):
            assert group == sorted(tiles_of(meld["tiles"]))
        concealed = Counter(tile for group in groups[len(line["melds"]) :] for tile in group)
        gold = TILE_NAMES.index(line["wildcard"])
        more = concealed - Counter([*naturals, *[gold] * golds])
        assert not Counter(naturals) - concealed
        assert more.total() == info[I_WILDCARDS_USED]
        own = [
            n for n in range(golds + 1)
            if splits(tuple(sorted([*naturals, *[gold] * n])), golds - n, sets, 1)
        ]  # fmt: skip
        assert info[I_WILDCARDS_USED] == golds - max(own)


def test_luoyuan_waits_are_the_tiles_that_complete_by_shape() -> None:
    wins, out = scored(random_lines())
    for row in range(0, N, 5):
        line = random_lines()[row]
        if wins.facts[row, F_WIN_TILE] < 0 or out.verdict[row] == NO_SHAPE:
            assert out.info[row, I_N_WAITS] == 0
            continue
        gold = TILE_NAMES.index(line["wildcard"])
        held = tiles_of(line["concealed"])
        naturals, golds = [t for t in held if t != gold], held.count(gold)
        sets = 5 - len(line["melds"])
        waits = [
            tile for tile in range(27)
            if splits(tuple(sorted([*naturals, *[tile] * (tile != gold)])),
                      golds + (tile == gold), sets, 1)
        ]  # fmt: skip
        assert out.info[row, I_N_WAITS] == len(waits), line


def test_luoyuan_waits_are_those_of_the_state_machine() -> None:
    """But for honors, which no hand holds, and the own fifth copy."""
    wins, out = scored(random_lines())
    rules = compiled("luoyuan-36")
    for row in range(N):
        hand, facts = wins.hand[row], wins.facts[row]
        if out.verdict[row] == NO_SHAPE or facts[F_WIN_TILE] < 0 or hand.max() > 3:
            continue
        wild = 1 << int(facts[F_WILDCARD])
        found = int(hand_waits(rules, load_tables(), hand, int(facts[F_N_MELDS]), wild))
        assert (found & ((1 << 27) - 1)).bit_count() == out.info[row, I_N_WAITS]


def test_luoyuan_totals_and_marginals_follow_from_counts() -> None:
    _, out = scored(random_lines())
    rules = compile_rules(load_ruleset("luoyuan-36"))
    counts = out.counts.astype(np.int64)
    units = counts[:, 8:] @ rules.values[8 : rules.n_patterns]
    times = counts[:, :8] @ rules.values[:8]
    base = 1 - counts[:, WIN_KINDS.index("three_golds")]
    totals = (units + base) * times
    counted = out.verdict != NO_SHAPE
    assert np.array_equal(counts[:, :8].sum(axis=1), counted)
    for field in (I_TOTAL, I_WITHOUT_FLOWERS, I_UNCAPPED):
        assert np.array_equal(out.info[:, field], totals)
    assert np.array_equal(out.info[:, I_N_PATTERNS], (counts > 0).sum(axis=1))
    assert not out.info[:, [I_LIMIT_HIT, I_N_CANCELLED]].any()


@pytest.mark.parametrize("suits", ["mps", "psm", "spm", "msp"])
def test_luoyuan_order_of_tiles_and_names_of_suits_do_not_matter(suits: str) -> None:
    rng = Random(suits)
    names = dict(zip("mps", suits, strict=True))
    _, before = scored(random_lines())
    _, after = scored([moved(line, names, rng) for line in random_lines()])
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.verdict, after.verdict)
    for field in (I_TOTAL, I_N_WAITS, I_WILDCARDS_USED, I_N_READING):
        assert np.array_equal(before.info[:, field], after.info[:, field])


def moved(line: Line, suits: dict[str, str], rng: Random) -> Line:
    """The same hand with suits exchanged, tiles and melds in another order."""

    def tile(name: str | None) -> str | None:
        return name and name[0] + suits[name[1]]

    concealed = [tile(TILE_NAMES[one]) for one in tiles_of(line["concealed"])]
    melds = [{**meld, "tiles": [tile(one) for one in meld["tiles"]]} for meld in line["melds"]]
    return {
        **line,
        "concealed": rng.sample(concealed, len(concealed)),
        "melds": rng.sample(melds, len(melds)),
        "win_tile": tile(line["win_tile"]),
        "wildcard": tile(line["wildcard"]),
        "table": None,
    }


def test_luoyuan_scoring_leaves_the_hand_as_it_was_and_needs_no_batch() -> None:
    wins, out = scored(random_lines())
    fresh, _ = scored(random_lines())
    score_batch(compiled("luoyuan-36"), load_tables(), fresh, out)
    for ours, theirs in zip(wins, fresh, strict=True):
        assert np.array_equal(ours, theirs)
    for row in range(0, N, 40):
        one = type(wins)(*(column[row : row + 1] for column in wins))
        alone = new_score_columns(1, len(KEYS))
        score_batch(compiled("luoyuan-36"), load_tables(), one, alone)
        for ours, theirs in zip(alone, out, strict=True):
            assert np.array_equal(ours[0], theirs[row])


def test_luoyuan_a_robbed_gold_is_a_gold_of_the_winner() -> None:
    wins, out = scored(random_lines())
    robbed = (wins.facts[:, F_WIN_BY] == BY_ROBBED_GOLD) & (out.verdict != NO_SHAPE)
    golds = wins.hand[np.arange(N), wins.facts[:, F_WILDCARD]] + 1
    assert robbed.sum() > 100
    assert np.array_equal(out.counts[robbed, KEYS.index("gold")], golds[robbed])
