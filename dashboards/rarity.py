"""How rare patterns are, in words: for the terminal and the application."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from dashboards import style

if TYPE_CHECKING:
    from pipelines.kinds_of_play import Play

EVIDENT: Final = 0.05
"""Patterns of a smaller adjusted p-value are told as different in the two kinds of play."""
_PLAYS: Final = {"natural": "Natural", "strategic": "Strategic"}


def complete_text(row: Mapping[str, Any]) -> str:
    """The share of all complete hands: exact, drawn (~) with its interval, or no question of tiles.

    Args:
        row: of `pipelines.analysis.rarity`, here and below.
    """
    if row["q"] is None:
        return style.NOTHING
    if row["method"] == "exact":
        return style.rare_share(row["q"])
    return f"~{style.rare_share(row['q'])} ({style.interval(row['q_low'], row['q_high'])})"


def play_text(row: Mapping[str, Any], play: str) -> str:
    """The share of the wins of a kind of play and its interval; nothing without wins."""
    if row[f"{play}_share"] is None:
        return style.NOTHING
    low, high = row[f"{play}_low"], row[f"{play}_high"]
    return f"{style.percent(row[f'{play}_share'])} ({style.interval(low, high)})"


def ratio_text(row: Mapping[str, Any]) -> str:
    """Strategic over natural share, with * where the two differ beyond chance."""
    mark = " *" if row["p_adjusted"] is not None and row["p_adjusted"] < EVIDENT else ""
    if row["ratio"] is None:
        return f"{style.NOTHING}{mark}"
    if row["ratio_low"] is None:
        return f"{style.number(row['ratio'], 2)}{mark}"
    span = style.span(row["ratio_low"], row["ratio_high"], 2)
    return f"{style.number(row['ratio'], 2)} ({span}){mark}"


def wins_of(play: Play, found: pl.DataFrame) -> int:
    """Wins of a kind of play."""
    column = found[f"{play.kind}_n"].drop_nulls()
    return int(column[0]) if len(column) else 0


def told_play(play: Play, found: pl.DataFrame, *, otherwise: str) -> str:
    """Which runs stand for a kind of play; `otherwise` says what to do where there is none."""
    name = _PLAYS[play.kind]
    if not play.manifests:
        return f"{name}: no run under these rules; {otherwise}"
    how = "as asked" if play.named else "most hands of this kind in the lake"
    return (
        f"{name}: {style.plural(wins_of(play, found), 'win')} of {', '.join(play.runs)}, "
        f"{' and '.join(play.ways)} ({how})"
    )


def told_evident(found: pl.DataFrame) -> str:
    """How many patterns differ between the two kinds of play; empty where none does."""
    evident = found.filter(pl.col("p_adjusted") < EVIDENT)
    if evident.is_empty():
        return ""
    more = evident.filter(pl.col("strategic_share") > pl.col("natural_share")).height
    differ = "1 pattern differs" if evident.height == 1 else f"{evident.height} patterns differ"
    return (
        f"{differ} between the two (marked *, false discoveries held to 5%): {more} more "
        f"frequent in strategic play, {evident.height - more} less."
    )


def method(draw: int) -> str:
    """What the columns are, for `draw` complete hands that were drawn."""
    return (
        "Complete hands: those with the pattern in some reading, exact; ~: not decided by tiles "
        f"alone, of {draw:,} hands drawn those that are paid for it; –: no question of tiles. "
        "Paid: of the hands drawn, self-drawn and concealed, those whose best-paying reading "
        "counts it. Shares of wins with 95% intervals; wins of one deal are one cluster."
    )
