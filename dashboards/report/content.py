"""What a report is about: the frames of every population and of what was loaded and refused.

Asks `pipelines.analysis` and computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Section:
    """One population: every frame that its part of the report shows."""

    population: analysis.Population
    headline: dict[str, Any]
    outcomes: pl.DataFrame
    patterns: pl.DataFrame
    totals: pl.DataFrame
    turns: pl.DataFrame
    seats: pl.DataFrame
    waits: pl.DataFrame
    items: pl.DataFrame
    limit: dict[str, Any]
    wildcards: pl.DataFrame
    payments: pl.DataFrame
    streaks: pl.DataFrame
    players: pl.DataFrame
    aborts: pl.DataFrame
    best: pl.DataFrame
    rare: pl.DataFrame
    rare_wins: pl.DataFrame
    agreement: pl.DataFrame
    disagreements: pl.DataFrame
    repeated_hands: int
    real_play: analysis.Beside | None
    balance: Balance
    skill: SkillAndLuck | None

    @property
    def policies(self) -> list[str]:
        """Who plays simulated hands, each policy once."""
        return policies_of(self.population)

    @property
    def hands(self) -> int:
        """Hands of the population."""
        return int(self.headline["hands"])

    @property
    def wins(self) -> int:
        """Wins of the population."""
        return int(self.headline["wins"])


@dataclass(frozen=True, slots=True)
class Loaded:
    """All runs of the report together: files, formats, refused records."""

    manifests: Sequence[Manifest]
    chosen: analysis.Filter
    left: analysis.Left
    sources: pl.DataFrame
    rejects: pl.DataFrame
    rejects_by_file: pl.DataFrame
    broken: Mapping[str, str]

    @property
    def hands(self) -> int:
        """Hands that were loaded."""
        return int(self.sources["hands"].sum())

    @property
    def refused(self) -> int:
        """Records that were refused."""
        return int(self.rejects["records"].sum())


def gather(
    con: duckdb.DuckDBPyConnection,
    manifests: Sequence[Manifest],
    chosen: analysis.Filter,
    broken: Mapping[str, str],
) -> Loaded:
    """What the runs loaded and refused, as far as a filter leaves it; `broken` ones are told."""
    runs = [manifest.run for manifest in manifests]
    return Loaded(
        manifests=manifests,
        chosen=chosen,
        left=analysis.left(con, runs),
        sources=analysis.sources(con, runs),
        rejects=analysis.rejects(con, runs, most=EXAMPLES),
        rejects_by_file=analysis.rejects_by_file(con, runs),
        broken=broken,
    )


def policies_of(population: analysis.Population) -> list[str]:
    """The policies that play a simulated population, each once."""
    named = (manifest.options.get("policies", []) for manifest in population.manifests)
    return sorted({policy for policies in named for policy in policies})


def _players(con: duckdb.DuckDBPyConnection, population: analysis.Population) -> pl.DataFrame:
    """How players fare, of simulated hands policies where there are several."""
    if population.kind == "ingest":
        return analysis.players(con, population.runs)
    runs = population.runs if len(policies_of(population)) > 1 else []
    return analysis.players(con, runs, by="policy")


def gather_section(con: duckdb.DuckDBPyConnection, population: analysis.Population) -> Section:
    """Every frame of one population."""
    runs = population.runs
    headline = analysis.headline(con, runs).row(0, named=True)
    patterns = analysis.pattern_frequency(con, runs, population.ruleset)
    seats = analysis.seats(con, runs)
    published = load_real_play(population.ruleset.system)
    beside = None
    # Tables at which several policies play are like no table of people or programs.
    alike = population.kind == "sim" and len(policies_of(population)) <= 1
    if published is not None and alike and headline["wins"]:
        beside = analysis.beside_real_play(
            con, runs, published, headline=headline, seats=seats, patterns=patterns
        )
    rare = analysis.rare_patterns(con, runs, most=RARE_WINS)
    return Section(
        population=population,
        headline=headline,
        outcomes=analysis.outcomes(con, runs),
        patterns=patterns,
        totals=analysis.totals(con, runs, each=population.ruleset.scoring.kind == "product"),
        turns=analysis.turns(con, runs),
        seats=seats,
        waits=analysis.waits(con, runs),
        items=analysis.win_items(con, runs),
        limit=analysis.limits(con, runs).row(0, named=True),
        wildcards=analysis.wildcards(con, runs),
        payments=analysis.payments(con, runs),
        streaks=analysis.streaks(con, runs),
        players=_players(con, population),
        aborts=analysis.abort_reasons(con, runs),
        best=analysis.win_details(con, analysis.best_wins(con, runs, most=BEST_WINS)),
        rare=rare,
        rare_wins=analysis.win_details(con, rare.head(RARE_SHOWN)),
        agreement=analysis.agreement(con, runs),
        disagreements=analysis.disagreements(con, runs, most=DISAGREEMENTS),
        repeated_hands=int(analysis.repeated_hands(con, runs)["hands"][0]),
        real_play=beside,
        balance=gather_balance(con, population),
        skill=_skill(con, population),
    )


def _skill(con: duckdb.DuckDBPyConnection, population: analysis.Population) -> SkillAndLuck | None:
    """Skill and luck, where a population is a duplicate run with two deals or more."""
    [manifest, *others] = population.manifests
    if others or not is_duplicate(manifest):
        return None
    found = skill_and_luck(con, manifest)
    return found if found.deals else None
