"""Chinese Official with one turned wildcard 财神 (`mcr-caishen`), by trying every substitution.

Each wildcard stands in turn for every suit tile and honor; the fans of each hand that wins come
from the reference calculator. Where that cannot answer, because there are five copies of a tile or
because it would correct the circumstances by tiles that are wildcards, they are counted by
`mcr_fans`, which agrees with it everywhere else. `DEFAULTS` are the card's choices.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
)
from schemas.tiles import N_KINDS, parse_tile, parse_tiles
from tests.engine.oracle.calculator import calculator_fans
from tests.engine.oracle.hands import Win
from tests.oracles.mcr_fans import VALUES, Facts, Fans, fan_lists
from tests.oracles.mcr_shapes import Group, is_win

WINDS: Final = "ESWN"
NO_WILDCARD: Final = "无财神"

DEFAULTS: Final[dict[str, Any]] = {
    "base": "mcr",  # the print; or "botzone", the calculator's table
    "no_wildcard": 2,  # 无财神
    "wildcard_fifth_copy": True,
    "minimum": 8,
    "circumstances": "tile",  # of the tile won on; or "substitution": of what it stands for
    "payment": 8,
}
"""The card's choices; `score` takes any of them under the same name."""

with (Path(__file__).parents[2] / "data/patterns/mcr.toml").open("rb") as file:
    KEYS: Final = {row["name"]: row["key"] for row in tomllib.load(file)["pattern"]}
KEYS.setdefault(NO_WILDCARD, "no_wildcard")


@dataclass(frozen=True)
class Holding:
    """What a line says: tiles outside the melds that are no wildcards, and how many are."""

    natural: list[int]  # without the winning tile
    n_wild: int  # without the winning tile
    win: int | None  # None: a drawn wildcard, which may stand for anything
    wildcard: int | None  # the kind turned
    melds: list[Group]


