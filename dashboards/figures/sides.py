"""Rule sets below one another: a dot each for one measure, with the whiskers of its interval.

A few hands have an interval that says next to nothing; it would press all others together. Such
rows do not set the axis: arrows at its ends say that they go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import whiskers

_ROW: Final = 30
_AXIS: Final = 56
_WORDS: Final = 18
"""Height of the line that says what arrows are."""
_MARGIN: Final = 0.06
"""Of the axis, beyond the intervals on both sides."""
_INSET: Final = 0.2
"""Of the margin, between an arrow and the end of the axis, where the names of rows stand."""
_LEAST: Final = 2
"""So many rows set the axis, however wide their intervals are."""


def side_figure(frame: pl.DataFrame, *, names: Sequence[str], title: str) -> go.Figure:
    """One measure of several populations; the line at zero is drawn where it is in reach.

    A row whose interval is wider than all that the others reach over does not set the axis.

    Args:
        frame: a row each with ``value``, ``low``, ``high`` (null where there is no interval) and
            ``hands``.
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
    if wide := wide_rows(lows, highs):
        tame = [row for row in rows if row not in wide]
        reach = min(lows[row] for row in tame), max(highs[row] for row in tame)
        margin = _MARGIN * (reach[1] - reach[0])
        ends = reach[0] - margin, reach[1] + margin
        places = ends[0] + _INSET * margin, ends[1] - _INSET * margin
        arrows = _arrows(wide, values, lows, highs, places, hover)
        if arrows.x:
            made.update_layout(height=made.layout.height + _WORDS)
            made.update_xaxes(range=ends, title=f"{title}<br>◂ ▸ goes on beyond the axis")
            made.add_trace(arrows)
    made.add_vline(x=0, line={"color": style.GREY, "width": 1, "dash": "dot"})
    return made


def wide_rows(lows: Sequence[float | None], highs: Sequence[float | None]) -> list[int]:
    """Rows whose intervals are wider than all that the others reach over, or that have none.

    At least two rows with an interval are left; where there are fewer, no row is wide.

    >>> wide_rows([0.1, 0.2, -3.0, None], [0.3, 0.4, 5.0, None])
    [2, 3]
    >>> wide_rows([0.1, 0.2, 0.1], [0.3, 0.4, 0.35]), wide_rows([0.1, -3.0], [0.2, 5.0])
    ([], [])
    """
    known = [
        (row, low, high)
        for row, (low, high) in enumerate(zip(lows, highs, strict=True))
        if low is not None and high is not None
    ]
    if len(known) < _LEAST:
        return []
    tame = sorted(known, key=lambda one: one[2] - one[1])
    while len(tame) > _LEAST:
        *others, (_, low, high) = tame
        if high - low <= max(one[2] for one in others) - min(one[1] for one in others):
            break
        tame = others
    kept = {row for row, _, _ in tame}
    return [row for row in range(len(lows)) if row not in kept]


def _arrows(
    rows: Sequence[int],
    values: Sequence[float],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    ends: tuple[float, float],
    hover: Sequence[str],
) -> go.Scatter:
    """Arrows near the ends of the axis where rows reach beyond these."""
    found = [
        (end, row, symbol)
        for row in rows
        for end, symbol, beyond in (
            (ends[0], "triangle-left", _first(lows[row], values[row]) < ends[0]),
            (ends[1], "triangle-right", _first(highs[row], values[row]) > ends[1]),
        )
        if beyond
    ]
    return go.Scatter(
        x=[end for end, _, _ in found],
        y=[row for _, row, _ in found],
        mode="markers",
        marker={
            "color": style.BLUE, "size": 11, "symbol": [symbol for _, _, symbol in found],
        },
        cliponaxis=False,
        showlegend=False,
        text=[hover[row] for _, row, _ in found],
        hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _first(end: float | None, value: float) -> float:
    return value if end is None else end
