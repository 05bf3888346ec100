"""How often each pattern occurs in a win: bars with whiskers, the most frequent on top."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards.figures.shares import share_bars

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
