"""How often each pattern occurs in a win, and how two selections of wins differ in that."""

from __future__ import annotations

from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import share_bars, whiskers
from dashboards.measures import difference_text

_DOT_ROW: Final = 25
_AXIS: Final = 60
MOST_BARS: Final = 30
"""A figure shows at most this many patterns; the table beside it holds them all."""


def pattern_figure(patterns: pl.DataFrame, *, most: int = MOST_BARS) -> go.Figure:
    """The `most` most frequent patterns as shares of wins; patterns never seen are left out.

    Args:
        patterns: frame of `pipelines.analysis.pattern_frequency`.
        most: how many bars at most.
    """
    shown = most_frequent(patterns, most=most)
    return share_bars(
        shown,
        names=[f"{name}  {name_en}" for name, name_en in shown.select("name", "name_en").rows()],
        short_names=shown["name"].to_list(),
        count="wins",
        cases="wins",
        row_height=23,
    )


def most_frequent(patterns: pl.DataFrame, *, most: int = MOST_BARS) -> pl.DataFrame:
    """The rows that the figure shows: patterns that occur, most frequent first."""
    return (
        patterns.filter(pl.col("wins") > 0)
        .sort("wins", descending=True, maintain_order=True)
        .head(most)
    )


def difference_figure(differences: pl.DataFrame, *, most: int = MOST_BARS) -> go.Figure:
    """The `most` largest differences as dots with their intervals, the largest on top.

    A difference whose interval leaves out zero is a full dot, any other an open one.

    Args:
        differences: frame of `pipelines.analysis.selection_differences`.
        most: how many dots at most.
    """
    shown = by_difference(differences, most=most)
    rows = list(range(shown.height))
    values, lows, highs = (
        shown[name].to_list() for name in ("difference", "difference_low", "difference_high")
    )
    apart = [
        low is not None and high is not None and (low > 0 or high < 0)
        for low, high in zip(lows, highs, strict=True)
    ]
    names = [f"{name}  {name_en}" for name, name_en in shown.select("name", "name_en").rows()]
    dots = go.Scatter(
        x=values,
        y=rows,
        mode="markers",
        marker={
            "color": style.BLUE,
            "size": 10,
            "symbol": ["circle" if one else "circle-open" for one in apart],
            "line": {"width": 2},
        },
        error_x=whiskers(values, lows, highs),
        text=[
            f"<b>{row['name']} {row['name_en']}</b><br>{style.percent(row['share'])} of "
            f"{style.count(row['n'])} wins, beside {style.percent(row['other_share'])} of "
            f"{style.count(row['other_n'])}<br>{told[0]}, 95% {told[1]}"
            for row in shown.iter_rows(named=True)
            for told in [difference_texts(row)]
        ],
        hovertemplate="%{text}<extra></extra>",
    )
    made = style.figure(dots, height=_DOT_ROW * max(shown.height, 1) + _AXIS)
    made.add_vline(x=0, line={"color": style.GREY, "width": 1, "dash": "dot"})
    made.update_xaxes(tickformat="+.1~%", nticks=6, title_text="difference of shares")
    made.update_yaxes(
        tickvals=rows, ticktext=names, range=[shown.height - 0.4, -0.6], showgrid=True
    )
    made.update_layout(
        meta={
            "wide": {"yaxis.ticktext": names, "xaxis.nticks": 6},
            "narrow": {"yaxis.ticktext": shown["name"].to_list(), "xaxis.nticks": 4},
        }
    )
    return made


def by_difference(differences: pl.DataFrame, *, most: int = MOST_BARS) -> pl.DataFrame:
    """The rows that the figure shows: the largest differences, either way, first."""
    return (
        differences.filter(pl.col("difference").is_not_null())
        .sort(pl.col("difference").abs(), descending=True, maintain_order=True)
        .head(most)
    )


def difference_texts(row: dict[str, Any]) -> tuple[str, str]:
    """The difference of a row and its interval, in percentage points."""
    named = {name: row[f"difference_{name}"] for name in ("low", "high")}
    return difference_text({"value": row["difference"], **named}, "share")
