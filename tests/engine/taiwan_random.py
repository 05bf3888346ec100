"""Won Taiwan hands drawn at random, biased so that every pattern and several readings come up."""

from __future__ import annotations

from random import Random

from schemas.codes import (
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
)
from schemas.tiles import N_KINDS, N_TILES
from tests.engine.taiwan_scores import Hand

KONGS = (MELD_KONG_EXPOSED, MELD_KONG_ADDED, MELD_KONG_CONCEALED)
TERMINALS = [0, 8, 9, 17, 18, 26]
HONORS = list(range(27, 34))
SUITS = list(range(27))
THEMES: list[list[int]] = [
    list(range(34)),
    SUITS,
    [*range(9), *HONORS],
    list(range(9, 18)),
    [19, 20, 21, 22, 23, 24],
    [*TERMINALS, *HONORS],
    TERMINALS,
    HONORS,
    [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 19, 20, 24, 25, 26],
    [0, 1, 2, 6, 7, 8, 15, 16, 17, 18, 19, 20, *HONORS],
    [suit + rank for suit in (0, 9, 18) for rank in (2, 3, 4)],
    [suit + rank for suit in (0, 9, 18) for rank in range(1, 8)],
]
FLAGS_OF = {
    "self_draw": ("kong_replacement", "flower_replacement", "last_tile"),
    "discard": ("last_tile",),
    "robbed_kong": (),
}


def random_hand(rng: Random) -> Hand:
    """A hand that wins under the Taiwan presets, whatever it is worth."""
    if rng.random() < 0.02:
        return _flower_win(rng)
    while True:
        if rng.random() < 0.01:  # 清老頭 takes all six terminals
            *pungs, eyes = rng.sample(TERMINALS, 6)
            sets = [(MELD_PUNG, tile) for tile in pungs]
        else:
            sets = _sets(rng)
            eyes = rng.choice(HONORS) if rng.random() < 0.3 else rng.choice(_theme(rng))
        made = _with_melds(rng, sets, eyes)
        if made is not None:
            return made


def set_tiles(kind: int, tile: int) -> list[int]:
    """The tiles of a set."""
    if kind == MELD_CHOW:
        return [tile, tile + 1, tile + 2]
    return [tile] * (3 if kind == MELD_PUNG else 4)


def _theme(rng: Random) -> list[int]:
    return rng.choice(THEMES) if rng.random() < 0.7 else THEMES[0]


def _sets(rng: Random) -> list[tuple[int, int]]:
    """Five sets, some of them related: same rank in another suit, the next ranks, other honors."""
    theme = _theme(rng)
    chow_share = rng.choice([0.0, 0.0, 0.3, 0.6, 0.9, 1.0, 1.0, 1.0])
    sets: list[tuple[int, int]] = []
    while len(sets) < 5:
        if sets and rng.random() < 0.4:
            sets.append(_related(rng, rng.choice(sets)))
            continue
        lows = [t for t in theme if t < 27 and t % 9 < 7 and t + 1 in theme and t + 2 in theme]
        if lows and rng.random() < chow_share:
            sets.append((MELD_CHOW, rng.choice(lows)))
        else:
            sets.append((MELD_PUNG, rng.choice(theme)))
    return sets


def _related(rng: Random, other: tuple[int, int]) -> tuple[int, int]:
    kind, tile = other
    if tile >= 27:
        return MELD_PUNG, rng.randrange(27, 31) if tile < 31 else rng.randrange(31, 34)
    most = 7 if kind == MELD_CHOW else 9
    rank = (tile % 9 + rng.choice([0, 0, 0, 1, -1, 3, -3])) % most
    return kind, (tile // 9 + rng.choice([0, 0, 1, 2])) % 3 * 9 + rank


def _with_melds(rng: Random, sets: list[tuple[int, int]], eyes: int) -> Hand | None:
    """Expose some sets, pick the winning tile and the circumstances; None where tiles lack."""
    concealed = [eyes, eyes]
    melds: list[tuple[int, int]] = []
    share = rng.choice([0.0, 0.0, 0.3, 0.6, 1.0])
    kong_share = rng.choice([0.1, 0.1, 0.9])
    for kind, tile in sets:
        if rng.random() >= share:
            concealed += set_tiles(kind, tile)
        elif kind == MELD_PUNG and rng.random() < kong_share:
            melds.append((rng.choice(KONGS), tile))
        else:
            melds.append((kind, tile))
    rng.shuffle(melds)
    shown = [tile for meld in melds for tile in set_tiles(*meld)]
    everything = concealed + shown
    if any(everything.count(tile) > 4 for tile in set(everything)):
        return None
    win_tile = rng.choice(concealed)
    concealed.remove(win_tile)
    by = rng.choice(["self_draw", "discard"])
    if rng.random() < 0.1 and everything.count(win_tile) == 1:
        by = "robbed_kong"
    flags = [flag for flag in FLAGS_OF[by] if rng.random() < 0.05]
    if not melds and rng.random() < 0.1:
        flags.append("first_turn")
    flags += rng.choice([[]] * 8 + [["declared_ready"], ["shown_ready"]])
    return Hand(
        concealed,
        win_tile,
        melds,
        by,
        tuple(flags),
        rng.sample(range(N_KINDS, N_TILES), rng.choice([0, 0, 0, 1, 2, 3, 4, 6, 8])),
        rng.randrange(4),
        rng.randrange(4),
    )


def _flower_win(rng: Random) -> Hand:
    """Sixteen tiles of any kind and all eight flowers, or seven of them."""
    wall = [kind for kind in range(N_KINDS) for _ in range(4)]
    eight = rng.random() < 0.5
    return Hand(
        rng.sample(wall, 16),
        -1,
        [],
        "eight_flowers" if eight else "seven_flowers",
        (),
        rng.sample(range(N_KINDS, N_TILES), 8 if eight else 7),
        rng.randrange(4),
        rng.randrange(4),
    )
