"""Luoyuan hands for tests: written in notation, scored by the kernel, named by keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.readings import format_group
from engine.rules import Rules
from engine.scoring import WinColumns, new_win_columns, score_win
from engine.scoring_out import (
    I_LIABLE,
    I_LOSERS_SETTLE,
    I_N_WAITS,
    I_PER_STREAK,
    I_TOTAL,
    I_WAIT,
    I_WILDCARDS_USED,
    new_score_out,
)
from engine.tables import load_tables
from schemas import codes
from schemas.catalogue import load_catalogue
from schemas.rules_files import load_ruleset
from schemas.tiles import parse_tile, parse_tiles
from tests.engine.machine_script import compiled
from tests.engine.single_win import win_at

KEYS = load_catalogue("luoyuan").keys
WIN_KINDS = KEYS[:8]

Meld = tuple[int, int]


@dataclass
class Hand:
    """A hand that claims to win; `concealed` leaves out the winning tile."""

    concealed: list[int]
    win_tile: int
    melds: list[Meld] = field(default_factory=list)
    gold: int = -1
    by: int = codes.BY_DISCARD
    flags: int = 0
    seat: int = 1
    flowers: list[int] = field(default_factory=list)

    def but(self, **changes: object) -> Hand:
        """The same hand in other circumstances."""
        return replace(self, **changes)  # type: ignore[arg-type]


@dataclass
class Answer:
    """The kernel's answer in names."""

    verdict: str
    total: int
    counts: dict[str, int]
    marginal: dict[str, int]
    cancelled_by: dict[str, str]
    reading: list[str]
    wait: str
    n_waits: int
    golds_used: int
    per_streak: int
    losers_settle: bool
    void_is_liable: bool
    info: NDArray[np.int32]

    @property
    def kind(self) -> str:
        """The one kind of win that is counted."""
        [kind] = [key for key in self.counts if key in WIN_KINDS]
        return kind


def meld(text: str) -> Meld:
    """``"123m"``, ``"555p"``, ``"5555p"`` 明杠, ``"+5555p"`` 补杠, ``"(5555p)"`` 暗杠."""
    tiles = parse_tiles(text.strip("+()"))
    if len(tiles) == 4:
        kind = {"+": codes.MELD_KONG_ADDED, "(": codes.MELD_KONG_CONCEALED}.get(
            text[0], codes.MELD_KONG_EXPOSED
        )
        return kind, tiles[0]
    return (codes.MELD_PUNG if tiles[0] == tiles[1] else codes.MELD_CHOW), min(tiles)


def hand(
    concealed: str,
    win_tile: str | None,
    *melds: str,
    gold: str | None = None,
    flowers: str = "",
    **circumstances: int,
) -> Hand:
    """A hand in notation."""
    return Hand(
        parse_tiles(concealed),
        -1 if win_tile is None else parse_tile(win_tile),
        [meld(text) for text in melds],
        -1 if gold is None else parse_tile(gold),
        flowers=parse_tiles(flowers),
        **circumstances,
    )


def columns(hands: Sequence[Hand]) -> WinColumns:
    """Hands as the columns that `engine.scoring.score_batch` takes."""
    wins = new_win_columns(len(hands))
    for row, one in enumerate(hands):
        for tile in one.concealed:
            wins.hand[row, tile] += 1
        for tile in one.flowers:
            wins.flowers[row, tile] += 1
        for place, (kind, tile) in enumerate(one.melds):
            wins.meld_kind[row, place] = kind
            wins.meld_tile[row, place] = tile
        wins.facts[row] = (
            len(one.melds),
            one.win_tile,
            one.by,
            one.flags,
            one.seat,
            0,
            one.gold,
        )
    return wins


def score(one: Hand, rules: Rules | None = None) -> Answer:
    """Score one hand, under `luoyuan-36` if no rules are given."""
    rules = compiled("luoyuan-36") if rules is None else rules
    out = new_score_out()
    win = win_at(columns([one]))
    verdict = score_win(rules, load_tables(), win, out)
    counted = np.flatnonzero(out.counts).tolist()
    return Answer(
        verdict=codes.VERDICTS[verdict],
        total=int(out.info[I_TOTAL]),
        counts={KEYS[i]: int(out.counts[i]) for i in counted},
        marginal={KEYS[i]: int(out.marginal[i]) for i in counted},
        cancelled_by={
            KEYS[i]: KEYS[out.cancelled_by[i]] for i in np.flatnonzero(out.cancelled_by >= 0)
        },
        reading=[format_group(int(group)) for group in out.reading if group >= 0],
        wait=codes.WAITS[out.info[I_WAIT]],
        n_waits=int(out.info[I_N_WAITS]),
        golds_used=int(out.info[I_WILDCARDS_USED]),
        per_streak=int(out.info[I_PER_STREAK]),
        losers_settle=bool(out.info[I_LOSERS_SETTLE]),
        void_is_liable=bool(out.info[I_LIABLE]),
        info=out.info,
    )


def changed(
    values: dict[str, int] | None = None,
    excludes: dict[str, tuple[str, ...]] | None = None,
    **sections: dict[str, Any],
) -> Rules:
    """`luoyuan-36` with other values, exclusions or options."""
    patterns = load_ruleset("luoyuan-36").model_dump()["patterns"]
    for key, value in (values or {}).items():
        patterns[key]["value"] = value
    for key, others in (excludes or {}).items():
        patterns[key]["excludes"] = others
    return compiled("luoyuan-36", patterns=patterns, **sections)
