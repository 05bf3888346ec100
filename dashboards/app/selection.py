"""Which hands a page is about: a rule set, runs under it, and what of them, as the address says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl
from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.choices import (
    Option,
    folded,
    one_of_list,
    option,
    several_of_list,
)
from dashboards.app.data import Question
from dashboards.app.filter_controls import filter_controls, filter_words, texts_of
from dashboards.app.view import View
from pipelines.analysis import largest_populations, standing
from pipelines.lake import Manifest
from pipelines.lake.filters import Filter
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

FILTERS: Final = (
    "policy",
    "seat",
    "dealer",
    "win_by",
    "round",
    "match",
    "player",
    "since",
    "until",
)
"""Filters that the address may say, by their names in `Filter`."""
NAMES: Final = ("rules", "run", *FILTERS)
"""What the address may say of a selection."""
RESETS: Final = {"rules": ("run", *FILTERS)}
"""What loses its value with another rule set."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Runs under one rule set.

    Attributes:
        ruleset: as it was when the runs were made.
        manifests: of the runs.
        chosen: what of their hands and players.
    """

    ruleset: RuleSet
    manifests: tuple[Manifest, ...]
    chosen: Filter = field(default_factory=Filter)

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
        """Hands of the runs, whatever the filter leaves of them."""
        return sum(each.summary.hands for each in self.manifests)

    @property
    def filter(self) -> Filter:
        """The runs and what is chosen of them, as one filter; empty where all hands are chosen."""
        if not self.chosen:
            return self.chosen
        return Filter(run=self.runs, **self.chosen.given)

    @property
    def words(self) -> str:
        """The rule set, how its hands came to be, and what is chosen of them."""
        made = dict.fromkeys(labels.how_made(each.kind, each.options) for each in self.manifests)
        told = [f"{self.ruleset.title_en} {self.ruleset.title}", "; ".join(made)]
        told += [filter_words(self.chosen, self.ruleset.system)] if self.chosen else []
        return ", ".join(told)

    def values(self, prefix: str = "", **more: Any) -> dict[str, Any]:
        """What an address needs to say to mean these hands, and more of them or other ones."""
        said = {"rules": self.rules, "run": self.runs, **texts_of(self.chosen), **more}
        return {f"{prefix}{name}": value for name, value in said.items()}

    def ask(self, view: View, question: Question, *arguments: Any, **options: Any) -> pl.DataFrame:
        """An answer about these hands; the question takes the runs first."""
        return view.ask(question, self.runs, *arguments, chosen=self.filter, **options)


def selected(view: View, prefix: str = "", *, kind: str = "") -> Selection | None:
    """What the address selects; without a word the population that stands first.

    Args:
        view: the request.
        prefix: before the names in the address, for a second selection.
        kind: of runs that are taken, where there are such, when the address names none.

    Returns:
        None where the lake holds no run that could be selected.

    Raises:
        LakeError: where the address names a run that is not there.
        UsageError: where it names a rule set without runs, or runs that cannot be counted together.
    """
    known = view.snapshot.populations
    rules = view.address.one(f"{prefix}rules")
    runs = view.address.every(f"{prefix}run")
    chosen = _filter(view, prefix)
    if runs:
        named = [view.snapshot.manifest(run) for run in dict.fromkeys(runs)]
        return _of_runs(named, rules, chosen)
    valid = sorted({each.rules for each in known})
    if rules and rules not in valid:
        view.address.choice(f"{prefix}rules", valid)
    fitting = [each for each in known if rules in ("", each.rules)]
    if not fitting:
        return None
    fitting = [each for each in fitting if each.kind == kind and each.hands] or fitting
    largest = max(largest_populations(fitting), key=standing)
    return Selection(largest.ruleset, largest.manifests, chosen)


def check_selection(view: View, prefix: str = "", *, kind: str = "") -> None:
    """Refuse a filter that leaves nothing, before each part of a page would say so.

    Raises:
        LakeError: where no hand is left.
        UsageError: where a name occurs nowhere.
    """
    chosen = selected(view, prefix, kind=kind)
    if chosen is not None and chosen.filter:
        with view.snapshot.connection(chosen.filter):
            pass


def selection_controls(view: View, chosen: Selection, prefix: str = "") -> list[Component]:
    """Controls for a rule set and its runs.

    Args:
        view: the request.
        chosen: what is selected now.
        prefix: before the names in the address.
    """
    return [
        rules_control(view, chosen.rules, prefix),
        runs_control(view, chosen, prefix),
        folded(
            filter_controls(chosen, prefix), "Players, rounds, wins",
            is_open=bool(chosen.chosen) or not view.narrow,
        ),
    ]  # fmt: skip


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
        run_option(each) for each in view.snapshot.manifests.values() if each.rules == chosen.rules
    ]
    return several_of_list(
        f"{prefix}run", "Runs", options, chosen.runs, anything="the run of most hands"
    )


def run_option(manifest: Manifest) -> Option:
    """A run in a list of runs of one rule set."""
    made = labels.how_made(manifest.kind, manifest.options)
    hands = style.plural(manifest.summary.hands, "hand")
    return option(manifest.run, f"{made}, {hands} · {manifest.run.rpartition('-')[2]}")


def _of_runs(manifests: Sequence[Manifest], rules: str, chosen: Filter) -> Selection:
    first = manifests[0]
    for each in manifests:
        if each.rule_set is None:
            raise UsageError(f"{each.run} holds refused records only, no hands", code="no_hands")
        if each.current_hash != first.current_hash:
            raise UsageError(
                f"{first.run} and {each.run} were played under different rules and cannot be "
                "counted together; choose runs of one rule set",
                code="mixed_rules",
            )
    if rules and rules != first.rules:
        raise UsageError(
            f"the address says rules={rules}, but {first.run} is a run of {first.rules}"
        )
    return Selection(first.ruleset(), tuple(manifests), chosen)


def _filter(view: View, prefix: str) -> Filter:
    """The filters that the address says."""
    said: dict[str, Any] = {}
    for name in FILTERS:
        values = view.address.every(f"{prefix}{name}")
        if name in ("since", "until"):
            said[name] = view.address.one(f"{prefix}{name}") or None
        elif name == "seat":
            said[name] = [int(one) if one.isdecimal() else one for one in values]
        else:
            said[name] = values
    return Filter(**said)
