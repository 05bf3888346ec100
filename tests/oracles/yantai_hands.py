"""Random lines of the scoring interface for Yantai 烟台麻将, biased so that every row comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from schemas.tiles import N_KINDS, TILE_NAMES
from tests.oracles.yantai import ORPHANS

WINDS: Final = "ESWN"
HONOR_KINDS: Final = range(27, N_KINDS)
NO_WIN: Final = 0.03
TABLE: Final = 0.7
UNUSED_FLAGS: Final = (
    "last_copy",
    "declared_ready",
    "shown_ready",
    "penalty_discard",
    "late_dragon",
)
"""Flags of other systems, which a Yantai score passes by."""

Groups = list[list[int]]


def random_hand(rng: Random, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """One well-formed hand, won in most cases.

    With the option ``rob_kong`` false no hand is won by robbing a kong. Circumstances that
    cannot be are left out: a kong's replacement without a kong, a dealt hand with claims, the
    wall's last tile in the first go-round.
    """
    if rng.random() < NO_WIN / 2:
        wall = [kind for kind in range(N_KINDS) for _ in range(4)]
        return _circumstances(rng, rng.sample(wall, 14), [], options or {})
    while True:
        loose, groups = _shape(rng)
        melds: Groups = []
        if not loose:
            loose, melds = _exposed(rng, groups)
        if max(Counter([*loose, *(tile for meld in melds for tile in meld)]).values()) <= 4:
            break
    if rng.random() < NO_WIN / 2:
        held = Counter([*loose, *(tile for meld in melds for tile in meld)])
        loose[0] = rng.choice([kind for kind in range(N_KINDS) if held[kind] < 4])
    return _circumstances(rng, loose, melds, options or {})


def _shape(rng: Random) -> tuple[list[int], Groups]:
    """Tiles of a shape without sets, or none of these and four sets and a pair."""
    roll = rng.random()
    orphans = [TILE_NAMES.index(name) for name in sorted(ORPHANS)]
    if roll < 0.04:
        return [*orphans, rng.choice(orphans)], []
    theme = _theme(rng)
    if roll < 0.18:
        fours = rng.choice([0, 0, 1, 1, 2, 3])
        if len(theme) < 7 - fours:
            theme = list(range(N_KINDS))
        kinds = rng.sample(theme, 7 - fours)
        return [kind for kind in [*kinds, *kinds[:fours]] for _ in range(2)], []
    if roll < 0.23:  # pairs that are chows, too
        suit, low = rng.choice([0, 9, 18]), rng.randrange(7)
        other = rng.choice([suit, rng.choice([0, 9, 18])]) + rng.randrange(7)
        eyes = rng.choice([suit + rng.randrange(9), rng.choice(theme)])
        chows = [suit + low, suit + low, other, other]
        return [tile for chow in chows for tile in (chow, chow + 1, chow + 2)] + [eyes] * 2, []
    groups: Groups = []
    if roll < 0.4:
        suit = rng.choice([0, 9, 18])
        groups = [[suit + first + step for step in range(3)] for first in (0, 3, 6)]
        theme = rng.choice(
            [theme, [*range(suit, suit + 9), *HONOR_KINDS], [*range(suit, suit + 9)]]
        )
    chow_share = rng.choice([0.0, 0.3, 0.7, 1.0])
    while len(groups) < 4:
        lows = [tile for tile in theme if tile < 27 and tile % 9 < 7]
        lows = [low for low in lows if low + 1 in theme and low + 2 in theme]
        if lows and rng.random() < chow_share:
            low = rng.choice(lows)
            groups.append([low, low + 1, low + 2])
        else:
            groups.append([rng.choice(theme)] * 3)
    return [], [*groups, [rng.choice(theme)] * 2]


def _theme(rng: Random) -> list[int]:
    """Kinds to choose from: all, one suit with or without honors, two suits, honors."""
    suit = rng.choice([range(9), range(9, 18), range(18, 27)])
    return rng.choice(
        [
            list(range(N_KINDS)),
            list(range(N_KINDS)),
            list(range(27)),
            [*suit, *HONOR_KINDS],
            list(suit),
            [*range(9), *range(18, 27)],
            list(HONOR_KINDS),
        ]
    )


def _exposed(rng: Random, groups: Groups) -> tuple[list[int], Groups]:
    """Lay down some of the sets, some pungs as kongs; the rest stays in the hand."""
    share = rng.choice([0.0, 0.2, 0.5, 1.0])
    kong_share = rng.choice([0.1, 0.3, 0.8])
    loose, melds = [], []
    for group in groups:
        if len(group) == 3 and rng.random() < share:
            kong = group[0] == group[1] and rng.random() < kong_share
            melds.append(group + group[:1] if kong else group)
        else:
            loose += group
    rng.shuffle(melds)
    return loose, melds


def _circumstances(
    rng: Random, loose: list[int], melds: Groups, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The hand's line: which tile won, how, with which flags, at which table."""
    rng.shuffle(loose)
    *concealed, win_tile = [TILE_NAMES[tile] for tile in loose]
    all_concealed = rng.random() < 0.4
    shown: list[dict[str, Any]] = []
    for meld in melds:
        kind = "kong" if len(meld) == 4 else "pung" if meld[0] == meld[1] else "chow"
        hidden = kind == "kong" and (all_concealed or rng.random() < 0.3)
        shown.append(
            {"kind": kind, "tiles": [TILE_NAMES[tile] for tile in meld], "concealed": hidden}
        )
    claims = [meld for meld in shown if not meld["concealed"]]

    win_by = rng.choice(["self_draw", "self_draw", "discard"])
    elsewhere = [*concealed, *(name for meld in shown for name in meld["tiles"])]
    may_rob = options.get("rob_kong", True) and win_tile not in elsewhere
    if win_by == "discard" and may_rob and rng.random() < 0.3:
        win_by = "robbed_kong"
    winner, dealer = rng.randrange(4), rng.randrange(4)

    flags = [flag for flag in UNUSED_FLAGS if rng.random() < 0.05]
    if rng.random() < 0.12 and not (winner == dealer and win_by == "self_draw" and claims):
        flags.append("first_turn")
    elif rng.random() < 0.12 and win_by != "robbed_kong":
        flags.append("last_tile")
    if win_by == "self_draw" and any(meld["kind"] == "kong" for meld in shown):
        if rng.random() < 0.5:
            flags.append("kong_replacement")
    elif win_by == "self_draw" and rng.random() < 0.03:
        flags.append("flower_replacement")
    may_open = win_by == "self_draw" and not claims
    if rng.random() < (0.2 if may_open else 0.04):
        flags.append("open_play")
    rng.shuffle(flags)

    hand: dict[str, Any] = {
        "id": f"yantai-{rng.randrange(10**9)}",
        "concealed": concealed,
        "melds": shown,
        "win_tile": win_tile,
        "win_by": win_by,
        "flowers": [],
        "wildcard": None,
        "seat_wind": WINDS[(winner - dealer) % 4],
        "round_wind": rng.choice(WINDS),
        "dealer_streak": rng.choice([0, 0, 0, 1, 3]),
        "flags": flags,
    }
    if rng.random() < TABLE:
        losers = [seat for seat in range(4) if seat != winner]
        payer = None if win_by == "self_draw" else rng.choice(losers)
        table: dict[str, Any] = {"dealer": dealer, "winner": winner, "payer": payer}
        if rng.random() < 0.7:
            table["bets"] = [rng.choice([0, rng.randrange(11)]) for _ in range(4)]
        hand["table"] = table
    return hand
