"""Tables of a lake as one file: CSV, Parquet or JSON Lines; stored hands as records."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, cast

import duckdb
import polars as pl

from pipelines import progress
from pipelines.batches import record_hand_ids
from pipelines.files import writing
from pipelines.formats.exporters import write_records
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from pipelines.lake.records import part_records
from pipelines.lake.views import connect, sql_type
from schemas.batch import META_SCHEMA, RecordBatch
from schemas.catalogue import Catalogue
from schemas.errors import LakeError, UsageError, one_of
from schemas.rules_files import preset_names
from schemas.tables import TABLES

FORMATS: Final = {
    ".csv": "format csv, header",
    ".csv.gz": "format csv, header, compression gzip",
    ".parquet": "format parquet, compression zstd",
    ".jsonl": "format json",
    ".jsonl.gz": "format json, compression gzip",
    ".ndjson": "format json",
}
"""How a table is written, by the file's suffix."""


def export_table(lake: Lake, table: str, out: Path, *, run: str | None = None) -> int:
    """Write a table to a file, whole or not at all.

    Lists and structures become JSON text in CSV, and stay what they are elsewhere.

    Args:
        lake: the lake.
        table: name of a table, or ``runs``.
        out: the file; its suffix says how.
        run: rows of this run alone; None: of all runs.

    Returns:
        How many rows were written.

    Raises:
        UsageError: where there is no such table, or the suffix is none of `FORMATS`.
        LakeError: where the run does not exist or the file cannot be written.
    """
    if table not in TABLES and table != "runs":
        raise UsageError(
            f"unknown table {table!r}; tables are {one_of([*TABLES, 'runs'], most=20)}, or records"
        )
    options = FORMATS[suffix_of(out, FORMATS)]
    manifests = lake.manifests(() if run is None else [run])
    columns = "*"
    if "csv" in options and table in TABLES:
        columns = ", ".join(_csv_column(field.name, field.type) for field in TABLES[table])
    progress.stage("exporting", None, "rows")
    query = f"copy (select {columns} from {table}) to '{{}}' ({options})"
    with connect(lake.storage, manifests) as connection, writing(out) as staged:
        try:
            count = connection.execute(query.format(_escaped(staged))).fetchall()
        except duckdb.IOException as error:
            raise LakeError(f"{out}: cannot be written: {' '.join(str(error).split())}") from error
    return int(count[0][0])


_RESULTS: Final = ("recorded_total", "recorded_deltas", "recorded_patterns")


def export_frame(frame: pl.DataFrame, out: Path) -> None:
    """Write a frame to a file, whole or not at all; lists become JSON text in CSV.

    Args:
        frame: what is written.
        out: the file; its suffix says how.

    Raises:
        UsageError: where the suffix is none of `FORMATS`, or the file cannot be written.
    """
    options = FORMATS[suffix_of(out, FORMATS)]
    columns = "*"
    if "csv" in options:
        columns = ", ".join(
            f'to_json("{name}")::varchar as "{name}"' if kind.is_nested() else f'"{name}"'
            for name, kind in frame.schema.items()
        )
    with duckdb.connect() as connection, writing(out) as staged:
        connection.register("answer", frame.to_arrow())
        connection.execute(
            f"copy (select {columns} from answer) to '{_escaped(staged)}' ({options})"
        )


@dataclass(frozen=True, slots=True)
class ExportedRecords:
    """What became of stored hands.

    Attributes:
        hands: how many stand in the file.
        refused: how many the format cannot hold.
        first: the first of these with the reason, as ``<run>/<hand_id>: reason``; or empty.
        rules: the rule sets that the records name, sorted.
    """

    hands: int
    refused: int
    first: str
    rules: tuple[str, ...]

    @property
    def own_rules(self) -> tuple[str, ...]:
        """Those of them that are no presets: `paipu ingest` needs their files."""
        return tuple(name for name in self.rules if name not in preset_names())


