"""What the templates show: every chapter's sentences, figures and tables as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboards import labels, style
from dashboards.chapters import chosen_chapters
from dashboards.figures.patterns import MOST_BARS
from dashboards.report import loading_tables, sentences
from dashboards.report.comparison import comparison_chapter
from dashboards.report.content import RARE_SHOWN, RARE_WINS, Loaded, Section
from dashboards.report.methods import methods
from dashboards.report.population import population_values
from dashboards.report.tuning import tuning_chapters
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
        **(_files(loaded) if "loaded" in chapters else {}),
        "rejects": loaded.rejects.to_dicts(),
        "folder": loading_tables.common_folder(
            source.name for manifest in loaded.manifests for source in manifest.inputs
        ),
        "sections": [
            {"id": f"s{number}", "short": name, "apart": _apart(name, section)}
            | population_values(section, chapters)
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


def _files(loaded: Loaded) -> dict[str, Any]:
    """The tables of the chapter on what was loaded."""
    return {
        "formats": loading_tables.format_table(loaded),
        "files": loading_tables.file_table(loaded),
    }


def _apart(short: str, section: Section) -> str:
    """What tells a population from others of its rule set; empty where it is the only one."""
    rules = section.population.rules
    return "" if short == rules else short.removeprefix(f"{rules}: ")


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
