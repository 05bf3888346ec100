"""How rare patterns are: counted among all complete hands, and in two kinds of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import rarity as words
from dashboards.app.choices import group, several_of_list
from dashboards.app.grid import table_grid
from dashboards.app.pages.balance import Parts
from dashboards.app.parts import figure, no_hands, notice
from dashboards.app.selection import Selection, rules_control, run_option, selected
from dashboards.app.view import Page, Section, View
from dashboards.figures import rarity_figure
from dashboards.figures.rarity import most_played
from dashboards.report.rarity import PLAY_COLUMNS, rarity_table
from pipelines import analysis
from pipelines.analysis.rarity import SAMPLED_HANDS
from pipelines.kinds_of_play import Kind, Play, find_play, named_play
from schemas.errors import UsageError

_KINDS: Final[tuple[Kind, ...]] = ("natural", "strategic")
_LABELS: Final = {
    "natural": "Natural play: blind to the table",
    "strategic": "Strategic play: knows the table",
}


def controls(view: View) -> Sequence[Component]:
    """Which rule set, and which runs stand for each kind of play."""
    chosen = selected(view)
    if chosen is None:
        return []
    runs = [
        run_option(each) for each in view.snapshot.manifests.values() if each.rules == chosen.rules
    ]
    plays = [
        several_of_list(play.kind, _LABELS[play.kind], runs, play.runs, anything="no run")
        for play in _plays(view, chosen)
    ]
    return [group([rules_control(view, chosen.rules), *plays], "Patterns")]


def three_ways(view: View) -> Parts:
    """Sentences, the figure and the table."""
    chosen = selected(view)
    if chosen is None:
        return [no_hands(view)]
    from engine.rarity.counting import count_hands  # kernels, which take a second to load

    plays = _plays(view, chosen)
    natural, strategic = (play.runs for play in plays)
    found = view.ask(analysis.rarity, chosen.ruleset, natural=natural, strategic=strategic)
    complete = count_hands(chosen.ruleset)
    told = [
        f"{chosen.ruleset.title_en} {chosen.ruleset.title}: {complete:,} complete hands of "
        f"{chosen.ruleset.tiles.hand_size + 1} natural tiles, weighted by copies.",
        *(f"{words.told_play(play, found, otherwise='choose one above')}." for play in plays),
        words.told_evident(found),
    ]
    made = rarity_table(found, chosen.ruleset, draw=SAMPLED_HANDS)
    links = {
        place: _links(view, chosen, play, found)
        for play in plays
        for place in PLAY_COLUMNS[play.kind]
    }
    return [
        html.P(" ".join(filter(None, told)), className="lead"),
        *_drawn(view, chosen, plays, found),
        *table_grid(made, links, wraps={0: 170, 8: 130}),
    ]


def _drawn(
    view: View, chosen: Selection, plays: Sequence[Play], found: pl.DataFrame
) -> list[Component]:
    shown = most_played(found)
    if shown.is_empty():
        return [notice("No win of either kind of play: the table has the complete hands alone.")]
    links = {place: _links(view, chosen, play, shown) for place, play in enumerate(plays)}
    return [
        figure(
            rarity_figure(found), view, "Shares of patterns in two kinds of play and of all hands",
            key="rarity", links=links,
        )
    ]  # fmt: skip


def _links(view: View, chosen: Selection, play: Play, found: pl.DataFrame) -> list[str | None]:
    """The hands behind each share; none where there are none."""
    return [
        view.link("/hands", rules=chosen.rules, run=play.runs, pattern=key) if count else None
        for key, count in found.select("pattern", f"{play.kind}_count").rows()
    ]


def _plays(view: View, chosen: Selection) -> list[Play]:
    """The runs of both kinds: those that the address names, else what the lake has of the kind."""
    named = {kind: view.address.every(kind) for kind in _KINDS}
    both = set(named["natural"]) & set(named["strategic"])
    if both:
        raise UsageError(f"run {min(both)} cannot be both natural and strategic")
    return [
        named_play(view.snapshot.lake, names, chosen.ruleset, kind)
        if names
        else find_play(view.snapshot.manifests.values(), chosen.ruleset, kind)
        for kind, names in named.items()
    ]


PAGE: Final = Page(
    path="/rarity",
    title="Rarity",
    title_zh="稀有",
    lead="How rare every pattern is: among all complete hands, in play that is blind to what "
    "patterns are worth, and in play that knows it.",
    names=frozenset(("rules", *_KINDS)),
    controls=controls,
    sections=(Section("three-ways", three_ways),),
    resets={"rules": _KINDS},
)
