"""Rule sets side by side: which runs stand for each, and how they may be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import duckdb
import polars as pl

from engine import ENGINE_VERSION
from pipelines import analysis
from pipelines.analysis import Population
from pipelines.lake import Lake, Manifest
from pipelines.lake.identity import is_run_id
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset

if TYPE_CHECKING:
    from pipelines.simulate.planning import SimulationPlan

_WALLS: Final = ("seed", "single", "duplicate")
"""What two simulated runs must have in common to be dealt the same walls, beside the tiles."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of those that are compared: as it was named, and the runs that stand for it."""

    name: str
    population: Population

    @property
    def hands(self) -> int:
        """Hands of its runs."""
        return self.population.hands


@dataclass(frozen=True, slots=True)
class Difference:
    """How one side differs from the first.

    Attributes:
        name: the side that is compared with the first.
        paired: whether hands of the same walls were set side by side.
        measures: frame of `pipelines.analysis.paired_measures` or ``independent_measures``.
        patterns: frame of `pipelines.analysis.pattern_differences`; None where the two have other
            catalogues of patterns.
    """

    name: str
    paired: bool
    measures: pl.DataFrame
    patterns: pl.DataFrame | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Sides with their hands that the connection shows, their measures, and differences.

    `measures` are frames of `pipelines.analysis.measures`.
    """

    sides: tuple[Side, ...]
    hands: tuple[int, ...]
    measures: tuple[pl.DataFrame, ...]
    differences: tuple[Difference, ...]


def find_side(
    lake: Lake, name: str, *, seed: int, policy: str, walls: str | None = None
) -> Side | None:
    """The runs that stand for a run id, a preset or a rule-set file; None where there are none.

    A rule set is taken from its simulated run of single hands with this seed, policy and walls;
    where there is none, from the recorded runs under the same rules.

    Raises:
        LakeError: where the name is that of a run which is not there.
        RulesError: where it is neither a run nor a rule set.
        UsageError: where the policy or the walls are none.
    """
    if lake.has(name) or is_run_id(name):
        return Side(name, _population(lake.manifests([name])))
    plan = _plan(name, seed=seed, policy=policy, walls=walls)
    if lake.has(plan.run):
        return Side(name, _population(lake.manifests([plan.run])))
    known = lake.manifests()
    # The same play under rules that had fewer options then is a run of another id.
    earlier = [one for one in _alike(known, plan) if one.engine_version == ENGINE_VERSION]
    if earlier:
        most = max(earlier, key=lambda manifest: (manifest.summary.hands, manifest.run))
        return Side(name, _population([most]))
    wanted = load_ruleset(name)
    recorded = [
        manifest for manifest in known if manifest.kind == "ingest" and manifest.is_under(wanted)
    ]
    return Side(name, _population(recorded)) if recorded else None


def of_other_engines(
    lake: Lake, name: str, *, seed: int, policy: str, walls: str | None = None
) -> list[str]:
    """Simulated runs that would stand for a rule set, had this version of the engine played them.

    Returns:
        Run ids; none for the name of a run.
    """
    if lake.has(name) or is_run_id(name):
        return []
    plan = _plan(name, seed=seed, policy=policy, walls=walls)
    alike = _alike(lake.manifests(), plan)
    return [one.run for one in alike if one.engine_version != ENGINE_VERSION]


def _plan(name: str, *, seed: int, policy: str, walls: str | None) -> SimulationPlan:
    from pipelines.simulate.planning import plan_simulations  # kernels, which take seconds

    [plan] = plan_simulations([name], seed=seed, policy=policy, walls=walls, single=True)
    return plan


def _alike(known: Sequence[Manifest], plan: SimulationPlan) -> list[Manifest]:
    """Simulated runs of the same rules and options, whatever engine played them."""
    return [
        one
        for one in known
        if one.kind == "sim" and one.options == plan.options() and one.is_under(plan.ruleset)
    ]


def share_walls(one: Population, other: Population) -> bool:
    """Whether hands of the two were dealt from the same walls.

    So were the hands of a run and those that score them again.
    """
    if len(one.manifests) + len(other.manifests) > 2:
        return False
    first, second = one.manifests[0], other.manifests[0]
    if (first.parent or first.run) == (second.parent or second.run):
        return True
    mine, theirs = first.options, second.options
    simulated = "seed" in mine and "seed" in theirs
    same_walls = all(mine.get(key) == theirs.get(key) for key in _WALLS)
    rules, other_rules = one.ruleset, other.ruleset
    return bool(
        simulated
        and same_walls
        and rules.tiles == other_rules.tiles
        and rules.wall.kind == other_rules.wall.kind
        and (mine.get("single") or rules.session == other_rules.session)
    )


def compare(
    con: duckdb.DuckDBPyConnection, sides: Sequence[Side], *, paired: bool = False
) -> Comparison:
    """Set all sides beside the first one.

    Args:
        con: a connection with the views of the lake, filtered or not.
        sides: two or more.
        paired: refuse what cannot be compared on common walls.

    Raises:
        UsageError: where there are fewer than two sides, a side has no hand, or pairs are asked
            for and the walls are not the same.
    """
    if len(sides) < 2:
        raise UsageError("a comparison needs two rule sets or runs, or more")
    hands = [analysis.left(con, side.population.runs).hands for side in sides]
    for side, count in zip(sides, hands, strict=True):
        if count == 0:
            why = "the filter leaves none of its hands" if side.hands else "its runs hold no hand"
            raise UsageError(f"{side.name}: {why}")
    first, *others = sides
    measures = [analysis.measures(con, side.population.runs) for side in sides]
    differences = []
    for side, measured in zip(others, measures[1:], strict=True):
        common = share_walls(first.population, side.population)
        if paired and not common:
            raise _no_pairs(first.name, side.name)
        if common:
            found = analysis.paired_measures(con, first.population.runs, side.population.runs)
        else:
            found = analysis.independent_differences(measures[0], measured)
        patterns = _patterns(con, first.population, side.population)
        differences.append(Difference(side.name, common, found, patterns))
    return Comparison(tuple(sides), tuple(hands), tuple(measures), tuple(differences))


def check_pairs(names: Sequence[str], *, walls: str | None = None) -> None:
    """Refuse rule sets that are never dealt the same walls, before anything is played.

    Raises:
        UsageError: where the tiles or the kinds of walls of two of them differ.
    """
    from pipelines.simulate.planning import plan_simulations

    plans = plan_simulations(names, seed=1, policy="random", walls=walls, single=True)
    for plan in plans[1:]:
        first = plans[0].ruleset
        if plan.ruleset.tiles != first.tiles or plan.ruleset.wall.kind != first.wall.kind:
            raise _no_pairs(first.name, plan.rules)


def _patterns(
    con: duckdb.DuckDBPyConnection, one: Population, other: Population
) -> pl.DataFrame | None:
    if one.ruleset.system != other.ruleset.system:
        return None
    return analysis.pattern_differences(con, one.runs, other.runs, one.ruleset, other.ruleset)


def _no_pairs(one: str, other: str) -> UsageError:
    return UsageError(
        f"{one} and {other} were not dealt the same walls: pairs need rule sets with the same "
        "tiles, simulated with one seed"
    )


def _population(manifests: Sequence[Manifest]) -> Population:
    found = analysis.populations(manifests)
    if not found:
        raise UsageError(f"run {manifests[0].run} holds no hand under a known rule set")
    return found[0]
