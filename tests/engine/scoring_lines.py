"""Lines of the scoring interface as the engine takes them, to compare it with the plain scorers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.rules import Rules
from engine.scoring import ScoreColumns, WinColumns, new_score_columns, new_win_columns, score_batch
from engine.scoring_out import I_TOTAL
from engine.settlement import new_showdown_columns, settle_batch
from engine.situation import S_DEALER, S_PAYER, S_WINNERS
from engine.tables import load_tables
from schemas.codes import (
    FLAGS,
    LEGAL,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    VERDICTS,
    WIN_BY,
)
from schemas.tiles import N_KINDS, parse_tile, parse_tiles

Line = Mapping[str, Any]
_MELDS = {"chow": MELD_CHOW, "pung": MELD_PUNG, "kong": MELD_KONG_EXPOSED}


def columns_of(lines: Sequence[Line]) -> WinColumns:
    """Lines as columns."""
    columns = new_win_columns(len(lines))
    for row, line in enumerate(lines):
        for tile in _tiles(line["concealed"]):
            columns.hand[row, tile] += 1
        for place, meld in enumerate(line["melds"]):
            kind = MELD_KONG_CONCEALED if meld["concealed"] else _MELDS[meld["kind"]]
            columns.meld_kind[row, place] = kind
            columns.meld_tile[row, place] = min(_tiles(meld["tiles"]))
        flowers = line.get("flowers") or 0
        if isinstance(flowers, int):
            columns.flowers[row, N_KINDS : N_KINDS + flowers] = 1
        else:
            for flower in _tiles(flowers):
                columns.flowers[row, flower] += 1
        columns.facts[row] = (
            len(line["melds"]),
            parse_tile(line["win_tile"]),
            WIN_BY.index(line["win_by"]),
            sum(1 << FLAGS.index(flag) for flag in {*line["flags"]}),
            "ESWN".index(line["seat_wind"]),
            "ESWN".index(line["round_wind"]),
            parse_tile(line["wildcard"]) if line.get("wildcard") else -1,
        )
    return columns


def _tiles(written: str | list[str]) -> list[int]:
    if isinstance(written, str):
        return parse_tiles(written)
    return [parse_tile(name) for name in written]


def deltas_of(
    lines: Sequence[Line], columns: WinColumns, answers: ScoreColumns, rules: Rules
) -> list[list[int] | None]:
    """What each seat receives; None where a line has no table."""
    tables = new_showdown_columns(len(lines))
    for row, line in enumerate(lines):
        table = line.get("table")
        if table is not None:
            winner, payer = table["winner"], table["payer"]
            tables.facts[row, S_DEALER] = table["dealer"]
            tables.facts[row, S_WINNERS] = 1 << winner
            tables.facts[row, S_PAYER] = -1 if payer is None else payer
            tables.meld_kind[row, winner] = columns.meld_kind[row]
            tables.meld_tile[row, winner] = columns.meld_tile[row]
            tables.bets[row] = table.get("bets") or 0
            tables.info[row, winner] = answers.info[row]
    paid = settle_batch(rules, load_tables(), tables).tolist()
    return [due if line.get("table") else None for due, line in zip(paid, lines, strict=True)]


def differences(
    lines: Sequence[Line],
    rules: Rules,
    keys: Sequence[str],
    plain: Callable[[Line], dict[str, Any]],
    seen: set[str],
) -> list[str]:
    """Lines whose answer is not the plain scorer's; `seen` receives the patterns that occur."""
    columns = columns_of(lines)
    answers = new_score_columns(len(lines), len(keys))
    score_batch(rules, load_tables(), columns, answers)
    paid = deltas_of(lines, columns, answers, rules)
    found = []
    for row, line in enumerate(lines):
        ours = {keys[i]: int(answers.counts[row, i]) for i in np.flatnonzero(answers.counts[row])}
        seen.update(ours)
        verdict, total = VERDICTS[answers.verdict[row]], int(answers.info[row, I_TOTAL])
        theirs = plain(line)
        expected = "legal" if theirs["legal"] else theirs["reason"]
        same = verdict == expected and total == theirs["total"]
        if verdict == VERDICTS[LEGAL]:
            same = same and ours in theirs["tied"] and paid[row] == theirs["deltas"]
        if not same:
            found.append(f"{line}: {verdict} {total} {ours} {paid[row]} instead of {theirs}")
    return found
