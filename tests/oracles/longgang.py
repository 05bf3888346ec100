"""Longgang 龙港麻将: a slow, plain scorer of won hands, written from the rule card.

Every reading, every assignment of wildcards and every place of the winning tile is scored; the
highest total is the hand's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from schemas.tiles import parse_tile
from tests.oracles.longgang_losers import loser_total
from tests.oracles.longgang_payments import false_win, payments
from tests.oracles.longgang_readings import Group, Reading, readings, winning_places
from tests.oracles.longgang_rules import (
    DEFAULTS,
    HONORS,
    LIMIT,
    PUNG_POINTS,
    TERMINALS,
    WINDS,
    Meld,
    Wildcards,
    counting_honors,
    options_with,
    pung_item,
    read_melds,
    read_tiles,
    wildcard_rows,
    wildcards,
)

__all__ = ["DEFAULTS", "agrees", "false_win", "loser_total", "score"]

HAND_LIMITS = ("three_wildcards", "heavenly", "earthly")
"""Limit rows that are the hand's, whatever its reading; losers count 0 beside them."""


CLAIMED = ("discard", "robbed_kong")


@dataclass(frozen=True)
class Win:
    """One line of the scoring interface, read."""

    naturals: tuple[int, ...]
    """Concealed natural tiles with the winning tile, sorted."""
    n_wild: int
    proper: int
    """Proper wildcards 正财神; where flowers are wild the seat flower is one of them."""
    has_seat_flower: bool
    melds: list[Meld]
    n_flowers: int
    win_by: str
    win_tile: int | None
    """None where it is a wildcard, or where no tile won."""
    seat_wind: str
    wild: Wildcards
    flags: frozenset[str]


