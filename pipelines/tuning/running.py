"""A tuning file carried out: price, search where targets are stated, write, play again."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import duckdb
import numpy as np
import polars as pl

from pipelines import analysis
from pipelines.analysis.statistics import with_estimates
from pipelines.lake import Lake, Manifest
from pipelines.lake.views import connect
from pipelines.simulate.planning import KIND
from pipelines.tuning.measuring import Measures, Rescorer
from pipelines.tuning.proposing import (
    PLAYS,
    Proposal,
    Task,
    plan_task,
    proposal_frame,
    propose,
)
from pipelines.tuning.rarities import Ints
from pipelines.tuning.searching import Found, Space, search
from pipelines.tuning.writing import check_output, write_table
from schemas.errors import UsageError
from schemas.ruleset import RuleSet
from schemas.tuning import MEASURES, Target
from schemas.tuning_files import load_tuning

WINS_ALONE: Final = ("draw_rate", "self_draw_share")
"""Measures that a table changes through the minimum alone while the play is kept."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a tuning file led to.

    Attributes:
        task: the file and what it names.
        proposal: the table that rarity proposes.
        patterns: frame of `proposal_frame`, with the table that was written as ``new``.
        found: the search; None where no target is stated.
        measures: frame of measures today and of the written table; None where there is no search.
        hands: stored hands that targets were measured on.
        written: the rule set in the file.
    """

    task: Task
    proposal: Proposal
    patterns: pl.DataFrame
    found: Found | None
    measures: pl.DataFrame | None
    hands: int
    written: RuleSet


@dataclass(frozen=True, slots=True)
class Played:
    """What the new table made of one run's play.

    Attributes:
        play: ``natural`` or ``strategic``.
        run: under today's table.
        new_run: the same play on the same walls under the new one.
        measures: frame of `pipelines.analysis.paired_measures`, new − old.
        patterns: frame of `pipelines.analysis.pattern_moves`.
    """

    play: str
    run: str
    new_run: str
    measures: pl.DataFrame
    patterns: pl.DataFrame


def plan_file(file: str, lake: Lake) -> Task:
    """Read a tuning file and find what it names.

    Raises:
        InputError: where the file does not validate.
        RulesError, UsageError: where a rule set or a run that it names is none for it.
    """
    return plan_task(load_tuning(file), Path(file).parent, lake)


def tune(task: Task, lake: Lake) -> Tuned:
    """Carry out a tuning file; the rule-set file is written last, or not at all.

    Raises:
        UsageError: where what it asks for cannot be done.
    """
    tuning = task.tuning
    check_output(task.output, task.rules)
    shown = {one.run: one for one in (*task.natural, *task.strategic)}
    with closing(connect(lake.storage, list(shown.values()))) as con:
        proposal = propose(con, task)
        found, measures, hands = None, None, 0
        table: Ints = proposal.table
        if tuning.target:
            rescorer = _rescorer(lake, con, task, proposal)
            _check_fixed_play(tuning.target, task.ruleset, rescorer(proposal.today))
            space = Space(proposal.nearest, proposal.scale, proposal.today, proposal.table)
            found = search(rescorer, space, tuning.target, tuning.search)
            table = np.array(found.chosen.table, np.int64)
            measures = _measures_frame(rescorer, proposal, table)
            hands = rescorer.hands
        patterns = proposal_frame(proposal, task.ruleset).with_columns(pl.Series("new", table))
    values = {key: int(v) for key, v in zip(proposal.patterns, table, strict=True)}
    written = write_table(task.output, task.rules, task.ruleset, values, name=task.name)
    return Tuned(task, proposal, patterns, found, measures, hands, written)


def runs_to_play(task: Task) -> list[tuple[str, Manifest]]:
    """The simulated runs that the new table can be played like, each with its kind of play."""
    return [(play, one) for play in PLAYS for one in getattr(task, play) if one.kind == KIND]


def check_replayable(task: Task) -> None:
    """Tell before anything is done that there is nothing to play again.

    Raises:
        UsageError: where no run that the tuning file names is simulated.
    """
    if not runs_to_play(task):
        raise UsageError(
            "--resimulate plays the new table as the runs in rarity.natural and rarity.strategic "
            "were played: none of them is simulated"
        )


def moves_of(lake: Lake, task: Task, play: str, run: str, new_run: str) -> Played:
    """What the new table does to how hands go and to the frequency of patterns."""
    with closing(lake.connect([run, new_run])) as con:
        return Played(
            play,
            run,
            new_run,
            analysis.paired_measures(con, [run], [new_run]),
            analysis.pattern_moves(con, [run], [new_run], task.ruleset),
        )


def _rescorer(
    lake: Lake, con: duckdb.DuckDBPyConnection, task: Task, proposal: Proposal
) -> Rescorer:
    runs = task.runs or [one.run for one in (*task.natural, *task.strategic)]
    hands = task.tuning.search.hands
    return Rescorer(lake, con, runs, proposal, hands=hands)


def _check_fixed_play(targets: tuple[Target, ...], ruleset: RuleSet, today: Measures) -> None:
    """Refuse targets for what values cannot change while the play is kept."""
    if ruleset.win.minimum:
        return
    for target in targets:
        if target.measure in WINS_ALONE:
            raise UsageError(
                f"{target.measure} stays {today[target.measure]:.4g}: {ruleset.name} has no "
                "minimum, so that values do not change who wins; it can only move when the new "
                "table is played (--resimulate)"
            )


def _measures_frame(rescorer: Rescorer, proposal: Proposal, table: Ints) -> pl.DataFrame:
    """Measures of today's table, of the proposed one and of the one that is written.

    Returns:
        ``measure``, ``n`` (stored hands), and ``today``, ``proposed``, ``new`` and ``move`` (new −
        today on the same hands), each with ``_low`` and ``_high``. The last rows are ``unwon``, the
        share of the stored wins that are none, and ``earlier``, that of the hands in which a
        completion would have become a win.
    """
    columns = {
        "today": rescorer.estimates(proposal.today),
        "proposed": rescorer.estimates(proposal.table),
        "new": rescorer.estimates(table),
        "move": rescorer.estimates(proposal.today, table),
    }
    names = [*MEASURES, "unwon", "earlier"]
    frame = pl.DataFrame({"measure": names, "n": [rescorer.hands] * len(names)})
    for name, found in columns.items():
        frame = with_estimates(frame, [found[key] for key in names], name, prefix=f"{name}_")
    return frame
