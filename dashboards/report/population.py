"""What the templates show of one population: its summary, and each chapter that is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dashboards import labels, style, terms
from dashboards.figures import (
    SEAT_MEASURES,
    outcome_figure,
    pattern_figure,
    seat_figure,
    totals_figure,
    turns_figure,
    wait_figure,
)
from dashboards.report import examples, extras, loading_tables, sentences, tables
from dashboards.report.balance import balance_page
from dashboards.report.cells import FEW_MARK
from dashboards.report.content import Section
from dashboards.report.real_play import real_play_page
from dashboards.report.skill import skill_lead, skill_tables
from pipelines.analysis import FEW

Values = dict[str, Any]


def population_values(section: Section, shown: frozenset[str]) -> Values:
    """Everything that the templates name of a population.

    Args:
        section: the population; what no chapter that is shown needs is not asked for.
        shown: names of the chapters that are shown.

    Returns:
        The summary's values, those of each chapter that is shown, and all their ``figures`` by
        name. Without hands there are no chapters.
    """
    ruleset = section.population.ruleset
    values: Values = {
        "title": ruleset.title_en,
        "title_zh": ruleset.title,
        "rules": section.population.rules,
        "rules_hash": ruleset.hash[:12],
        "kind": labels.KINDS.get(section.population.kind, section.population.kind),
        "how": labels.how_made(section.population.kind, section.population.manifests[0].options),
        "runs": section.population.runs,
        "totals_terms": terms.totals_of(ruleset),
        "head": section.headline,
        "hands": section.hands,
        "wins": section.wins,
        "sentences": sentences.section_sentences(section),
        "facts": _facts(section),
        "recorded": section.population.kind == "ingest",
        "players": ", ".join(section.policies),
        "figures": {},
    }
    for name, chapter in _CHAPTERS.items():
        if name in shown and section.hands:
            found = chapter(section)
            values["figures"] |= found.pop("figures", {})
            values |= found
    return values


def _outcomes(section: Section) -> Values:
    system = section.population.ruleset.system
    return {
        "outcomes": tables.outcome_table(section.outcomes, system),
        "figures": {"outcomes": outcome_figure(section.outcomes, system)},
    }


def _patterns(section: Section) -> Values:
    if not section.wins:
        return {}
    return {
        "n_seen": section.patterns.filter(section.patterns["wins"] > 0).height,
        "patterns": tables.pattern_table(section.patterns, section.population.ruleset),
        "rare": examples.rare_patterns(section),
        "unseen": examples.unseen_patterns(section),
        "unseen_bound": examples.unseen_bound(section),
        "figures": {"patterns": pattern_figure(section.patterns)},
    }


def _totals(section: Section) -> Values:
    if not section.wins:
        return {}
    totals = terms.totals_of(section.population.ruleset)
    return {
        "figures": {
            "totals": totals_figure(section.totals, totals.name, totals.sign),
            "turns": turns_figure(section.turns),
        }
    }


def _waits(section: Section) -> Values:
    if not section.wins:
        return {}
    return {
        "waits": tables.wait_table(section.waits),
        "figures": {"waits": wait_figure(section.waits)},
    }


def _details(section: Section) -> Values:
    return {
        "win_extras": extras.win_extras(section),
        "hand_extras": extras.hand_extras(section),
    }


def _seats(section: Section) -> Values:
    measures = [one for one in SEAT_MEASURES if section.wins or one.cases != "wins"]
    return {
        "seat_measures": measures,
        "seats": tables.seat_table(section.seats),
        "figures": {f"seat-{one.key}": seat_figure(section.seats, one) for one in measures},
    }


def _balance(section: Section) -> Values:
    made = balance_page(section.balance, section.population)
    return {"balance": made, "figures": {"points": made.figure}}


def _skill(section: Section) -> Values:
    luck = section.skill
    return {
        "skill": skill_tables(luck) if luck else [],
        "skill_lead": skill_lead(luck) if luck else "",
    }


def _best(section: Section) -> Values:
    return {"best": examples.best_examples(section)}


def _records(section: Section) -> Values:
    catalogue = section.population.ruleset.catalogue
    return {
        "agreement": loading_tables.agreement_table(section.agreement),
        "disagreements": loading_tables.disagreement_table(section.disagreements, catalogue),
    }


def _real_play(section: Section) -> Values:
    beside = real_play_page(section)
    figures = {} if beside is None else {"real-play": beside.figure}
    return {"real_play": beside, "figures": figures}


_CHAPTERS: Final[dict[str, Callable[[Section], Values]]] = {
    "outcomes": _outcomes,
    "patterns": _patterns,
    "totals": _totals,
    "waits": _waits,
    "details": _details,
    "seats": _seats,
    "balance": _balance,
    "skill": _skill,
    "best": _best,
    "records": _records,
    "real-play": _real_play,
}
"""The chapters about a population, by their names in `dashboards.chapters`: values and figures."""


def _facts(section: Section) -> list[dict[str, str]]:
    """The numbers in the strip below the summary: label, value, interval, what n is."""
    head = section.headline
    ruleset = section.population.ruleset
    totals = terms.totals_of(ruleset)
    hands, wins = style.plural(head["hands"], "hand"), style.plural(head["wins"], "win")

    def rate(label: str, name: str, cases: str, n: int) -> dict[str, str]:
        value = style.percent(head[name]) + (FEW_MARK if 0 < n < FEW else "")
        interval = style.interval(head[f"{name}_low"], head[f"{name}_high"])
        return {"label": label, "value": value, "interval": interval, "n": cases}

    def mean(label: str, name: str, sign: str = "") -> dict[str, str]:
        value = style.number(head[name]) + (FEW_MARK if 0 < head["wins"] < FEW else "")
        value = sign + value if head["wins"] else value
        interval = style.span(head[f"{name}_low"], head[f"{name}_high"])
        return {"label": label, "value": value, "interval": interval, "n": wins}

    return [
        rate("Won", "won", hands, head["hands"]),
        rate(f"Drawn {labels.ending('draw', ruleset.system)[1]}", "drawn", hands, head["hands"]),
        rate("Self-drawn 自摸", "self_draw", wins, head["wins"]),
        rate(
            "Deal-in 放铳",
            "deal_in",
            f"{style.count(head['player_hands'])} player-hands",
            head["hands"],
        ),
        mean(
            f"Mean {totals.unit_en} of a win {totals.between}".rstrip(), "total_mean", totals.sign
        ),
        mean("Mean turn of a win", "turn_mean"),
    ]
