"""What the lake holds: every run, and what each rule set comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dash import html
from dash.development.base_component import Component

from dashboards import labels, style, terms
from dashboards.app.grid import (
    grid,
    leading_to,
    link_column,
    number_column,
    text_column,
    wrapped,
)
from dashboards.app.parts import facts, link, no_hands, notice
from dashboards.app.view import Page, Section, View
from dashboards.cli.text import size
from pipelines import analysis
from pipelines.analysis import Population, largest_populations
from pipelines.lake import Manifest


def runs(view: View) -> Sequence[Component]:
    """All committed runs, and those that were begun and not finished."""
    manifests = list(view.snapshot.manifests.values())
    parts = [_runs(view, manifests)] if manifests else [_no_runs(view)]
    parts.extend(
        notice(
            f"{run} was not finished, so none of its hands are shown: the same command again "
            "does what is missing, `paipu runs --delete` removes what is there."
        )
        for run in view.snapshot.lake.unfinished()
    )
    return parts


def rule_sets(view: View) -> Sequence[Component]:
    """The headline of each rule set, from the runs of most hands that may be counted together."""
    return [_headline(view, each) for each in largest_populations(view.snapshot.populations)]


def _no_runs(view: View) -> Component:
    if view.snapshot.sound.broken:
        return no_hands(view)
    return notice(
        f"{view.snapshot.lake.uri} holds no runs yet: `paipu ingest PATH` loads recorded games, "
        "`paipu simulate PRESET --hands N` plays some."
    )


def _runs(view: View, manifests: Sequence[Manifest]) -> Component:
    columns = [
        link_column("run", "Run", "patterns"),
        text_column("how", "Made", **wrapped(300)),
        number_column("hands", "Hands", shown="hands_text", **leading_to("hand_list")),
        number_column("won", "Won 和", shown="won_text"),
        number_column("rejects", "Refused", shown="rejects_text"),
        text_column("finished", "Finished (UTC)"),
        number_column("bytes", "Size", shown="bytes_text"),
        link_column("see_balance", "", "balance", sortable=False),
        link_column("see_scores", "", "scores", sortable=False),
    ]
    return grid("runs", "Runs of the lake", columns, [_row(view, each) for each in manifests])


def _row(view: View, manifest: Manifest) -> dict[str, Any]:
    hands = manifest.summary.hands
    won = manifest.summary.outcomes.get("win", 0) / hands if hands else None
    chosen = {"rules": manifest.rules, "run": manifest.run} if manifest.rule_set else {}
    linked = {
        "patterns": view.link("/patterns", **chosen),
        "balance": view.link("/balance", **chosen),
        "scores": view.link("/scores", **chosen),
        "hand_list": view.link("/hands", **chosen),
        "see_balance": "balance",
        "see_scores": "scores",
    }
    return {
        "run": manifest.run,
        "how": labels.how_made(manifest.kind, manifest.options),
        "hands": hands,
        "hands_text": style.count(hands),
        "won": won,
        "won_text": style.percent(won),
        "rejects": manifest.summary.n_rejects,
        "rejects_text": style.count(manifest.summary.n_rejects),
        "finished": f"{manifest.finished:%Y-%m-%d %H:%M}",
        "bytes": manifest.size,
        "bytes_text": size(manifest.size),
        **(linked if chosen and hands else {}),
    }


def _headline(view: View, population: Population) -> Component:
    ruleset = population.ruleset
    made = labels.how_made(population.kind, population.manifests[0].options)
    chosen = {"rules": population.rules, "run": population.runs}
    head = html.Div(
        [
            html.H3([f"{ruleset.title_en} ", html.Span(ruleset.title, className="zh", lang="zh")]),
            html.P(f"{population.rules} · {made}", className="meta"),
        ],
        className="population-head",
    )
    row = view.ask(analysis.headline, population.runs).row(0, named=True)
    if not row["hands"]:
        return html.Article([head, notice("No hand was loaded under this rule set.")])
    totals = terms.totals_of(ruleset)
    hands, wins = style.plural(row["hands"], "hand"), style.plural(row["wins"], "win")
    listed = [
        ("Won", *_share(row, "won"), hands),
        (f"Drawn {labels.ending('draw', ruleset.system)[1]}", *_share(row, "drawn"), hands),
        ("Self-drawn 自摸", *_share(row, "self_draw"), wins),
        (
            "Deal-in 放铳",
            *_share(row, "deal_in"),
            f"{style.count(row['player_hands'])} player-hands",
        ),
        (f"Mean {totals.unit_en} of a win", *_mean(row, "total_mean", totals.sign), wins),
        ("Mean turn of a win", *_mean(row, "turn_mean"), wins),
    ]
    return html.Article(
        [
            head,
            facts(listed),
            html.P(
                [
                    link("Patterns", view.link("/patterns", **chosen)),
                    link("Balance", view.link("/balance", **chosen)),
                    link("Scores", view.link("/scores", **chosen)),
                    link("Hands", view.link("/hands", **chosen)),
                ],
                className="ways",
            ),
        ],
        className="population",
    )


def _share(row: dict[str, Any], name: str) -> tuple[str, str]:
    return style.percent(row[name]), style.interval(row[f"{name}_low"], row[f"{name}_high"])


def _mean(row: dict[str, Any], name: str, sign: str = "") -> tuple[str, str]:
    value = style.number(row[name])
    shown = value if row[name] is None else sign + value
    return shown, style.span(row[f"{name}_low"], row[f"{name}_high"])


PAGE: Final = Page(
    path="/",
    title="Runs",
    title_zh="牌谱",
    lead="What this lake holds. A run is one piece of work: records that were read, or hands that "
    "policies played from one seed.",
    names=frozenset(),
    sections=(
        Section("runs", runs),
        Section("rule-sets", rule_sets, "By rule set", "规则"),
    ),
)
