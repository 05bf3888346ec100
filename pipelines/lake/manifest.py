"""Manifests: what a run is and which files it consists of. A run exists when its manifest does.

``runs/<run id>.json`` names every part with rows, bytes and hash, the rule set in full and the
versions that made it. It is written last and removed first, so that what readers find through
manifests is always whole.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata
from typing import Any

import msgspec

from pipelines.lake.identity import listed_runs
from pipelines.lake.storage import Storage
from schemas.errors import LakeError, RulesError
from schemas.rules_files import ruleset_from_values
from schemas.ruleset import RuleSet
from schemas.tables import SCHEMA_VERSION

RUNS = "runs"
"""Folder of the manifests."""


class PartFile(msgspec.Struct, frozen=True, kw_only=True):
    """One Parquet file: `path` is relative to the lake's root."""

    path: str
    rows: int
    bytes: int
    sha256: str


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A block of sessions: one file for each table that the run writes.

    `sessions` is the first session with a hand here and the one after the last; None where the
    part holds no hand. Where records name their own sessions, those of two parts may overlap.
    """

    part: int
    sessions: tuple[int, int] | None
    files: dict[str, PartFile]


class RunInput(msgspec.Struct, frozen=True, kw_only=True):
    """A file that an ingest read; `path` is where it was, its identity is the content hash."""

    name: str
    path: str
    companion: str | None
    sha256: str
    bytes: int
    format: str
    encoding: str
    records: int
    sessions: int
    session_offset: int


class Summary(msgspec.Struct, kw_only=True):
    """Counts of a part or a run; each adds up over parts.

    Attributes:
        hands: hands that were loaded.
        outcomes: hands by outcome.
        agreement: hands by agreement with recorded scores.
        rejects: refused records by reason.
        examples: the first refused record of each reason, in a sentence with its place.
        unknown_names: recorded pattern names that are in no catalogue, and how often.
    """

    hands: int = 0
    outcomes: dict[str, int] = msgspec.field(default_factory=dict)
    agreement: dict[str, int] = msgspec.field(default_factory=dict)
    rejects: dict[str, int] = msgspec.field(default_factory=dict)
    examples: dict[str, str] = msgspec.field(default_factory=dict)
    unknown_names: dict[str, int] = msgspec.field(default_factory=dict)

    def add(self, other: Summary) -> None:
        """Add the counts of another part."""
        self.hands += other.hands
        for mine, theirs in (
            (self.outcomes, other.outcomes),
            (self.agreement, other.agreement),
            (self.rejects, other.rejects),
            (self.unknown_names, other.unknown_names),
        ):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        self.examples = other.examples | self.examples

    @property
    def n_rejects(self) -> int:
        """Records that were refused."""
        return sum(self.rejects.values())


class Manifest(msgspec.Struct, kw_only=True):
    """Everything about a run but its rows.

    Attributes:
        run: its id.
        rules: name of the rule set; ``unknown`` where it cannot be known.
        kind: ``sim``, ``ingest`` or ``rescore``.
        identity: full hash behind the id.
        rule_set: every value of the rule set; None where it cannot be known.
        rules_hash: of the rule set's values.
        options: what the command was asked for: format, seed, policies …
        inputs: files that were read, in the order of their content hashes.
        parent: the run whose hands were scored again.
        started, finished: UTC.
        summary: counts over all parts.
        rows: rows of each table.
        parts: the files.
    """

    run: str
    rules: str
    kind: str
    identity: str
    schema_version: int = SCHEMA_VERSION
    engine_version: int
    versions: dict[str, str]
    rule_set: dict[str, Any] | None = None
    rules_hash: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    inputs: list[RunInput] = msgspec.field(default_factory=list)
    parent: str | None = None
    started: datetime
    finished: datetime
    summary: Summary
    rows: dict[str, int]
    parts: list[Part]

    def ruleset(self) -> RuleSet:
        """The rule set as it was when the run was made.

        Raises:
            LakeError: where the run has none; with code ``bad_rules`` where it has one that this
                version does not take.
        """
        if self.rule_set is None:
            raise LakeError(f"run {self.run} holds records of unknown rules: no hands to play")
        try:
            return _read_again(msgspec.json.encode(self.rule_set))[0]
        except RulesError as error:
            raise LakeError(
                f"run {self.run}: {error.message}; {way_out(self.run)}", code=error.code
            ) from error

    @property
    def current_hash(self) -> str | None:
        """Hash of the rule set as it reads now; None where it has none that this version takes.

        `rules_hash` is that of the options which there were when the run was made: an option that
        has been added since, with its default, makes it another one for the same rules.
        """
        if self.rule_set is None:
            return None
        try:
            return _read_again(msgspec.json.encode(self.rule_set))[1]
        except RulesError:
            return None

    def is_under(self, ruleset: RuleSet) -> bool:
        """Whether the hands were played under a rule set, whatever it is called."""
        return self.current_hash == ruleset.hash

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(file.bytes for part in self.parts for file in part.files.values())

    def parts_of(self, session: int) -> list[Part]:
        """The parts that may hold hands of a session."""
        return [
            part
            for part in self.parts
            if part.sessions is not None and part.sessions[0] <= session < part.sessions[1]
        ]


@lru_cache(maxsize=256)
def _read_again(values: bytes) -> tuple[RuleSet, str]:
    """A rule set from its values in JSON, and its hash; most runs of a lake share theirs.

    Raises:
        RulesError: where the values do not validate.
    """
    ruleset = ruleset_from_values(msgspec.json.decode(values))
    return ruleset, ruleset.hash


def sum_parts(loaded: Iterable[tuple[Part, Summary]]) -> tuple[Summary, dict[str, int]]:
    """Counts of a run and the rows of its tables, from those of its parts."""
    summary = Summary()
    rows: dict[str, int] = {}
    for part, counts in loaded:
        summary.add(counts)
        for table, file in part.files.items():
            rows[table] = rows.get(table, 0) + file.rows
    return summary, rows


def versions() -> dict[str, str]:
    """Versions of what has a say in a run's bytes."""
    names = ("paipu", "numba", "numpy", "polars", "pyarrow")
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in names}


