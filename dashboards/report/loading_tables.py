"""What was read, and whether recorded scores agree with the computed ones, as tables."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import Final

import polars as pl

from dashboards import labels, style
from dashboards.report.cells import Column, Table, count, make_table, share, share_interval, text
from dashboards.report.content import Loaded
from schemas.catalogue import Catalogue

MOST_FILES: Final = 12


def format_table(loaded: Loaded) -> Table:
    """Inputs by format and encoding."""
    hands = _hands_by_file(loaded)
    refused = dict(loaded.rejects_by_file.rows())
    kinds: dict[tuple[str, str], dict[str, set[str]]] = {}
    for manifest in loaded.manifests:
        for source in manifest.inputs:
            files = kinds.setdefault((source.format, source.encoding), {"files": set()})["files"]
            files.add(source.name)
    rows = [
        [
            text(labels.FORMATS.get(format_name, format_name)),
            text(encoding),
            count(len(group["files"])),
            count(sum(hands.get(name, 0) for name in group["files"])),
            count(sum(refused.get(name, 0) for name in group["files"])),
        ]
        for (format_name, encoding), group in sorted(kinds.items())
    ]
    columns = [
        Column("Format", False),
        Column("Encoding", False),
        Column("Files"),
        Column("Hands loaded"),
        Column("Refused"),
    ]
    return make_table("formats", "What was read", columns, rows)


def file_table(loaded: Loaded) -> Table:
    """Inputs one by one, those with refused records first, at most `MOST_FILES`."""
    hands = _hands_by_file(loaded)
    refused = dict(loaded.rejects_by_file.rows())
    inputs = {source.name: source for manifest in loaded.manifests for source in manifest.inputs}
    folder = common_folder(inputs)
    names = sorted(inputs, key=lambda name: (-refused.get(name, 0), -hands.get(name, 0), name))
    rows = [
        [
            text(name.removeprefix(folder), "file"),
            text(labels.FORMATS.get(inputs[name].format, inputs[name].format)),
            count(inputs[name].records),
            count(hands.get(name, 0)),
            count(refused.get(name, 0)),
        ]
        for name in names[:MOST_FILES]
    ]
    columns = [
        Column("File", False),
        Column("Format", False),
        Column("Records"),
        Column("Hands loaded"),
        Column("Refused"),
    ]
    more = len(names) - len(rows)
    notes = [f"{style.plural(more, 'more file')} not listed."] if more else []
    caption = f"Files in {folder}" if folder else "Files"
    return make_table("files", caption, columns, rows, sortable=len(rows) > 2, notes=notes)


def common_folder(names: Iterable[str]) -> str:
    """The folder that all files lie in, with its slash; empty where there is none.

    >>> common_folder(["/games/a/1.txt", "/games/b.txt"]), common_folder(["1.txt", "2.txt"])
    ('/games/', '')
    """
    folders = {posixpath.dirname(name) for name in names}
    if not folders or len({folder.startswith("/") for folder in folders}) > 1:
        return ""
    common = posixpath.commonpath(folders)
    return common.rstrip("/") + "/" if common else ""


def agreement_table(agreement: pl.DataFrame) -> Table:
    """Recorded against computed scores."""
    rows = [
        [
            text(labels.AGREEMENTS.get(row["agreement"], row["agreement"])),
            count(row["hands"]),
            share(row["share"], row["n"] or 0),
            share_interval(row["low"], row["high"]),
        ]
        for row in agreement.iter_rows(named=True)
    ]
    columns = [
        Column("Recorded against computed", False),
        Column("Hands"),
        Column("Share of recorded"),
        Column("95% interval"),
    ]
    return make_table("agreement", "Do recorded scores agree?", columns, rows)


def disagreement_table(disagreements: pl.DataFrame, catalogue: Catalogue) -> Table:
    """Hands whose record says something else, with both sides of what differs."""
    names = {pattern.key: pattern.name for pattern in catalogue.patterns}
    rows = [
        [
            text(f"{row['run']}/{row['hand_id']}", "id"),
            text(row["match_id"]),
            text(labels.AGREEMENTS.get(row["agreement"], row["agreement"])),
            text(
                _side(
                    row["agreement"],
                    row["recorded_total"],
                    row["recorded_patterns"],
                    row["recorded_deltas"],
                )
            ),
            text(
                _side(
                    row["agreement"],
                    row["total"],
                    [names.get(key, key) for key in row["patterns"] or ()],
                    row["deltas"],
                )
            ),
        ]
        for row in disagreements.iter_rows(named=True)
    ]
    columns = [
        Column("Hand", False),
        Column("Match", False),
        Column("What differs", False),
        Column("Recorded", False),
        Column("Computed", False),
    ]
    return make_table("disagreements", "Hands that differ", columns, rows)


def _side(
    what: str, total: int | None, patterns: Sequence[str] | None, deltas: Sequence[int] | None
) -> str:
    """One side of a difference: payments by seat, or the total and what it is made of."""
    if what == "deltas":
        return " ".join(style.signed(delta, 0) for delta in deltas or ())
    return f"{style.count(total)}: {'、'.join(patterns or ()) or style.NOTHING}"


def _hands_by_file(loaded: Loaded) -> dict[str, int]:
    by_file = loaded.sources.drop_nulls("source_file").group_by("source_file").agg(pl.sum("hands"))
    return {name: int(hands) for name, hands in by_file.rows()}
