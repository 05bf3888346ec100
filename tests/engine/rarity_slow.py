"""Complete hands and their patterns, slowly and plainly: every hand, every reading, one by one.

Nothing here comes from the engine. A hand is a sorted tuple of tiles (characters 0-8, dots 9-17,
bamboo 18-26, winds 27-30, dragons 31-33), a reading a list of groups, themselves tuples of tiles.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
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


def chows(reading):
    return [group[0] for group in reading if len(set(group)) == 3]


def pungs(reading):
    return [group[0] for group in reading if len(group) == 3 and len(set(group)) == 1]


def steps(first_tiles, size, wanted):
    """Whether so many of the groups, of one suit, begin a wanted step apart."""
    for some in combinations(sorted(first_tiles), size):
        if len({tile // 9 for tile in some}) == 1 and some[0] < 27:
            apart = {later - earlier for earlier, later in pairwise(some)}
            if len(apart) == 1 and apart <= set(wanted):
                return True
    return False


def of_three_suits(first_tiles, step):
    for some in combinations([tile for tile in first_tiles if tile < 27], 3):
        ranks = sorted(tile % 9 for tile in some)
        if len({tile // 9 for tile in some}) == 3 and ranks == [
            ranks[0] + k * step for k in range(3)
        ]:
            return True
    return False


def of_two_suits(first_tiles):
    return any(
        a % 9 == b % 9 and a // 9 != b // 9 and max(a, b) < 27
        for a, b in combinations(first_tiles, 2)
    )


def share_of_winds(hand):
    """The part of the four winds of which the hand has a pung."""
    found = [set(pungs(r)) & set(WINDS) for r in hand.readings + hand.beside_straight]
    return Fraction(len(max(found, key=len, default=())), 4)


def share_of_nine_gates(hand):
    """The part of the tiles that may have been drawn last to 1112345678999."""
    base = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    waiting = 0
    for place in range(len(hand.tiles)):
        rest = hand.tiles[:place] + hand.tiles[place + 1 :]
        waiting += rest in [tuple(9 * suit + rank for rank in base) for suit in range(3)]
    return Fraction(waiting, len(hand.tiles))


def share_of_two_sided_waits(hand):
    """The part of the tiles that may have been drawn last to a two-sided wait of five chows."""

    def fits(tile):
        return hand.some(
            lambda r: (
                not pungs(r)
                and number_pair(r)
                and any(
                    (tile == low and low % 9 != 6) or (tile == low + 2 and low % 9 != 0)
                    for low in chows(r)
                )
            )
        )

    return Fraction(sum(map(fits, hand.tiles)), len(hand.tiles))


def share_of_other_winds(hand):
    """A pung of terminals, or the part of the winds of seat and round that leave one of winds."""
    if hand.some_sets(lambda r: bool(set(pungs(r)) & TERMINALS)):
        return 1
    found = [set(pungs(r)) & set(WINDS) for r in hand.readings + hand.beside_straight]
    held = max(found, key=len, default=set())
    if len(held) >= 3:
        return 0
    return Fraction(sum(bool(held - {a, b}) for a in WINDS for b in WINDS), 16)


def terminal_chows(reading, suits):
    ends = sorted(9 * suit + low for suit in suits for low in (0, 6))
    fives = 9 * suits[0] + 4 if suits[0] == suits[1] else 9 * (3 - sum(suits)) + 4
    return sorted(chows(reading)) == ends and reading[-1] == (fives, fives)


def number_pair(reading):
    return reading[-1][0] < 27


def outside(reading, allowed):
    return all(any(tile in allowed for tile in group) for group in reading)


TERMINALS = {tile for tile in ORPHANS if tile < 27}
GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33}

EVERYWHERE = {
    "all_green": lambda h: h.kinds <= GREEN,
    "reversible_tiles": lambda h: h.kinds <= REVERSIBLE,
    "upper_tiles": lambda h: h.ranks_within(7, 9),
    "middle_tiles": lambda h: h.ranks_within(4, 6),
    "lower_tiles": lambda h: h.ranks_within(1, 3),
    "upper_four": lambda h: h.ranks_within(6, 9),
    "lower_four": lambda h: h.ranks_within(1, 4),
    "all_terminals": lambda h: h.kinds <= TERMINALS,
    "all_simples": lambda h: not h.kinds & ORPHANS,
    "no_honors": lambda h: not h.honors,
    "all_honors": lambda h: h.kinds <= h.honors,
    "terminals_and_honors": lambda h: (
        h.kinds <= ORPHANS and bool(h.honors) and bool(h.suits) and not (h.orphans or h.singles)
    ),
    "full_flush": lambda h: len(h.suits) == 1 and not h.honors,
    "half_flush": lambda h: len(h.suits) == 1 and bool(h.honors),
    "one_voided_suit": lambda h: len(h.suits) < 3,
    "all_types": lambda h: (
        len(h.suits) == 3 and bool(h.kinds & set(WINDS)) and bool(h.kinds & set(DRAGONS))
    ),
    "tile_hog": lambda h: h.fours() > 0,
    "all_pungs": lambda h: h.some(lambda r: not chows(r)),
    "all_even_pungs": lambda h: h.some(
        lambda r: not chows(r) and all(g[0] < 27 and g[0] % 9 % 2 == 1 for g in r)
    ),
    "all_fives": lambda h: h.some(lambda r: all(any(t < 27 and t % 9 == 4 for t in g) for g in r)),
    "outside_hand": lambda h: h.some(lambda r: outside(r, ORPHANS)),
    "mixed_outside": lambda h: h.some(lambda r: outside(r, ORPHANS)),
    "pure_outside": lambda h: h.some(lambda r: outside(r, TERMINALS)),
    "two_concealed_pungs": lambda h: h.some_sets(lambda r: len(pungs(r)) >= 2),
    "three_concealed_pungs": lambda h: h.some_sets(lambda r: len(pungs(r)) >= 3),
    "four_concealed_pungs": lambda h: h.some_sets(lambda r: len(pungs(r)) >= 4),
    "five_concealed_pungs": lambda h: h.some_sets(lambda r: len(pungs(r)) >= 5),
    "quadruple_chow": lambda h: h.some(lambda r: steps(chows(r), 4, [0])),
    "pure_triple_chow": lambda h: h.some(lambda r: steps(chows(r), 3, [0])),
    "pure_double_chow": lambda h: h.some(lambda r: steps(chows(r), 2, [0])),
    "four_pure_shifted_chows": lambda h: h.some(lambda r: steps(chows(r), 4, [1, 2])),
    "pure_shifted_chows": lambda h: h.some(lambda r: steps(chows(r), 3, [1, 2])),
    "four_pure_shifted_pungs": lambda h: h.some(lambda r: steps(pungs(r), 4, [1])),
    "pure_shifted_pungs": lambda h: h.some(lambda r: steps(pungs(r), 3, [1])),
    "pure_straight": lambda h: h.some(lambda r: steps(chows(r), 3, [3])),
    "short_straight": lambda h: h.some(lambda r: steps(chows(r), 2, [3])),
    "two_terminal_chows": lambda h: h.some(lambda r: steps(chows(r), 2, [6])),
    "pure_terminal_chows": lambda h: h.some(
        lambda r: any(terminal_chows(r, (suit, suit)) for suit in range(3))
    ),
    "three_suited_terminal_chows": lambda h: h.some(
        lambda r: any(terminal_chows(r, two) for two in combinations(range(3), 2))
    ),
    "mixed_triple_chow": lambda h: h.some(lambda r: of_three_suits(chows(r), 0)),
    "mixed_double_chow": lambda h: h.some(lambda r: of_two_suits(chows(r))),
    "mixed_straight": lambda h: h.some(lambda r: of_three_suits(chows(r), 3)),
    "mixed_shifted_chows": lambda h: h.some(lambda r: of_three_suits(chows(r), 1)),
    "triple_pung": lambda h: h.some(lambda r: of_three_suits(pungs(r), 0)),
    "mixed_triple_pung": lambda h: h.some(lambda r: of_three_suits(pungs(r), 0)),
    "double_pung": lambda h: h.some(lambda r: of_two_suits(pungs(r))),
    "mixed_shifted_pungs": lambda h: h.some(lambda r: of_three_suits(pungs(r), 1)),
    "big_four_winds": lambda h: h.some_sets(lambda r: set(WINDS) <= set(pungs(r))),
    "little_four_winds": lambda h: h.some_sets(
        lambda r: len(set(pungs(r)) & set(WINDS)) == 3 and r[-1][0] in WINDS
    ),
    "big_three_winds": lambda h: h.some_sets(lambda r: len(set(pungs(r)) & set(WINDS)) >= 3),
    "any_wind": lambda h: h.some_sets(lambda r: bool(set(pungs(r)) & set(WINDS))),
    "round_wind": share_of_winds,
    "seat_wind": share_of_winds,
    "big_three_dragons": lambda h: h.some_sets(lambda r: set(DRAGONS) <= set(pungs(r))),
    "little_three_dragons": lambda h: h.some_sets(
        lambda r: len(set(pungs(r)) & set(DRAGONS)) == 2 and r[-1][0] in DRAGONS
    ),
    "two_dragon_pungs": lambda h: h.some_sets(lambda r: len(set(pungs(r)) & set(DRAGONS)) >= 2),
    "dragon_pung": lambda h: h.some_sets(lambda r: bool(set(pungs(r)) & set(DRAGONS))),
    "honor_pung": lambda h: (
        1 if h.some_sets(lambda r: bool(set(pungs(r)) & set(DRAGONS))) else share_of_winds(h)
    ),
    "seven_pairs": lambda h: h.pairs,
    "seven_shifted_pairs": lambda h: (
        h.pairs
        and len(h.kinds) == 7
        and h.ranks_within(1, 9)
        and max(h.kinds) - min(h.kinds) == 6
        and len(h.suits) == 1
    ),
    "luxury_seven_pairs": lambda h: h.pairs and h.fours() == 1,
    "super_luxury_seven_pairs": lambda h: h.pairs and h.fours() == 2,
    "supreme_luxury_seven_pairs": lambda h: h.pairs and h.fours() == 3,
    "thirteen_orphans": lambda h: h.orphans,
    "lesser_knitted_honors": lambda h: h.singles,
    "greater_knitted_honors": lambda h: h.singles and len(h.honors) == 7,
    "knitted_straight": lambda h: (
        bool(h.beside_straight) or (h.singles and knitted_runs(h.tiles) is not None)
    ),
    "eight_pairs": lambda h: h.eight,
}
OF_SYSTEM = {
    "mcr": {
        "all_chows": lambda h: (
            h.some(lambda r: not pungs(r) and number_pair(r))
            or any(not pungs(r) and number_pair(r) for r in h.beside_straight)
        ),
        "nine_gates": share_of_nine_gates,
        "terminal_or_honor_pung": share_of_other_winds,
    },
    "taiwan": {
        "all_chows": share_of_two_sided_waits,
        "no_honors_no_flowers": lambda h: not h.honors,
    },
    "longgang": {"all_chows": lambda h: h.some(lambda r: not pungs(r))},
    "yantai": {
        "seven_pairs": lambda h: h.pairs and h.fours() == 0,
        "full_flush": lambda h: (len(h.suits) + bool(h.honors)) == 1,
    },
}


def patterns_of(system):
    """Predicates by key; a fraction where a wind or the last tile has to fit."""
    return EVERYWHERE | OF_SYSTEM.get(system, {})


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
