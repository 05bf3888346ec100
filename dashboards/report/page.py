"""What the templates show: every chapter's sentences, figures and tables as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboards import labels, style, terms
from dashboards.chapters import chosen_chapters
from dashboards.figures import (
    SEAT_MEASURES,
    outcome_figure,
    pattern_figure,
    seat_figure,
    totals_figure,
    turns_figure,
    wait_figure,
)
from dashboards.figures.patterns import MOST_BARS
from dashboards.report import examples, extras, loading_tables, sentences, tables
from dashboards.report.balance import balance_page
from dashboards.report.cells import FEW_MARK
from dashboards.report.comparison import comparison_chapter
from dashboards.report.content import RARE_SHOWN, RARE_WINS, Loaded, Section
from dashboards.report.methods import methods
from dashboards.report.real_play import real_play_page
from dashboards.report.skill import skill_lead, skill_tables
from dashboards.report.tuning import tuning_chapters
from pipelines.analysis import FEW
from pipelines.comparing import Comparison
from pipelines.lake import Manifest
from schemas.tuning_result import TuningResult


def page_values(
    loaded: Loaded,
    sections: Sequence[Section],
    compared: Comparison | None = None,
    shown: frozenset[str] | None = None,
    tunings: Sequence[TuningResult] = (),
) -> dict[str, Any]:
    """Everything that the templates name, figures as Plotly figures.

    Args:
        loaded: what all runs loaded and refused.
        sections: the populations.
        compared: all of them side by side.
        shown: names of the chapters that are shown; None: all.
        tunings: results of tuning.
    """
    chapters = chosen_chapters(()) if shown is None else shown
    tuned = [
        {"id": one.id, "short": one.short, "figures": one.figures, "chapter": one}
        for one in tuning_chapters(tunings if "tuning" in chapters else ())
    ]
    names = labels.short_names([section.population for section in sections])
    return {
        "title": _title(sections),
        "when": _when(loaded, sections),
        "loaded": loaded,
        "loading_sentences": sentences.loaded_sentences(loaded, list(sections)),
        "runs": [_run(manifest) for manifest in loaded.manifests],
        "formats": loading_tables.format_table(loaded),
        "files": loading_tables.file_table(loaded),
        "rejects": loaded.rejects.to_dicts(),
        "folder": loading_tables.common_folder(
            source.name for manifest in loaded.manifests for source in manifest.inputs
        ),
        "sections": [
            {"id": f"s{number}", "short": name, "apart": _apart(name, section)}
            | _section(section, chapters)
            for number, (name, section) in enumerate(zip(names, sections, strict=True), start=1)
        ],
        "side_by_side": _side_by_side(compared),
        "tunings": tuned,
        "shown": chapters,
        "methods": methods(side_by_side=compared is not None, tuning=bool(tuned)),
        "most_bars": MOST_BARS,
        "rare_wins": RARE_WINS,
        "rare_shown": RARE_SHOWN,
        "count": style.count,
        "plural": style.plural,
    }


def _apart(short: str, section: Section) -> str:
    """What tells a population from others of its rule set; empty where it is the only one."""
    rules = section.population.rules
    return "" if short == rules else short.removeprefix(f"{rules}: ")


def _section(section: Section, shown: frozenset[str]) -> dict[str, Any]:
    """What the template shows of one population."""
    ruleset = section.population.ruleset
    catalogue = ruleset.catalogue
    totals = terms.totals_of(ruleset)
    beside = real_play_page(section) if "real-play" in shown else None
    measures = [one for one in SEAT_MEASURES if section.wins or one.cases != "wins"]
    figures = {}
    if section.hands:
        figures["outcomes"] = outcome_figure(section.outcomes, ruleset.system)
        figures |= {
            f"seat-{measure.key}": seat_figure(section.seats, measure) for measure in measures
        }
    if section.wins:
        figures["patterns"] = pattern_figure(section.patterns)
        figures["totals"] = totals_figure(section.totals, totals.name, totals.sign)
        figures["turns"] = turns_figure(section.turns)
        figures["waits"] = wait_figure(section.waits)
    balance = None
    if section.hands and "balance" in shown:
        balance = balance_page(section.balance, section.population)
        figures["points"] = balance.figure
    luck = section.skill if "skill" in shown else None
    if beside is not None:
        figures["real-play"] = beside.figure
    return {
        "title": ruleset.title_en,
        "title_zh": ruleset.title,
        "rules": section.population.rules,
        "rules_hash": ruleset.hash[:12],
        "kind": labels.KINDS.get(section.population.kind, section.population.kind),
        "how": labels.how_made(section.population.kind, section.population.manifests[0].options),
        "runs": section.population.runs,
        "totals_terms": totals,
        "head": section.headline,
        "hands": section.hands,
        "wins": section.wins,
        "sentences": sentences.section_sentences(section),
        "facts": _facts(section),
        "figures": {name: made for name, made in figures.items() if _chapter_of(name) in shown},
        "seat_measures": measures,
        "n_seen": section.patterns.filter(section.patterns["wins"] > 0).height,
        "outcomes": tables.outcome_table(section.outcomes, ruleset.system),
        "patterns": tables.pattern_table(section.patterns, ruleset),
        "seats": tables.seat_table(section.seats),
        "waits": tables.wait_table(section.waits),
        "win_extras": extras.win_extras(section),
        "hand_extras": extras.hand_extras(section),
        "recorded": section.population.kind == "ingest",
        "players": ", ".join(section.policies),
        "agreement": loading_tables.agreement_table(section.agreement),
        "disagreements": loading_tables.disagreement_table(section.disagreements, catalogue),
        "best": examples.best_examples(section),
        "rare": examples.rare_patterns(section),
        "unseen": examples.unseen_patterns(section),
        "unseen_bound": examples.unseen_bound(section),
        "real_play": beside,
        "balance": balance,
        "skill": skill_tables(luck) if luck else [],
        "skill_lead": skill_lead(luck) if luck else "",
    }


def _chapter_of(figure: str) -> str:
    """The chapter that a figure stands in."""
    if figure.startswith("seat-"):
        return "seats"
    return {"turns": "totals", "points": "balance"}.get(figure, figure)


def _side_by_side(compared: Comparison | None) -> dict[str, Any] | None:
    """What the template shows of a comparison."""
    if compared is None:
        return None
    chapter = comparison_chapter(compared)
    return {
        "id": "comparison",
        "sentences": chapter.sentences,
        "sides": chapter.sides,
        "differences": chapter.differences,
        "figures": {"sides": chapter.figure},
    }


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


def _title(sections: Sequence[Section]) -> str:
    if len(sections) == 1:
        ruleset = sections[0].population.ruleset
        return f"{ruleset.title_en} {ruleset.title}"
    rules = {section.population.rules for section in sections}
    if len(rules) > 1:
        return f"Hands under {len(rules)} rule sets"
    if not sections:
        return "No hands"
    ruleset = sections[0].population.ruleset
    return f"{ruleset.title_en} {ruleset.title}, {len(sections)} groups of runs"


def _when(loaded: Loaded, sections: Sequence[Section]) -> str:
    """When the hands were played, as far as the records say, and when they were loaded."""
    known = [
        moment
        for section in sections
        for moment in (section.headline["first_played"], section.headline["last_played"])
        if moment is not None
    ]
    parts = []
    if known:
        first, last = style.day(min(known)), style.day(max(known))
        parts.append(f"played {first}" if first == last else f"played {first} to {last}")
    if loaded.manifests:
        last_load = max(manifest.finished for manifest in loaded.manifests)
        parts.append(f"loaded {style.day(last_load)}")
    return ", ".join(parts)


def _run(manifest: Manifest) -> dict[str, Any]:
    return {
        "run": manifest.run,
        "kind": labels.KINDS.get(manifest.kind, manifest.kind),
        "hands": manifest.summary.hands,
        "refused": manifest.summary.n_rejects,
        "finished": f"{manifest.finished:%Y-%m-%d %H:%M} UTC",
        "engine": manifest.engine_version,
        "version": manifest.versions.get("paipu", ""),
    }