def export_records(
    lake: Lake, out: Path, *, run: str | None = None, format_name: str = "paipu"
) -> ExportedRecords:
    """Write stored hands as records, ready to be ingested again; whole or not at all.

    A hand's recorded result stands in it; where none was recorded, as for simulated hands, the
    computed one does. The hands of one run keep their sessions, and so their ids when they are
    ingested again; those of several runs are numbered on, so that no two share an id.

    Args:
        lake: the lake.
        out: the file; with the suffix ``.gz`` it is compressed.
        run: hands of this run alone; None: of all runs.
        format_name: as for reading.

    Raises:
        UsageError: where the format is unknown.
        LakeError: where the run does not exist or the file cannot be written.
    """
    manifests = lake.manifests(() if run is None else [run])
    progress.stage("exporting", sum(each.summary.hands for each in manifests), "hands")
    hands = refused = sessions = 0
    first = ""
    with writing(out) as staged, _text_file(staged, compress=out.name.endswith(".gz")) as file:
        for manifest in manifests:
            for part in manifest.parts:
                if part.sessions is None:
                    continue
                batch = results_filled(lake, manifest, part)
                ids = record_hand_ids(batch)
                batch.meta = batch.meta.with_columns(pl.col("session", "deal") + sessions)
                exported = write_records(batch, format_name)
                for text in exported.documents:
                    file.write(text.encode())
                if exported.refused and not first:
                    hand = ids[exported.refused[0].hand]
                    first = f"{manifest.run}/{hand}: {exported.refused[0].reason}"
                refused += len(exported.refused)
                hands += len(batch) - len(exported.refused)
                progress.advance(len(batch))
            sessions += max(
                (part.sessions[1] for part in manifest.parts if part.sessions), default=0
            )
    rules = {each.rules for each in manifests if each.summary.hands}
    return ExportedRecords(hands, refused, first, tuple(sorted(rules)))


def results_filled(lake: Lake, manifest: Manifest, part: Part) -> RecordBatch:
    """The hands of a part with computed results where none were recorded.

    Hands that were scored again have the results of that.
    """
    batch = part_records(lake, manifest, part)
    if manifest.parent is not None:  # what was recorded are scores of other rules
        batch.meta = batch.meta.with_columns(
            pl.lit(manifest.rules).alias("rules"),
            *(pl.lit(None, META_SCHEMA[name]).alias(name) for name in _RESULTS),
        )
    catalogue = manifest.ruleset().catalogue
    won = pl.from_arrow(read_table(lake.storage, part, "wins", columns=["hand_id", "total"]))
    paid = pl.from_arrow(
        read_table(lake.storage, part, "settlements", columns=["hand_id", "seat", "delta"])
    )
    totals = cast(pl.DataFrame, won).group_by("hand_id").agg(pl.col("total").sum())
    deltas = (
        cast(pl.DataFrame, paid).sort("hand_id", "seat").group_by("hand_id").agg(pl.col("delta"))
    )
    computed = (
        pl.DataFrame({"hand_id": record_hand_ids(batch)})
        .join(totals, on="hand_id", how="left", maintain_order="left")
        .join(deltas, on="hand_id", how="left", maintain_order="left")
        .join(_pattern_names(lake, part, catalogue), "hand_id", "left", maintain_order="left")
    )
    missing = batch.meta["recorded_deltas"].is_null() & batch.meta["recorded_total"].is_null()
    batch.meta = batch.meta.with_columns(
        pl.when(missing).then(computed[ours].cast(META_SCHEMA[name])).otherwise(name).alias(name)
        for name, ours in (
            ("recorded_total", "total"),
            ("recorded_deltas", "delta"),
            ("recorded_patterns", "patterns"),
        )
    )
    return batch


def _pattern_names(lake: Lake, part: Part, catalogue: Catalogue) -> pl.DataFrame:
    """For each hand its winners' patterns as records write them: ``name*count``."""
    rows = read_table(lake.storage, part, "win_patterns", columns=["hand_id", "pattern", "count"])
    names = {pattern.key: pattern.name for pattern in catalogue.patterns}
    frame = cast(pl.DataFrame, pl.from_arrow(rows)).with_columns(pl.col("pattern").cast(pl.String))
    written = pl.format("{}*{}", pl.col("pattern").replace_strict(names), pl.col("count"))
    return frame.group_by("hand_id", maintain_order=True).agg(written.alias("patterns"))


@contextlib.contextmanager
def _text_file(path: Path, *, compress: bool) -> Iterator[IO[bytes]]:
    with path.open("wb") as raw:
        if compress:
            # No time in the header: the same hands are the same bytes.
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
                yield cast(IO[bytes], file)
        else:
            yield raw


def suffix_of(out: Path, known: dict[str, str]) -> str:
    """The suffix of a file that says how it is written.

    Raises:
        UsageError: where it is none of the known ones.
    """
    for suffix in sorted(known, key=len, reverse=True):
        if out.name.endswith(suffix):
            return suffix
    raise UsageError(f"{out}: the suffix says how to write; suffixes are {one_of(known)}")


def _csv_column(name: str, kind: object) -> str:
    quoted = f'"{name}"'
    nested = sql_type(kind).endswith("[]")
    return f"to_json({quoted})::varchar as {quoted}" if nested else quoted


def _escaped(path: Path) -> str:
    return str(path).replace("'", "''")
