"""Horizontal bars of shares with the whiskers of their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

from dashboards import labels, style

_ROW: Final = 34
_AXIS: Final = 44


def outcome_figure(outcomes: pl.DataFrame, system: str) -> go.Figure:
    """How hands end, as shares of all hands; wins in one colour, the rest in another.

    Args:
        outcomes: frame of `pipelines.analysis.outcomes`.
        system: whose names are used.
    """
    return share_bars(
        outcomes,
        names=[labels.both(labels.ending(key, system)) for key in outcomes["ending"]],
        count="hands",
        cases="hands",
        colours=[style.BLUE if won else style.ORANGE for won in outcomes["won"]],
        short_names=[labels.ending(key, system)[0] for key in outcomes["ending"]],
    )


def wait_figure(waits: pl.DataFrame) -> go.Figure:
    """Kinds of waits as shares of wins.

    Args:
        waits: frame of `pipelines.analysis.waits`.
    """
    return share_bars(
        waits,
        names=[labels.both(labels.wait(key)) for key in waits["wait"]],
        count="wins",
        cases="wins",
    )


def share_bars(
    frame: pl.DataFrame,
    *,
    names: Sequence[str],
    count: str,
    cases: str,
    colours: Sequence[str] | str = style.BLUE,
    short_names: Sequence[str] | None = None,
    row_height: int = _ROW,
) -> go.Figure:
    """One bar a row, the first row on top, each with its interval and its share in figures.

    Args:
        frame: columns ``share``, ``low``, ``high``, ``n`` and the numerator `count`.
        names: label of each row.
        count: name of the numerator's column.
        cases: what the denominator counts, for the hover text.
        colours: one for all bars, or one for each.
        short_names: labels for narrow pages; the figure's meta data holds what differs there.
        row_height: pixels for each bar.
    """
    rows = list(range(frame.height))
    shares, lows, highs = (frame[name].to_list() for name in ("share", "low", "high"))
    hover = [
        f"<b>{name}</b><br>{style.count(k)} of {style.count(n)} {cases}: "
        f"{style.percent(share)}<br>95% interval {style.interval(low, high)}"
        for name, k, n, share, low, high in zip(
            names, frame[count], frame["n"], shares, lows, highs, strict=True
        )
    ]
    bars = go.Bar(
        x=shares,
        y=rows,
        orientation="h",
        marker={"color": colours, "line": {"width": 0}},
        error_x=whiskers(shares, lows, highs),
        text=hover,
        textposition="none",
        hovertemplate="%{text}<extra></extra>",
    )
    values = go.Scatter(
        x=highs,
        y=rows,
        mode="text",
        text=[f"  {style.percent(share)}" for share in shares],
        textposition="middle right",
        cliponaxis=False,
        hoverinfo="skip",
    )
    top = max(highs, default=1.0)
    made = style.figure(bars, values, height=row_height * max(frame.height, 1) + _AXIS)
    # Room for the figures beside the bars, more of it where bars are short.
    wide, narrow = [0, top * 1.18], [0, top * 1.5]
    made.update_xaxes(range=wide, tickformat=".1%" if top < 0.05 else ".0%", nticks=6, tickangle=0)
    made.update_yaxes(
        tickvals=rows,
        ticktext=list(names),
        range=[frame.height - 0.4, -0.6],
        showgrid=False,
    )
    made.update_layout(
        meta={
            "wide": {"yaxis.ticktext": list(names), "xaxis.range": wide, "xaxis.nticks": 6},
            "narrow": {
                "yaxis.ticktext": list(short_names or names),
                "xaxis.range": narrow,
                "xaxis.nticks": 4,
            },
        }
    )
    return made


def whiskers(
    values: Sequence[float | None], lows: Sequence[float | None], highs: Sequence[float | None]
) -> dict[str, Any]:
    """Error bars from values to the ends of their intervals; none where there is no interval."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [_distance(high, value) for high, value in zip(highs, values, strict=True)],
        "arrayminus": [_distance(value, low) for value, low in zip(values, lows, strict=True)],
        "color": style.WHISKER,
        "thickness": 1.4,
        "width": 4,
    }


def _distance(upper: float | None, lower: float | None) -> float:
    return 0.0 if upper is None or lower is None else upper - lower
