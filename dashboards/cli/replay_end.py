"""How a hand ended, in words: the win in its system's terms, and who pays whom for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.markup import escape

from dashboards import labels, terms
from dashboards.cli.text import table
from dashboards.hand_words import formula, outcome
from schemas.codes import SETTLEMENT_PARTS
from schemas.items import ITEM_NAMES

if TYPE_CHECKING:
    from rich.table import Table

    from schemas.ruleset import RuleSet

Rows = dict[str, list[dict[str, Any]]]
"""Rows of one hand by table."""


def ending(rows: Rows, names: Sequence[str], ruleset: RuleSet) -> list[Any]:
    """The outcome: each win with its patterns and points, then the payments.

    Args:
        rows: of one hand, as `pipelines.replaying.stored_rows` gives them.
        names: players by seat.
        ruleset: of the run.
    """
    hand = rows["hands"][0]
    parts: list[Any] = []
    if not rows["wins"]:
        parts.append(f"[bold]{outcome(hand, ruleset.system)}[/]")
    for win in rows["wins"]:
        patterns = [row for row in rows["win_patterns"] if row["winner"] == win["winner"]]
        items = [row for row in rows["win_items"] if row["winner"] == win["winner"]]
        parts.append(_headline(win, patterns, items, names, ruleset))
        if items:
            parts.append(_items(items))
        parts.append(_patterns(patterns, ruleset))
    parts.append(_payments(rows["settlements"], names))
    if hand["agreement"] not in ("same", "not_recorded"):
        parts.append(
            f"The record says otherwise ({hand['agreement']}): total {hand['recorded_total']}, "
            f"points {hand['recorded_deltas']}, "
            + escape(" ".join(hand["recorded_patterns"] or []))
        )
    return parts


def _headline(
    win: dict[str, Any],
    patterns: Sequence[dict[str, Any]],
    items: Sequence[dict[str, Any]],
    names: Sequence[str],
    ruleset: RuleSet,
) -> str:
    how = formula(win, patterns, items, ruleset)
    reading = f", reading {' '.join(win['reading'])}" if win["reading"] else ""
    return (
        f"[bold]{escape(names[win['winner']])} wins {terms.total(ruleset, win['total'])}[/]"
        + (f" ({how})" if how else "")
        + f": {labels.both(labels.ending(win['win_by'], ruleset.system))}, "
        + f"wait {labels.both(labels.wait(win['wait']))}{reading}"
    )


def _patterns(rows: Sequence[dict[str, Any]], ruleset: RuleSet) -> Table:
    """Patterns of a win; where they add up, each with what it adds."""
    named = {pattern.key: pattern for pattern in ruleset.catalogue.patterns}
    unit = ruleset.catalogue.unit
    adds = terms.adds(ruleset)
    columns = [
        f"pattern {terms.totals_of(ruleset).rows}",
        "",
        "count",
        "each",
        *([unit] if adds else []),
    ]
    found = table(*columns, right=("count", "each", unit))
    for row in sorted(rows, key=lambda row: -row["value"] * row["count"]):
        pattern = named[row["pattern"]]
        cells = [
            pattern.name,
            pattern.name_en,
            str(row["count"]),
            terms.brief(ruleset, row["pattern"], row["value"]),
        ]
        found.add_row(*cells, *([str(row["count"] * row["value"])] if adds else []))
    return found


def _items(rows: Sequence[dict[str, Any]]) -> Table:
    """Points 胡 before they are doubled."""
    numbers = ("count", "each", "胡")
    found = table("points 胡数", "", *numbers, right=numbers)
    for row in rows:
        name, name_en = ITEM_NAMES[row["key"]]
        points = row["count"] * row["value"]
        found.add_row(name, name_en, str(row["count"]), str(row["value"]), str(points))
    return found


def _payments(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Table:
    """Points by seat; by what they are paid for, too, where that is more than one thing."""
    used = [part for part in SETTLEMENT_PARTS if any(row[part] for row in rows)]
    shown = used if len(used) > 1 else []
    heads = [labels.both(labels.PARTS[part]) for part in shown]
    payments = table("player 牌手", "points 输赢", *heads, right=("points 输赢", *heads))
    for row in rows:
        amounts = [f"{row[part]:+d}" if row[part] else "0" for part in shown]
        payments.add_row(escape(names[row["seat"]]), f"{row['delta']:+d}", *amounts)
    return payments
