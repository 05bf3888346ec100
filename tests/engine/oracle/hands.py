"""Won hands for tests: written by hand in notation, or drawn at random so that every fan occurs."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
)
from schemas.tiles import format_tiles, parse_tiles

KONGS = (MELD_KONG_EXPOSED, MELD_KONG_ADDED, MELD_KONG_CONCEALED)
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
KNITTED = [
    [suit * 9 + run + step for suit, run in enumerate(runs) for step in (0, 3, 6)]
    for runs in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
]

RANKS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 1, 2, 3), (5, 6, 7, 8), (2, 3, 4, 5, 6))
"""Ranges of ranks that fans ask for."""


@dataclass
class Win:
    """A won hand; `concealed` leaves out the winning tile, melds are (code, lowest tile)."""

    concealed: list[int]
    win_tile: int
    melds: list[tuple[int, int]] = field(default_factory=list)
    win_by: int = BY_DISCARD
    flags: int = 0
    seat_wind: int = 1
    round_wind: int = 1
    n_flowers: int = 0

    def __str__(self) -> str:
        melds = " ".join(f"[{meld[0]}:{format_tiles(meld_tiles(*meld))}]" for meld in self.melds)
        return (
            f"{format_tiles(sorted(self.concealed))} {melds} + {format_tiles([self.win_tile])} "
            f"by {self.win_by} flags {self.flags:b} seat {self.seat_wind} round {self.round_wind}"
        )


def renamed(hand: Win, suits: tuple[int, int, int]) -> Win:
    """The same hand with suits exchanged."""

    def tile(kind: int) -> int:
        return kind if kind >= 27 else suits[kind // 9] * 9 + kind % 9

    return Win(
        [tile(kind) for kind in hand.concealed],
        tile(hand.win_tile),
        [(kind, tile(low)) for kind, low in hand.melds],
        hand.win_by,
        hand.flags,
        hand.seat_wind,
        hand.round_wind,
        hand.n_flowers,
    )


def meld_tiles(kind: int, tile: int) -> list[int]:
    """The tiles of a meld."""
    if kind == MELD_CHOW:
        return [tile, tile + 1, tile + 2]
    return [tile] * (3 if kind == MELD_PUNG else 4)


def win(concealed: str, win_tile: str, *melds: str, **circumstances: int) -> Win:
    """A won hand in notation; melds as ``"123m"``, ``"EEE"``, ``"5555p"``, ``"(5555p)"`` 暗杠."""
    codes: list[tuple[int, int]] = []
    for text in melds:
        tiles = parse_tiles(text.strip("()"))
        if len(tiles) == 4:
            codes.append((MELD_KONG_CONCEALED if text[0] == "(" else MELD_KONG_EXPOSED, tiles[0]))
        else:
            codes.append((MELD_PUNG if tiles[0] == tiles[1] else MELD_CHOW, min(tiles)))
    return Win(parse_tiles(concealed), parse_tiles(win_tile)[0], codes, **circumstances)


def random_win(rng: Random) -> Win:
    """A random won hand; the choice of its sets is biased so that every fan comes up."""
    while True:
        made = _random_shape(rng)
        if made is None:
            continue
        tiles, sets = made
        hand = _with_melds(rng, tiles, sets)
        if hand is not None:
            return hand


def _random_shape(rng: Random) -> tuple[list[int], list[tuple[int, int]]] | None:
    """Loose tiles, and sets as (chow or pung, lowest tile)."""
    kind = rng.random()
    if kind < 0.03:
        suit = range(18, 27)
        pool = rng.choice([range(34), range(27, 34), ORPHANS, range(9), range(9, 14), suit])
        pairs = [rng.choice(list(pool)) for _ in range(7)]
        return sorted(pairs * 2), []
    if kind < 0.04:
        low = rng.randrange(3) * 9 + rng.randrange(3)
        return [low + step for step in range(7) for _ in (0, 1)], []
    if kind < 0.05:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if kind < 0.08:
        honors = list(range(27, 34))
        pool = rng.choice(KNITTED)
        if rng.random() < 0.3:
            return rng.sample(pool, 7) + honors, []
        return rng.sample(pool + honors, 14), []
    if kind < 0.12:
        eyes = rng.randrange(34)
        return [*rng.choice(KNITTED), eyes, eyes], [_random_set(rng, range(34), 0.5)]
    if kind < 0.13:
        suit = rng.randrange(3) * 9
        nine = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9)]
        return [suit + rank for rank in nine], []
    if kind < 0.18:
        return _rare_shape(rng)
    return _standard_shape(rng)


def _rare_shape(rng: Random) -> tuple[list[int], list[tuple[int, int]]]:
    """Sets of fans that random sets hardly ever make."""
    suits = rng.sample([0, 9, 18], 3)
    low = rng.randrange(6)
    dragons, winds = rng.sample(range(31, 34), 3), rng.sample(range(27, 31), 4)
    chow, pung = MELD_CHOW, MELD_PUNG
    other = _random_set(rng, range(34), 0.5)
    choice = rng.randrange(8)
    if choice == 0:  # 一色双龙会, 三色双龙会
        second = rng.choice(suits[:2])
        eyes = suits[0] if second == suits[0] else suits[2]
        ends = [(chow, suit + end) for suit in (suits[0], second) for end in (0, 6)]
        return [eyes + 4] * 2, ends
    if choice == 1:  # 大四喜, 小四喜, 三风刻
        fourth = rng.choice([(pung, winds[3]), other])
        eyes = winds[3] if fourth == other else rng.randrange(27)
        return [eyes] * 2, [(pung, wind) for wind in winds[:3]] + [fourth]
    if choice == 2:  # 大三元, 小三元
        third = rng.choice([(pung, dragons[2]), other])
        eyes = dragons[2] if third == other else rng.randrange(27)
        return [eyes] * 2, [(pung, dragon) for dragon in dragons[:2]] + [third, other]
    if choice == 3:  # 一色四节高
        return [rng.randrange(34)] * 2, [(pung, suits[0] + low + step) for step in range(4)]
    if choice == 4:  # 一色四步高, 一色四同顺
        step = rng.randrange(3)
        first = suits[0] + rng.randrange(7 - 3 * step)
        return [rng.randrange(34)] * 2, [(chow, first + step * n) for n in range(4)]
    if choice == 5:  # 清幺九
        ends = rng.sample([suit + end for suit in suits for end in (0, 8)], 5)
        return [ends[4]] * 2, [(pung, end) for end in ends[:4]]
    if choice == 6:  # nothing that counts
        sets = [(chow, suits[0]), (chow, suits[1] + 4), (chow, suits[2] + 2), (pung, suits[2] + 7)]
        return [dragons[0]] * 2, sets
    ways = [(chow, suits[0] + rank) for rank in (0, 3, 6)]  # 清龙, 花龙
    if rng.random() < 0.5:
        ways = [(chow, suit + rank) for suit, rank in zip(suits, (0, 3, 6), strict=True)]
    return [rng.randrange(34)] * 2, [*ways, other]


def _standard_shape(rng: Random) -> tuple[list[int], list[tuple[int, int]]]:
    themes: list[list[int]] = [
        list(range(34)),
        list(range(27)),
        [*range(9), *range(27, 34)],
        list(range(9, 18)),
        [*range(18), *range(27, 34)],
        ORPHANS,
        [0, 8, 9, 17, 18, 26],
        list(range(27, 34)),
        [19, 20, 21, 23, 25, 32],
        [9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33],
        [1, 3, 5, 7, 10, 12, 14, 16, 19, 21, 23, 25],
        *[[9 * suit + rank for suit in range(3) for rank in ranks] for ranks in RANKS],
        [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17, 22, 4, 13, 18, 19, 20, 24, 25, 26],
        [*range(27, 34), 0, 1, 2],
        list(range(1, 6)),
    ]  # fmt: skip
    theme = rng.choice(themes) if rng.random() < 0.7 else themes[0]
    chow_share = rng.choice([0.0, 0.0, 0.3, 0.6, 0.9, 1.0, 1.0])
    sets: list[tuple[int, int]] = []
    while len(sets) < 4:
        if sets and rng.random() < 0.35:
            sets.append(_related_set(rng, rng.choice(sets)))
        else:
            sets.append(_random_set(rng, theme, chow_share))
    eyes = rng.choice(theme)
    return [eyes, eyes], sets


def _random_set(rng: Random, theme: range | list[int], chow_share: float) -> tuple[int, int]:
    if rng.random() < chow_share:
        lows = [t for t in theme if t < 27 and t % 9 < 7 and t + 1 in theme and t + 2 in theme]
        if lows:
            return MELD_CHOW, rng.choice(lows)
    return MELD_PUNG, rng.choice(list(theme))


def _related_set(rng: Random, other: tuple[int, int]) -> tuple[int, int]:
    """A set that may combine with another: same or shifted ranks, same or another suit."""
    kind, tile = other
    if tile >= 27:
        return MELD_PUNG, rng.randrange(27, 31) if tile < 31 else rng.randrange(31, 34)
    most = 7 if kind == MELD_CHOW else 9
    rank = (tile % 9 + rng.choice([0, 0, 1, 1, -1, 2, 3, -3, 6])) % most
    return kind, (tile // 9 + rng.choice([0, 0, 1, 2])) % 3 * 9 + rank


def _with_melds(rng: Random, tiles: list[int], sets: list[tuple[int, int]]) -> Win | None:
    """Expose some of the sets, pick the winning tile and the circumstances."""
    concealed = list(tiles)
    melds: list[tuple[int, int]] = []
    share = rng.choice([0.0, 0.3, 0.6, 1.0])
    kong_share = rng.choice([0.1, 0.1, 0.9])
    for kind, tile in sets:
        if rng.random() < share:
            if kind == MELD_PUNG and rng.random() < kong_share:
                kind = rng.choice(KONGS)
            melds.append((kind, tile))
        else:
            concealed += meld_tiles(kind, tile)
    rng.shuffle(melds)
    shown = [tile for meld in melds for tile in meld_tiles(*meld)]
    everything = concealed + shown
    if any(everything.count(tile) > 4 for tile in set(everything)):
        return None
    win_tile = rng.choice(concealed)
    concealed.remove(win_tile)
    return _with_circumstances(rng, Win(concealed, win_tile, melds), shown)


def _with_circumstances(rng: Random, hand: Win, shown: list[int]) -> Win:
    hand.win_by = rng.choice([BY_SELF_DRAW, BY_DISCARD])
    hand.seat_wind, hand.round_wind = rng.randrange(4), rng.randrange(4)
    hand.n_flowers = rng.choice([0, 0, 0, 1, 3])
    if rng.random() < 0.1:
        hand.flags |= FLAG_LAST_COPY
    if rng.random() < 0.1:
        hand.flags |= FLAG_LAST_TILE
    elif (
        hand.win_by == BY_DISCARD
        and rng.random() < 0.1
        and hand.win_tile not in [*hand.concealed, *shown]
    ):
        hand.win_by = BY_ROBBED_KONG
    if hand.win_by == BY_SELF_DRAW and rng.random() < 0.2:
        hand.flags |= FLAG_KONG_REPLACEMENT
    return hand
