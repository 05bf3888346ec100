"""Longgang hands in notation, and the engine's answers in names.

Melds are written as they lie: ``123m`` a chow, ``CCC`` a pung, ``CCCC`` an exposed kong,
``(CCCC)`` a concealed one. A hand's tiles leave the winning one out.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.longgang.loser import loser_total
from engine.readings import format_group
from engine.rules import Rules, compile_rules
from engine.scoring import score_win
from engine.scoring_out import (
    I_LIABLE,
    I_LIMIT_HIT,
    I_LOSERS_SETTLE,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_POINTS,
    I_TAI,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    SCRATCH_SIZE,
    new_score_out,
)
from engine.settlement import settle
from engine.settling.parts import N_PARTS
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    S_DEALER,
    S_FLAGS,
    S_PAYER,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    Win,
    new_showdown,
    new_win,
)
from engine.tables import load_tables
from schemas.codes import (
    FLAGS,
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    SETTLEMENT_PARTS,
    VERDICTS,
    WAITS,
    WIN_BY,
    WIN_ITEMS,
)
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import WINDS, parse_tile, parse_tiles

_MELDS = {"chow": MELD_CHOW, "pung": MELD_PUNG, "kong": MELD_KONG_EXPOSED}


@dataclass
class Answer:
    """What scoring says of a hand, in names."""

    verdict: str
    total: int
    uncapped: int
    points: int
    tai: int
    rows: dict[str, int]
    marginal: dict[str, int]
    cancelled: dict[str, str]
    items: dict[str, int]
    reading: list[str]
    wait: str
    n_waits: int
    limit_hit: bool
    wildcards_used: int
    losers_settle: bool
    liable: bool
    info: NDArray[np.int32]


@cache
def preset() -> RuleSet:
    return load_ruleset("longgang")


def house_rules(
    rows: dict[str, dict[str, Any]] | None = None, **sections: dict[str, Any]
) -> RuleSet:
    """The preset with changed rows and options, validated again."""
    values = preset().model_dump(mode="json")
    for key, change in (rows or {}).items():
        values["patterns"][key].update(change)
    for section, change in sections.items():
        values[section].update(change)
    return RuleSet.model_validate(values)


@cache
def _default() -> Rules:
    return compile_rules(preset())


def rules_of(rules: RuleSet | None) -> Rules:
    return _default() if rules is None else compile_rules(rules)


def put_melds(melds: tuple[str, ...], kinds: NDArray[np.int8], tiles: NDArray[np.int8]) -> None:
    """Write melds into a row; ``+`` before a kong says that it was added."""
    for place, text in enumerate(melds):
        held = sorted(parse_tiles(text.strip("()+")))
        if len(set(held)) == 3:
            kinds[place] = MELD_CHOW
        elif len(held) == 3:
            kinds[place] = MELD_PUNG
        elif text.startswith("("):
            kinds[place] = MELD_KONG_CONCEALED
        else:
            kinds[place] = MELD_KONG_ADDED if text.startswith("+") else MELD_KONG_EXPOSED
        tiles[place] = held[0]


def put_tiles(text: str, counts: NDArray[np.int8]) -> None:
    for tile in parse_tiles(text):
        counts[tile] += 1


def won(
    concealed: str,
    tile: str | None,
    *melds: str,
    by: str = "discard",
    wildcard: str = "9s",
    flowers: str = "",
    seat: str = "S",
    flags: str = "",
) -> Win:
    """A hand as scoring takes it; the wildcard lies far from most hands unless one is named."""
    win = new_win()
    put_tiles(concealed, win.hand)
    put_tiles(flowers, win.flowers)
    put_melds(melds, win.meld_kind, win.meld_tile)
    win.facts[F_N_MELDS] = len(melds)
    win.facts[F_WIN_TILE] = -1 if tile is None else parse_tile(tile)
    win.facts[F_WIN_BY] = WIN_BY.index(by)
    win.facts[F_WILDCARD] = parse_tile(wildcard)
    win.facts[F_SEAT_WIND] = WINDS.index(seat)
    win.facts[F_FLAGS] = sum(1 << FLAGS.index(flag) for flag in flags.split())
    return win


def win_of(line: dict[str, Any]) -> Win:
    """A line of the scoring interface as scoring takes it."""
    win = new_win()
    put_line(line, win.hand, win.flowers, win.meld_kind, win.meld_tile)
    put_facts(line, win.facts)
    return win


def put_facts(line: dict[str, Any], facts: NDArray[np.int64]) -> None:
    """Write what a line says of the win beside the tiles."""
    facts[F_N_MELDS] = len(line["melds"])
    facts[F_WIN_TILE] = -1 if line["win_tile"] is None else parse_tile(line["win_tile"])
    facts[F_WIN_BY] = WIN_BY.index(line["win_by"])
    facts[F_FLAGS] = sum(1 << FLAGS.index(flag) for flag in line["flags"])
    facts[F_SEAT_WIND] = WINDS.index(line["seat_wind"])
    facts[F_WILDCARD] = parse_tile(line["wildcard"])


def put_line(
    held: dict[str, Any],
    hand: NDArray[np.int8],
    flowers: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
) -> None:
    """Write one player's tiles of a line into rows of counts and melds."""
    for tile in held["concealed"]:
        hand[parse_tile(tile)] += 1
    for flower in held["flowers"]:
        flowers[parse_tile(flower)] += 1
    for place, meld in enumerate(held["melds"]):
        meld_kind[place] = MELD_KONG_CONCEALED if meld["concealed"] else _MELDS[meld["kind"]]
        meld_tile[place] = min(parse_tile(tile) for tile in meld["tiles"])


