"""What patterns of complete hands are, plainly: predicates and parts over `rarity_slow.Hand`."""

from fractions import Fraction
from itertools import combinations, pairwise

from tests.engine.rarity_slow import DRAGONS, ORPHANS, WINDS, knitted_runs


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
