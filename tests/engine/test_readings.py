"""Groups of readings, their notation, and readings against all ways to split a hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from engine.readings import (
    CHOW,
    KNITTED,
    KONG,
    MOST_GROUPS,
    PAIR,
    PUNG,
    SINGLE,
    format_group,
    group_code,
    group_kind,
    group_tiles,
)
from engine.scoring_out import I_N_READING
from schemas.tiles import parse_tiles
from tests.engine.oracle import plain
from tests.engine.oracle.engine import compiled, score, score_all
from tests.engine.oracle.hands import Win, meld_tiles, random_win, win


@pytest.mark.parametrize(
    ("kind", "tile", "text"),
    [
        (CHOW, "1m", "123m"),
        (CHOW, "7s", "789s"),
        (PUNG, "C", "CCC"),
        (PUNG, "5p", "555p"),
        (KONG, "E", "EEEE"),
        (KONG, "9m", "9999m"),
        (PAIR, "5p", "55p"),
        (PAIR, "P", "PP"),
        (SINGLE, "1m", "1m"),
        (SINGLE, "N", "N"),
        (KNITTED, "1m", "147m"),
        (KNITTED, "2p", "258p"),
        (KNITTED, "3s", "369s"),
    ],
)
def test_group_notation(kind: int, tile: str, text: str) -> None:
    code = group_code(kind, parse_tiles(tile)[0])
    assert format_group(code) == text
    assert group_kind(code) == kind
    assert group_tiles(code) == parse_tiles(text)


@pytest.mark.parametrize(
    ("hand", "reading"),
    [
        (
            win("67s 99m", "5s", "2222m", "567p", "(8888s)"),
            "2222m 567p 8888s 567s 99m",
        ),
        (win("1133m 5577p 2288s N", "N"), "11m 33m 55p 77p 22s 88s NN"),
        (win("1111m 3355p 2288s N", "N"), "11m 11m 33p 55p 22s 88s NN"),
        (win("19m 19p 19s ESWNCFP", "1m"), "11m 9m 1p 9p 1s 9s E S W N C F P"),
        (win("147m 258p 36s ESWNC", "F"), "1m 4m 7m 2p 5p 8p 3s 6s E S W N C F"),
        (win("147m 258p 369s N", "N", "CCC"), "CCC 147m 258p 369s NN"),
        (win("258m 369p 147s 23s 55p", "1s"), "258m 369p 147s 123s 55p"),
        (win("1112345678999s", "5s"), "111s 234s 678s 999s 55s"),
    ],
)
def test_reading_melds_first_and_the_pair_last(hand: Win, reading: str) -> None:
    assert score(hand).reading == reading.split()


def test_reading_holds_exactly_the_tiles_of_the_hand() -> None:
    rng = Random(3)
    hands = [random_win(rng) for _ in range(3000)]
    answers = score_all(hands, compiled("mcr-botzone"))
    for row, hand in enumerate(hands):
        groups = [int(code) for code in answers.reading[row] if code >= 0]
        assert len(groups) == answers.info[row, I_N_READING] <= MOST_GROUPS
        assert np.all(answers.reading[row, len(groups) :] == -1)
        held = Counter([*hand.concealed, hand.win_tile])
        held.update(tile for meld in hand.melds for tile in meld_tiles(*meld))
        assert Counter(tile for code in groups for tile in group_tiles(code)) == held, hand


def test_reading_of_sets_is_one_of_all_ways_to_split_the_hand() -> None:
    rng = Random(4)
    for _ in range(400):
        hand = random_win(rng)
        concealed = [*hand.concealed, hand.win_tile]
        ways = plain.splits(concealed)
        groups = [parse_tiles(text) for text in score(hand).reading]
        if ways and len(groups) == 5:
            own = sorted(tuple(group) for group in groups[len(hand.melds) :])
            assert tuple(own) in ways, hand
