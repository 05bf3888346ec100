"""Random lines of the scoring interface for `mcr-caishen`: won hands with tiles made wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KINDS,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
    WIN_BY,
)
from schemas.tiles import N_KINDS, TILE_NAMES
from tests.engine.oracle.hands import Win, meld_tiles, random_win
from tests.oracles.mcr_caishen import DEFAULTS, WINDS

NO_WIN: Final = 0.03
FIFTH_COPY: Final = 0.06
FLOWER_WILDCARD: Final = 0.04
TABLE: Final = 0.5


def random_hand(rng: Random, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """One well-formed hand, won in most cases, with none to three wildcards in it.

    Every fan of `random_win` comes up. Some hands want a fifth copy, where the option
    ``wildcard_fifth_copy`` is not false. There are flowers, wild ones among them, only where the
    option ``base`` is "mcr": the other table has none.
    """
    chosen = {**DEFAULTS, **(options or {})}
    with_flowers = chosen["base"] == "mcr"
    while True:
        fifth = chosen["wildcard_fifth_copy"] and rng.random() < FIFTH_COPY
        win = _crowded_win(rng) if fifth else random_win(rng)
        if rng.random() < NO_WIN:
            win.concealed[0] = rng.randrange(N_KINDS)
        flowers = with_flowers and rng.random() < FLOWER_WILDCARD
        hand = _with_wildcards(rng, win, flowers)
        if hand is not None:
            return _line(rng, *hand, with_flowers)


def _crowded_win(rng: Random) -> Win:
    """A hand of few kinds of one suit: some stand in it more than four times."""
    while True:
        low = rng.randrange(3) * 9 + rng.randrange(5)
        kinds = range(low, low + 5)
        groups: list[tuple[int, int]] = []
        for _ in range(4):
            chow = rng.random() < 0.6
            first = rng.randrange(3) if chow else rng.randrange(5)
            groups.append((MELD_CHOW if chow else MELD_PUNG, low + first))
        loose = [rng.choice(kinds)] * 2
        melds = []
        for group in groups:
            if rng.random() < 0.2:
                kong = group[0] == MELD_PUNG and rng.random() < 0.5
                melds.append((MELD_KONG_CONCEALED, group[1]) if kong else group)
            else:
                loose += meld_tiles(*group)
        rng.shuffle(loose)
        if max(Counter([*loose, *_tiles(melds)]).values()) > 4:
            *concealed, win_tile = loose
            win_by = rng.randrange(2)
            return Win(concealed, win_tile, melds, win_by, 0, rng.randrange(4), rng.randrange(4))


def _tiles(melds: list[tuple[int, int]]) -> list[int]:
    return [tile for meld in melds for tile in meld_tiles(*meld)]


def _with_wildcards(rng: Random, win: Win, flowers: bool) -> tuple[Win, int] | None:
    """Turn a kind up and put its copies in the place of other tiles; None where it cannot be.

    Only tiles of the hand are replaced, the winning tile where it is drawn.
    """
    melded = _tiles(win.melds)
    drawn = win.win_by == BY_SELF_DRAW
    loose = [*win.concealed, win.win_tile]
    turned = rng.choice([*range(34, 42)]) if flowers else rng.randrange(N_KINDS)
    if not flowers and rng.random() < 0.25:
        turned = rng.choice(sorted(set(loose)))
    group = 34 if turned < 38 else 38
    copies = [flower for flower in range(group, group + 4) if flower != turned]
    if not flowers:
        copies = [turned] * (3 - loose.count(turned))
    if turned in melded or loose.count(turned) > 3:
        return None
    if win.win_by == BY_ROBBED_KONG and turned == win.win_tile:
        return None

    places = [i for i, tile in enumerate(loose) if tile != turned and (i < len(loose) - 1 or drawn)]
    rng.shuffle(places)
    held = Counter([*loose, *melded])
    places.sort(key=lambda i: held[loose[i]] <= 4)  # copies too many first
    wanted = rng.choice([0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3]) - loose.count(turned)
    for i in places[: min(len(copies), len(places))]:
        if wanted <= 0 and held[loose[i]] <= 4:
            break
        wanted -= 1
        held[loose[i]] -= 1
        loose[i] = copies.pop()
    if max(held.values()) > 4:
        return None
    order = loose[:-1]
    rng.shuffle(order)
    win.concealed, win.win_tile = order, loose[-1]
    return win, turned


def _line(rng: Random, win: Win, turned: int, with_flowers: bool) -> dict[str, Any]:
    """The hand as the interface takes it; circumstances that cannot be are dropped."""
    melds = [
        {
            "kind": MELD_KINDS[code],
            "tiles": [TILE_NAMES[tile] for tile in meld_tiles(code, tile)],
            "concealed": code == MELD_KONG_CONCEALED,
        }
        for code, tile in win.melds
    ]
    flags = []
    if win.flags & FLAG_LAST_COPY and win.win_tile not in [*win.concealed, *_tiles(win.melds)]:
        flags.append("last_copy")
    if win.flags & FLAG_LAST_TILE:
        flags.append("last_tile")
    kongs = any(meld["kind"] == "kong" for meld in melds)
    if win.flags & FLAG_KONG_REPLACEMENT and kongs:
        flags.append("kong_replacement")
    hand: dict[str, Any] = {
        "id": f"caishen-{rng.randrange(10**9)}",
        "concealed": [TILE_NAMES[tile] for tile in win.concealed],
        "melds": melds,
        "win_tile": TILE_NAMES[win.win_tile],
        "win_by": WIN_BY[win.win_by],
        "flowers": [],
        "wildcard": TILE_NAMES[turned],
        "seat_wind": WINDS[win.seat_wind],
        "round_wind": WINDS[win.round_wind],
        "dealer_streak": 0,
        "flags": flags,
    }
    if with_flowers:
        barred = range(34, 38) if 34 <= turned < 38 else range(38, 42) if turned >= 38 else []
        free = [TILE_NAMES[tile] for tile in range(34, 42) if tile not in barred]
        hand["flowers"] = rng.sample(free, min(win.n_flowers, len(free)))
    if rng.random() < TABLE:
        dealer = rng.randrange(4)
        winner = (dealer + win.seat_wind) % 4
        others = [seat for seat in range(4) if seat != winner]
        payer = None if win.win_by == BY_SELF_DRAW else rng.choice(others)
        hand["table"] = {"dealer": dealer, "winner": winner, "payer": payer}
    return hand