def score(hand: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score one line of the scoring interface.

    Returns:
        `legal`, `reason`, `total`, `patterns` and `deltas` as in the interface, and `tied`: the
        patterns of every substitution and reading of the same total, those of `patterns` first.
    """
    unknown = set(options or {}) - set(DEFAULTS)
    if unknown:
        raise KeyError(*unknown)
    chosen = {**DEFAULTS, **(options or {})}
    holding = read(hand)
    flowers = hand.get("flowers") or 0
    n_flowers = flowers if isinstance(flowers, int) else len(flowers)

    found: list[tuple[list[int], int, bool, list[Fans]]] = []
    for concealed, win, natural in substitutions(holding, chosen):
        lists = fans_of(concealed, win, hand, holding, chosen)
        found.append((concealed, win, natural, as_preset(lists, natural, chosen)))
    best = max((worth(fans, chosen) for *_, lists in found for fans in lists), default=0)
    tied: list[Fans] = []
    for concealed, win, natural, lists in found:
        if best == max(worth(fans, chosen) for fans in lists):
            facts = circumstances(hand, holding, concealed, win, chosen)
            plain = as_preset(fan_lists(concealed, win, holding.melds, facts), natural, chosen)
            tops = [fans for fans in plain if worth(fans, chosen) == best]
            assert all(fans in tops for fans in lists if worth(fans, chosen) == best)
            tied += [fans for fans in tops if fans not in tied]
    patterns = [keyed(fans, n_flowers) for fans in tied]
    patterns.sort(key=lambda fans: sorted(fans.items()))

    reason = None if found else "no_shape"
    if found and best < chosen["minimum"]:
        reason = "below_minimum"
    total = best + n_flowers if found else 0
    pays = reason is None and hand.get("table") is not None
    return {
        "legal": reason is None,
        "reason": reason,
        "total": total,
        "patterns": patterns[0] if patterns else {},
        "deltas": payments(hand, total, chosen) if pays else None,
        "tied": patterns,
    }


def read(hand: Mapping[str, Any]) -> Holding:
    """Tell wildcards from other tiles.

    A turned flower makes the three others of its group of four wild, seasons or plants. A tile won
    on a discard or from a kong is what it is: a wildcard is discarded as itself.
    """
    turned = parse_tile(hand["wildcard"]) if hand.get("wildcard") else None
    wild = set() if turned is None else {turned}
    if turned is not None and turned >= N_KINDS:
        group = 34 if turned < 38 else 38
        wild = set(range(group, group + 4)) - {turned}
    concealed = hand["concealed"]
    if isinstance(concealed, str):
        tiles = parse_tiles(concealed)
    else:
        tiles = [parse_tile(name) for name in concealed]
    win = parse_tile(hand["win_tile"])
    melds = []
    for meld in hand["melds"]:
        parts = tuple(sorted(parse_tile(name) for name in meld["tiles"]))
        melds.append(Group(meld["kind"], parts, shown=not meld["concealed"]))
    return Holding(
        natural=[tile for tile in tiles if tile not in wild],
        n_wild=sum(tile in wild for tile in tiles),
        win=None if win in wild and hand["win_by"] == "self_draw" else win,
        wildcard=turned,
        melds=melds,
    )


def substitutions(
    holding: Holding, chosen: Mapping[str, Any]
) -> Iterator[tuple[list[int], int, bool]]:
    """Every way to let the wildcards stand for tiles so that the hand wins.

    Yields the concealed tiles, the winning tile, and whether each wildcard stands for itself.
    """
    fixed = [*holding.natural, *([] if holding.win is None else [holding.win])]
    if any(tile >= N_KINDS for tile in fixed):  # a flower is nothing in a hand
        return
    shown = Counter(tile for meld in holding.melds for tile in meld.tiles)
    n_free = holding.n_wild + (holding.win is None)
    for stands in combinations_with_replacement(range(N_KINDS), n_free):
        counts = [0] * N_KINDS
        for tile in (*fixed, *stands):
            counts[tile] += 1
        if not is_win(counts, len(holding.melds)):
            continue
        copies = max(count + shown[kind] for kind, count in enumerate(counts))
        if copies > 4 and not chosen["wildcard_fifth_copy"]:
            continue
        natural = all(kind == holding.wildcard for kind in stands)
        for win in sorted(set(stands)) if holding.win is None else [holding.win]:
            concealed = [*fixed, *stands]
            concealed.remove(win)
            yield sorted(concealed), win, natural


def circumstances(
    hand: Mapping[str, Any],
    holding: Holding,
    concealed: Sequence[int],
    win: int,
    chosen: Mapping[str, Any],
) -> Facts:
    """How the hand was won.

    和绝张 is not won on a tile that one holds oneself, and is won where the three other copies lie
    in one's own exposed melds, flag or not. By default this is judged on the tile itself: what
    wildcards stand for is no copy of it, and a drawn wildcard is no copy of what it stands for; of
    a flower there is no fourth copy.
    """
    flags = hand.get("flags") or []
    shown = [tile for meld in holding.melds if meld.shown for tile in meld.tiles]
    of_tile = chosen["circumstances"] == "tile"
    held = win in (holding.natural if of_tile else concealed)
    own_three = shown.count(win) == 3
    if of_tile and holding.win in (None, holding.wildcard):
        drawn_flower = holding.wildcard is not None and holding.wildcard >= N_KINDS
        held, own_three = holding.n_wild > 0 or drawn_flower, False
    kongs = any(meld.kind == "kong" for meld in holding.melds)
    return Facts(
        self_draw=hand["win_by"] == "self_draw",
        robbed_kong=hand["win_by"] == "robbed_kong" and not (held and not of_tile),
        last_copy=("last_copy" in flags and not held) or own_three,
        last_tile="last_tile" in flags,
        kong_replacement="kong_replacement" in flags and kongs,
        seat_wind=WINDS.index(hand["seat_wind"]),
        round_wind=WINDS.index(hand["round_wind"]),
    )


def fans_of(
    concealed: list[int],
    win: int,
    hand: Mapping[str, Any],
    holding: Holding,
    chosen: Mapping[str, Any],
) -> list[Fans]:
    """Fans of one substitution, flowers apart: the calculator's, or all the plain count's."""
    facts = circumstances(hand, holding, concealed, win, chosen)
    as_calculator = circumstances(
        hand, holding, concealed, win, {**chosen, "circumstances": "substitution"}
    )
    melded = [tile for meld in holding.melds for tile in meld.tiles]
    copies = max(Counter([*concealed, win, *melded]).values())
    if copies > 4 or facts != as_calculator:
        return fan_lists(concealed, win, holding.melds, facts)
    fans = calculator_fans(calculators_win(concealed, win, hand, holding))
    assert fans is not None
    return [fans]


def calculators_win(
    concealed: list[int], win: int, hand: Mapping[str, Any], holding: Holding
) -> Win:
    """The hand as the calculator's side of the tests takes it."""
    melds = []
    for meld in holding.melds:
        code = {"chow": MELD_CHOW, "pung": MELD_PUNG, "kong": MELD_KONG_EXPOSED}[meld.kind]
        melds.append((code if meld.shown else MELD_KONG_CONCEALED, meld.tiles[0]))
    names = {
        "last_copy": FLAG_LAST_COPY,
        "last_tile": FLAG_LAST_TILE,
        "kong_replacement": FLAG_KONG_REPLACEMENT,
    }
    ways = {"self_draw": BY_SELF_DRAW, "discard": BY_DISCARD, "robbed_kong": BY_ROBBED_KONG}
    return Win(
        concealed,
        win,
        melds,
        win_by=ways[hand["win_by"]],
        flags=sum(names.get(flag, 0) for flag in set(hand.get("flags") or [])),
        seat_wind=WINDS.index(hand["seat_wind"]),
        round_wind=WINDS.index(hand["round_wind"]),
    )


def as_preset(lists: list[Fans], natural: bool, chosen: Mapping[str, Any]) -> list[Fans]:
    """Fans of the calculator's table as the preset counts them, with 无财神.

    The print knows no 明暗杠 and no 三同刻 with 清幺九. A hand with 无财神 is no 无番和.
    """
    answers = []
    for fans in lists:
        answer = dict(fans)
        if chosen["base"] == "mcr":
            if answer.pop("明暗杠", 0):
                answer |= {"明杠": 1, "暗杠": 1}
            if "清幺九" in answer:
                answer.pop("三同刻", None)
        if natural and chosen["no_wildcard"]:
            answer.pop("无番和", None)
            answer[NO_WILDCARD] = 1
        answers.append(answer)
    return answers


def worth(fans: Fans, chosen: Mapping[str, Any]) -> int:
    """Fan of a hand without flowers."""
    values = {**VALUES, NO_WILDCARD: chosen["no_wildcard"]}
    return sum(int(values[fan]) * count for fan, count in fans.items())


def keyed(fans: Fans, n_flowers: int) -> dict[str, int]:
    """Fans by the interface's keys, with flowers."""
    patterns = {KEYS[fan]: count for fan, count in fans.items()}
    return {**patterns, **({"flower": n_flowers} if n_flowers else {})}


def payments(hand: Mapping[str, Any], total: int, chosen: Mapping[str, Any]) -> list[int]:
    """Self-draw: each pays 8 + fan; discard: the discarder 8 + fan, the two others 8."""
    table = hand["table"]
    deltas = [0, 0, 0, 0]
    for loser in range(4):
        if loser != table["winner"]:
            liable = hand["win_by"] == "self_draw" or loser == table["payer"]
            paid = chosen["payment"] + (total if liable else 0)
            deltas[loser] -= paid
            deltas[table["winner"]] += paid
    return deltas
