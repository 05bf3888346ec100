"""How rare patterns are, three ways: among complete hands, in natural and in strategic play."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.patterns import MOST_BARS
from dashboards.figures.shares import whiskers

_ROW: Final = 26
_AXIS: Final = 96
_PLAYS: Final = (("natural", style.BLUE, -0.16), ("strategic", style.ORANGE, 0.16))
"""Kinds of play with their colours, and how far above or below its line each stands."""


def rarity_figure(found: pl.DataFrame, *, most: int = MOST_BARS) -> go.Figure:
    """The patterns that play shows most often, on a logarithmic axis.

    The first two traces are natural and strategic shares, in the order of `most_played`.

    Args:
        found: frame of `pipelines.analysis.rarity`.
        most: how many patterns at most.
    """
    shown = most_played(found, most=most)
    rows = list(range(shown.height))
    names = [f"{name}  {name_en}" for name, name_en in shown.select("name", "name_en").rows()]
    drawn = []
    for play, colour, aside in _PLAYS:
        shares, lows, highs = (
            shown[f"{play}_{part}"].to_list() for part in ("share", "low", "high")
        )
        drawn.append(
            go.Scatter(
                x=[share or None for share in shares],
                y=[row + aside for row in rows],
                mode="markers",
                name=f"{play} play",
                marker={"color": colour, "size": 8},
                error_x=whiskers(shares, lows, highs),
                text=[
                    f"<b>{name}</b><br>{play} play: {style.rare_share(share)} of "
                    f"{style.count(n)} wins<br>95% interval {style.interval(low, high)}"
                    for name, share, n, low, high in zip(
                        names, shares, shown[f"{play}_n"], lows, highs, strict=True
                    )
                ],
                hovertemplate="%{text}<extra></extra>",
            )
        )
    drawn.append(
        go.Scatter(
            x=shown["q"].to_list(),
            y=rows,
            mode="markers",
            name="complete hands",
            marker={"color": style.GREY, "size": 9, "symbol": "diamond-open", "line": {"width": 2}},
            text=[
                f"<b>{name}</b><br>{style.rare_share(q)} of all complete hands"
                for name, q in zip(names, shown["q"], strict=True)
            ],
            hovertemplate="%{text}<extra></extra>",
        )
    )
    made = style.figure(*drawn, height=_ROW * max(shown.height, 1) + _AXIS, showlegend=True)
    made.update_xaxes(type="log", dtick=1, tickformat="~%", title="share, logarithmic")
    made.update_yaxes(
        tickvals=rows, ticktext=names, range=[shown.height - 0.4, -0.6], showgrid=False
    )
    made.update_layout(
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        margin={"l": 8, "r": 16, "t": 44, "b": 8},
        meta={
            "wide": {"yaxis.ticktext": names},
            "narrow": {"yaxis.ticktext": shown["name"].to_list()},
        },
    )
    return made


def most_played(found: pl.DataFrame, *, most: int = MOST_BARS) -> pl.DataFrame:
    """The rows that the figure shows: patterns seen in either play, most frequent first."""
    seen = pl.max_horizontal("natural_share", "strategic_share")
    return found.filter(seen > 0).sort(seen, descending=True, maintain_order=True).head(most)