def answer(win: Win, rules: RuleSet | None = None) -> Answer:
    """Score a hand; points are checked against the items, marginals against the total."""
    names = preset().catalogue.keys
    compiled = rules_of(rules)
    out = new_score_out()
    before = copy(win)
    verdict = score_win(compiled, load_tables(), win, out)
    assert win == before
    info = out.info
    assert int((out.items * compiled.items).sum()) == info[I_POINTS]
    rows = {names[row]: int(out.counts[row]) for row in np.flatnonzero(out.counts)}
    cancelled = {
        names[row]: names[out.cancelled_by[row]] for row in np.flatnonzero(out.cancelled_by >= 0)
    }
    assert len(rows) == info[I_N_PATTERNS]
    assert len(cancelled) == info[I_N_CANCELLED]
    return Answer(
        verdict=VERDICTS[verdict],
        total=int(info[I_TOTAL]),
        uncapped=int(info[I_UNCAPPED]),
        points=int(info[I_POINTS]),
        tai=int(info[I_TAI]),
        rows=rows,
        marginal={name: int(out.marginal[names.index(name)]) for name in rows},
        cancelled=cancelled,
        items={WIN_ITEMS[one]: int(out.items[one]) for one in np.flatnonzero(out.items)},
        reading=[format_group(int(group)) for group in out.reading[: info[I_N_READING]]],
        wait=WAITS[info[I_WAIT]],
        n_waits=int(info[I_N_WAITS]),
        limit_hit=bool(info[I_LIMIT_HIT]),
        wildcards_used=int(info[I_WILDCARDS_USED]),
        losers_settle=bool(info[I_LOSERS_SETTLE]),
        liable=bool(info[I_LIABLE]),
        info=info.copy(),
    )


def score(
    concealed: str,
    tile: str | None,
    *melds: str,
    rules: RuleSet | None = None,
    **facts: str,
) -> Answer:
    """Score a hand in notation; `facts` as `won` takes them."""
    return answer(won(concealed, tile, *melds, **facts), rules)


def loser(
    concealed: str,
    *melds: str,
    wildcard: str = "9s",
    flowers: str = "",
    seat: str = "S",
    rules: RuleSet | None = None,
) -> tuple[int, int, int]:
    """Total, points and tai of a loser's hand."""
    hand = won(concealed, None, *melds, wildcard=wildcard, flowers=flowers, seat=seat)
    return loser_total(
        rules_of(rules),
        hand.hand,
        hand.meld_kind,
        hand.meld_tile,
        hand.flowers,
        WINDS.index(seat),
        parse_tile(wildcard),
        np.zeros(SCRATCH_SIZE, np.int64),
    )


@dataclass
class Seat:
    """A loser's tiles at the end of a hand."""

    concealed: str = ""
    melds: tuple[str, ...] = ()
    flowers: str = ""


def payments(
    winners: dict[int, Answer],
    losers: dict[int, Seat],
    *,
    payer: int | None = None,
    by: str | None = None,
    dealer: int = 0,
    tile: str = "1m",
    wildcard: str = "9s",
    void: int = 0,
    rules: RuleSet | None = None,
) -> dict[str, list[int]]:
    """Settlement parts by name, those that move nothing left out, and ``delta``."""
    table = new_showdown()
    facts = table.facts
    facts[S_DEALER] = dealer
    facts[S_WINNERS] = sum(1 << seat for seat in winners)
    facts[S_PAYER] = -1 if payer is None else payer
    facts[S_WIN_TILE] = parse_tile(tile)
    facts[S_WIN_BY] = WIN_BY.index(by or ("self_draw" if payer is None else "discard"))
    facts[S_FLAGS] = 0
    facts[S_WILDCARD] = parse_tile(wildcard)
    facts[S_VOID] = void
    for seat, found in winners.items():
        table.info[seat] = found.info
    for seat, held in losers.items():
        put_tiles(held.concealed, table.hand[seat])
        put_tiles(held.flowers, table.flowers[seat])
        put_melds(held.melds, table.meld_kind[seat], table.meld_tile[seat])
    parts = np.zeros((4, N_PARTS), np.int32)
    before = _copies(table)
    settle(rules_of(rules), load_tables(), table, np.zeros(SCRATCH_SIZE, np.int64), parts)
    assert _same(table, before)
    assert (parts.sum(axis=0) == 0).all()
    found_parts = {
        name: parts[:, part].tolist()
        for part, name in enumerate(SETTLEMENT_PARTS)
        if parts[:, part].any()
    }
    return {**found_parts, "delta": parts.sum(axis=1).tolist()}


def _copies(arrays: tuple[NDArray[Any], ...]) -> list[NDArray[Any]]:
    return [array.copy() for array in arrays]


def _same(arrays: tuple[NDArray[Any], ...], before: list[NDArray[Any]]) -> bool:
    return all(np.array_equal(now, was) for now, was in zip(arrays, before, strict=True))
