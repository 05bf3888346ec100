"""Skill and luck in words, for the terminal and the report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from dashboards import style

if TYPE_CHECKING:
    from pipelines.duplicates import SkillAndLuck


def skill_sentences(found: SkillAndLuck) -> list[str]:
    """What a duplicate run tells, in two or three sentences."""
    parts = {row["component"]: row for row in found.components.iter_rows(named=True)}
    where = f"{style.plural(found.deals, 'deal')} in all 24 seatings"
    if found.pairs.is_empty():
        return [
            f"In {where} all four play {found.policies['policy'][0]}: there is no skill to tell "
            f"from luck; {_wall_sentence(parts)}"
        ]
    luck = parts["luck"]
    sentences = [
        f"In {where} luck makes {variance_share(luck)} ({variance_share_interval(luck)}) of the "
        f"variance of a player's points in a hand, who plays {variance_share(parts['policy'])}; "
        f"{_wall_sentence(parts)}"
    ]
    best = found.pairs.filter(pl.col("policy") == found.policies["policy"][0])
    second = best.sort("difference").row(0, named=True)
    told = (
        f"{second['policy']} gains {style.number(second['difference'], 2)} points a hand more than "
        f"{second['other']} ({style.span(second['low'], second['high'], 2, signs=True)})"
    )
    if second["low"] is None or second["low"] <= 0:
        return [*sentences, f"{told}, which these hands do not tell from nothing."]
    ahead = f"it is ahead with 95% after {style.plural(second['hands'], 'hand')}"
    return [*sentences, f"{told}; {ahead} at single tables."]


def variance_share(row: Mapping[str, Any]) -> str:
    """A component's share of the total; an unbiased estimate may lie below zero."""
    return _percent(row["share"])


def variance_share_interval(row: Mapping[str, Any]) -> str:
    """The interval of a component's share."""
    if row["share_low"] is None:
        return style.NOTHING
    return f"{_percent(row['share_low'])} to {_percent(row['share_high'])}"


def hands_span(value: int | None, low: int | None, high: int | None) -> str:
    """A number of hands with its interval, open where no end is in sight.

    >>> hands_span(603, 202, 8264), hands_span(603, 202, None), hands_span(None, None, None)
    ('603 (202 to 8,264)', '603 (202 or more)', '–')
    """
    if value is None:
        return style.NOTHING
    if low is None:
        return style.count(value)
    most = "or more" if high is None else f"to {style.count(high)}"
    return f"{style.count(value)} ({style.count(low)} {most})"


def _wall_sentence(parts: Mapping[str, Mapping[str, Any]]) -> str:
    wall = parts["wall"]
    return (
        f"what the wall gives a seat makes {variance_share(wall)} "
        f"({variance_share_interval(wall)})."
    )


def _percent(share: float | None) -> str:
    if share is None:
        return style.NOTHING
    return style.percent(share) if share >= 0 else "−" + style.percent(-share)
