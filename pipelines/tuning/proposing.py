"""From a tuning file to a proposed table: rarity, line, mispricing, the nearest allowed values.

A pattern that was seen is to be worth what the line says. One that was never seen keeps today's
value, unless the line gives more already at the bound of its rarity.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import duckdb
import numpy as np
import polars as pl

from pipelines import analysis
from pipelines.lake import Lake, Manifest
from pipelines.tuning.constraints import Choices, Nearest, choices_of
from pipelines.tuning.effects import joint_rarities
from pipelines.tuning.fitting import Line, Scale, fit_line
from pipelines.tuning.rarities import (
    Floats,
    Ints,
    Rarities,
    combined_rarities,
    counted_rarities,
    priced_patterns,
)
from pipelines.tuning.sources import runs_of_table
from pipelines.tuning.writing import name_of
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tuning import Tuning

PLAYS: Final = ("natural", "strategic")
_MULTIPLIES: Final = ("product", "flower_formula")
"""Kinds of scoring whose values are factors: their logarithms add up."""


@dataclass(frozen=True, slots=True)
class Task:
    """A tuning file with what it names: the table, and the runs to measure on.

    Attributes:
        tuning: the file.
        rules: preset, or path of the rule-set file.
        ruleset: today's table.
        output: the file that is written.
        name: of the new rule set.
        natural, strategic: manifests of the runs of each kind of play.
    """

    tuning: Tuning
    rules: str
    ruleset: RuleSet
    output: Path
    name: str
    natural: tuple[Manifest, ...]
    strategic: tuple[Manifest, ...]

    @property
    def runs(self) -> list[str]:
        """Ids of the runs that rarity is measured on; none where it is exact."""
        frequency = self.tuning.rarity.frequency
        return [] if frequency == "exact" else [one.run for one in getattr(self, frequency)]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A priced table; arrays hold one entry a pattern.

    Attributes:
        patterns: keys of the priced patterns, in the order of the catalogue.
        today: their values.
        single: frequency of each pattern by itself.
        rarities: what the line was laid through: `single`, or joint effects.
        scale: on which scores are on a line.
        line: with the mispricing of today's values.
        scores: that the table was to come near.
        nearest: finds allowed tables.
        table: the allowed values nearest to `scores`.
    """

    patterns: tuple[str, ...]
    today: Ints
    single: Rarities
    rarities: Rarities
    scale: Scale
    line: Line
    scores: Floats
    nearest: Nearest
    table: Ints

    @property
    def choices(self) -> Choices:
        """The tables that the constraints allow."""
        return self.nearest.choices

    def mispricing(self, table: Ints) -> float:
        """How far a table is from the line: root mean square over the patterns with a rarity."""
        beside = (self.scale.score(table) - self.line.score)[self.rarities.seen]
        return float(np.sqrt(np.mean(beside**2)))

    def distance(self, table: Ints) -> float:
        """How far a table is from today's: mean distance of the scores, all patterns alike."""
        return float(np.mean(np.abs(self.scale.score(table) - self.scale.score(self.today))))


def plan_task(tuning: Tuning, folder: Path, lake: Lake) -> Task:
    """Find what a tuning file names; files are looked up beside it.

    Raises:
        RulesError: where the rule set is none.
        UsageError: where a run is not there, was played under another table, or holds no win.
    """
    rules = str(folder / tuning.rules) if tuning.rules.endswith(".toml") else tuning.rules
    ruleset = load_ruleset(rules)
    output = folder / tuning.output
    options = tuning.rarity
    manifests = {
        play: tuple(runs_of_table(lake, ruleset, getattr(options, play))) for play in PLAYS
    }
    return Task(
        tuning=tuning,
        rules=rules,
        ruleset=ruleset,
        output=output,
        name=tuning.name or name_of(output),
        natural=manifests["natural"],
        strategic=manifests["strategic"],
    )


