"""How totals and turns of wins are distributed: one bar a value, shares of wins."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style

_HEIGHT: Final = 270
_MOST_NAMES: Final = 11


def totals_figure(totals: pl.DataFrame, unit: str, sign: str = "") -> go.Figure:
    """Totals of wins.

    Args:
        totals: frame of `pipelines.analysis.totals`.
        unit: what totals count, for the axis.
        sign: stands before totals that are products: their bars stand side by side, whatever
            lies between them.
    """
    names = [
        sign + _range_name(low, high)
        for low, high in zip(totals["low_total"], totals["high_total"], strict=True)
    ]
    places = list(range(totals.height)) if sign else totals["low_total"].to_list()
    bars = _bars(totals, places, names, unit, style.BLUE)
    made = style.figure(bars, height=_HEIGHT, bargap=0.12)
    made.update_xaxes(title_text=unit, showgrid=False, tickangle=0)
    made.update_yaxes(tickformat=".0%", nticks=5, rangemode="tozero")
    if sign:
        made.update_xaxes(tickvals=places, ticktext=names)
    elif totals.height:
        _name_bars(made, totals, unit)
    return made


def turns_figure(turns: pl.DataFrame) -> go.Figure:
    """Turns of the win as bars, turns in which the winner became ready as a line.

    Args:
        turns: frame of `pipelines.analysis.turns`.
    """
    won = turns.filter(pl.col("moment") == "win")
    ready = turns.filter(pl.col("moment") == "ready")
    bars = _bars(
        won,
        won["turn"].to_list(),
        [f"turn {turn}" for turn in won["turn"]],
        "",
        style.BLUE,
        name="won in this turn",
    )
    line = go.Scatter(
        x=ready["turn"].to_list(),
        y=ready["share"].to_list(),
        mode="lines+markers",
        line={"color": style.ORANGE, "width": 2},
        marker={"size": 6, "symbol": "diamond"},
        name="became ready in this turn",
        text=_hover(ready, [f"ready in turn {turn}" for turn in ready["turn"]], ""),
        hovertemplate="%{text}<extra></extra>",
    )
    made = style.figure(bars, line, height=_HEIGHT, bargap=0.12, showlegend=True)
    made.update_layout(
        legend={"orientation": "h", "x": 0, "y": 1.02, "xanchor": "left", "yanchor": "bottom"}
    )
    made.update_xaxes(title_text="turn of the winner", showgrid=False, dtick=2, tick0=0)
    made.update_yaxes(tickformat=".0%", nticks=5, rangemode="tozero")
    return made


def _name_bars(made: go.Figure, totals: pl.DataFrame, unit: str) -> None:
    """Write the first total of every few bars below them; an open last bar is named so."""
    lows = totals["low_total"].to_list()
    every = max(1, round(len(lows) / _MOST_NAMES))
    places = list(range(0, len(lows), every))
    names = [str(lows[place]) for place in places]
    if totals["high_total"][-1] is None:
        if len(lows) - 1 - places[-1] < every:
            places.pop()
            names.pop()
        places.append(len(lows) - 1)
        names.append(f"{lows[-1]}+")
    made.update_xaxes(tickvals=[lows[place] for place in places], ticktext=names)
    if len(lows) > 1 and lows[1] - lows[0] > 1:
        made.update_xaxes(title_text=f"{unit}, in steps of {lows[1] - lows[0]}")


def _bars(
    frame: pl.DataFrame,
    places: list[int],
    names: list[str],
    unit: str,
    colour: str,
    name: str | None = None,
) -> go.Bar:
    return go.Bar(
        x=places,
        y=frame["share"].to_list(),
        marker={"color": colour, "line": {"width": 0}},
        name=name,
        text=_hover(frame, names, unit),
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )


def _hover(frame: pl.DataFrame, names: list[str], unit: str) -> list[str]:
    return [
        f"<b>{name} {unit}".strip() + f"</b><br>{style.count(k)} of {style.count(n)} wins: "
        f"{style.percent(share)}<br>95% interval {style.interval(low, high)}"
        for name, (k, n, share, low, high) in zip(
            names, frame.select("wins", "n", "share", "low", "high").rows(), strict=True
        )
    ]


def _range_name(low: int, high: int | None) -> str:
    """How a bar of totals is called: one number, a range, or open at the end."""
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"
