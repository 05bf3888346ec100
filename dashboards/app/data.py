"""What pages read: the committed runs of a lake, and answers of the analysis, each asked once.

The manifests say what the lake holds. As long as they do not change, an answer stays true and is
kept; when they do, everything is read anew. So is what questions build upon: tables that all
connections of a snapshot share, and under a filter its own. Nothing is ever written.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from typing import Any, Final

import duckdb
import polars as pl
from cachetools import LRUCache, cached

from dashboards.app.replay import OpenedHand, open_hand
from pipelines.analysis import KEPT, Population, populations, prepare, share
from pipelines.lake import Lake, Manifest, readable
from pipelines.lake.filtering import filtered
from pipelines.lake.filters import Filter
from pipelines.lake.identity import listed_runs
from pipelines.lake.manifest import list_runs
from pipelines.lake.soundness import Soundness, sound_runs, still_sound
from pipelines.lake.views import connect
from schemas.errors import LakeError
from schemas.ruleset import RuleSet

_ANSWERS: Final = 512
"""Answers that are kept, each a small frame."""
_FILTERS: Final = 4
"""Filters whose choice of hands is kept."""
_HANDS: Final = 32
"""Opened hands that are kept."""
_LOOK_AGAIN: Final = 1.0
"""Seconds after which the lake is looked at again."""

Question = Callable[..., pl.DataFrame]


class _Narrowed:
    """A connection on which a filter stays; it goes when nobody holds it any more."""

    def __init__(self, con: duckdb.DuckDBPyConnection, chosen: Filter) -> None:
        self.alone = threading.Lock()
        self._kept = ExitStack()
        self.con = self._kept.enter_context(filtered(con, chosen))


class Snapshot:
    """The committed runs of a lake at one moment, and what was asked about them.

    Attributes:
        lake: the lake.
        sound: which of its runs can be read, and why the others cannot.
        manifests: of those that can, by their ids.
    """

    def __init__(self, lake: Lake, sound: Soundness) -> None:
        self.lake = lake
        self.sound = sound
        self.manifests = {each.run: each for each in sound.manifests}
        self._shared: duckdb.DuckDBPyConnection | None = None
        self._opening = threading.Lock()
        # Two requests for one answer: the second waits for the first instead of asking again.
        kept = cached(LRUCache(_ANSWERS), key=_answer_key, condition=threading.Condition())
        self._answer: Question = kept(self._compute)
        narrowed = cached(LRUCache(_FILTERS), condition=threading.Condition())
        self._narrowed: Callable[[Filter], _Narrowed] = narrowed(self._narrow)
        opened = cached(LRUCache(_HANDS), condition=threading.Condition())
        self._hand: Callable[[str, int], OpenedHand] = opened(partial(open_hand, lake))

    @cached_property
    def populations(self) -> list[Population]:
        """Runs that may be counted together."""
        return populations(self.manifests.values())

    def manifest(self, run: str) -> Manifest:
        """A committed run.

        Raises:
            LakeError: with code ``unknown_run`` where there is none of this name, with
                ``damaged_lake`` where it cannot be read.
        """
        if run in self.sound.broken:
            raise LakeError(self.sound.broken[run], code="damaged_lake")
        if run not in self.manifests:
            known = listed_runs(self.manifests, like=run) if self.manifests else "no run yet"
            raise LakeError(
                f"there is no run {run} in {self.lake.uri}; it has {known}", code="unknown_run"
            )
        return self.manifests[run]

    @contextmanager
    def connection(self, chosen: Filter) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection that nobody else uses in the block, with the views of the lake.

        Args:
            chosen: what the views show.

        Raises:
            LakeError: where the filter leaves nothing, or files cannot be read in the block.
            UsageError: where the filter names what does not occur.
        """
        with readable():
            if chosen:
                narrowed = self._narrowed(chosen)
                with narrowed.alone:
                    yield narrowed.con
                return
            con = self._connect()
            try:
                yield con
            finally:
                con.close()

    def ask(
        self, question: Question, *arguments: Any, chosen: Filter | None = None, **options: Any
    ) -> pl.DataFrame:
        """An answer of `pipelines.analysis`, from the cache where it was asked before.

        Args:
            question: a function that takes a connection first.
            arguments: lists, rule sets and plain values.
            chosen: which hands and players it is about.
            options: as `arguments`, by name.

        Raises:
            LakeError: where the filter leaves nothing, or files cannot be read.
            UsageError: where the filter names what does not occur.
        """
        return self._answer(question, *arguments, chosen=chosen or Filter(), **options)

    def _compute(
        self, question: Question, *arguments: Any, chosen: Filter, **options: Any
    ) -> pl.DataFrame:
        with self.connection(chosen) as con:
            return question(con, *arguments, **options)

    def _narrow(self, chosen: Filter) -> _Narrowed:
        return _Narrowed(self._connect(), chosen)

    def ahead(self, population: Population) -> Iterator[str]:
        """Work out what questions about a population build upon, before they are asked.

        Args:
            population: of the lake.

        Yields:
            The name of each part that is there now, so that others can be let by in between.

        Raises:
            LakeError: where files cannot be read.
        """
        if not self.lake.storage.local:
            return  # where nothing is shared among connections
        for name in KEPT:
            with self.connection(Filter()) as con:
                prepare(con, name, population.runs)
            yield name

    def hand(self, run: str, hand_id: int) -> OpenedHand:
        """A stored hand, replayed; kept for those who come back to it.

        Raises:
            LakeError: where it does not exist, or files cannot be read.
            ActionError: where the rules refuse a stored event.
        """
        return self._hand(run, hand_id)

    def _connect(self) -> duckdb.DuckDBPyConnection:
        """A cursor of the shared connection; of object stores, whose tables it hides, a new one."""
        if not self.lake.storage.local:
            return connect(self.lake.storage, list(self.manifests.values()))
        with self._opening:
            if self._shared is None:
                self._shared = connect(self.lake.storage, list(self.manifests.values()))
            return share(self._shared.cursor())


