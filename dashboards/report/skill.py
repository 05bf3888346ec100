"""The report's part on skill and luck, of runs that play each deal in all seatings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboards import labels, style
from dashboards.report.cells import Cell, Column, Table, count, make_table, text
from dashboards.skill import (
    hands_span,
    skill_sentences,
    variance_share,
    variance_share_interval,
)

if TYPE_CHECKING:
    from pipelines.duplicates import SkillAndLuck


def skill_lead(found: SkillAndLuck) -> str:
    """What the tables tell, in sentences."""
    return " ".join(skill_sentences(found))


def skill_tables(found: SkillAndLuck) -> list[Table]:
    """Policies, parts of the variance, and pairs where there are any."""
    tables = [_policies(found), _components(found)]
    return [*tables, _pairs(found)] if found.pairs.height else tables


def _policies(found: SkillAndLuck) -> Table:
    rows = [
        [
            text(row["policy"]),
            count(row["hands"]),
            Cell(style.signed(row["points_mean"]), row["points_mean"]),
            Cell(style.span(row["points_low"], row["points_high"], 2, signs=True)),
        ]
        for row in found.policies.iter_rows(named=True)
    ]
    columns = [
        Column("Policy", False),
        Column("Hands", hint="of all its players"),
        Column("Points a hand"),
        Column("95% interval"),
    ]
    return make_table("policies", f"Over {style.plural(found.deals, 'deal')}", columns, rows)


def _components(found: SkillAndLuck) -> Table:
    rows = [
        [
            text(labels.both(labels.COMPONENTS[row["component"]])),
            Cell(style.number(row["variance"], 2), row["variance"]),
            Cell(style.span(row["low"], row["high"], 2)),
            Cell(variance_share(row), row["share"]),
            Cell("" if row["component"] == "total" else variance_share_interval(row)),
        ]
        for row in found.components.iter_rows(named=True)
    ]
    columns = [
        Column("Part", False),
        Column("Variance", hint="of a player's points in a hand"),
        Column("95% interval", hint="jackknife over deals"),
        Column("Share"),
        Column("95% interval"),
    ]
    notes = [
        "Estimates are unbiased: a part that is nothing may come out slightly below zero. Luck is "
        "all but who plays."
    ]
    return make_table(
        "components", "Where a player's points in a hand come from", columns, rows, notes=notes
    )


def _pairs(found: SkillAndLuck) -> Table:
    rows = [
        [
            text(f"{row['policy']} over {row['other']}"),
            Cell(style.signed(row["difference"]), row["difference"]),
            Cell(style.span(row["low"], row["high"], 2, signs=True)),
            Cell(style.chance(row["q"]), row["q"]),
            Cell(hands_span(row["hands"], row["hands_low"], row["hands_high"]), row["hands"]),
            Cell(
                hands_span(row["duplicate_hands"], row["duplicate_low"], row["duplicate_high"]),
                row["duplicate_hands"],
            ),
        ]
        for row in found.pairs.iter_rows(named=True)
    ]
    columns = [
        Column("Better", False),
        Column("Points a hand"),
        Column("95% interval"),
        Column("q", hint="p-value of no difference, adjusted for the number of pairs"),
        Column("Ahead after", hint="hands until it has more points with a chance of 95%"),
        Column("in duplicate", hint="hands where each wall is played in all 24 seatings"),
    ]
    return make_table("pairs", "How soon the better one is ahead", columns, rows)
