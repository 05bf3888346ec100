"""Which runs may be counted together: hands of one population, under one rule set.

Recorded runs of one rule set, scored by one version of the engine, form one population. A
simulated or rescored run is a population of its own, since its policies or its parent set it apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pipelines.lake import Manifest
from schemas.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Population:
    """Runs whose hands are counted together.

    Attributes:
        rules: name of the rule set.
        kind: ``ingest``, ``sim`` or ``rescore``.
        ruleset: as it was when the runs were made.
        manifests: of the runs, in the order of their ids.
    """

    rules: str
    kind: str
    ruleset: RuleSet
    manifests: tuple[Manifest, ...]

    @property
    def name(self) -> str:
        """The id of its run; of several, the first and how many more."""
        more = len(self.manifests) - 1
        return f"{self.manifests[0].run} +{more}" if more else self.manifests[0].run

    @property
    def runs(self) -> list[str]:
        """Run ids, for the ``$runs`` of a query."""
        return [manifest.run for manifest in self.manifests]

    @property
    def rescored(self) -> bool:
        """Whether it scores hands of another one again."""
        return self.manifests[0].parent is not None

    @property
    def hands(self) -> int:
        """Hands of its runs."""
        return sum(manifest.summary.hands for manifest in self.manifests)


def populations(manifests: Iterable[Manifest]) -> list[Population]:
    """Sort runs into populations, in the order of rule set and kind.

    Runs that hold nothing but records of no known rule set belong to none.
    """
    groups: dict[tuple[str, str, str, str, int], list[Manifest]] = {}
    for manifest in manifests:
        if manifest.rule_set is None:
            continue
        alone = "" if manifest.kind == "ingest" else manifest.run
        key = (
            manifest.rules,
            manifest.kind,
            alone,
            manifest.current_hash or manifest.rules_hash or "",
            manifest.engine_version,
        )
        groups.setdefault(key, []).append(manifest)
    return [
        Population(
            rules=members[0].rules,
            kind=members[0].kind,
            ruleset=members[0].ruleset(),
            manifests=tuple(sorted(members, key=lambda manifest: manifest.run)),
        )
        for _, members in sorted(groups.items())
    ]


def standing(population: Population) -> tuple[int, bool, datetime]:
    """What populations are put in order by where nobody names one: the largest comes first.

    Most hands; of as many, hands as they were played or recorded before those that are scored
    again; then the newest.
    """
    newest = max(each.finished for each in population.manifests)
    return population.hands, not population.rescored, newest


def largest_populations(known: Iterable[Population]) -> list[Population]:
    """Of each rule set the population that stands first, in the order of their names."""
    largest: dict[str, Population] = {}
    for each in known:
        before = largest.get(each.rules)
        if before is None or standing(each) > standing(before):
            largest[each.rules] = each
    return list(largest.values())
