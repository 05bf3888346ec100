"""Random hands of Taiwan sixteen-tile mahjong, biased so that every row of the table occurs.

A hand is a line of the scoring interface. About three in a hundred are no win; some carry flags
that their way of winning does not use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from schemas.tiles import TILE_NAMES, parse_tile

PRESETS = {"A": "taiwan-standard", "B": "taiwan-flowers-honors", "C": "taiwan-system"}

Set = tuple[int, ...]
Hand = dict[str, Any]

WINDS = list(range(27, 31))
DRAGONS = list(range(31, 34))
HONORS = WINDS + DRAGONS
FLOWERS = list(range(34, 42))
TERMINALS = [0, 8, 9, 17, 18, 26]
SIMPLES = [tile for tile in range(27) if tile % 9 not in (0, 8)]
CHOWS = [tile for tile in range(27) if tile % 9 <= 6]
OUTER_CHOWS = [0, 6, 9, 15, 18, 24]
SUITS = (0, 9, 18)


def random_hand(rng: Random, options: Mapping[str, Any] | None = None) -> Hand:
    """A random well-formed line; of `options` only ``column`` is used, to name the preset."""
    kind = rng.random()
    if kind < 0.04:
        hand = _flower_win(rng)
    else:
        sets, eyes = _winning_tiles(rng)
        hand = _won_hand(rng, sets, eyes)
        if kind < 0.072:
            _replace_one(rng, hand)
    hand["rules"] = PRESETS[(options or {}).get("column", "A")]
    hand["round_wind"] = rng.choice("ESWN")
    hand["seat_wind"] = rng.choice("ESWN")
    hand["dealer_streak"] = rng.choice([0, 0, 0, 1, 2, 3, 7])
    hand["wildcard"] = None
    if rng.random() < 0.7:
        hand["table"] = _table(rng, hand)
    return hand


def shuffled(rng: Random, hand: Hand) -> Hand:
    """The same hand with its tiles, melds, flowers and flags in another order."""
    other = deepcopy(hand)
    for tiles in (other["concealed"], other["melds"], other["flowers"], other["flags"]):
        rng.shuffle(tiles)
    for meld in other["melds"]:
        rng.shuffle(meld["tiles"])
    return other


def with_suits(hand: Hand, suits: Sequence[str]) -> Hand:
    """The same hand with characters, dots and bamboo renamed, e.g. to ``"spm"``."""
    renamed = dict(zip("mps", suits, strict=True))
    return _relabelled(hand, lambda tile: tile[0] + renamed[tile[1]])


def mirrored(hand: Hand) -> Hand:
    """The same hand with rank n of each suit turned into 10 − n."""
    return _relabelled(hand, lambda tile: f"{10 - int(tile[0])}{tile[1]}")


def _relabelled(hand: Hand, suited: Any) -> Hand:
    def name(tile: str) -> str:
        renamed: str = suited(tile) if tile[0].isdigit() else tile
        return renamed

    other = deepcopy(hand)
    other["concealed"] = [name(tile) for tile in hand["concealed"]]
    for meld in other["melds"]:
        meld["tiles"] = [name(tile) for tile in meld["tiles"]]
    if hand["win_tile"] is not None:
        other["win_tile"] = name(hand["win_tile"])
    return other


def _winning_tiles(rng: Random) -> tuple[list[Set], int]:
    """Five sets and the kind of the pair, never five copies of a tile."""
    while True:
        sets, eyes = _seed_sets(rng)
        chows, pungs = _pool(rng)
        chow_share = rng.choice([0.0, 0.0, 0.3, 0.6, 0.9, 1.0, 1.0])
        for _ in range(60):
            if len(sets) == 5:
                break
            other = _random_set(rng, chows, pungs, chow_share)
            if _fits([*sets, other]):
                sets.append(other)
        if eyes is None:
            eyes = rng.choice(pungs)
        if len(sets) == 5 and _fits([*sets, (eyes, eyes)]):
            return sets, eyes


def _seed_sets(rng: Random) -> tuple[list[Set], int | None]:
    """Sets that random ones hardly ever make, often none, and the pair where it belongs to them."""
    winds, dragons = rng.sample(WINDS, 4), rng.sample(DRAGONS, 3)
    suits = rng.sample(SUITS, 3)
    low = suits[0] + rng.randrange(6)
    rank = rng.randrange(7)
    seeds: list[tuple[list[Set], int | None]] = [
        ([_pung(wind) for wind in winds], None),  # 大四喜
        ([_pung(wind) for wind in winds[:3]], winds[3]),  # 小四喜
        ([_pung(wind) for wind in winds[:2]], None),
        ([_pung(dragon) for dragon in dragons], None),  # 大三元
        ([_pung(dragon) for dragon in dragons[:2]], dragons[2]),  # 小三元
        ([_chow(suits[0] + first) for first in (0, 3, 6)], None),  # 一氣通貫
        ([_chow(suit + rank) for suit in suits], None),  # 三色同順
        ([_pung(suit + rank) for suit in suits], None),  # 三色同刻
        ([_pung(tile) for tile in (low, low + 1, low + 2)], None),  # three pungs or three chows
        ([_pung(tile) for tile in (low, low + 1, low + 2)], low + 3),
        ([_pung(tile) for tile in range(low, low + 4)], None),
        ([_chow(low)] * 3, None),
        ([_chow(low)] * 4, low),
        ([_chow(low), _chow(low), _chow(low + 1)], low),
        ([_chow(low), _chow(low), _pung(low + 2)], low + 3),
        ([_pung(low), _pung(low + 1), _pung(low + 2), _chow(low)], low + 3),
    ]
    if rng.random() < 0.5:
        return [], None
    sets, eyes = rng.choice(seeds)
    return list(sets), eyes


def _pool(rng: Random) -> tuple[list[int], list[int]]:
    """The chows, by lowest tile, and the kinds of pungs and pair that the rest is drawn from."""
    suit = rng.choice(SUITS)
    low = suit + rng.randrange(5)
    pools: list[tuple[list[int], list[int]]] = [
        (CHOWS, list(range(34))),
        (CHOWS, list(range(27))),
        (CHOWS, SIMPLES),
        ([chow for chow in CHOWS if chow % 9 in range(1, 6)], SIMPLES),
        (list(range(suit, suit + 7)), list(range(suit, suit + 9))),
        (list(range(suit, suit + 7)), [*range(suit, suit + 9), *HONORS]),
        ([], HONORS),
        ([], TERMINALS),
        ([], [*TERMINALS, *HONORS]),
        (OUTER_CHOWS, TERMINALS),
        (OUTER_CHOWS, [*TERMINALS, *HONORS]),
        (list(range(low, low + 3)), list(range(low, low + 5))),
    ]
    return rng.choice(pools)


def _random_set(rng: Random, chows: list[int], pungs: list[int], chow_share: float) -> Set:
    if chows and rng.random() < chow_share:
        return _chow(rng.choice(chows))
    return _pung(rng.choice(pungs))


def _pung(tile: int) -> Set:
    return (tile, tile, tile)


def _chow(low: int) -> Set:
    return (low, low + 1, low + 2)


def _fits(groups: Sequence[Sequence[int]]) -> bool:
    return max(Counter(tile for group in groups for tile in group).values()) <= 4


def _won_hand(rng: Random, sets: list[Set], eyes: int) -> Hand:
    """Lay out some of the sets, choose the winning tile and how the hand is won."""
    claimed_share = rng.choice([0.0, 0.0, 0.3, 0.6, 0.9, 1.0])
    kong_share = rng.choice([0.0, 0.1, 0.4, 0.9])
    used = Counter([*(tile for each in sets for tile in each), eyes, eyes])
    in_hand = [eyes, eyes]
    melds: list[Hand] = []
    for tiles in sets:
        claimed = rng.random() < claimed_share
        # A pung whose fourth tile is free may be a kong.
        kong = len(set(tiles)) == 1 and used[tiles[0]] == 3 and rng.random() < kong_share
        if kong:
            melds.append(_meld("kong", [tiles[0]] * 4, concealed=not claimed))
        elif claimed:
            melds.append(_meld("chow" if len(set(tiles)) == 3 else "pung", list(tiles)))
        else:
            in_hand.extend(tiles)
    rng.shuffle(melds)
    rng.shuffle(in_hand)
    win_tile = in_hand.pop()
    n_flowers = rng.choice([0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7])
    flowers = rng.sample(FLOWERS, n_flowers)
    if rng.random() < 0.1:
        flowers = FLOWERS[:4] if rng.random() < 0.5 else FLOWERS[4:]
    hand: Hand = {
        "concealed": [TILE_NAMES[tile] for tile in in_hand],
        "melds": melds,
        "win_tile": TILE_NAMES[win_tile],
        "win_by": rng.choice(["self_draw", "discard"]),
        "flowers": [TILE_NAMES[flower] for flower in flowers],
    }
    # The robbed tile is the fourth of another player's kong.
    if used[win_tile] == 1 and rng.random() < 0.3:
        hand["win_by"] = "robbed_kong"
    hand["flags"] = _flags(rng, hand)
    return hand


def _meld(kind: str, tiles: list[int], *, concealed: bool = False) -> Hand:
    return {"kind": kind, "tiles": [TILE_NAMES[tile] for tile in tiles], "concealed": concealed}


def _flags(rng: Random, hand: Hand) -> list[str]:
    """Flags that do not contradict one another; some do not apply and are to be ignored."""
    flags: list[str] = []
    any_kong = any(meld["kind"] == "kong" for meld in hand["melds"])
    any_claimed = any(not meld["concealed"] for meld in hand["melds"])
    if not any_claimed and rng.random() < 0.2:
        flags.append("first_turn")
    elif hand["win_by"] != "robbed_kong" and rng.random() < 0.1:
        flags.append("last_tile")
    if hand["win_by"] == "self_draw":
        if any_kong and rng.random() < 0.3:
            flags.append("kong_replacement")
        if hand["flowers"] and rng.random() < 0.2:
            flags.append("flower_replacement")
    ready = rng.random()
    if ready < 0.1:
        flags.append("declared_ready")
    elif ready < 0.2:
        flags.extend(rng.choice([["shown_ready"], ["declared_ready", "shown_ready"]]))
    flags.extend(flag for flag in ("last_copy", "penalty_discard") if rng.random() < 0.03)
    return flags


def _flower_win(rng: Random) -> Hand:
    """八仙過海 or 七搶一: any tiles in hand, sometimes with melds."""
    deck = [tile for tile in range(34) for _ in range(4)]
    melds: list[Hand] = []
    for _ in range(rng.choice([0, 0, 1, 3])):
        kind, tiles = rng.choice(
            [
                ("chow", _chow(rng.choice(CHOWS))),
                ("pung", _pung(rng.randrange(34))),
                ("kong", (rng.randrange(34),) * 4),
            ]
        )
        if not Counter(tiles) - Counter(deck):
            deck = list((Counter(deck) - Counter(tiles)).elements())
            melds.append(_meld(kind, list(tiles), concealed=kind == "kong" and rng.random() < 0.5))
    win_by, n_flowers = rng.choice([("eight_flowers", 8), ("seven_flowers", 7)])
    hand: Hand = {
        "concealed": [TILE_NAMES[tile] for tile in rng.sample(deck, 16 - 3 * len(melds))],
        "melds": melds,
        "win_tile": None,
        "win_by": win_by,
        "flowers": [TILE_NAMES[flower] for flower in rng.sample(FLOWERS, n_flowers)],
        "flags": [flag for flag in ("declared_ready", "last_tile") if rng.random() < 0.1],
    }
    return hand


def _replace_one(rng: Random, hand: Hand) -> None:
    """Put another tile in the place of one in hand: most often no win any more."""
    tiles = hand["concealed"]
    if not tiles:
        return
    used = Counter([*tiles, hand["win_tile"], *(t for m in hand["melds"] for t in m["tiles"])])
    free = [tile for tile in TILE_NAMES[:34] if used[tile] < 4 and tile != hand["win_tile"]]
    tiles[rng.randrange(len(tiles))] = rng.choice(free)


def _table(rng: Random, hand: Hand) -> Hand:
    """Seats that agree with the seat wind, and a payer where one seat gave the winning tile."""
    dealer = rng.randrange(4)
    winner = (dealer + "ESWN".index(hand["seat_wind"])) % 4
    payer = None
    if hand["win_by"] in ("discard", "robbed_kong", "seven_flowers"):
        payer = rng.choice([seat for seat in range(4) if seat != winner])
    return {"dealer": dealer, "winner": winner, "payer": payer}


def tiles_of(hand: Hand) -> Counter[int]:
    """All tiles of a hand, flowers and the winning tile included."""
    names = [*hand["concealed"], *hand["flowers"], *(t for m in hand["melds"] for t in m["tiles"])]
    if hand["win_tile"] is not None:
        names.append(hand["win_tile"])
    return Counter(parse_tile(name) for name in names)