class LakeReader:
    """A lake that may grow, shrink, appear or vanish while it is being looked at."""

    def __init__(self, uri: str) -> None:
        """Name a lake; it need not be there yet."""
        self.uri = Lake(uri).uri
        self._lock = threading.Lock()
        self._state: Any = None
        self._snapshot: Snapshot | None = None
        self._looked = 0.0

    def snapshot(self) -> Snapshot:
        """What is committed now; the same object as long as nothing changes.

        Raises:
            LakeError: where there is no lake.
        """
        with self._lock:
            if self._snapshot is not None and time.monotonic() - self._looked < _LOOK_AGAIN:
                return self._snapshot
            self._snapshot = self._look(self._snapshot)
            self._looked = time.monotonic()
            return self._snapshot

    def _look(self, before: Snapshot | None) -> Snapshot:
        lake = Lake.existing(self.uri)
        state = _state(lake)
        if before is not None and state == self._state and still_sound(lake.storage, before.sound):
            return before
        found = Snapshot(lake, sound_runs(lake.storage))
        self._state = state
        return found


def _state(lake: Lake) -> tuple[Any, ...]:
    """What tells whether a manifest has come, gone or changed."""
    folder = lake.storage
    runs = list_runs(folder)
    infos = folder.filesystem.get_file_info([folder.path(f"runs/{run}.json") for run in runs])
    return tuple((run, info.size, info.mtime_ns) for run, info in zip(runs, infos, strict=True))


def _answer_key(question: Question, *arguments: Any, **options: Any) -> Any:
    named = tuple((name, _key(each)) for name, each in sorted(options.items()))
    return (question.__module__, question.__qualname__, *map(_key, arguments), named)


def _key(value: Any) -> Any:
    """Something hashable that stands for an argument."""
    if isinstance(value, RuleSet):
        return value.hash
    if isinstance(value, list | tuple):
        return tuple(_key(each) for each in value)
    return value
