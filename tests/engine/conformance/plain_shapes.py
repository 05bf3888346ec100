"""Winning shapes in plain Python: found by laying goals over tiles, without tables.

A goal is so many sets and a pair. Tiles fit a goal when it has every natural tile of the hand;
wildcards, and for a hand that waits one tile yet to come, fill the rest. `cap` is how often a goal
may hold a kind: four times, or without limit where a wildcard may stand for a fifth copy.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

from schemas.ruleset import RuleSet

N_KINDS = 34
HONORS = range(27, 34)
ORPHANS = frozenset({0, 8, 9, 17, 18, 26, *HONORS})
NEVER = 99
KNITTED = [
    frozenset(9 * suit + start + step for start, suit in enumerate(suits) for step in (0, 3, 6))
    for suits in permutations(range(3))
]

Counts = tuple[int, ...]
"""Natural tiles by kind, 34 of them."""


def is_whole(rules: RuleSet, counts: Counts, wild: int, n_melds: int, *, any_copies: bool) -> bool:
    """Whether natural tiles and so many wildcards are a winning shape beside the melds.

    Args:
        rules: its shapes and size of hands.
        counts: natural tiles.
        wild: tiles that stand for whatever is needed.
        n_melds: melds laid down.
        any_copies: a goal may hold a kind more than four times.
    """
    n_sets = (rules.tiles.hand_size - 1) // 3 - n_melds
    if sum(counts) + wild != 3 * n_sets + 2:
        return False
    shapes = rules.win.shapes
    cap = NEVER if any_copies else 4
    if "standard" in shapes and sets_needed(counts, cap) <= n_sets:
        return True
    if "knitted_straight" in shapes and n_sets >= 3:
        for kinds in KNITTED:
            rest = tuple(n - (n > 0 and kind in kinds) for kind, n in enumerate(counts))
            if sets_needed(rest, cap) <= n_sets - 3:
                return True
    return n_melds == 0 and _special(shapes, rules.tiles.hand_size, counts)


def _special(shapes: tuple[str, ...], size: int, counts: Counts) -> bool:
    held = {kind for kind, n in enumerate(counts) if n > 0}
    pairs = sum((n + 1) // 2 for n in counts)
    if size == 13:
        if "seven_pairs" in shapes and pairs <= 7:
            return True
        spare = sum(n - 1 for n in counts if n > 0)
        if "thirteen_orphans" in shapes and held <= ORPHANS and spare <= 1:
            return True
        if "knitted_singles" in shapes and spare == 0:
            return any(held <= kinds | set(HONORS) for kinds in KNITTED)
        return False
    return "eight_pairs" in shapes and any(
        pairs - (n + 1) // 2 + (max(0, n - 3) + 1) // 2 <= 7 for n in (*counts, 0)
    )


def sets_needed(counts: Counts, cap: int) -> int:
    """The fewest sets that hold all tiles beside one pair."""
    parts = _parts(counts, cap)
    bare = sum(part[0] for part in parts)
    return min(bare - part[0] + part[1] for part in parts)


def bare_sets(counts: Counts, cap: int) -> int:
    """The fewest sets that hold all tiles, no pair beside them."""
    return sum(part[0] for part in _parts(counts, cap))


def _parts(counts: Counts, cap: int) -> list[tuple[int, int]]:
    """Of each suit and the honors the fewest sets, without a pair and beside one."""
    parts = [_suit(counts[first : first + 9], cap) for first in (0, 9, 18)]
    return [*parts, _honors(counts[27:], cap)]


@cache
def _suit(counts: Counts, cap: int) -> tuple[int, int]:
    """The fewest sets that hold the tiles of a suit, without a pair and beside one."""
    if not any(counts):
        return 0, 0
    return _lay(counts, cap, 0, 0, False), _lay(counts, cap, 0, 0, True)


@cache
def _lay(counts: Counts, cap: int, before: int, last: int, pair: bool) -> int:
    """The fewest sets for the rest of a suit.

    Args:
        counts: tiles of the ranks that are left.
        cap: see above.
        before: runs that began two ranks before.
        last: runs that began one rank before.
        pair: whether a pair may be laid, too; one that nothing needs goes anywhere.
    """
    if not counts:
        return NEVER if before or last else 0
    best = NEVER
    for runs in range(max(counts[:3]) + 1 if len(counts) > 2 else 1):
        for pairs in (0, 1) if pair else (0,):
            covered = before + last + runs + 2 * pairs
            pungs = max(0, -((covered - counts[0]) // 3))
            if covered + 3 * pungs <= cap:
                rest = _lay(counts[1:], cap, last, runs, pair and not pairs)
                best = min(best, runs + pungs + rest)
    return best


def _honors(counts: Counts, cap: int) -> tuple[int, int]:
    if cap == 4 and 4 in counts:
        return NEVER, NEVER
    bare = sum(1 + (n > 3) for n in counts if n > 0)
    saved = any(n in (1, 2, 4, 5) for n in counts)
    return bare, bare - saved


def as_counts(tiles: dict[int, int]) -> Counts:
    """Counts by kind of the tiles that stand in hands."""
    return tuple(tiles.get(kind, 0) for kind in range(N_KINDS))
