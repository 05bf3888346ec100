"""How a rule set deals out its points: by seat, by hand, by pattern.

A list of sections, each worked out on its own; another question is another function here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.choices import group
from dashboards.app.parts import figure, link, no_hands, notice, table
from dashboards.app.selection import (
    NAMES,
    RESETS,
    Selection,
    check_selection,
    selected,
    selection_controls,
)
from dashboards.app.view import Page, Section, View
from dashboards.figures import SEAT_MEASURES, points_figure, seat_figure
from dashboards.figures.seats import SeatMeasure
from dashboards.report.cells import Cell, Column, count, make_table, share, share_interval, text
from dashboards.report.extras import payment_table, streak_table
from dashboards.report.skill import skill_lead, skill_tables
from dashboards.report.tables import seat_table
from pipelines import analysis
from pipelines.analysis.balance import TOP
from pipelines.duplicates import SkillAndLuck, is_duplicate
from schemas.codes import WIN_BY

Parts = Sequence[Component]

SELF_DRAWS: Final = ("self_draw", "three_wildcards", "eight_flowers")
"""Ways to win that nobody pays for alone; see ``seats.sql``."""
_FIGURES: Final = {
    "top_share": (f"Part of all points in the top {style.percent(TOP)} of hands", style.percent),
    "gini": ("Gini's coefficient of points moved a hand", lambda value: style.number(value, 3)),
    "deviation": ("σ of one seat's points in a hand", lambda value: style.number(value, 2)),
    "moved_mean": ("Points that change hands, a hand", lambda value: style.number(value, 2)),
}
_MOST_PATTERNS: Final = 20


def about(build: Callable[[View, Selection], Parts]) -> Callable[[View], Parts]:
    """A section about the selected hands; where there are none it says so."""

    def section(view: View) -> Parts:
        chosen = selected(view)
        if chosen is None:
            return [no_hands(view)]
        if not chosen.hands:
            return [notice("These runs hold no hands.")]
        return build(view, chosen)

    return section


def controls(view: View) -> Sequence[Component]:
    """Which hands."""
    chosen = selected(view)
    return [] if chosen is None else [group(selection_controls(view, chosen), "Hands")]


def dealer(view: View, chosen: Selection) -> Parts:
    """What the dealer's seat is worth, in a sentence, and what would cancel it."""
    points = chosen.ask(view, analysis.seat_points)
    told = []
    if points.height and points["seat"][0] == 0:
        row = points.row(0, named=True)
        told.append(
            f"Under {chosen.rules} the dealer gains {style.signed(row['points_mean'])} points a "
            f"hand (95% interval {_signed(row['points_low'], row['points_high'])}, "
            f"{style.plural(row['hands'], 'hand')})."
        )
    found = chosen.ask(view, analysis.compensation)
    if found.height:
        row = found.row(0, named=True)
        told.append(
            f"A payment that cancels it can be checked on other hands only: half of the deals "
            f"({style.plural(row['hands'], 'hand')}) ask for {style.signed(row['compensation'])}; "
            f"paid in the other {style.count(row['left_hands'])}, it leaves "
            f"{style.signed(row['left'])} (95% interval "
            f"{_signed(row['left_low'], row['left_high'])})."
        )
    parts: list[Component] = [html.P(chosen.words, className="meta")]
    parts.append(html.P(" ".join(told), className="prose") if told else notice("No dealer's hand."))
    return parts


def seats(view: View, chosen: Selection) -> Parts:
    """The four seats: wins, deal-ins, self-draws and points."""
    found = chosen.ask(view, analysis.seats)
    if found.is_empty():
        return [notice("No hand of a chosen seat.")]
    wins = int(found["wins"].sum())
    shown = [one for one in SEAT_MEASURES if wins or one.cases != "wins"]
    multiples = [
        html.Div(
            [
                html.H5(measure.title),
                figure(
                    seat_figure(found, measure),
                    view,
                    f"{measure.title} by seat, with intervals",
                    key=f"seat-{measure.key}",
                    links=[_seat_hands(view, chosen, measure, seat) for seat in found["seat"]],
                ),
            ]
        )
        for measure in shown
    ]
    links = [view.link("/hands", **chosen.values(seat=str(seat))) for seat in found["seat"]]
    lead = (
        "Seats are counted from the dealer: East 东 deals, South 南, West 西 and North 北 follow. "
        "A dot leads to its hands."
    )
    return [
        html.P(lead, className="lead"),
        html.Div(multiples, className="multiples"),
        table(seat_table(found), links),
    ]


def concentration(view: View, chosen: Selection) -> Parts:
    """How unevenly points fall on hands."""
    found = chosen.ask(view, analysis.concentration)
    rows = []
    for row in found.iter_rows(named=True):
        name, shown = _FIGURES[row["figure"]]
        low, high = row["low"], row["high"]
        interval = style.NOTHING if low is None else f"{shown(low)} to {shown(high)}"
        rows.append([text(name), Cell(shown(row["value"])), Cell(interval), count(row["n"])])
    columns = [Column("Figure", False), Column("Value"), Column("95% interval"), Column("n hands")]
    notes = ["Intervals by the jackknife over groups of deals; of the mean by deal."]
    moving = view.link("/hands", **chosen.values(order="moving"))
    best = link("The hands that move most points", moving)
    made = make_table("concentration", "How points fall on hands", columns, rows, notes=notes)
    links = [moving if row[0].text != _FIGURES["deviation"][0] else None for row in rows]
    return [table(made, links), html.P(best, className="ways")]


