"""Which runs stand for natural play, blind to what patterns are worth, and which for strategic.

What nobody names is chosen so that it can be said in one sentence: of the runs in the lake that are
of a kind, those of one way to play, the one with most hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pipelines.lake import Lake, Manifest
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

Kind = Literal["natural", "strategic"]

BLIND: Final = ("greedy", "random")
"""Policies that do not look at what patterns are worth."""
KNOWING: Final = ("value", "value-fitted")
"""Policies that do."""
RECORDED: Final = "recorded"
"""How people and programs on record play: they know the table."""
SIMULATED_BY: Final[dict[Kind, str]] = {"natural": "greedy", "strategic": "value"}
"""The policy of a run that is simulated to stand for a kind of play."""


@dataclass(frozen=True, slots=True)
class Play:
    """Runs that stand for a kind of play.

    Attributes:
        kind: natural or strategic.
        ways: how their hands were played: policies, or `RECORDED`.
        manifests: of the runs, none where the lake has none.
        named: whether somebody named the runs.
    """

    kind: Kind
    ways: tuple[str, ...]
    manifests: tuple[Manifest, ...]
    named: bool

    @property
    def runs(self) -> list[str]:
        """Run ids."""
        return [manifest.run for manifest in self.manifests]


def kind_of_play(manifest: Manifest) -> Kind | None:
    """What a run stands for; None where its players differ in kind, or its hands were scored again.

    Recorded runs are strategic.
    """
    if manifest.kind == "ingest":
        return "strategic"
    names = {policy.partition(":")[0] for policy in manifest.options.get("policies", ())}
    if manifest.kind != "sim" or not names:
        return None
    if names <= set(BLIND):
        return "natural"
    return "strategic" if names <= set(KNOWING) else None


def find_play(manifests: Iterable[Manifest], ruleset: RuleSet, kind: Kind) -> Play:
    """The runs under a rule set that stand for a kind of play where nobody names any.

    Runs are grouped by how they were played; the group with most hands is taken, of equal ones the
    first by name.
    """
    groups: dict[str, list[Manifest]] = {}
    for manifest in manifests:
        if kind_of_play(manifest) == kind and manifest.summary.hands and manifest.is_under(ruleset):
            groups.setdefault(_way(manifest), []).append(manifest)
    if not groups:
        return Play(kind, (), (), named=False)
    way = min(groups, key=lambda one: (-sum(each.summary.hands for each in groups[one]), one))
    found = sorted(groups[way], key=lambda manifest: manifest.run)
    return Play(kind, (way,), tuple(found), named=False)


def named_play(lake: Lake, names: Sequence[str], ruleset: RuleSet, kind: Kind) -> Play:
    """The runs that somebody names for a kind of play, each once.

    Raises:
        LakeError: where the lake has no such run.
        UsageError: where a run holds no hand, or was scored by other tiles, shapes or patterns.
    """
    found = []
    for name in dict.fromkeys(names):
        [manifest] = lake.manifests([name])
        if manifest.summary.hands == 0:
            raise UsageError(f"run {name} holds no hand")
        if manifest.rule_set is None or not _scored_alike(manifest.ruleset(), ruleset):
            raise UsageError(
                f"run {name} was scored under {manifest.rules}, whose tiles, shapes or patterns "
                f"are not those of {ruleset.name}"
            )
        found.append(manifest)
    return Play(kind, tuple(dict.fromkeys(_way(one) for one in found)), tuple(found), named=True)


def _way(manifest: Manifest) -> str:
    policies = manifest.options.get("policies")
    if not policies:
        return RECORDED
    return ", ".join(policies if len(set(policies)) > 1 else policies[:1])


def _scored_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether a win is worth the same under two rule sets; walls and sessions may differ."""
    return (
        one.system == other.system
        and one.tiles == other.tiles
        and one.win == other.win
        and one.wildcard == other.wildcard
        and one.scoring == other.scoring
        and one.patterns == other.patterns
    )