def score(hand: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score one line of the scoring interface.

    Returns:
        `legal`, `reason`, `total`, `points`, `tai`, `patterns` (key to count), `items` (key to
        count and value of one), `deltas`, and

        - `tied`: all results (`points`, `tai`, `patterns`, `items`) that give this total. A hand
          of three wildcards has one whose `points` and `tai` are None: its reading is not asked.
        - `optional`: keys of patterns of the first result that a limit hand need not list.
    """
    opts = options_with(options)
    win = _read(hand)
    of_hand = _hand_limits(win, hand.get("table"))
    tied: list[dict[str, Any]]
    needs_shape = win.proper < 3 or win.win_by in CLAIMED
    shapes = _shapes(win, opts) if needs_shape else frozenset()
    if win.proper >= 3 and (shapes or not needs_shape):
        tied = [{"points": None, "tai": None, "patterns": dict.fromkeys(of_hand, 1), "items": {}}]
        total = opts["limit"]
    elif shapes and win.win_by != "three_wildcards":
        total, tied = _best(win, shapes, of_hand, opts)
    else:
        nothing = {"points": 0, "tai": 0, "patterns": {}, "items": {}, "tied": [], "optional": []}
        return nothing | {"legal": False, "reason": "no_shape", "total": 0, "deltas": None}
    limits = _limit_rows(tied[0]["patterns"], opts)
    needed = limits & set(of_hand) or limits
    deltas = None
    if hand.get("table"):
        deltas = payments(hand, total, losers_void=bool(of_hand), options=opts)
    return {
        **tied[0],
        "legal": True,
        "reason": None,
        "total": total,
        "tied": tied,
        "optional": [key for key in tied[0]["patterns"] if limits and key not in needed],
        "deltas": deltas,
    }


def agrees(
    scored: Mapping[str, Any],
    answer: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
) -> bool:
    """Whether another scorer's answer is one of the right ones.

    Args:
        scored: what `score` returned.
        answer: `legal`, `total`, `points`, `tai`, `patterns` (key to count), `deltas` and, if it
            gives them, `items`.
        options: as given to `score`.

    Legality, total and deltas must be the same. Points, tai, patterns and items must be those of
    one tied result. Of a limit hand, only the limit patterns must be those of one tied result;
    further ones may be missing, and all of the reading's where the hand itself is a limit.
    """
    if any(answer[key] != scored[key] for key in ("legal", "total", "deltas")):
        return False
    return not scored["legal"] or any(
        _matches(result, answer, options_with(options)) for result in scored["tied"]
    )


def _read(hand: Mapping[str, Any]) -> Win:
    wild = wildcards(hand["wildcard"], hand["seat_wind"])
    tiles = read_tiles(hand["concealed"])
    win_tile = None
    if hand.get("win_tile") is not None:
        win_tile = parse_tile(hand["win_tile"])
        tiles.append(win_tile)
    return Win(
        naturals=tuple(sorted(tile for tile in tiles if tile not in wild.kinds)),
        n_wild=sum(tile in wild.kinds for tile in tiles),
        proper=sum(tile in wild.proper for tile in tiles),
        has_seat_flower=wild.seat_flower in tiles,
        melds=read_melds(hand.get("melds", ())),
        n_flowers=len(hand.get("flowers", ())),
        win_by=hand["win_by"],
        win_tile=None if win_tile in wild.kinds else win_tile,
        seat_wind=hand["seat_wind"],
        wild=wild,
        flags=frozenset(hand.get("flags", ())),
    )


def _hand_limits(win: Win, table: Mapping[str, Any] | None) -> list[str]:
    rows = []
    if win.proper >= 3:
        rows.append("three_wildcards")
    deals = win.seat_wind == "E"
    if "first_turn" in win.flags and deals and win.win_by in ("self_draw", "three_wildcards"):
        rows.append("heavenly")
    # Without a table the flag alone says that the discard was the dealer's first.
    from_dealer = table is None or table.get("payer") == table["dealer"]
    if "first_turn" in win.flags and not deals and win.win_by == "discard":
        rows += ["earthly"] if from_dealer else []
    return rows


def _shapes(win: Win, opts: Mapping[str, Any]) -> frozenset[Reading]:
    shapes = readings(win.naturals, win.n_wild, 5 - len(win.melds), 1)
    if opts["eight_pairs"] and not win.melds:
        shapes |= readings(win.naturals, win.n_wild, 1, 7, chows=False)
    return shapes


def _best(
    win: Win, shapes: Iterable[Reading], of_hand: list[str], opts: Mapping[str, Any]
) -> tuple[int, list[dict[str, Any]]]:
    """The highest total and all results that reach it."""
    results: dict[int, dict[str, dict[str, Any]]] = {}
    for reading in shapes:
        rows = _rows(win, reading, of_hand, opts)
        tai = sum(count * value for count, value in rows.values() if value != LIMIT)
        patterns = {key: count for key, (count, _) in rows.items()}
        for group, waited in winning_places(reading, win.win_tile):
            items = _items(win, reading, group, waited, opts)
            points = sum(count * value for count, value in items.values())
            total = min(opts["limit"], points * 2**tai)
            if _limit_rows(patterns, opts):
                total = opts["limit"]
            result = {"points": points, "tai": tai, "patterns": patterns, "items": items}
            results.setdefault(total, {})[_spelled(result)] = result
    total = max(results)
    return total, [result for _, result in sorted(results[total].items())]


def _spelled(result: Mapping[str, Any]) -> str:
    """A result as text, the same for equal ones."""
    return str([sorted(v.items()) if isinstance(v, dict) else v for v in result.values()])


def _items(
    win: Win, reading: Reading, won: Group, waited: str, opts: Mapping[str, Any]
) -> dict[str, tuple[int, int]]:
    """Points 胡 of a reading whose winning tile completed the group `won`."""
    items = {"base": (1, opts["base_points"]), "flower": (win.n_flowers, opts["flower"])}
    if win.win_by == "self_draw" and (waited != "single" or opts["single_self_draw"]):
        items["self_draw"] = (1, opts["self_draw"])
    if waited != "open":
        items[f"{waited}_wait"] = (1, opts[f"{waited}_wait"])
    honors = counting_honors(win.seat_wind)
    pairs = [group for group in reading if group.form == "pair"]
    items["pair"] = (sum(g.tile in honors and not all(g.wild) for g in pairs), opts["pair"])

    pungs = [
        pung_item(meld.kind, meld.tile, concealed=meld.concealed)
        for meld in win.melds
        if meld.kind != "chow"
    ]
    claimed = reading.index(won) if win.win_by in CLAIMED else None
    for i, group in enumerate(reading):
        if group.form == "pung":
            pungs.append(pung_item("pung", group.tile, concealed=i != claimed))
    items |= {key: (pungs.count(key), PUNG_POINTS[key]) for key in set(pungs)}
    return {key: (count, value) for key, (count, value) in items.items() if count * value}


def _rows(
    win: Win, reading: Reading, of_hand: list[str], opts: Mapping[str, Any]
) -> dict[str, tuple[int, Any]]:
    """Rows that apply to a reading: key to count and value (tai, or "limit")."""
    values = opts["values"]
    pungs = [meld.tile for meld in win.melds if meld.kind != "chow"]
    pungs += [group.tile for group in reading if group.form == "pung"]
    pairs = [group.tile for group in reading if group.form == "pair"]
    tiles = {tile for group in reading for tile in group.tiles}
    for meld in win.melds:
        tiles |= set(range(meld.tile, meld.tile + 3)) if meld.kind == "chow" else {meld.tile}

    honors = counting_honors(win.seat_wind) - win.wild.proper
    rows = {"honor_pung": (sum(pung in honors for pung in pungs), values["honor_pung"])}
    of_wildcards = wildcard_rows(
        win.wild, win.proper, seat_flower=win.has_seat_flower, guests_exposed=win.n_flowers
    )
    rows |= {key: (1, values[value]) for key, value in of_wildcards.items()}
    if opts["kong_replacement_tai"] and win.flags & {"kong_replacement", "flower_replacement"}:
        rows["kong_replacement"] = (1, opts["kong_replacement_tai"])

    suits = {tile // 9 for tile in tiles if tile not in HONORS}
    has_honors = any(tile in HONORS for tile in tiles)
    has_terminals = any(tile in TERMINALS for tile in tiles)
    wind_pungs = len(set(pungs) & set(WINDS))
    outer = all(tile in HONORS or tile in TERMINALS for tile in tiles)
    conditions = {
        "no_wildcard": win.n_wild == 0,
        "all_pungs": len(pungs) == 5,
        "half_flush": len(suits) == 1 and has_honors,
        "full_flush": len(suits) == 1 and not has_honors,
        "all_honors": not suits,
        "big_four_winds": wind_pungs == 4,
        "little_four_winds": wind_pungs == 3
        and any(pair in WINDS and pair not in pungs for pair in pairs),
        "all_terminals": outer and not has_honors,
        "terminals_and_honors": outer and has_honors and has_terminals,
    }
    rows |= {key: (1, values[key]) for key, holds in conditions.items() if holds}
    rows |= {key: (1, values[key]) for key in of_hand}
    return {key: (count, value) for key, (count, value) in rows.items() if count}


def _limit_rows(patterns: Iterable[str], opts: Mapping[str, Any]) -> set[str]:
    return {key for key in patterns if opts["values"].get(key) == LIMIT}


def _matches(result: Mapping[str, Any], answer: Mapping[str, Any], opts: Mapping[str, Any]) -> bool:
    ours, theirs = result["patterns"], answer["patterns"]
    limits = _limit_rows(ours, opts)
    if not limits:
        keys = ("points", "tai", "patterns", *(["items"] if "items" in answer else []))
        return all(answer[key] == result[key] for key in keys)
    of_hand = limits & set(HAND_LIMITS)
    listed = _limit_rows(theirs, opts)
    if result["points"] is None:
        return of_hand <= listed
    needed = listed == limits if not of_hand else of_hand <= listed
    return needed and all(ours.get(key) == count for key, count in theirs.items())
