"""Agreement with PyMahjongGB, the reference calculator, on hands that nobody chose.

``PAIPU_ORACLE_HANDS`` sets the number of random hands (default 4,000); every fan must occur.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from random import Random

import numpy as np

from schemas.codes import BY_DISCARD, MELD_CHOW, MELD_PUNG
from tests.engine.oracle.calculator import calculator_fans
from tests.engine.oracle.engine import compiled, fan_names, score_all
from tests.engine.oracle.hands import Win, meld_tiles, random_win

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "4000"))
BLOCK = 20_000
RULES = "mcr-botzone"


def differences(hands: Sequence[Win], seen: Counter[str]) -> list[str]:
    """Hands whose fans differ from the calculator's; `seen` counts the fans that occur."""
    names = fan_names(RULES)
    answers = score_all(hands, compiled(RULES))
    found = []
    for row, hand in enumerate(hands):
        counts = answers.counts[row]
        ours = {names[i]: int(counts[i]) for i in np.flatnonzero(counts)}
        seen.update(ours.keys())
        theirs = calculator_fans(hand)
        if ours != (theirs or {}):
            found.append(f"{hand}: {ours} instead of {theirs}")
    return found


def test_random_wins_have_the_calculators_fans() -> None:
    rng = Random(20_250_101)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for first in range(0, HANDS, BLOCK):
        hands = [random_win(rng) for _ in range(min(BLOCK, HANDS - first))]
        wrong += differences(hands, seen)
    assert not wrong[:10], f"{len(wrong)} of {HANDS} hands differ"
    assert HANDS < 4000 or set(seen) == set(fan_names(RULES)) - {"无财神"}


def test_every_four_chows_combine_as_the_calculator_has_it() -> None:
    hands = []
    lows = [tile for tile in range(27) if tile % 9 < 7]
    for chows in combinations_with_replacement(lows, 4):
        tiles = Counter(tile for low in chows for tile in meld_tiles(MELD_CHOW, low))
        if max(tiles.values()) <= 4:
            hands.append(Win([31], 31, [(MELD_CHOW, low) for low in chows]))
    assert len(hands) > 10_000
    assert not differences(hands, Counter())[:10]


def test_every_four_pungs_combine_as_the_calculator_has_it() -> None:
    # All 46,376 sets of four pungs take a few seconds; every ninth, from each start, is enough.
    hands = []
    for place, kinds in enumerate(combinations(range(34), 4)):
        if place % 9 == 0:
            eyes = next(kind for kind in range(place % 34, 68) if kind % 34 not in kinds) % 34
            melds = [(MELD_PUNG, kind) for kind in kinds]
            hands.append(Win([eyes], eyes, melds, BY_DISCARD, 0, place % 4, place // 4 % 4))
    assert len(hands) > 5_000
    assert not differences(hands, Counter())[:10]


def test_hands_that_do_not_win_are_none_for_both() -> None:
    rng = Random(7)
    wall = [kind for kind in range(34) for _ in range(4)]
    hands = []
    for _ in range(300):
        tiles = rng.sample(wall, 14)
        hands.append(Win(tiles[1:], tiles[0]))
    # A won hand with one tile exchanged.
    for _ in range(700):
        hand = random_win(rng)
        hand.concealed[0] = rng.randrange(34)
        if Counter([*hand.concealed, hand.win_tile])[hand.concealed[0]] <= 4:
            hands.append(hand)
    legal = [hand for hand in hands if _possible(hand)]
    assert not differences(legal, Counter())[:10]


def _possible(hand: Win) -> bool:
    shown = [tile for meld in hand.melds for tile in meld_tiles(*meld)]
    return max(Counter([*hand.concealed, hand.win_tile, *shown]).values()) <= 4
