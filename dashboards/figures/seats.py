"""Seats side by side: one small figure a measure, a dot a seat, with whiskers.

The four figures have one form, so that a page can set them in a row as small multiples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import labels, style
from dashboards.figures.shares import whiskers

_HEIGHT: Final = 210


@dataclass(frozen=True, slots=True)
class SeatMeasure:
    """What a small figure shows: columns of the frame, and whether it is a share."""

    key: str
    title: str
    value: str
    low: str
    high: str
    count: str
    n: str
    cases: str
    is_share: bool = True


SEAT_MEASURES: Final = (
    SeatMeasure(
        "wins", "Wins per player-hand", "win_share", "win_low", "win_high", "wins", "hands",
        "hands",
    ),
    SeatMeasure(
        "deal_ins", "Deal-ins 放铳 per player-hand", "deal_in_share", "deal_in_low",
        "deal_in_high", "deal_ins", "hands", "hands",
    ),
    SeatMeasure(
        "self_draws", "Self-draws 自摸 per win", "self_draw_share", "self_draw_low",
        "self_draw_high", "self_draws", "wins", "wins",
    ),
    SeatMeasure(
        "points", "Points a hand", "points_mean", "points_low", "points_high", "points", "hands",
        "hands", is_share=False,
    ),
)  # fmt: skip
"""The small multiples of the section on seats."""


def seat_figure(seats: pl.DataFrame, measure: SeatMeasure) -> go.Figure:
    """One measure of the four seats, counted from the dealer.

    Args:
        seats: frame of `pipelines.analysis.seats`.
        measure: one of `SEAT_MEASURES`.
    """
    values, lows, highs = (
        seats[name].to_list() for name in (measure.value, measure.low, measure.high)
    )
    names = [labels.both(labels.SEATS[seat]) for seat in seats["seat"]]
    hover = []
    for name, value, low, high, count, n in zip(
        names, values, lows, highs, seats[measure.count], seats[measure.n], strict=True
    ):
        if measure.is_share:
            rest = (
                f"{style.count(count)} of {style.count(n)} {measure.cases}: {style.percent(value)}"
                f"<br>95% interval {style.interval(low, high)}"
            )
        else:
            rest = (
                f"{style.signed(value)} points a hand, {style.count(n)} hands"
                f"<br>95% interval {style.span(low, high, 2, signs=True)}"
            )
        hover.append(f"<b>{name}</b><br>{rest}")
    dots = go.Scatter(
        x=list(range(len(values))),
        y=values,
        mode="markers",
        marker={"color": style.BLUE, "size": 10},
        error_y=whiskers(values, lows, highs),
        text=hover,
        hovertemplate="%{text}<extra></extra>",
    )
    made = style.figure(dots, height=_HEIGHT)
    made.update_xaxes(
        tickvals=list(range(len(values))),
        ticktext=[labels.SEATS[seat][1] for seat in seats["seat"]],
        range=[-0.5, 3.5],
        showgrid=False,
    )
    made.update_yaxes(nticks=5, tickformat=".0%" if measure.is_share else "+.3~g")
    if not measure.is_share:
        made.add_hline(y=0, line={"color": style.GREY, "width": 1, "dash": "dot"})
    return made
