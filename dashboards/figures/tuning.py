"""How far a table's values are from what rarity says, and tables none of which beats another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures.shares import whiskers
from dashboards.tuning import factor, mispricing_interval, sure

_ROW: Final = 22


def mispricing_figure(patterns: pl.DataFrame, *, power: bool) -> go.Figure:
    """Mispricing of each pattern with a measured rarity, the dearest on top, filled beyond chance.

    Args:
        patterns: frame of `pipelines.tuning.proposing.proposal_frame`.
        power: whether scores are logarithms, so that mispricing is a factor.
    """
    shown = mispriced(patterns)

    def axis(values: Sequence[float | None]) -> list[float | None]:
        return [None if v is None else math.exp(v) if power else v for v in values]

    values, lows, highs = (
        axis(shown[name].to_list()) for name in ("mispricing", "mispricing_low", "mispricing_high")
    )
    hover = [_pattern_text(row, power=power) for row in shown.iter_rows(named=True)]
    filled = [sure(q) for q in shown["q_value"]]
    dots = go.Scatter(
        x=values,
        y=[f"{name}  {name_en}" for name, name_en in shown.select("name", "name_en").rows()],
        mode="markers",
        marker={
            "size": 9,
            "color": [
                style.BLUE if value >= (1 if power else 0) else style.ORANGE
                for value in values
                if value is not None
            ],
            "symbol": ["circle" if one else "circle-open" for one in filled],
        },
        error_x=whiskers(values, lows, highs),
        text=hover,
        hovertemplate="%{text}<extra></extra>",
    )
    made = style.figure(dots, height=90 + _ROW * shown.height)
    made.add_vline(x=1 if power else 0, line={"color": style.GREY, "width": 1, "dash": "dot"})
    made.update_xaxes(
        type="log" if power else "linear",
        title_text="value ÷ the line's value" if power else "value − the line's value",
    )
    rows = dots.y
    made.update_yaxes(tickvals=list(rows))
    made.update_layout(
        meta={
            "wide": {"yaxis.ticktext": list(rows)},
            "narrow": {"yaxis.ticktext": shown["name"].to_list()},
        }
    )
    return made


def mispriced(patterns: pl.DataFrame) -> pl.DataFrame:
    """The rows that the figure shows, the cheapest first."""
    return patterns.filter(pl.col("measured") == "seen").sort(
        "mispricing", "pattern", descending=[False, True]
    )


def front_figure(
    front: Sequence[Mapping[str, float]],
    chosen: int,
    *,
    x: str,
    y: str,
    titles: Mapping[str, str],
) -> go.Figure:
    """Tables of a Pareto front by two of their measures; the one that was taken stands out.

    Args:
        front: measures of each table.
        chosen: which of them was taken.
        x: the measure on the horizontal axis.
        y: the measure on the vertical axis.
        titles: what measures are called.
    """
    others = [at for at in range(len(front)) if at != chosen]

    def dots(which: Sequence[int], color: str, size: int) -> go.Scatter:
        return go.Scatter(
            x=[front[at][x] for at in which],
            y=[front[at][y] for at in which],
            mode="markers",
            marker={"color": color, "size": size},
            text=[_table_text(front[at], titles, taken=at == chosen) for at in which],
            hovertemplate="%{text}<extra></extra>",
        )

    made = style.figure(dots(others, style.BLUE, 9), dots([chosen], style.ORANGE, 13), height=360)
    made.update_xaxes(title_text=titles[x])
    made.update_yaxes(title_text=titles[y])
    return made


def _pattern_text(row: Mapping[str, Any], *, power: bool) -> str:
    counted = (
        ""
        if row["wins"] is None
        else (f"{style.count(row['wins'])} of {style.count(row['n'])} wins, ")
    )
    interval = mispricing_interval(row, power=power)
    return (
        f"<b>{row['name']}  {row['name_en']}</b><br>{counted}{style.rare_share(row['share'])}"
        f"<br>worth {row['value']}, by the line {row['line']:.1f}: "
        f"{factor(row['mispricing'], power=power)}"
        + ("" if interval == style.NOTHING else f"<br>95% interval {interval}")
    )


def _table_text(measures: Mapping[str, float], titles: Mapping[str, str], *, taken: bool) -> str:
    lines = [f"{titles[name]}: {measures[name]:.4g}" for name in titles if name in measures]
    return "<br>".join((["<b>taken</b>"] if taken else []) + lines)
