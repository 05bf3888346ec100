"""How a tuned table is written: names of its measures, values with intervals, mispricing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dashboards import style
from pipelines.analysis.statistics import CONFIDENCE

if TYPE_CHECKING:
    from schemas.tuning import Target

MEASURES: Final = {
    "dealer_advantage": ("Dealer's points a hand", "points"),
    "draw_rate": ("Drawn 荒牌, kept play", "share"),
    "self_draw_share": ("Self-draws 自摸, of wins", "share"),
    "top_share": ("Points of the top 1% of hands", "share"),
    "gini": ("Gini of points moved", "number"),
    "points_moved": ("Points that change hands, a hand", "number"),
    "mispricing": ("Distance from the line (rms)", "number"),
    "distance": ("Mean distance from today's table", "number"),
    "unwon": ("Stored wins that are none", "share"),
    "earlier": ("Hands that would have ended earlier", "share"),
}
"""What is measured of a table, in words, and how it is written."""
TABLES: Final = ("today", "proposed", "new")
"""The tables that are measured."""
SURE: Final = 1 - CONFIDENCE
"""A pattern is told as mispriced or moved where less than that share are false discoveries."""


def sure(q_value: float | None) -> bool:
    """Whether a finding is beyond chance."""
    return q_value is not None and q_value < SURE


def line_value(row: Mapping[str, Any]) -> str:
    """What a pattern would be worth on the line; of one never seen the least that it can be."""
    if row["line"] is None:
        return style.NOTHING
    mark = "≥ " if row["measured"] == "unseen" else ""
    return f"{mark}{style.number(row['line'])}"


def mispricing(row: Mapping[str, Any], *, power: bool) -> str:
    """Today's value against that of the line, with * where it is beyond chance."""
    if row["mispricing"] is None:
        return style.NOTHING
    mark = "≤ " if row["measured"] == "unseen" else ""
    star = "*" if sure(row["q_value"]) else ""
    return f"{mark}{factor(row['mispricing'], power=power)}{star}"


def mispricing_interval(row: Mapping[str, Any], *, power: bool) -> str:
    """The 95 % interval of the mispricing, where both ends are known."""
    if row["mispricing_low"] is None or row["mispricing_high"] is None:
        return style.NOTHING
    low, high = (factor(row[f"mispricing_{end}"], power=power) for end in ("low", "high"))
    return f"{low} to {high}"


def factor(value: float, *, power: bool) -> str:
    """A difference of scores, where they are logarithms as a factor.

    >>> factor(-0.25, power=False), factor(0.0, power=True)
    ('−0.25', '×1.00')
    """
    return f"×{math.exp(value):.2f}" if power else style.signed(value)


def measure_text(value: float, kind: str) -> str:
    """A measure of a table."""
    if kind == "share":
        return style.percent(value)
    return style.signed(value) if kind == "points" else style.number(value, 3)


def with_interval(row: Mapping[str, Any], name: str, kind: str) -> str:
    """A measure of one of `TABLES`, or ``move`` (new − today), with its interval where it has one.

    Args:
        row: of the frame of measures.
        name: of `TABLES`, or ``move``.
        kind: how it is written, of `MEASURES`.
    """
    value, low, high = (row[column] for column in (name, f"{name}_low", f"{name}_high"))
    signs = name == "move" or kind == "points"
    if kind == "share" and not signs:
        text = style.percent(value)
        return text if low is None else f"{text} ({style.interval(max(0.0, low), min(1.0, high))})"
    times, unit = (100, " pp") if kind == "share" else (1, "")
    digits = 2 if kind in ("share", "points") else 3
    number = style.signed if signs else style.number
    text = f"{number(times * value, digits)}{unit}"
    if low is None:
        return text
    return f"{text} ({style.span(times * low, times * high, digits, signs=signs)})"


def goal_text(target: Target | None) -> str:
    """What a measure is to come to; empty where nothing is wanted of it."""
    if target is None:
        return ""
    goal = target.goal if isinstance(target.goal, str) else f"{target.goal:g}"
    return goal if target.within is None else f"{goal} ± {target.within:g}"
