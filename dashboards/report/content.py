"""What a report is about: the frames of every population and of what was loaded and refused.

Asks `pipelines.analysis` for what is shown, and computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import duckdb
import polars as pl

from dashboards.report.balance import Balance, gather_balance
from pipelines import analysis
from pipelines.duplicates import SkillAndLuck, is_duplicate, skill_and_luck
from pipelines.lake import Manifest
from schemas.real_play import load_real_play

BEST_WINS: Final = 6
"""Wins drawn tile by tile as the best of a population."""
RARE_WINS: Final = 3
"""A pattern that occurs in at most so many wins is listed as rare."""
RARE_SHOWN: Final = 12
"""Rare patterns that are shown with an example hand."""
EXAMPLES: Final = 3
"""Refused records shown for each reason."""
DISAGREEMENTS: Final = 20
PLAYERS: Final = 24
"""Players that are listed, those with most hands."""


class Section:
    """One population, and every frame that its part of the report shows.

    A frame is asked for when it is first needed, so that chapters that nobody shows cost nothing;
    the connection has to be open until then.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, population: analysis.Population) -> None:
        """Name a population; nothing is asked yet."""
        self.population = population
        self._con = con
        self._runs = population.runs

    @property
    def policies(self) -> list[str]:
        """Who plays simulated hands, each policy once."""
        named = (manifest.options.get("policies", []) for manifest in self.population.manifests)
        return sorted({policy for policies in named for policy in policies})

    @property
    def hands(self) -> int:
        """Hands of the population."""
        return int(self.headline["hands"])

    @property
    def wins(self) -> int:
        """Wins of the population."""
        return int(self.headline["wins"])

    @cached_property
    def headline(self) -> dict[str, Any]:
        """The row of `pipelines.analysis.headline`."""
        return analysis.headline(self._con, self._runs).row(0, named=True)

    @cached_property
    def outcomes(self) -> pl.DataFrame:
        """How hands end."""
        return analysis.outcomes(self._con, self._runs)

    @cached_property
    def patterns(self) -> pl.DataFrame:
        """Patterns by frequency."""
        return analysis.pattern_frequency(self._con, self._runs, self.population.ruleset)

    @cached_property
    def totals(self) -> pl.DataFrame:
        """Totals of wins; of products each for itself."""
        each = self.population.ruleset.scoring.kind == "product"
        return analysis.totals(self._con, self._runs, each=each)

    @cached_property
    def turns(self) -> pl.DataFrame:
        """Turns of wins."""
        return analysis.turns(self._con, self._runs)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Rates and points by seat."""
        return analysis.seats(self._con, self._runs)

    @cached_property
    def waits(self) -> pl.DataFrame:
        """Kinds of waits."""
        return analysis.waits(self._con, self._runs)

    @cached_property
    def items(self) -> pl.DataFrame:
        """Points by item."""
        return analysis.win_items(self._con, self._runs)

    @cached_property
    def limit(self) -> dict[str, Any]:
        """The row of `pipelines.analysis.limits`."""
        return analysis.limits(self._con, self._runs).row(0, named=True)

    @cached_property
    def wildcards(self) -> pl.DataFrame:
        """Wins by wildcards in use."""
        return analysis.wildcards(self._con, self._runs)

    @cached_property
    def payments(self) -> pl.DataFrame:
        """What is paid."""
        return analysis.payments(self._con, self._runs)

    @cached_property
    def streaks(self) -> pl.DataFrame:
        """The dealer's streaks."""
        return analysis.streaks(self._con, self._runs)

    @cached_property
    def players(self) -> pl.DataFrame:
        """How players fare, of simulated hands policies where there are several."""
        if self.population.kind == "ingest":
            return analysis.players(self._con, self._runs)
        runs = self._runs if len(self.policies) > 1 else []
        return analysis.players(self._con, runs, by="policy")

    @cached_property
    def aborts(self) -> pl.DataFrame:
        """Aborted hands."""
        return analysis.abort_reasons(self._con, self._runs)

    @cached_property
    def best(self) -> pl.DataFrame:
        """The wins of highest total, with their tiles."""
        best = analysis.best_wins(self._con, self._runs, most=BEST_WINS)
        return analysis.win_details(self._con, best)

    @cached_property
    def rare(self) -> pl.DataFrame:
        """Patterns of few wins."""
        return analysis.rare_patterns(self._con, self._runs, most=RARE_WINS)

    @cached_property
    def rare_wins(self) -> pl.DataFrame:
        """A win of each of the first rare patterns, with its tiles."""
        return analysis.win_details(self._con, self.rare.head(RARE_SHOWN))

    @cached_property
    def agreement(self) -> pl.DataFrame:
        """Recorded beside computed scores."""
        return analysis.agreement(self._con, self._runs)

    @cached_property
    def disagreements(self) -> pl.DataFrame:
        """Hands whose record says something else."""
        return analysis.disagreements(self._con, self._runs, most=DISAGREEMENTS)

    @cached_property
    def repeated_hands(self) -> int:
        """Hands that count more than once."""
        return int(analysis.repeated_hands(self._con, self._runs)["hands"][0])

    @cached_property
    def real_play(self) -> analysis.Beside | None:
        """Simulated hands beside published figures; None where there are none to set beside."""
        published = load_real_play(self.population.ruleset.system)
        # Tables at which several policies play are like no table of people or programs.
        alike = self.population.kind == "sim" and len(self.policies) <= 1
        if published is None or not alike or not self.wins:
            return None
        return analysis.beside_real_play(
            self._con,
            self._runs,
            published,
            headline=self.headline,
            seats=self.seats,
            patterns=self.patterns,
        )

    @cached_property
    def balance(self) -> Balance:
        """What the chapter on balance shows."""
        return gather_balance(self._con, self.population)

    @cached_property
    def skill(self) -> SkillAndLuck | None:
        """Skill and luck, where the population is a duplicate run with two deals or more."""
        [manifest, *others] = self.population.manifests
        if others or not is_duplicate(manifest):
            return None
        found = skill_and_luck(self._con, manifest)
        return found if found.deals else None


class Loaded:
    """All runs of the report together: files, formats, refused records; asked for as of `Section`.

    Attributes:
        manifests: of the runs.
        chosen: the filter.
        broken: why runs of the lake are left out that cannot be read, by their ids.
    """

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        manifests: Sequence[Manifest],
        chosen: analysis.Filter,
        broken: Mapping[str, str],
    ) -> None:
        """Name the runs; nothing is asked yet."""
        self.manifests = manifests
        self.chosen = chosen
        self.broken = broken
        self._con = con
        self._runs = [manifest.run for manifest in manifests]

    @cached_property
    def left(self) -> analysis.Left:
        """What the filter leaves."""
        return analysis.left(self._con, self._runs)

    @cached_property
    def sources(self) -> pl.DataFrame:
        """Hands by run, format and file."""
        return analysis.sources(self._con, self._runs)

    @cached_property
    def rejects(self) -> pl.DataFrame:
        """Refused records by reason."""
        return analysis.rejects(self._con, self._runs, most=EXAMPLES)

    @cached_property
    def rejects_by_file(self) -> pl.DataFrame:
        """Refused records by file."""
        return analysis.rejects_by_file(self._con, self._runs)

    @property
    def hands(self) -> int:
        """Hands that were loaded."""
        return int(self.sources["hands"].sum())

    @property
    def refused(self) -> int:
        """Records that were refused."""
        return int(self.rejects["records"].sum())
