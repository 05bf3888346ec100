"""Names of what `paipu compare` measures of every hand, and how their values are written."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dashboards import style


class Measure(NamedTuple):
    """Name of a measure of `pipelines.analysis.measures`; ``share``, ``number`` or ``points``."""

    label: str
    kind: str


MEASURES: Final = {
    "won": Measure("Won 和/胡", "share"),
    "drawn": Measure("Drawn 荒牌", "share"),
    "aborted": Measure("Aborted 中途流局", "share"),
    "self_drawn": Measure("Self-drawn 自摸, of hands", "share"),
    "dealt_in": Measure("Dealt in 放铳, of hands", "share"),
    "dealer_won": Measure("Won by the dealer 庄", "share"),
    "draws": Measure("Tiles drawn a hand", "number"),
    "moved": Measure("Points that change hands", "points"),
    "dealer_points": Measure("Dealer's points a hand", "points"),
    "moved_unit": Measure("Points that change hands, in σ", "number"),
    "dealer_points_unit": Measure("Dealer's points a hand, in σ", "number"),
    "deviation": Measure("σ: deviation of a seat's points", "points"),
}
"""By key, in the order in which they are shown."""


def value_text(value: float | None, kind: str, *, signs: bool = False) -> str:
    """A value, or with `signs` a difference: of shares in percentage points.

    >>> value_text(0.0123, "share"), value_text(0.0123, "share", signs=True)
    ('1.2%', '+1.23 pp')
    >>> value_text(-0.5, "points", signs=True), value_text(None, "points")
    ('−0.50', '–')
    """
    if value is None:
        return style.NOTHING
    if kind == "share":
        return f"{style.signed(100 * value)} pp" if signs else style.percent(value)
    return style.signed(value) if signs else style.number(value, 2)


def with_interval(row: dict[str, Any] | None, kind: str) -> str:
    """A value of a frame of measures and its interval; nothing where it was not measured."""
    if row is None or row["value"] is None:
        return ""
    value = value_text(row["value"], kind)
    if row["low"] is None:
        return value
    if kind == "share":
        return f"{value} ({style.interval(row['low'], row['high'])})"
    return f"{value} ({style.span(row['low'], row['high'], 2)})"


def difference_text(row: dict[str, Any], kind: str) -> tuple[str, str]:
    """A difference and its interval."""
    value, low, high = (
        value_text(row[name], kind, signs=True) for name in ("value", "low", "high")
    )
    return value, f"{low} to {high}"
