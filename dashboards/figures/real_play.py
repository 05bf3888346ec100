"""Simulated shares beside those of real play: a dot with its interval, and a mark for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import whiskers

_ROW: Final = 34
_AXIS: Final = 76
_SYMBOLS: Final = ("diamond-open", "square-open", "triangle-up-open")


def real_play_figure(
    patterns: pl.DataFrame, names: Sequence[str], players: Mapping[str, str]
) -> go.Figure:
    """Shares of patterns, the first row on top.

    Args:
        patterns: frame of `pipelines.analysis.Beside.patterns`.
        names: label of each row.
        players: names of the players whose columns are drawn, by column.
    """
    rows = list(range(patterns.height))
    values, lows, highs = (patterns[name].to_list() for name in ("value", "low", "high"))
    simulated = go.Scatter(
        x=values,
        y=rows,
        mode="markers",
        name="simulated",
        marker={"color": style.BLUE, "size": 10},
        error_x=whiskers(values, lows, highs),
        text=[
            f"<b>{name}</b><br>simulated {style.percent(value)}, 95% {style.interval(low, high)}"
            for name, value, low, high in zip(names, values, lows, highs, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
    )
    others = [
        go.Scatter(
            x=patterns[key].to_list(),
            y=rows,
            mode="markers",
            name=name,
            marker={"color": style.ORANGE, "size": 10, "symbol": symbol, "line": {"width": 2}},
            hovertemplate=f"{name}: %{{x:.2%}}<extra></extra>",
        )
        for (key, name), symbol in zip(players.items(), _SYMBOLS, strict=False)
    ]
    made = style.figure(*others, simulated, height=_ROW * max(len(rows), 1) + _AXIS)
    made.update_xaxes(tickformat=".0%", rangemode="tozero", nticks=6)
    made.update_yaxes(
        tickvals=rows, ticktext=list(names), range=[patterns.height - 0.4, -0.6], showgrid=True
    )
    made.update_layout(
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        margin={"l": 8, "r": 16, "t": 40, "b": 8},
    )
    return made
