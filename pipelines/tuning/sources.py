"""Which runs a tuning file measures rarity on, and whether they are runs of its table."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.lake import Lake, Manifest
from pipelines.lake.identity import listed_runs
from pipelines.simulate.planning import KIND, with_walls
from schemas.errors import UsageError
from schemas.rules_text import differences
from schemas.ruleset import RuleSet


def runs_of_table(lake: Lake, ruleset: RuleSet, runs: Sequence[str]) -> list[Manifest]:
    """The manifests of runs that were played under a rule set, its walls apart.

    Raises:
        LakeError: where a run is not there.
        UsageError: where a run was played under another table, or holds no win.
    """
    manifests = []
    for run in runs:
        if not lake.has(run):
            known = [one.run for one in lake.manifests() if one.is_under(_as_played(one, ruleset))]
            runs_there = (
                f"runs under {ruleset.name} are {listed_runs(known)}"
                if known
                else (f"there is no run under {ruleset.name}; `paipu simulate` plays some")
            )
            raise UsageError(f"{lake.uri}: no run {run!r}; {runs_there}")
        [manifest] = lake.manifests([run])
        if not manifest.is_under(_as_played(manifest, ruleset)):
            raise UsageError(_mismatch(manifest, ruleset))
        if not manifest.rows.get("wins"):
            raise UsageError(f"run {run} holds no win: rarity cannot be measured on it")
        manifests.append(manifest)
    return manifests


def _as_played(manifest: Manifest, ruleset: RuleSet) -> RuleSet:
    """The rule set with the walls of a simulated run, where it can have them."""
    if manifest.kind != KIND or manifest.rule_set is None:
        return ruleset
    if manifest.rule_set["system"] != ruleset.system:
        return ruleset
    try:
        return with_walls(ruleset, manifest.options["walls"])
    except UsageError:  # rules that such walls do not go with are not the run's
        return ruleset


def _mismatch(manifest: Manifest, ruleset: RuleSet) -> str:
    if manifest.rule_set is None:
        return f"run {manifest.run} holds records of unknown rules"
    played = manifest.ruleset()
    if played.system != ruleset.system:
        return (
            f"run {manifest.run} holds hands of {played.system}: its patterns are not those of "
            f"{ruleset.name} ({ruleset.system})"
        )
    found = differences(_as_played(manifest, ruleset), played)
    first = f": {found[0].what} is {found[0].right}, not {found[0].left}" if found else ""
    return (
        f"run {manifest.run} was played under {manifest.rules}, which differs from {ruleset.name} "
        f"in {len(found)} points{first}"
    )
