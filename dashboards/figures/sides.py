"""Rule sets below one another: a dot each for one measure, with the whiskers of its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import whiskers

_ROW: Final = 30
_AXIS: Final = 56


def side_figure(frame: pl.DataFrame, *, names: Sequence[str], title: str) -> go.Figure:
    """One measure of several populations; the line at zero is drawn where it is in reach.

    Args:
        frame: a row each with ``value``, ``low``, ``high`` (may be null) and ``hands``.
        names: label of each row.
        title: of the axis.
    """
    rows = list(range(frame.height))
    values, lows, highs = (frame[name].to_list() for name in ("value", "low", "high"))
    hover = [
        f"<b>{name}</b><br>{style.signed(value, 3)} (95% interval "
        f"{style.span(low, high, 3, signs=True)})<br>{style.count(hands)} hands"
        for name, value, low, high, hands in zip(
            names, values, lows, highs, frame["hands"], strict=True
        )
    ]
    dots = go.Scatter(
        x=values,
        y=rows,
        mode="markers",
        marker={"color": style.BLUE, "size": 10},
        error_x=whiskers(values, lows, highs),
        text=hover,
        hovertemplate="%{text}<extra></extra>",
    )
    made = style.figure(dots, height=_ROW * max(frame.height, 1) + _AXIS)
    made.update_xaxes(title=title, nticks=6, tickformat="+.2~g")
    made.update_yaxes(
        tickvals=rows, ticktext=list(names), range=[frame.height - 0.4, -0.6], showgrid=False
    )
    made.add_vline(x=0, line={"color": style.GREY, "width": 1, "dash": "dot"})
    return made
