"""The points of a hand, the dealer's beside those of the others."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import whiskers
from pipelines.analysis import OTHERS

_HEIGHT: Final = 290
_MOST_NAMES: Final = 13
_FEW_NAMES: Final = 4
"""As many where there is room for short ones only."""


def points_figure(bars: pl.DataFrame) -> go.Figure:
    """Shares of hands by the points that the dealer, and one of the others, gains.

    Args:
        bars: frame of `pipelines.analysis.point_bars`.
    """
    drawn = []
    names: list[str] = []
    for seat, name, colour in ((0, "dealer 庄", style.ORANGE), (OTHERS, "others 闲", style.BLUE)):
        own = bars.filter(pl.col("seat") == seat)
        names = [
            _name(low, high)
            for low, high in zip(own["low_points"], own["high_points"], strict=True)
        ]
        shares, lows, highs = (own[column].to_list() for column in ("share", "low", "high"))
        hover = [
            f"<b>{name}: {points} points</b><br>{style.count(count)} of {style.count(n)} hands: "
            f"{style.percent(share)}<br>95% interval {style.interval(low, high)}"
            for points, (count, n, share, low, high) in zip(
                names, own.select("hands", "n", "share", "low", "high").rows(), strict=True
            )
        ]
        drawn.append(
            go.Bar(
                x=list(range(own.height)),
                y=shares,
                name=name,
                marker={"color": colour, "line": {"width": 0}},
                error_y=whiskers(shares, lows, highs) | {"width": 0},
                text=hover,
                textposition="none",
                hovertemplate="%{text}<extra></extra>",
            )
        )
    made = style.figure(*drawn, height=_HEIGHT, barmode="group", bargap=0.15, showlegend=True)
    made.update_layout(
        legend={"orientation": "h", "x": 0, "y": 1.02, "xanchor": "left", "yanchor": "bottom"}
    )
    places, few = (_spread(len(names), most) for most in (_MOST_NAMES, _FEW_NAMES))
    made.update_layout(
        meta={
            kind: {
                "xaxis.tickvals": shown,
                "xaxis.ticktext": [names[place] for place in shown],
            }
            for kind, shown in (("wide", places), ("narrow", few))
        }
    )
    made.update_xaxes(
        title_text="points of a hand",
        showgrid=False,
        tickvals=places,
        ticktext=[names[place] for place in places],
        tickangle=0,
    )
    made.update_yaxes(tickformat=".0%", nticks=5, rangemode="tozero")
    return made


def _spread(n: int, most: int) -> list[int]:
    """Places of about `most` of n bars that are named, at even distances."""
    return list(range(0, n, max(1, round(n / most))))


def _name(low: int | None, high: int | None) -> str:
    """How a bar is called: one number, a range, or open.

    >>> _name(None, -12), _name(0, 0), _name(1, 5), _name(31, None)
    ('≤ −12', '0', '1–5', '≥ 31')
    """
    if low is None:
        return f"≤ {style.number(high, 0)}"
    if high is None:
        return f"≥ {style.number(low, 0)}"
    if low == high:
        return style.number(low, 0)
    first, last = (style.number(end, 0) for end in (low, high))
    return f"{first} to {last}" if low < 0 else f"{first}–{last}"
