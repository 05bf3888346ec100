"""Hands worth looking at, drawn tile by tile, with what they were paid for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from dashboards import labels, style, terms, tiles
from dashboards.report.content import Section
from schemas.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Example:
    """A won hand: its tiles, and the words around them."""

    groups: Sequence[tiles.Group]
    player: str
    total: str
    unit: str
    how: str
    patterns: str
    hand: str
    match: str

    @property
    def tiles(self) -> Markup:
        """The tiles as SVG."""
        # The drawing is made of tile codes only; nothing of a record's text goes into it.
        return Markup(tiles.drawn(self.groups))


@dataclass(frozen=True, slots=True)
class RarePattern:
    """A pattern that occurs hardly ever, with its best win (none beyond the first few)."""

    name: str
    name_en: str
    value: str
    wins: int
    share: str
    example: Example | None


def best_examples(section: Section) -> list[Example]:
    """The wins of highest total."""
    return [example(row, section.population.ruleset) for row in section.best.iter_rows(named=True)]


def rare_patterns(section: Section) -> list[RarePattern]:
    """Patterns of few wins, rarest first, the first ones with a hand."""
    ruleset = section.population.ruleset
    frequency = {row["pattern"]: row for row in section.patterns.iter_rows(named=True)}
    hands = [
        example(row, section.population.ruleset) for row in section.rare_wins.iter_rows(named=True)
    ]
    listed = []
    for place, row in enumerate(section.rare.iter_rows(named=True)):
        known = frequency[row["pattern"]]
        listed.append(
            RarePattern(
                name=known["name"],
                name_en=known["name_en"],
                value=terms.brief(ruleset, row["pattern"], known["value"]),
                wins=row["wins"],
                share=f"{style.percent(known['share'])} "
                f"({style.interval(known['low'], known['high'])})",
                example=hands[place] if place < len(hands) else None,
            )
        )
    return listed


def unseen_patterns(section: Section) -> list[dict[str, Any]]:
    """Patterns that the rule set pays and no win contains, highest value first."""
    ruleset = section.population.ruleset
    unseen = section.patterns.filter(pl.col("wins") == 0).sort(
        "limit", "value", descending=True, maintain_order=True
    )
    return [
        {
            "name": row["name"],
            "name_en": row["name_en"],
            "value": terms.brief(ruleset, row["pattern"], row["value"]),
        }
        for row in unseen.iter_rows(named=True)
    ]


def unseen_bound(section: Section) -> str:
    """Upper end of the interval that all unseen patterns share, by the rule of three."""
    highs = section.patterns.filter(pl.col("wins") == 0)["high"]
    return style.percent(highs[0]) if len(highs) else ""


def example(row: Mapping[str, Any], ruleset: RuleSet) -> Example:
    """A win as it is shown.

    Args:
        row: of `pipelines.analysis.win_details`.
        ruleset: under which it was won.
    """
    totals = terms.totals_of(ruleset)
    names = {pattern.key: pattern for pattern in ruleset.catalogue.patterns}
    parts = []
    for counted in row["patterns"] or ():
        pattern = names[counted["pattern"]]
        times = f"{counted['count']} × " if counted["count"] > 1 else ""
        value = terms.brief(ruleset, counted["pattern"], counted["value"])
        parts.append(f"{times}{pattern.name} {pattern.name_en} {value}")
    seat = labels.SEATS[row["seat"]]
    return Example(
        groups=tiles.win_groups(
            row["concealed"], row["melds"], row["win_tile"], row["flowers"], row["winner"]
        ),
        player=row["player"] or "",
        total=f"{totals.sign}{row['total']}",
        unit=totals.name,
        how=f"{labels.both(seat)}, {labels.both(labels.ending(row['win_by'], ruleset.system))}, "
        f"turn {row['turn']}",
        patterns=" · ".join(parts),
        hand=f"{row['run']}/{row['hand_id']}",
        match=row["match_id"] or "",
    )
