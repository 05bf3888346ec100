"""A lake as the rest of paipu uses it: open, look, commit, delete."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

import duckdb

from pipelines.lake.manifest import (
    Manifest,
    list_runs,
    manifest_name,
    read_manifest,
    write_manifest,
)
from pipelines.lake.parts import run_folder
from pipelines.lake.soundness import sound_runs
from pipelines.lake.storage import Storage
from pipelines.lake.views import connect, write_views
from schemas.errors import LakeError, one_of
from schemas.tables import TABLES


class Lake:
    """A folder of tables and manifests, on a disk or an object store.

    Attributes:
        storage: where its files are.
        left_out: why runs were left out of what was read so far, because they cannot be read, by
            their ids; each sentence says what to do.
    """

    def __init__(self, uri: str) -> None:
        """Name a lake; nothing is read or made yet.

        Args:
            uri: a path, or a URI that Arrow knows.
        """
        self.storage = Storage(uri)
        self.left_out: dict[str, str] = {}

    @classmethod
    def existing(cls, uri: str) -> Lake:
        """A lake to read from.

        Raises:
            LakeError: with code ``no_lake`` where there is none.
        """
        lake = cls(uri)
        if not lake.storage.exists():
            raise LakeError(
                f"{lake.storage.uri}: no lake there; `paipu ingest` and `paipu simulate` make one",
                code="no_lake",
            )
        return lake

    @property
    def uri(self) -> str:
        """The absolute path, or the URI."""
        return self.storage.uri

    def runs(self) -> list[str]:
        """Ids of the committed runs, sorted."""
        return list_runs(self.storage)

    def has(self, run: str) -> bool:
        """Whether a run is committed."""
        return self.storage.exists(manifest_name(run))

    def manifest(self, run: str) -> Manifest:
        """The manifest of a run; LakeError ``unknown_run`` where it does not exist."""
        return read_manifest(self.storage, run)

    def manifests(self, runs: Iterable[str] = ()) -> list[Manifest]:
        """The manifests of runs that can be read, in the order of their ids.

        Args:
            runs: ids; none: all committed runs, without those that cannot be read, which are told
                in `left_out`.

        Raises:
            LakeError: ``unknown_run``, or ``damaged_lake`` where one that is named, or none of
                all, can be read.
        """
        named = sorted(set(runs))
        sound = sound_runs(self.storage, named or None)
        if sound.broken and (named or not sound.manifests):
            why, *more = sound.broken.values()
            others = f" ({len(more)} more cannot be read)" if more else ""
            raise LakeError(
                f"{why}{others}; `paipu verify` looks at every run", code="damaged_lake"
            )
        self.left_out |= sound.broken
        return list(sound.manifests)

    def unfinished(self) -> dict[str, str]:
        """Runs that have files and no manifest, each with its rule set: begun and broken off."""
        committed_runs = set(self.runs())
        found = self._with_files()
        return {run: rules for run, rules in sorted(found.items()) if run not in committed_runs}

    def _with_files(self) -> dict[str, str]:
        """Runs that have a folder, each with its rule set, whatever their manifests say."""
        return {
            run.removeprefix("run="): rules.removeprefix("rules=")
            for table in TABLES
            for rules in self.storage.folders(table)
            for run in self.storage.folders(f"{table}/{rules}")
        }

    def connect(self, runs: Iterable[str] = ()) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection with a view for each table and one of the runs.

        Args:
            runs: which are shown; none, and errors: as of `manifests`.
        """
        return connect(self.storage, self.manifests(runs))

    @contextlib.contextmanager
    def writing(self, run: str) -> Iterator[None]:
        """Be the only process on this machine that writes a run; clears its leftovers.

        Raises:
            LakeError: with code ``busy`` where another process writes it.
        """
        with self.storage.lock(run):
            self.storage.clear_staged(run)
            yield

    def commit(self, manifest: Manifest) -> None:
        """Make a run exist: its parts are in place, the manifest is the commit."""
        write_manifest(self.storage, manifest)
        write_views(self.storage)

    def refresh_views(self) -> None:
        """Write ``views.sql`` anew, as after the lake was moved."""
        write_views(self.storage)

    def removable(self, runs: Sequence[str]) -> list[str]:
        """Runs in the order in which they may go: what scores hands again before their parent.

        Raises:
            LakeError: with code ``has_children`` where other runs have their hands of one of them.
        """
        children: dict[str, list[str]] = {run: [] for run in runs}
        for run in self.runs():
            try:
                parent = self.manifest(run).parent
            except LakeError:
                # Whose hands it scored nobody can tell any more; other kinds have no parent.
                if "-rescore-" in run and run not in children:
                    raise
                continue
            if parent in children:
                children[parent].append(run)
        for run, found in children.items():
            left = [each for each in found if each not in children]
            if left:
                words = " ".join(f"--delete {each}" for each in (run, *left))
                raise LakeError(
                    f"{run} holds the hands that {one_of(left)} scores again: remove all with "
                    f"`paipu runs {words}`",
                    code="has_children",
                )
        return sorted(children, key=lambda run: bool(children[run]))

    def delete(self, run: str) -> None:
        """Remove a run, or what is left of one that is unfinished or cannot be read.

        First the manifest goes, then the views, then the files.

        Raises:
            LakeError: where the run does not exist or is being written; with code ``has_children``
                where rescored runs have their hands of it.
        """
        self.removable([run])
        rules = self._with_files().get(run)
        if rules is None:
            rules = self.manifest(run).rules
        with self.writing(run):
            self.storage.remove(manifest_name(run))
            write_views(self.storage)
            self.drop_files(rules, run)

    def drop_unlisted(self, manifest: Manifest) -> None:
        """Remove files of a committed run that its manifest does not list (any more)."""
        listed = {file.path for part in manifest.parts for file in part.files.values()}
        for table in TABLES:
            folder = run_folder(table, manifest.rules, manifest.run)
            for name in self.storage.names(folder, ".parquet"):
                if f"{folder}/{name}" not in listed:
                    self.storage.remove(f"{folder}/{name}")

    def drop_files(self, rules: str, run: str) -> None:
        """Remove the files of a run that has no manifest (any more)."""
        for table in TABLES:
            self.storage.remove_folder(run_folder(table, rules, run))