def now() -> datetime:
    """The present in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def manifest_name(run: str) -> str:
    """Where a run's manifest lies in the lake."""
    return f"{RUNS}/{run}.json"


def list_runs(storage: Storage) -> list[str]:
    """Ids of all committed runs, sorted."""
    return [name.removesuffix(".json") for name in storage.names(RUNS, ".json")]


def read_manifest(storage: Storage, run: str) -> Manifest:
    """Read the manifest of a run.

    Raises:
        LakeError: with code ``unknown_run`` where there is none, or where it cannot be read.
    """
    if "/" in run or not storage.exists(manifest_name(run)):
        known = list_runs(storage)
        runs = f"runs are {listed_runs(known, like=run)}" if known else "it has no runs yet"
        raise LakeError(f"{storage.uri}: no run {run!r}; {runs}", code="unknown_run")
    place = storage.location(manifest_name(run))
    try:
        manifest = msgspec.json.decode(storage.read(manifest_name(run)), type=Manifest)
    except msgspec.DecodeError as error:
        raise LakeError(
            f"{place}: not a manifest that this version reads: {error}; {way_out(run)}"
        ) from error
    if manifest.run != run:
        raise LakeError(f"{place}: the manifest of another run, {manifest.run}; {way_out(run)}")
    return manifest


def way_out(run: str) -> str:
    """What can be done with a run that cannot be read, for the end of a sentence."""
    return f"`paipu runs --delete {run}` removes the run"


def write_manifest(storage: Storage, manifest: Manifest) -> None:
    """Commit a run."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    storage.write(manifest_name(manifest.run), text + b"\n")
