"""Which hands a page is about: a rule set and runs under it, as the address says or by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.choices import Option, one_of_list, option, several_of_list
from dashboards.app.view import View
from pipelines.analysis import Population
from pipelines.lake import Manifest
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

NAMES: Final = ("rules", "run")
"""What the address says of a selection."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Runs under one rule set.

    Attributes:
        ruleset: as it was when the runs were made.
        manifests: of the runs.
    """

    ruleset: RuleSet
    manifests: tuple[Manifest, ...]

    @property
    def runs(self) -> list[str]:
        """Run ids."""
        return [each.run for each in self.manifests]

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self.manifests[0].rules

    @property
    def hands(self) -> int:
        """Hands of the runs."""
        return sum(each.summary.hands for each in self.manifests)

    @property
    def words(self) -> str:
        """The rule set and how its hands came to be."""
        made = dict.fromkeys(labels.how_made(each.kind, each.options) for each in self.manifests)
        return f"{self.ruleset.title_en} {self.ruleset.title}, {'; '.join(made)}"

    def values(self, prefix: str = "") -> dict[str, Sequence[str] | str]:
        """What an address needs to say to mean these hands."""
        return {f"{prefix}rules": self.rules, f"{prefix}run": self.runs}


def selected(view: View, prefix: str = "") -> Selection | None:
    """What the address selects; without a word the population of most hands.

    Args:
        view: the request.
        prefix: before the names in the address, for a second selection.

    Returns:
        None where the lake holds no run that could be selected.

    Raises:
        LakeError: where the address names a run that is not there.
        UsageError: where it names a rule set without runs, or runs that cannot be counted together.
    """
    known = view.snapshot.populations
    rules = view.address.one(f"{prefix}rules")
    runs = view.address.every(f"{prefix}run")
    if runs:
        return _of_runs([view.snapshot.manifest(run) for run in dict.fromkeys(runs)], rules)
    valid = sorted({each.rules for each in known})
    if rules and rules not in valid:
        view.address.choice(f"{prefix}rules", valid)
    fitting = [each for each in known if rules in ("", each.rules)]
    if not fitting:
        return None
    largest = max(largest_populations(fitting), key=_hands)
    return Selection(largest.ruleset, largest.manifests)


def selection_controls(view: View, chosen: Selection, prefix: str = "") -> list[Component]:
    """Controls for a rule set and its runs.

    Args:
        view: the request.
        chosen: what is selected now.
        prefix: before the names in the address.
    """
    return [rules_control(view, chosen.rules, prefix), runs_control(view, chosen, prefix)]


def rules_control(view: View, rules: str, prefix: str = "", *, anything: str = "") -> Component:
    """Choose a rule set that has runs."""
    names: dict[str, str] = {}
    for each in view.snapshot.populations:
        names.setdefault(each.rules, f"{each.ruleset.title_en} {each.ruleset.title} · {each.rules}")
    options = [option(key, label) for key, label in sorted(names.items(), key=lambda one: one[1])]
    return one_of_list(f"{prefix}rules", "Rule set", options, rules, anything=anything)


def runs_control(view: View, chosen: Selection, prefix: str = "") -> Component:
    """Choose runs under the chosen rule set."""
    options = [
        _run_option(each) for each in view.snapshot.manifests.values() if each.rules == chosen.rules
    ]
    return several_of_list(
        f"{prefix}run", "Runs", options, chosen.runs, anything="the run of most hands"
    )


def _run_option(manifest: Manifest) -> Option:
    made = labels.how_made(manifest.kind, manifest.options)
    hands = style.plural(manifest.summary.hands, "hand")
    return option(manifest.run, f"{made}, {hands} · {manifest.run.rpartition('-')[2]}")


def _hands(population: Population) -> int:
    return sum(each.summary.hands for each in population.manifests)


def largest_populations(known: Sequence[Population]) -> list[Population]:
    """Of each rule set the population of most hands, in the order of their names."""
    largest: dict[str, Population] = {}
    for each in known:
        before = largest.get(each.rules)
        if before is None or _hands(each) > _hands(before):
            largest[each.rules] = each
    return list(largest.values())


def _of_runs(manifests: Sequence[Manifest], rules: str) -> Selection:
    first = manifests[0]
    for each in manifests:
        if each.rule_set is None:
            raise UsageError(f"{each.run} holds refused records only, no hands", code="no_hands")
        if each.rules_hash != first.rules_hash:
            raise UsageError(
                f"{first.run} and {each.run} were played under different rules and cannot be "
                "counted together; choose runs of one rule set",
                code="mixed_rules",
            )
    if rules and rules != first.rules:
        raise UsageError(
            f"the address says rules={rules}, but {first.run} is a run of {first.rules}"
        )
    return Selection(first.ruleset(), tuple(manifests))
