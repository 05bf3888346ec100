"""The rows of a rescored run: wins, patterns, items, payments, completions, changed outcomes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.rescoring import (
    I_COUNT,
    I_ITEM,
    I_VALUE,
    I_WIN,
    P_COUNT,
    P_MARGINAL,
    P_PATTERN,
    P_VALUE,
    P_WIN,
    Answers,
)
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
)
from engine.situation import F_FLAGS
from pipelines.lake.arrays import constant, enum, flags, ints, readings
from pipelines.lake.columns import as_table, hand_key, settled_tables
from pipelines.lake.columns_read import codes_of
from pipelines.lake.manifest import Summary
from pipelines.rescoring.chances import Judged
from pipelines.rescoring.core import Rescored
from pipelines.rescoring.preparing import StoredHands
from schemas.batch import Int8, Ragged
from schemas.codes import CHANCE_REASONS, OUT_WIN, OUTCOMES, SETTLEMENT_PARTS, WAITS

UNWON: Final = "unwon"
"""Outcome of a hand whose win is none under the new rules."""
RESCORED_TABLES: Final = (
    "wins", "win_patterns", "win_items", "settlements", "chances", "hands_changed",
)  # fmt: skip
"""Tables of a rescored run; the others are its parent's."""
_OUTCOMES: Final = (*OUTCOMES, UNWON)


def rescored_tables(
    stored: StoredHands,
    found: Rescored,
    judged: Judged,
    hands: pa.Table,
    wins: pa.Table,
    missed: pa.Table,
    *,
    run: str,
) -> tuple[dict[str, pa.Table], Summary]:
    """The rows of a part of a rescored run, and their counts.

    Args:
        stored: the hands.
        found: what they are worth.
        judged: what the completions would be worth.
        hands: rows of `hands` with ``hand_id`` and ``outcome``.
        wins: their rows of `wins`, all columns that the rules do not make.
        missed: their rows of `chances`, likewise.
        run: id of the rescored run.
    """
    rules, keys = found.ruleset.name, found.ruleset.catalogue.keys
    answers = found.answers
    settled = {
        "win_patterns": _patterns(stored, answers),
        "win_items": _items(stored, answers),
        "settlements": _payments(answers),
    }
    changed, outcome = _changed(stored, answers, hands)
    tables = {
        "wins": _wins(stored, found, wins, run),
        **settled_tables(settled, stored.hand_id, run=run, rules=rules, patterns=keys),
        "chances": _chances(judged, missed, run, rules),
        "hands_changed": as_table(
            "hands_changed",
            hand_key(run, rules, stored.hand_id[changed])
            | {"outcome": enum(outcome[changed], _OUTCOMES)},
        ),
    }
    counts = np.bincount(outcome, minlength=len(_OUTCOMES)).tolist()
    outcomes = {name: n for name, n in zip(_OUTCOMES, counts, strict=True) if n}
    return tables, Summary(hands=len(stored), outcomes=outcomes)


def _wins(stored: StoredHands, found: Rescored, wins: pa.Table, run: str) -> pa.Table:
    """The wins that are still some: their tiles as stored, their worth as it is now."""
    kept = np.flatnonzero(found.legal)
    info = found.answers.info[kept]
    reading = found.answers.reading[kept]
    lengths = info[:, I_N_READING]
    within = np.arange(reading.shape[1]) < lengths[:, None]
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    columns = _rows(wins, kept) | {
        "run": constant(run, len(kept)),
        "rules": constant(found.ruleset.name, len(kept)),
        "flags": flags(stored.won.wins.facts[kept, F_FLAGS]),
        "reading": readings(Ragged(reading[within], offsets)),
        "wait": enum(info[:, I_WAIT], WAITS),
        "n_waits": ints(info[:, I_N_WAITS], np.int8),
        "total": ints(info[:, I_TOTAL], np.int32),
        "uncapped": ints(info[:, I_UNCAPPED], np.int32),
        "limit_hit": pa.array(info[:, I_LIMIT_HIT] != 0),
        "wildcards_used": ints(info[:, I_WILDCARDS_USED], np.int8),
        "n_patterns": ints(info[:, I_N_PATTERNS], np.int8),
    }
    return as_table("wins", columns)


def _patterns(stored: StoredHands, answers: Answers) -> dict[str, Any]:
    rows = answers.patterns
    return _of_win(stored, rows[:, P_WIN]) | {
        "pattern": rows[:, P_PATTERN],
        "count": rows[:, P_COUNT],
        "value": rows[:, P_VALUE],
        "marginal": rows[:, P_MARGINAL],
    }


def _items(stored: StoredHands, answers: Answers) -> dict[str, Any]:
    rows = answers.items
    return _of_win(stored, rows[:, I_WIN]) | {
        "item": rows[:, I_ITEM],
        "count": rows[:, I_COUNT],
        "value": rows[:, I_VALUE],
    }


def _of_win(stored: StoredHands, win: NDArray[Any]) -> dict[str, Any]:
    return {"hand": stored.hand_of_win[win], "winner": stored.won.winner[win]}


def _payments(answers: Answers) -> dict[str, Any]:
    n = len(answers.winners)
    parts = answers.parts.reshape(n * 4, len(SETTLEMENT_PARTS))
    columns: dict[str, Any] = {
        "hand": np.repeat(np.arange(n), 4),
        "seat": np.tile(np.arange(4), n),
        "delta": parts.sum(axis=1),
    }
    return columns | {name: parts[:, index] for index, name in enumerate(SETTLEMENT_PARTS)}


def _chances(judged: Judged, missed: pa.Table, run: str, rules: str) -> pa.Table:
    kept = np.flatnonzero(judged.completes)
    columns = _rows(missed, kept) | {
        "run": constant(run, len(kept)),
        "rules": constant(rules, len(kept)),
        "total": ints(judged.total[kept], np.int32),
        "reason": enum(judged.reason[kept], CHANCE_REASONS),
    }
    return as_table("chances", columns)


def _rows(table: pa.Table, kept: NDArray[np.intp]) -> dict[str, Any]:
    """Columns of some rows of a table."""
    rows = table if len(kept) == table.num_rows else table.take(pa.array(kept))
    return {name: rows[name] for name in rows.column_names}


def _changed(
    stored: StoredHands, answers: Answers, hands: pa.Table
) -> tuple[NDArray[np.intp], Int8]:
    """Hands of which some win is none any more, and the outcomes of all hands."""
    outcome = codes_of(hands["outcome"], OUTCOMES).astype(np.int8)
    before = np.zeros(len(stored), np.int64)
    np.bitwise_or.at(before, stored.hand_of_win, 1 << stored.won.winner.astype(np.int64))
    lost = before != answers.winners
    outcome[lost & (answers.winners == 0) & (outcome == OUT_WIN)] = len(OUTCOMES)
    return np.flatnonzero(lost), outcome
