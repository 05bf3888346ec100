"""Totals of wins under two tables, bars side by side."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style

_HEIGHT: Final = 300
_MOST_NAMES: Final = 16


def totals_beside_figure(totals: pl.DataFrame, unit: str, sign: str = "") -> go.Figure:
    """Shares of wins by total, before and after.

    Args:
        totals: ``low_total``, ``high_total`` (null: no bound), ``before``, ``after`` (wins); see
            `pipelines.rescoring.effects.total_bars`.
        unit: what totals count, for the axis.
        sign: stands before totals that are products.
    """
    names = [
        sign + _range(low, high) for low, high in totals.select("low_total", "high_total").rows()
    ]
    places = list(range(totals.height))
    bars = [
        _bars(totals[side].to_list(), places, names, side, colour)
        for side, colour in (("before", style.BLUE), ("after", style.ORANGE))
    ]
    made = style.figure(*bars, height=_HEIGHT, bargap=0.2, bargroupgap=0.05, barmode="group")
    made.update_layout(
        showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}
    )
    step = max(1, -(-totals.height // _MOST_NAMES))
    made.update_xaxes(
        title_text=unit,
        showgrid=False,
        tickangle=0,
        tickvals=places[::step],
        ticktext=names[::step],
    )
    made.update_yaxes(tickformat=".0%", nticks=5, rangemode="tozero")
    thin = 3 * step
    made.update_layout(
        meta={
            "wide": {"xaxis.tickvals": places[::step], "xaxis.ticktext": names[::step]},
            "narrow": {"xaxis.tickvals": places[::thin], "xaxis.ticktext": names[::thin]},
        }
    )
    return made


def _bars(wins: list[int], places: list[int], names: list[str], side: str, colour: str) -> go.Bar:
    n = sum(wins)
    shares = [count / n if n else 0.0 for count in wins]
    return go.Bar(
        x=places,
        y=shares,
        name=side,
        marker={"color": colour, "line": {"width": 0}},
        text=[
            f"<b>{name}</b> {side}<br>{style.count(count)} of {style.count(n)} wins: "
            f"{style.percent(share)}"
            for name, count, share in zip(names, wins, shares, strict=True)
        ],
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )


def _range(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"
