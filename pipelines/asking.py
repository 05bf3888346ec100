"""The lake for notebooks: open it, ask for a statistic by name, get a Polars frame.

>>> from pipelines import open_lake
>>> lake = open_lake("data/lake")  # doctest: +SKIP
>>> lake.statistics()  # doctest: +SKIP
>>> lake.ask("pattern_frequency", rules="taiwan-standard", policy="greedy")  # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import duckdb
import polars as pl

from pipelines import analysis
from pipelines.analysis import Filter, Left, Population, Statistic, filtered, left
from pipelines.comparing import share_walls
from pipelines.lake import Lake, Manifest, readable
from pipelines.lake.identity import is_run_id
from pipelines.lake.storage import Storage
from pipelines.lake.views import connect
from schemas.errors import LakeError, UsageError, nearest, one_of
from schemas.rules_files import load_ruleset


@dataclass(frozen=True, slots=True)
class Answer:
    """What a statistic says, and of how much.

    Attributes:
        statistic: the question.
        chosen: the filter.
        left: hands and player-hands that the filter leaves, over all populations.
        populations: those that the frame is about.
        frame: one block of rows for each population, which ``rules`` and ``population`` name;
            without these columns where the statistic is told of all runs together.
    """

    statistic: Statistic
    chosen: Filter
    left: Left
    populations: tuple[Population, ...]
    frame: pl.DataFrame


class OpenLake:
    """A lake that answers questions by name. It always sees the runs that are committed now."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake

    def __repr__(self) -> str:
        return f"open_lake({self.lake.uri!r})"

    def runs(self) -> pl.DataFrame:
        """The committed runs: ``run``, ``rules``, ``kind``, ``started``, ``hands`` and more."""
        with self.connection() as con:
            found: pl.DataFrame = con.sql("from runs order by run").pl()
        return found

    @staticmethod
    def statistics() -> pl.DataFrame:
        """What can be asked.

        Returns:
            ``name``, ``question``, ``per`` (what is counted), ``grain``, ``columns``,
            ``arguments``.
        """
        known = analysis.statistics()
        return pl.DataFrame(
            {
                "name": [one.name for one in known],
                "question": [one.question for one in known],
                "per": [one.per for one in known],
                "grain": [one.grain for one in known],
                "columns": [list(columns(one)) for one in known],
                "arguments": [list(one.arguments) for one in known],
            },
            schema_overrides={"columns": pl.List(pl.String), "arguments": pl.List(pl.String)},
        )

    def ask(self, name: str, *, other: str | None = None, **told: Any) -> pl.DataFrame:
        """The answer to a statistic, population by population.

        Args:
            name: of the statistic.
            other: run id or rule set to set beside, for statistics that compare two populations.
            told: filters (the fields of `pipelines.analysis.Filter`: ``rules="mcr"``,
                ``policy=["greedy", "value"]`` …) and arguments of the statistic (``most=5``).

        Returns:
            The frame of the statistic, with ``rules`` and ``population`` before its columns.

        Raises:
            UsageError: where there is no such statistic, filter or argument, or the question makes
                no sense under the filter.
            LakeError: where there is no such run, it cannot be read, or no hand is left.
        """
        statistic = analysis.find_statistic(name)
        filters = {key: value for key, value in told.items() if key in Filter.model_fields}
        arguments = {key: value for key, value in told.items() if key not in filters}
        for key in arguments:
            if key not in statistic.arguments:
                valid = [*Filter.model_fields, *statistic.arguments]
                raise UsageError(
                    f"unknown keyword {key!r}{nearest(key, valid)}: {name} takes the filters "
                    f"{one_of(Filter.model_fields)}"
                    + (f", and {one_of(statistic.arguments)}" if statistic.arguments else ""),
                    code="bad_argument",
                )
        answer = self.answer(statistic, Filter(**filters), other=other, **arguments)
        self._warn()
        return answer.frame

    def answer(
        self, statistic: Statistic, chosen: Filter, *, other: str | None = None, **arguments: Any
    ) -> Answer:
        """`ask` with a ready filter, and with what the answer rests on."""
        statistic.check(chosen)
        told = {key: statistic.argument(key, value) for key, value in arguments.items()}
        if (other is not None) != statistic.compares:
            raise UsageError(
                f"{statistic.name} is about one population: other has no meaning"
                if other is not None
                else f"{statistic.name} compares two populations: other names the second, by a run "
                "or a rule set",
                code="bad_argument",
            )
        manifests = self.lake.manifests(_named(chosen, other))
        if not manifests:
            raise LakeError(f"{self.lake.uri}: the lake holds no runs yet", code="no_runs")
        with readable(), self._connection(manifests) as con:
            of_runs = Filter(run=chosen.run, rules=chosen.rules)
            with filtered(con, of_runs) as shown:
                runs = {run for (run,) in shown.sql("select run from runs").fetchall()}
            firsts = [manifest for manifest in manifests if manifest.run in runs]
            second = None if other is None else _second(manifests, other)
            both = chosen
            if second is not None:
                both = chosen.model_copy(update={"run": (*runs, *second.runs), "rules": ()})
            with filtered(con, both) as shown:
                return _answer(shown, statistic, chosen, firsts, second, told)

    @contextlib.contextmanager
    def connection(self, chosen: Filter | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
        """A DuckDB connection of its own, whose views show what a filter chooses.

        Runs that cannot be read are left out, with a warning that names them.
        """
        narrow = chosen or Filter()
        with self._connection(self.lake.manifests(narrow.run)) as con, filtered(con, narrow):
            self._warn()
            yield con

    @contextlib.contextmanager
    def _connection(self, manifests: Sequence[Manifest]) -> Iterator[duckdb.DuckDBPyConnection]:
        with readable():
            con = connect(self.lake.storage, manifests)
        with contextlib.closing(con):
            yield con

    def _warn(self) -> None:
        for why in self.lake.left_out.values():
            warnings.warn(f"left out: {why}", stacklevel=3)
        self.lake.left_out.clear()  # the next answer is about the lake as it is then


@cache
def columns(statistic: Statistic) -> dict[str, pl.DataType]:
    """The columns of a statistic's frame with their types: those of its answer about no hand."""
    resolved: dict[str, Any] = {"ruleset": load_ruleset("mcr"), "other_runs": []}
    with contextlib.closing(connect(Storage("."), [])) as con:
        needed = {key: resolved[key] for key in statistic.needs}
        return dict(statistic.function(con, [], **needed).schema)


def _answer(
    con: duckdb.DuckDBPyConnection,
    statistic: Statistic,
    chosen: Filter,
    manifests: Sequence[Manifest],
    second: Population | None,
    told: dict[str, Any],
) -> Answer:
    """Ask of every population that has a hand left."""
    if statistic.across:
        runs = [manifest.run for manifest in manifests]
        return Answer(statistic, chosen, left(con), (), statistic.function(con, runs, **told))
    counted = con.sql("select run::varchar, count(*) from hands group by run").fetchall()
    hands = dict(counted)
    found: list[tuple[Population, pl.DataFrame]] = []
    refusals: list[UsageError] = []
    for population in analysis.populations(manifests):
        if not any(run in hands for run in population.runs):
            continue
        if second is not None and second.runs == population.runs:
            continue
        try:
            found.append((population, _one(con, statistic, population, second, told)))
        except UsageError as error:
            if error.code != "not_applicable":
                raise
            refusals.append(error)
    if not found:
        raise refusals[0] if refusals else LakeError("the runs hold no hand", code="nothing_left")
    return Answer(
        statistic,
        chosen,
        left(con),
        tuple(population for population, _ in found),
        pl.concat([_told(*one) for one in found], how="vertical_relaxed"),
    )


def _one(
    con: duckdb.DuckDBPyConnection,
    statistic: Statistic,
    population: Population,
    second: Population | None,
    told: dict[str, Any],
) -> pl.DataFrame:
    """The answer about one population."""
    resolved = dict(told)
    if "ruleset" in statistic.needs:
        resolved["ruleset"] = population.ruleset
    if second is not None:
        if statistic.paired and not share_walls(population, second):
            raise UsageError(
                f"{population.name} and {second.name} were not dealt the same walls",
                code="not_applicable",
            )
        resolved["other_runs"] = second.runs
    return statistic.function(con, population.runs, **resolved)


def _named(chosen: Filter, other: str | None) -> tuple[str, ...]:
    """The runs that an answer is about, where all are named by their ids; else none."""
    if not chosen.run or (other is not None and not is_run_id(other)):
        return ()
    return (*chosen.run, *([] if other is None else [other]))


def _second(manifests: Sequence[Manifest], name: str) -> Population:
    """The one population that a run id or the name of a rule set stands for."""
    named = [one for one in manifests if name in (one.run, one.rules)]
    found = analysis.populations(named)
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"several populations are under {name}: {one_of(one.name for one in found)}",
            code="bad_argument",
        )
    known = sorted({one.rules for one in manifests} | {one.run for one in manifests})
    raise UsageError(
        f"no run and no rule set {name!r} in the lake{nearest(name, known)}", code="bad_argument"
    )


def _told(population: Population, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select(
        pl.lit(population.rules).alias("rules"),
        pl.lit(population.name).alias("population"),
        pl.all(),
    )
