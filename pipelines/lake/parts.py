"""Writing the parts of a run, and recognising those that are there already.

A part is a block of sessions: one Parquet file for each table, at
``<table>/rules=<rules>/run=<run>/part-00000.parquet``. Names and content follow from the run
alone. The footer says which run, part and sessions a file belongs to, so that an interrupted
command finds what it had finished.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipelines.lake.manifest import Part, PartFile, Summary
from pipelines.lake.storage import HashingFile, Storage
from schemas.errors import LakeError
from schemas.tables import SCHEMA_VERSION, TABLES

_PREFIX: Final = "paipu."
_SUMMARY: Final = "summary"
_SESSIONS: Final = "sessions"

_LEVEL: Final = 2
"""Of Zstandard; higher ones take more time than they save space."""
_BY_BYTES: Final = "BYTE_STREAM_SPLIT"
_BY_STEPS: Final = "DELTA_BINARY_PACKED"
_ENCODINGS: Final = {
    "hands": {"session": _BY_BYTES, "deal": _BY_BYTES, "hand_in_session": _BY_BYTES},
    "events": {
        "seq": _BY_BYTES,
        "tile": _BY_BYTES,
        "tiles.list.element": _BY_BYTES,
        "wall_left": _BY_STEPS,
    },
    "wins": {"concealed.list.element": _BY_BYTES},
}
"""Encodings other than a dictionary, by table and path of the column."""
_BUFFER: Final = 1 << 18
"""Bytes that are passed on to a file at once: Parquet writes page by page."""
_LARGE: Final = ("events", "win_patterns", "win_items", "settlements", "chances")
"""Tables with several rows a hand."""


@dataclass(frozen=True, slots=True)
class PartKey:
    """Which part of which run.

    Attributes:
        run: run id.
        rules: name of the rule set.
        identity: full hash behind the run id.
        part: number of the part, from 0.
        content: what the part is made of, in the terms of its kind of run, such as the ordinals
            of its records.
        extent: put behind the number in the file's name where the part is shorter than its
            block, so that the block that replaces it one day has another name.
    """

    run: str
    rules: str
    identity: str
    part: int
    content: str
    extent: str = ""

    def file(self, table: str) -> str:
        """Where a table of this part lies in the lake."""
        folder = run_folder(table, self.rules, self.run)
        return f"{folder}/part-{self.part:05d}{self.extent}.parquet"

    def footer(self, table: str) -> dict[str, str]:
        """What the footer of a file of this part says."""
        return {
            "run": self.run,
            "identity": self.identity,
            "table": table,
            "part": str(self.part),
            "content": self.content,
            "schema_version": str(SCHEMA_VERSION),
        }


def file_layout(table: str) -> dict[str, Any]:
    """How the columns of a table are written: Parquet's encodings and statistics.

    Tiles and ids are packed more tightly by their bytes than by a dictionary. Statistics let
    readers pass over row groups; in the large tables only those of the id do.
    """
    encodings = _ENCODINGS.get(table, {})
    if "hand_id" in TABLES[table].names:
        encodings = encodings | {"hand_id": _BY_BYTES}
    paths = [path for field in TABLES[table] for path in _paths(field.name, field.type)]
    layout: dict[str, Any] = {
        "use_dictionary": [path for path in paths if path not in encodings],
        "column_encoding": encodings,
    }
    return layout | ({"write_statistics": ["hand_id"]} if table in _LARGE else {})


def _paths(name: str, kind: pa.DataType) -> Iterator[str]:
    """What Parquet calls the columns that a field is written as."""
    if pa.types.is_list(kind):
        yield from _paths(f"{name}.list.element", kind.value_type)
    elif pa.types.is_struct(kind):
        for field in kind:
            yield from _paths(f"{name}.{field.name}", field.type)
    else:
        yield name


def run_folder(table: str, rules: str, run: str) -> str:
    """The folder of one table of a run."""
    return f"{table}/rules={rules}/run={run}"


class PartWriter:
    """Writes the tables of one part side by side; made by `writing_part`.

    Attributes:
        summary: counts of the part; add to it before the block ends.
    """

    def __init__(self, key: PartKey, files: dict[str, HashingFile]) -> None:
        self.summary = Summary()
        self._key = key
        self._files = files
        self._rows = dict.fromkeys(files, 0)
        self._part: Part | None = None
        self._sessions: tuple[int, int] | None = None
        self._sinks = {
            table: pa.BufferedOutputStream(pa.PythonFile(file, mode="w"), _BUFFER)
            for table, file in files.items()
        }
        self._writers = {
            table: pq.ParquetWriter(
                sink,
                TABLES[table],
                compression="zstd",
                compression_level=_LEVEL,
                **file_layout(table),
            )
            for table, sink in self._sinks.items()
        }

    @property
    def part(self) -> Part:
        """The files, once the block has ended."""
        if self._part is None:
            raise RuntimeError("a part is known when its block has ended")
        return self._part

    def write(self, tables: dict[str, Any]) -> None:
        """Append rows; each call makes one row group a table."""
        for name, table in tables.items():
            if table.num_rows:
                if name == "hands":
                    self._see_sessions(table["session"])
                self._writers[name].write_table(table, row_group_size=table.num_rows)
                self._rows[name] += table.num_rows

    def cover(self, sessions: tuple[int, int] | None) -> None:
        """Say which sessions a part is about that writes no hands itself."""
        self._sessions = sessions

    def close(self) -> None:
        """Write the footers."""
        said = {
            _SUMMARY: msgspec.json.encode(self.summary).decode(),
            _SESSIONS: msgspec.json.encode(self._sessions).decode(),
        }
        for table, writer in self._writers.items():
            footer = self._key.footer(table) | said
            writer.add_key_value_metadata({_PREFIX + key: value for key, value in footer.items()})
            writer.close()
            self._sinks[table].close()
        self._part = Part(
            part=self._key.part,
            sessions=self._sessions,
            files={
                table: PartFile(
                    path=self._key.file(table),
                    rows=self._rows[table],
                    bytes=file.size,
                    sha256=file.sha256,
                )
                for table, file in self._files.items()
            },
        )

    def _see_sessions(self, column: pa.ChunkedArray) -> None:
        bounds = pc.min_max(column).as_py()
        first, last = self._sessions or (bounds["min"], bounds["min"])
        self._sessions = (min(first, bounds["min"]), max(last, bounds["max"] + 1))

    def abandon(self) -> None:
        """Let go of the files without a footer that would make them count as finished."""
        for each in (*self._writers.values(), *self._sinks.values()):
            # The file goes away; that it could not be written is known already.
            with contextlib.suppress(OSError, pa.ArrowException):
                each.close()


@contextlib.contextmanager
def writing_part(storage: Storage, key: PartKey, tables: Sequence[str]) -> Iterator[PartWriter]:
    """Write a part; its files appear when the block ends without an error, else none does."""
    with contextlib.ExitStack() as stack:
        files = {table: stack.enter_context(storage.create(key.file(table))) for table in tables}
        writer = PartWriter(key, files)
        try:
            yield writer
            writer.close()
        except BaseException:
            writer.abandon()
            raise


def find_part(storage: Storage, key: PartKey, tables: Sequence[str]) -> tuple[Part, Summary] | None:
    """The part, where all its files are there, whole and of this very run; else None."""
    files = {}
    said: dict[str, str] = {}
    for table in tables:
        name = key.file(table)
        size = storage.size(name)
        if size is None:
            return None
        try:
            footer = pq.read_metadata(storage.path(name), filesystem=storage.filesystem)
        except (pa.ArrowException, OSError):
            return None  # torn: it is made again
        said = {k.decode(): v.decode() for k, v in (footer.metadata or {}).items()}
        if any(said.get(_PREFIX + k) != v for k, v in key.footer(table).items()):
            return None
        files[table] = PartFile(
            path=name, rows=footer.num_rows, bytes=size, sha256=storage.sha256(name)
        )
    sessions = msgspec.json.decode(said[_PREFIX + _SESSIONS], type=tuple[int, int] | None)
    summary = msgspec.json.decode(said[_PREFIX + _SUMMARY], type=Summary)
    return Part(part=key.part, sessions=sessions, files=files), summary


def read_table(
    storage: Storage,
    part: Part,
    table: str,
    *,
    hand_ids: Sequence[int] | None = None,
    columns: Sequence[str] | None = None,
    threads: bool = True,
) -> pa.Table:
    """The rows of one table of a part, all or those of some hands, all columns or some.

    Args:
        storage: of the lake.
        part: the part.
        table: the table.
        hand_ids: which hands; None: all.
        columns: which columns; None: all.
        threads: read with Arrow's threads; False for workers that each read parts of their own.

    Raises:
        LakeError: with code ``damaged_part`` where the file is missing or cannot be read.
    """
    name = part.files[table].path
    wanted = None if columns is None else list(columns)
    with _damage_told(storage, name):
        if hand_ids is None:
            with pq.ParquetFile(storage.path(name), filesystem=storage.filesystem) as file:
                return file.read(columns=wanted, use_threads=threads)
        return pq.read_table(
            storage.path(name),
            filesystem=storage.filesystem,
            columns=wanted,
            filters=[("hand_id", "in", list(hand_ids))],
            partitioning=None,
            use_threads=threads,
        )


def read_groups(
    storage: Storage, part: Part, table: str, *, columns: Sequence[str]
) -> Iterator[pa.Table]:
    """The rows of one table of a part, a row group at a time: some hands with all their rows.

    For tables with many rows a hand; everything happens on the thread that asks.

    Raises:
        LakeError: as `read_table`.
    """
    name = part.files[table].path
    with (
        _damage_told(storage, name),
        pq.ParquetFile(storage.path(name), filesystem=storage.filesystem) as file,
    ):
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns=list(columns), use_threads=False)


@contextlib.contextmanager
def _damage_told(storage: Storage, name: str) -> Iterator[None]:
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise LakeError(
            f"{storage.location(name)}: missing or damaged: run `paipu verify --repair`",
            code="damaged_part",
        ) from error
