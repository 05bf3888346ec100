"""Refused records as rows of the `rejects` table, whoever refused them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from pipelines.formats import Reject
from pipelines.lake.manifest import Summary
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import ACTIONS
from schemas.errors import one_of
from schemas.rules_files import preset_names
from schemas.tables import REJECTS
from schemas.tiles import TILE_NAMES


def rejects_table(run: str, rejects: Sequence[Reject]) -> pa.Table:
    """Rejects as rows of the table."""
    rows = [
        {
            "run": run,
            "source_file": each.source_file,
            "position": each.place,
            "match_id": each.match_id,
            "code": each.code,
            "message": each.message,
            "excerpt": each.excerpt,
        }
        for each in rejects
    ]
    return pa.Table.from_pylist(rows, schema=REJECTS)


def refused_hands(batch: RecordBatch, played: PlayedBatch) -> list[Reject]:
    """Hands that the state machine refused, with the place of the action that it refused."""
    return [_refused(batch, refusal) for refusal in played.refusals]


def hands_of_unknown_rules(batch: RecordBatch) -> list[Reject]:
    """Records that could be read, but name a rule set that is not known.

    Such are also records that were exported from a run under a rule-set file: they name it.
    """
    presets = one_of(preset_names())
    return [
        Reject(
            source_file=record["source_file"] or "",
            place=record["place"] or "",
            match_id=record["match_id"],
            code="unknown_rules",
            message=f"{record['place']}: unknown rule set {record['rules']!r}; presets are "
            f"{presets}; to load records of a rule set of your own, ingest them again with "
            "--rules FILE.toml, the file of that rule set: it then holds for all records",
            rules=record["rules"],
        )
        for record in batch.meta.iter_rows(named=True)
    ]


def summarize(rejects: Iterable[Reject]) -> Summary:
    """How many rejects there are of each code, and the first of each."""
    summary = Summary()
    for each in rejects:
        summary.rejects[each.code] = summary.rejects.get(each.code, 0) + 1
        summary.examples.setdefault(each.code, sentence(each))
    return summary


def sentence(reject: Reject) -> str:
    """A reject with its file and place."""
    named = reject.message.startswith(reject.source_file)
    return reject.message if named else f"{reject.source_file}: {reject.message}"


def _refused(batch: RecordBatch, refusal: dict[str, Any]) -> Reject:
    record = batch.meta.row(refusal["hand"], named=True)
    action = refusal["action_index"]
    place = record["place"] or ""
    words = ""
    if action is not None and action >= 0:
        place = _place_of_action(place, record["source"], int(batch.position[action]))
        words = _action_words(batch, action)
    return Reject(
        source_file=record["source_file"] or "",
        place=place,
        match_id=record["match_id"],
        code=refusal["code"],
        message=f"{place}: {refusal['message']}" if place else refusal["message"],
        excerpt=words,
    )


def _place_of_action(place: str, source: str, position: int) -> str:
    """In text an action has a line of its own, elsewhere it is a step of its record."""
    return f"line {position}" if source == "botzone" else f"{place}, step {position}"


def _action_words(batch: RecordBatch, action: int) -> str:
    """What the record says there: ``player 2 discard 4m``."""
    tile = int(batch.tile[action])
    seat = int(batch.seat[action])
    words = [f"player {seat}"] if seat >= 0 else []
    words.append(ACTIONS[int(batch.action[action])])
    if tile >= 0:
        words.append(TILE_NAMES[tile])
    return " ".join(words)