def propose(con: duckdb.DuckDBPyConnection, task: Task) -> Proposal:
    """Price the patterns of a table.

    Raises:
        UsageError: where rarity cannot price them, or the constraints allow no table.
    """
    ruleset, options = task.ruleset, task.tuning.rarity
    patterns = priced_patterns(ruleset)
    today = np.array([ruleset.patterns[key].value for key in patterns], np.int64)
    scale = Scale(options.form or ("power" if ruleset.scoring.kind in _MULTIPLIES else "log"))
    if options.frequency == "exact":
        single = combined_rarities(analysis.rarity(con, ruleset), patterns)
    else:
        single = counted_rarities(con, task.runs, patterns)
    rarities = joint_rarities(con, task.runs, single) if options.effects == "joint" else single
    line = fit_line(scale.score(today), rarities)
    scores = np.where(rarities.seen, line.score, np.fmax(scale.score(today), line.score))
    # A pattern that was looked for and never seen is rarer than all that were seen.
    order = np.where(rarities.unseen, np.inf, rarities.rarity)
    choices = choices_of(
        ruleset, patterns, task.tuning.constraints, rarity=order, highest=int(today.max())
    )
    nearest = Nearest(choices, scale)
    table = nearest(scores)
    return Proposal(patterns, today, single, rarities, scale, line, scores, nearest, table)


def proposal_frame(proposal: Proposal, ruleset: RuleSet) -> pl.DataFrame:
    """One row a priced pattern, in the order of the catalogue.

    Returns:
        ``pattern``, ``name``, ``name_en``; ``value`` (today's); ``wins``, ``n``, ``share``,
        ``low``, ``high`` (frequency; where it is exact only the share); ``measured`` (``seen``,
        ``unseen`` or ``no``); ``rarity``, ``rarity_error`` (what the line was laid through);
        ``line``, ``line_low``, ``line_high`` (the value of the line; of a pattern never seen the
        least that it can be, which has no upper end);
        ``mispricing``, ``mispricing_low``, ``mispricing_high`` (score of today's value − that of
        the line; in logarithms under the form ``power``), ``p_value``, ``q_value``; ``proposed``.
        Ends of intervals, p- and q-values are null where the frequency is exact.
    """
    line, rarities, single = proposal.line, proposal.rarities, proposal.single
    names = {one.key: one for one in ruleset.catalogue.patterns}
    scores = proposal.scale.score(proposal.today)
    exact = single.n == 0
    measured = np.where(rarities.seen, "seen", np.where(rarities.unseen, "unseen", "no"))
    numbers: dict[str, Floats] = {
        "share": np.where(single.unseen, 0.0, np.exp(-single.rarity)),
        "low": single.low,
        "high": single.high,
        "rarity": rarities.rarity,
        "rarity_error": np.where(rarities.seen, rarities.errors, np.nan),
        "line": proposal.scale.value(line.score),
        # Today's score is fixed: what the mispricing is uncertain by, the line is.
        "line_low": np.where(exact, np.nan, proposal.scale.value(scores - line.high)),
        "line_high": np.where(
            np.isfinite(line.low) & ~exact, proposal.scale.value(scores - line.low), np.nan
        ),
        "mispricing": line.mispricing,
        "mispricing_low": np.where(np.isfinite(line.low) & ~exact, line.low, np.nan),
        "mispricing_high": np.where(exact, np.nan, line.high),
        "p_value": np.where(exact, np.nan, line.p_value),
        "q_value": np.where(exact, np.nan, line.q_value),
    }
    counted = single.wins >= 0
    return pl.DataFrame(
        {
            "pattern": list(proposal.patterns),
            "name": [names[key].name for key in proposal.patterns],
            "name_en": [names[key].name_en for key in proposal.patterns],
            "value": proposal.today,
            "wins": np.where(counted, single.wins, 0),
            "n": np.where(counted, single.n, 0),
            "measured": measured.tolist(),
            **numbers,
            "proposed": proposal.table,
        }
    ).with_columns(
        pl.when(pl.Series(counted)).then(pl.col("wins", "n")),
        pl.col(*numbers).fill_nan(None),
    )
