"""What a rescoring makes: which hands, under which rules, in which parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from engine import ENGINE_VERSION
from pipelines.lake.identity import identity_hash, other_engine, run_id
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import PartKey
from pipelines.rescoring.differences import cautions
from pipelines.rescoring.preparing import Switch
from schemas.errors import LakeError, UsageError
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet

KIND: Final = "rescore"
_EXTENT: Final = re.compile(r"part-\d{5}(.*)\.parquet$")


@dataclass(frozen=True, slots=True)
class RescorePlan:
    """A rescored run before it is made.

    Attributes:
        run: its id.
        identity: full hash behind the id.
        switch: from the parent's rules to those that its hands are scored under.
        parent: manifest of the run that holds the hands.
        notices: what people should know, a sentence each.
    """

    run: str
    identity: str
    switch: Switch
    parent: Manifest
    notices: tuple[str, ...]

    @property
    def ruleset(self) -> RuleSet:
        """The rules to score the hands under."""
        return self.switch.ruleset

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self.ruleset.name

    @property
    def keeps_chances(self) -> bool:
        """Whether completions that were not taken are what their rows say."""
        return self.switch.keeps_worth and self.parent.engine_version == ENGINE_VERSION

    def options(self) -> dict[str, Any]:
        """For the manifest: how the hands came to be."""
        return dict(self.parent.options)

    def key(self, part: Part) -> PartKey:
        """The part of this run that belongs to one of the parent's."""
        file = part.files["hands"]
        extent = _EXTENT.search(file.path)
        return PartKey(
            run=self.run,
            rules=self.rules,
            identity=self.identity,
            part=part.part,
            content=f"{self.parent.run} {file.sha256}",
            extent=extent[1] if extent else "",
        )


def plan_rescoring(lake: Lake, run: str, rules: str) -> RescorePlan:
    """Settle a rescoring; nothing is written.

    Args:
        lake: the lake.
        run: whose hands; of a rescored run the parent's are taken.
        rules: a preset or a rule-set file.

    Raises:
        LakeError: ``unknown_run``, ``unfinished_run``, ``no_parent``.
        RulesError: where the rule set is unknown or does not validate.
        UsageError: where the run holds no hands, or none that these rules could score.
    """
    ruleset = load_ruleset(rules)
    if lake.has(run):
        lake.manifests([run])  # refuses one that cannot be read
    return settle_plan(lake, run, ruleset)


def settle_plan(lake: Lake, run: str, ruleset: RuleSet) -> RescorePlan:
    """As `plan_rescoring`, from a rule set that is loaded."""
    if not lake.has(run) and run in lake.unfinished():
        raise LakeError(
            f"run {run} was not finished: run the command that makes it again, then rescore it",
            code="unfinished_run",
        )
    manifest = lake.manifest(run)
    notices = []
    if manifest.parent is not None:
        notices.append(
            f"{run} scores the hands of {manifest.parent} again: these are scored, under "
            f"{ruleset.name}"
        )
        manifest = lake.manifest(manifest.parent)
    if not manifest.summary.hands:
        raise UsageError(f"run {manifest.run} holds no hand", code="no_hands")
    own = manifest.ruleset()
    switch = Switch.between(own, ruleset)
    notices += cautions(own, ruleset)
    if told := other_engine(manifest.run, manifest.engine_version):
        notices.append(told)
    identity = identity_hash(KIND, ruleset, parent=manifest.identity)
    return RescorePlan(run_id(KIND, ruleset, identity), identity, switch, manifest, tuple(notices))


def planned_again(lake: Lake, manifest: Manifest) -> RescorePlan:
    """The plan of a rescored run, from what its manifest says and its parent as it is now.

    Raises:
        LakeError: where it does not follow from them any more.
    """
    assert manifest.parent is not None
    plan = settle_plan(lake, manifest.parent, manifest.ruleset())
    if plan.identity != manifest.identity:
        raise LakeError(
            f"run {manifest.run} cannot be restored: its parent or the engine has changed since; "
            "remove it with `paipu runs --delete` and rescore again"
        )
    return plan
