"""How chows and pungs combine into fans of Chinese Official 国标麻将: every way, no choice made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations


def _four_chows(chows: Sequence[int], eyes: int) -> str | None:
    a, b, c, d = sorted(chows)
    if {a // 9, d // 9} == {a // 9}:
        if a == d:
            return "一色四同顺"
        if b - a == c - b == d - c and b - a in (1, 2):
            return "一色四步高"
    ends = sorted(low % 9 for low in chows)
    suits = {low // 9 for low in chows}
    if ends == [0, 0, 6, 6] and eyes < 27 and eyes % 9 == 4:
        by_suit = {suit: sorted(x % 9 for x in chows if x // 9 == suit) for suit in suits}
        if len(suits) == 1 and eyes // 9 in suits:
            return "一色双龙会"
        if len(suits) == 2 and eyes // 9 not in suits:
            return "三色双龙会" if all(x == [0, 6] for x in by_suit.values()) else None
    return None


def _three_chows(chows: Sequence[int]) -> str | None:
    a, b, c = sorted(chows, key=lambda low: (low % 9, low))
    ranks = [low % 9 for low in (a, b, c)]
    steps = {ranks[1] - ranks[0], ranks[2] - ranks[1]}
    n_suits = len({low // 9 for low in chows})
    if n_suits == 1:
        if ranks == [0, 3, 6]:
            return "清龙"
        same = {0: "一色三同顺", 1: "一色三步高", 2: "一色三步高"}
        return same.get(steps.pop()) if len(steps) == 1 else None
    if n_suits == 3:
        if ranks == [0, 3, 6]:
            return "花龙"
        mixed = {0: "三色三同顺", 1: "三色三步高"}
        return mixed.get(steps.pop()) if len(steps) == 1 else None
    return None


def _two_chows(first: int, second: int) -> str | None:
    low, high = sorted((first % 9, second % 9))
    if first // 9 != second // 9:
        return "喜相逢" if low == high else None
    if (low, high) == (0, 6):
        return "老少副"
    return {0: "一般高", 3: "连六"}.get(high - low)


def chow_fans(chows: Sequence[int], eyes: int) -> list[list[str]]:
    """All ways to combine chows.

    Four of them or three make one fan; a chow that is left may combine once with one that is not.
    Otherwise each fan of two chows must bring in one that is not yet joined to the other.
    """
    n = len(chows)
    four = _four_chows(chows, eyes) if n == 4 else None
    found = [[four]] if four else []
    for trio in combinations(range(n), 3):
        three = _three_chows([chows[i] for i in trio])
        if three:
            found.append([three])
            for left in set(range(n)) - set(trio):
                links = [_two_chows(chows[left], chows[i]) for i in trio]
                found += [[three, link] for link in links if link]
    return found + _joined(n, lambda i, j: _two_chows(chows[i], chows[j]))


def _three_pungs(kinds: Sequence[int]) -> str | None:
    a, b, c = sorted(kind % 9 for kind in kinds)
    n_suits = len({kind // 9 for kind in kinds})
    if max(kinds) >= 27:
        return None
    if n_suits == 3 and a == b == c:
        return "三同刻"
    if b - a == c - b == 1:
        return {1: "一色三节高", 3: "三色三节高"}.get(n_suits)
    return None


def pung_fans(kinds: Sequence[int]) -> list[list[str]]:
    """All ways to combine pungs, by the same principle; two pungs of one kind are no 双同刻."""

    def two(i: int, j: int) -> str | None:
        a, b = kinds[i], kinds[j]
        return "双同刻" if max(a, b) < 27 and a != b and a % 9 == b % 9 else None

    found: list[list[str]] = []
    low = min(kinds, default=0)
    if sorted(kinds) == list(range(low, low + 4)) and low % 9 <= 5 and low < 27:
        found.append(["一色四节高"])
    for trio in combinations(range(len(kinds)), 3):
        three = _three_pungs([kinds[i] for i in trio])
        if three:
            found.append([three])
            for left in set(range(len(kinds))) - set(trio):
                found += [[three, "双同刻"] for i in trio if two(left, i)]
    return found + _joined(len(kinds), two)


def _joined(n: int, fan_of: Callable[[int, int], str | None]) -> list[list[str]]:
    """Fans of two sets each, in all choices of them that join no two sets twice."""
    links = [(i, j, fan) for i, j in combinations(range(n), 2) if (fan := fan_of(i, j))]
    found: list[list[str]] = []
    for size in range(len(links) + 1):
        for chosen in combinations(links, size):
            bunches = [{i} for i in range(n)]
            for i, j, _ in chosen:
                one, other = (next(b for b in bunches if k in b) for k in (i, j))
                if one is other:
                    break
                one |= other
                bunches.remove(other)
            else:
                found.append([fan for _, _, fan in chosen])
    return found
