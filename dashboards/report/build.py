"""From a lake to one HTML file: choose runs, gather frames, fill the page, write it whole.

The page holds everything it needs (style, script, Plotly, figures, tiles) and asks nobody for
anything: a content security policy in its head forbids every request. Nothing in it depends on
the moment it is made, so the same runs give the same file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from dashboards import labels, style, terms, tiles
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
from dashboards.report.content import (
    RARE_SHOWN,
    RARE_WINS,
    Loaded,
    Section,
    gather,
    gather_section,
)
from dashboards.report.real_play import real_play_page
from dashboards.report.skill import skill_lead, skill_tables
from pipelines.analysis import FEW, populations
from pipelines.files import writing
from pipelines.lake import Lake, Manifest

_TEMPLATES: Final = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True, slots=True)
class Report:
    """A finished page and what it is about."""

    html: str
    runs: tuple[str, ...]
    hands: int
    wins: int
    rejects: int


def write_report(lake: str, out: str | Path, runs: Sequence[str] = ()) -> Report:
    """Build the report of a lake and write it to a file, whole or not at all.

    Args:
        lake: folder or URI.
        out: path of the HTML file; its folder must exist.
        runs: run ids; none: all committed runs.

    Raises:
        LakeError: where there is no lake or no such run.
        UsageError: where the file cannot be written.
    """
    path = Path(out)
    with writing(path) as staged:  # told before the page is made
        report = build_report(lake, runs)
        staged.write_text(report.html, encoding="utf-8")
    return report


def build_report(lake: str, runs: Sequence[str] = ()) -> Report:
    """Build the report of a lake.

    Args:
        lake: folder or URI.
        runs: run ids; none: all committed runs.

    Raises:
        LakeError: where there is no lake or no such run.
    """
    opened = Lake.existing(lake)
    chosen = [opened.manifest(run) for run in sorted(set(runs))] if runs else opened.manifests()
    with closing(opened.connect()) as con:
        loaded = gather(con, chosen)
        sections = [gather_section(con, population) for population in populations(chosen)]
    return Report(
        html=render(loaded, sections),
        runs=tuple(manifest.run for manifest in chosen),
        hands=loaded.hands,
        wins=sum(section.wins for section in sections),
        rejects=loaded.refused,
    )


def render(loaded: Loaded, sections: Sequence[Section]) -> str:
    """The page as text."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    parts = [_section(number, section) for number, section in enumerate(sections, start=1)]
    return environment.get_template("report.html.j2").render(
        title=_title(sections),
        when=_when(loaded, sections),
        loaded=loaded,
        loading_sentences=sentences.loaded_sentences(loaded, list(sections)),
        runs=[_run(manifest) for manifest in loaded.manifests],
        formats=loading_tables.format_table(loaded),
        files=loading_tables.file_table(loaded),
        rejects=loaded.rejects.to_dicts(),
        folder=loading_tables.common_folder(
            source.name for manifest in loaded.manifests for source in manifest.inputs
        ),
        sections=parts,
        few=FEW,
        few_mark=FEW_MARK,
        most_bars=MOST_BARS,
        rare_wins=RARE_WINS,
        rare_shown=RARE_SHOWN,
        tile_symbols=Markup(tiles.tile_symbols()),
        css=Markup(_asset("report.css")),
        js=Markup(_asset("report.js")),
        plotly=Markup(get_plotlyjs()),
        config=_json(style.PLOT_CONFIG),
        count=style.count,
        plural=style.plural,
    )


def _section(number: int, section: Section) -> dict[str, Any]:
    """What the template shows of one population."""
    ruleset = section.population.ruleset
    catalogue = ruleset.catalogue
    totals = terms.totals_of(ruleset)
    beside = real_play_page(section)
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
    if section.hands:
        balance = balance_page(section.balance, section.population)
        figures["points"] = balance.figure
    if beside is not None:
        figures["real-play"] = beside.figure
    return {
        "id": f"s{number}",
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
        "figures": {name: _figure(made) for name, made in figures.items()},
        "heights": {name: made.layout.height for name, made in figures.items()},
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
        "skill": skill_tables(section.skill) if section.skill else [],
        "skill_lead": skill_lead(section.skill) if section.skill else "",
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


def _figure(made: go.Figure) -> Markup:
    return _json(json.loads(made.to_json()))


def _json(value: Any) -> Markup:
    """JSON that can stand in a script element, whatever text it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


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
