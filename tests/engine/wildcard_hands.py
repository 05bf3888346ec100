"""Won hands with wildcards for the systems whose kernels know natural tiles only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from engine.readings import format_group
from engine.rules import Rules
from engine.scoring import ScoreColumns, WinColumns, new_score_columns, score_batch
from engine.scoring_out import I_N_WAITS, I_TOTAL, I_WAIT, I_WILDCARDS_USED
from engine.situation import F_WILDCARD
from engine.tables import load_tables
from schemas.catalogue import load_catalogue
from schemas.codes import BY_DISCARD, BY_ROBBED_KONG, MELD_CHOW, VERDICTS, WAITS
from schemas.tiles import parse_tile
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import win_columns
from tests.engine.oracle.hands import Win, random_win


@dataclass
class Answer:
    """What the engine says of a hand: names and counts, groups, and how many wildcards changed."""

    verdict: str
    total: int
    fans: dict[str, int]
    reading: list[str]
    wait: str
    n_waits: int
    used: int


def wild_columns(hands: Sequence[Win], wildcards: Sequence[int]) -> WinColumns:
    """Hands with the kind that is turned up in each, as columns."""
    columns = win_columns(hands)
    columns.facts[:, F_WILDCARD] = wildcards
    return columns


def score_columns(columns: WinColumns, rules: Rules) -> ScoreColumns:
    """Score columns, and see that they stay as they were."""
    before = [column.copy() for column in columns]
    out = new_score_columns(len(columns.facts), rules.n_patterns)
    score_batch(rules, load_tables(), columns, out)
    for ours, fresh in zip(columns, before, strict=True):
        assert np.array_equal(ours, fresh)
    return out


def score_wild(hand: Win, wildcard: str, rules: Rules | None = None, system: str = "mcr") -> Answer:
    """Score one hand, under `mcr-caishen` unless other rules are given."""
    rules = compiled("mcr-caishen") if rules is None else rules
    out = score_columns(wild_columns([hand], [parse_tile(wildcard)]), rules)
    info, counts = out.info[0], out.counts[0]
    names = [pattern.name for pattern in load_catalogue(system).patterns]
    return Answer(
        verdict=VERDICTS[out.verdict[0]],
        total=int(info[I_TOTAL]),
        fans={names[i]: int(counts[i]) for i in np.flatnonzero(counts)},
        reading=[format_group(int(code)) for code in out.reading[0] if code >= 0],
        wait=WAITS[info[I_WAIT]],
        n_waits=int(info[I_N_WAITS]),
        used=int(info[I_WILDCARDS_USED]),
    )


def random_wild_win(rng: Random, n_wild: int) -> tuple[Win, int]:
    """A won hand in which `n_wild` concealed tiles are replaced by a kind that it does not hold.

    A drawn winning tile may be among them.
    """
    while True:
        hand = random_win(rng)
        hand.n_flowers = 0
        if hand.win_by == BY_ROBBED_KONG:
            hand.win_by = BY_DISCARD
        held = {*hand.concealed, hand.win_tile}
        for kind, low in hand.melds:
            held |= {low, low + 1, low + 2} if kind == MELD_CHOW else {low}
        free = [kind for kind in range(34) if kind not in held]
        places = list(range(len(hand.concealed) + (hand.win_by != BY_DISCARD)))
        if len(places) < n_wild or not free:
            continue
        wildcard = rng.choice(free)
        for place in rng.sample(places, n_wild):
            if place == len(hand.concealed):
                hand.win_tile = wildcard
            else:
                hand.concealed[place] = wildcard
        return hand, wildcard
