"""One hand given by options: into a line of the scoring interface, and scored in full.

Beside the answer the explanation holds what a line's answer leaves out: the patterns that arose
and were cancelled, and by which, the wait, and what everybody pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.readings import format_group
from engine.rules import Rules, compile_rules
from engine.scoring import score_win
from engine.scoring_out import (
    I_N_READING,
    I_N_WAITS,
    I_TOTAL,
    I_WAIT,
    I_WITHOUT_FLOWERS,
    new_score_out,
)
from engine.settlement import settle_batch
from engine.situation import F_WIN_BY, S_PAYER, S_WINNERS, Win
from engine.tables import load_tables
from pipelines.scoring.hands import HandColumns, copy_errors
from schemas.catalogue import PatternName
from schemas.codes import BY_SELF_DRAW, LEGAL, NO_SHAPE, VERDICTS, WAITS
from schemas.errors import InputError, UsageError
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import TILE_NAMES, parse_tiles


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern of the chosen reading; `cancelled_by` names what excluded it."""

    pattern: PatternName
    count: int
    value: int
    cancelled_by: PatternName | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one scored hand.

    Attributes:
        verdict: ``legal`` or the reason why it is no win.
        payments: what a winner receives and the others pay, as (who, points); empty if not legal.
    """

    ruleset: RuleSet
    verdict: str
    total: int
    total_without_flowers: int
    reading: list[str]
    wait: str
    n_waits: int
    patterns: list[CountedPattern]
    payments: list[tuple[str, int]]


def hand_from_options(
    *,
    rules: str | None,
    concealed: str,
    win_tile: str | None,
    win_by: str,
    melds: list[str],
    concealed_kongs: list[str],
    flowers: str,
    seat_wind: str,
    round_wind: str,
    flags: list[str],
) -> dict[str, Any]:
    """A line of the scoring interface from the options of the command line.

    Raises:
        UsageError: where no rule set is named.
        InputError: for text that names no tiles.
    """
    if rules is None:
        raise UsageError("one hand needs --rules, for example --rules mcr")
    return {
        "rules": rules,
        "concealed": concealed,
        "melds": [_meld(text, concealed=False) for text in melds]
        + [_meld(text, concealed=True) for text in concealed_kongs],
        "win_tile": win_tile,
        "win_by": win_by,
        "flowers": int(flowers) if flowers.isdigit() else flowers,
        "seat_wind": seat_wind,
        "round_wind": round_wind,
        "flags": flags,
    }


def explain(line: dict[str, Any]) -> Explanation:
    """Score one hand and say why it counts what it counts.

    Raises:
        RulesError: unknown rule set.
        InputError: a hand that cannot exist.
    """
    ruleset = load_ruleset(line["rules"])
    rules = compile_rules(ruleset)
    columns = HandColumns(ruleset)
    columns.add(line, 0)
    wins = columns.wins()
    for message in copy_errors(wins, rules.copies).values():
        raise InputError(message, code="five_copies")
    out = new_score_out(len(rules.values))
    verdict = int(score_win(rules, load_tables(), Win(*(column[0] for column in wins)), out))
    names = ruleset.catalogue.patterns
    patterns = [
        CountedPattern(
            pattern=names[index],
            count=int(out.counts[index]),
            value=int(rules.values[index]),
            cancelled_by=names[canceller] if (canceller := out.cancelled_by[index]) >= 0 else None,
        )
        for index in range(len(names))
        if out.counts[index] or out.cancelled_by[index] >= 0
    ]
    total = int(out.info[I_TOTAL])
    return Explanation(
        ruleset=ruleset,
        verdict=VERDICTS[verdict],
        total=total,
        total_without_flowers=int(out.info[I_WITHOUT_FLOWERS]),
        reading=[format_group(int(code)) for code in out.reading[: out.info[I_N_READING]]],
        wait=WAITS[out.info[I_WAIT]] if verdict != NO_SHAPE else "",
        n_waits=int(out.info[I_N_WAITS]),
        patterns=patterns,
        payments=_payments(rules, columns, out.info) if verdict == LEGAL else [],
    )


def _payments(rules: Rules, columns: HandColumns, info: NDArray[np.int32]) -> list[tuple[str, int]]:
    """What seat 0 receives as the winner, and the others pay."""
    tables = columns.showdowns(info[None])
    by_self = int(columns.wins().facts[0, F_WIN_BY]) == BY_SELF_DRAW
    tables.info[0, 0] = info
    tables.facts[0, S_WINNERS] = 1
    tables.facts[0, S_PAYER] = -1 if by_self else 1
    winner, payer, others, _ = settle_batch(rules, load_tables(), tables)[0].tolist()
    if by_self:
        return [("winner", winner), ("each of the others", payer)]
    return [("winner", winner), ("who gave the tile", payer), ("each of the others", others)]


def _meld(text: str, *, concealed: bool) -> dict[str, Any]:
    tiles = parse_tiles(text)
    kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
    return {"kind": kind, "tiles": [TILE_NAMES[tile] for tile in tiles], "concealed": concealed}