def pattern_points(view: View, chosen: Selection) -> Parts:
    """The part of all points won that each pattern brings."""
    found = chosen.ask(view, analysis.pattern_points, chosen.ruleset)
    if found.is_empty():
        return [notice("No win, so no pattern brings points.")]
    shown = found.head(_MOST_PATTERNS)
    rows = [
        [
            text(row["name"], "chinese"),
            count(row["wins"]),
            share(row["part"], row["wins"]),
            share_interval(row["low"], row["high"]),
        ]
        for row in shown.iter_rows(named=True)
    ]
    columns = [
        Column("Pattern", False),
        Column("Wins with it"),
        Column("Part of all points won"),
        Column("95% interval"),
    ]
    links = [view.link("/hands", **chosen.values(pattern=key)) for key in shown["pattern"]]
    notes = ["What totals would lose without it; parts of patterns that go together overlap."]
    if found.height > shown.height:
        notes.append(f"The first {shown.height} of {found.height}.")
    made = make_table("pattern-points", "Who brings the points", columns, rows, notes=notes)
    return [table(made, links)]


def minimum(view: View, chosen: Selection) -> Parts:
    """How often the minimum keeps hands from winning."""
    found = chosen.ask(view, analysis.minimum_binds, chosen.ruleset)
    names = {
        "hands_below": "Hands completed for less than the minimum",
        "wins_at": "Wins worth the minimum and no more",
    }
    least = chosen.ruleset.win.minimum
    links = [None, view.link("/hands", **chosen.values(least=least, most=least))]
    rows = [
        [
            text(names[row["figure"]]),
            count(row["count"]),
            count(row["n"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
        ]
        for row in found.iter_rows(named=True)
    ]
    columns = [
        Column("Figure", False), Column("Count"), Column("n"), Column("Share"),
        Column("95% interval"),
    ]  # fmt: skip
    made = make_table("minimum", f"The minimum of a win is {least}", columns, rows)
    return [table(made, links)]


def payments(view: View, chosen: Selection) -> Parts:
    """What is paid, by what for."""
    found = chosen.ask(view, analysis.payments)
    if found.is_empty():
        return [notice("No points change hands.")]
    links = [view.link("/hands", **chosen.values(part=part)) for part in found["part"]]
    return [table(payment_table(found), links)]


def points(view: View, chosen: Selection) -> Parts:
    """The points of a hand, the dealer's beside those of the others."""
    found = chosen.ask(view, analysis.point_bars)
    if found.is_empty():
        return [notice("No hand of a chosen seat.")]
    return [figure(points_figure(found), view, "Points of a hand, with intervals")]


def skill(view: View, chosen: Selection) -> Parts:
    """Where the variance of points comes from, of runs that play each deal in all seatings."""
    if not all(is_duplicate(each) for each in chosen.manifests):
        return [notice("Only runs that play each deal in all seatings (--duplicate) tell.")]
    if chosen.chosen:
        return [notice("Deals have to be whole: without players, rounds and wins chosen.")]
    found = SkillAndLuck(
        manifest=chosen.manifests[0],
        components=chosen.ask(view, analysis.skill),
        policies=chosen.ask(view, analysis.policy_points),
        pairs=chosen.ask(view, analysis.policy_pairs),
    )
    if found.components.is_empty():
        return [notice("Fewer than two deals were played in all seatings.")]
    return [html.P(skill_lead(found), className="lead"), *map(table, skill_tables(found))]


def streaks(view: View, chosen: Selection) -> Parts:
    """Hands by the dealer's streak."""
    found = chosen.ask(view, analysis.streaks)
    if found.filter(pl.col("streak") > 0).is_empty():
        return [notice("No dealer had won the hand before: these are single hands.")]
    links = [
        view.link(
            "/hands",
            **chosen.values(
                least_streak=streak, most_streak=streak if streak < analysis.MOST_STREAK else None
            ),
        )
        for streak in found["streak"]
    ]
    return [table(streak_table(found), links)]


def _seat_hands(view: View, chosen: Selection, measure: SeatMeasure, seat: int) -> str:
    """The hands behind one dot."""
    if measure.key == "deal_ins":
        return view.link("/hands", **chosen.values(seat=None, payer=seat))
    if measure.key == "self_draws":
        ways = [way for way in WIN_BY if way in SELF_DRAWS]
        return view.link("/hands", **chosen.values(seat=str(seat), win_by=ways))
    return view.link("/hands", **chosen.values(seat=str(seat)))


def _signed(low: float | None, high: float | None) -> str:
    return style.span(low, high, 2, signs=True)


SECTIONS: Final = (
    Section("dealer", about(dealer), "The dealer's seat", "庄家"),
    Section("seats", about(seats), "By seat", labels.SEATS[0][1] + "南西北"),
    Section("points", about(points), "Points of a hand", "点"),
    Section("concentration", about(concentration), "Concentration of points"),
    Section("pattern-points", about(pattern_points), "Who brings the points", "番种"),
    Section("minimum", about(minimum), "The minimum of a win", "起和"),
    Section("streaks", about(streaks), "Dealer's streaks", "连庄"),
    Section("skill", about(skill), "Skill and luck"),
    Section("payments", about(payments), "What is paid", "结算"),
)

PAGE: Final = Page(
    path="/balance",
    title="Balance",
    title_zh="平衡",
    lead="What each seat gains, how unevenly points fall on hands, and what brings them.",
    names=frozenset(NAMES),
    controls=controls,
    sections=SECTIONS,
    check=check_selection,
    resets=RESETS,
)
