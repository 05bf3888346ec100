"""Complete hands and their patterns, slowly and plainly: every hand, every reading, one by one.

Nothing here comes from the engine. A hand is a sorted tuple of tiles (characters 0-8, dots 9-17,
bamboo 18-26, winds 27-30, dragons 31-33), a reading a list of groups, themselves tuples of tiles.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod

WINDS = range(27, 31)
DRAGONS = range(31, 34)
KNITTED = (0, 3, 6, 10, 13, 16, 20, 23, 26)
ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}


def hands_of(kinds, sets, shapes):
    """All multisets of tiles of some kinds that are put together from groups, four copies each.

    Every hand that can be complete is among them: sets and a pair, alone or beside the knitted
    straight 147m 258p 369s, and pairs.
    """
    kinds = sorted(kinds)
    groups = [(tile,) * 3 for tile in kinds]
    groups += [
        (tile, tile + 1, tile + 2)
        for tile in kinds
        if tile < 27 and tile % 9 < 7 and {tile + 1, tile + 2} <= set(kinds)
    ]
    pairs = [(tile,) * 2 for tile in kinds]
    made = [(*some, pair) for some in combinations_with_replacement(groups, sets) for pair in pairs]
    if "knitted_straight" in shapes and set(KNITTED) <= set(kinds):
        made += [(KNITTED, group, pair) for group in groups for pair in pairs]
    if "seven_pairs" in shapes:
        made += combinations_with_replacement(pairs, 7)
    if "eight_pairs" in shapes:
        made += [
            (*some, (tile,) * 3)
            for some in combinations_with_replacement(pairs, 7)
            for tile in kinds
        ]
    found = {tuple(sorted(sum(parts, ()))) for parts in made}
    return [hand for hand in found if max(Counter(hand).values()) <= 4]


def weight(hand):
    return prod(comb(4, count) for count in Counter(hand).values())


@cache
def sets_of(tiles):
    """All ways to take tiles apart into chows and pungs, as frozen multisets."""
    if not tiles:
        return frozenset({()})
    first, found = tiles[0], set()
    pung, chow = (first,) * 3, (first, first + 1, first + 2)
    for group in (pung, chow):
        if group == chow and (first >= 27 or first % 9 > 6):
            continue
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        found |= {tuple(sorted((group, *others))) for others in sets_of(tuple(rest))}
    return frozenset(found)


def readings(hand):
    """Readings as sets and a pair, the pair last."""
    found = []
    for pair in sorted({tile for tile in hand if hand.count(tile) >= 2}):
        rest = list(hand)
        rest.remove(pair)
        rest.remove(pair)
        found += [[*sets, (pair, pair)] for sets in sets_of(tuple(rest))]
    return found


def knitted_runs(hand):
    """The runs of a knitted straight that are held, one of 147 258 369 for each suit."""
    for starts in permutations(range(3)):
        runs = [9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)]
        if set(runs) <= set(hand):
            return runs
    return None


def is_knitted_singles(hand):
    if len(hand) != 14 or len(set(hand)) != 14:
        return False
    suits = {tile for tile in hand if tile < 27}
    return any(
        suits
        <= {9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)}
        for starts in permutations(range(3))
    )


def is_pairs(hand, triples):
    counts = Counter(hand).values()
    wanted = 14 + 3 * triples
    return (
        len(hand) == wanted
        and sum(count == 3 for count in counts) == triples
        and all(count in (2, 3, 4) for count in counts)
    )


class Hand:
    """A hand under some shapes: its readings, and whether it is complete at all."""

    def __init__(self, tiles, shapes):
        self.tiles = tuple(sorted(tiles))
        self.kinds = set(self.tiles)
        self.shapes = shapes
        self.readings = readings(self.tiles) if "standard" in shapes else []
        self.pairs = "seven_pairs" in shapes and is_pairs(self.tiles, 0)
        self.eight = "eight_pairs" in shapes and is_pairs(self.tiles, 1)
        self.orphans = "thirteen_orphans" in shapes and (
            len(self.tiles) == 14 and self.kinds == ORPHANS
        )
        self.singles = "knitted_singles" in shapes and is_knitted_singles(self.tiles)
        self.beside_straight = []
        if "knitted_straight" in shapes and not self.readings:
            runs = knitted_runs(self.tiles)
            if runs:
                rest = list(self.tiles)
                for tile in runs:
                    rest.remove(tile)
                self.beside_straight = readings(tuple(rest))

    @property
    def complete(self):
        found = self.readings or self.beside_straight or self.pairs or self.eight
        return bool(found or self.orphans or self.singles)

    @property
    def honors(self):
        return {tile for tile in self.kinds if tile >= 27}

    @property
    def suits(self):
        return {tile // 9 for tile in self.kinds if tile < 27}

    def ranks_within(self, low, high):
        return not self.honors and all(low <= tile % 9 + 1 <= high for tile in self.kinds)

    def fours(self):
        return sum(count == 4 for count in Counter(self.tiles).values())

    def some(self, holds):
        """Some reading as sets and a pair has it."""
        return any(holds(one) for one in self.readings)

    def some_sets(self, holds):
        """Some reading has it among its sets and pair, beside a knitted straight too."""
        return any(holds(one) for one in self.readings + self.beside_straight)


def count_slowly(kinds, sets, shapes, patterns):
    """Complete hands and those with each pattern, by looking at every one."""
    total, found = 0, dict.fromkeys(patterns, Fraction(0))
    for tiles in hands_of(kinds, sets, shapes):
        hand = Hand(tiles, shapes)
        if hand.complete:
            copies = weight(tiles)
            total += copies
            for key, holds in patterns.items():
                held = holds(hand)
                if held:
                    found[key] += copies * held
    return total, found
