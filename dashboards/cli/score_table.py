"""The table that ``paipu score --hand`` prints: reading, patterns, exclusions, payments."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from dashboards import labels, terms
from dashboards.cli.text import show, table
from pipelines.scoring.service import Scorer
from pipelines.scoring.single import Explanation, Payment, explain
from schemas.codes import VERDICTS
from schemas.tiles import WINDS

_WHY = dict(
    zip(
        VERDICTS,
        ("", "these tiles are no winning shape", "below the minimum", "the rules do not allow it"),
        strict=True,
    )
)


def print_hand(line: dict[str, Any], *, as_json: bool) -> int:
    """Print one scored hand for people, or the scoring interface's answer; the exit status.

    Raises:
        RulesError: unknown rule set.
        InputError: a hand that cannot exist.
    """
    if as_json:
        import msgspec

        scorer = Scorer(None)
        print(*scorer.answers([msgspec.json.encode(line)]), sep="\n")
        return 1 if scorer.failed else 0
    found = explain(line)
    show(_headline(found))
    if not found.patterns:
        return 0
    wait = labels.both(labels.wait(found.wait)).lower()
    show(f"reading  {' '.join(found.reading)}   wait {wait}")
    show(_patterns(found))
    if found.items:
        show(_items(found))
    for payment in found.payments:
        show(_payment(payment))
    return 0


def _payment(payment: Payment) -> str:
    """One line: who receives what, and from whom the tile came."""
    words = []
    for seat, points in enumerate(payment.deltas):
        who = WINDS[seat] + (" (dealer)" if seat == 0 else "")
        words.append(
            f"{who} [bold]{points:+d}[/]" if seat == payment.winner else f"{who} {points:+d}"
        )
    giver = "" if payment.giver is None else f" when {WINDS[payment.giver]} gives the tile"
    return f"payments{giver}  " + ", ".join(words)


def _items(found: Explanation) -> Table:
    """Points before doubling: 胡."""
    numbers = ("count", "each", "胡")
    rows = table("points 胡数", "", *numbers, right=numbers)
    for name, name_en, count, value in found.items:
        rows.add_row(name, name_en, str(count), str(value), str(count * value))
    rows.add_row("", f"{found.points} × 2^{found.tai}", "", "", str(found.points))
    return rows


def _headline(found: Explanation) -> str:
    ruleset = found.ruleset
    text = f"[bold]{terms.total(ruleset, found.total)}[/] under {ruleset.name}"
    if found.verdict != VERDICTS[0]:
        text += f": no win, {_WHY[found.verdict]}"
        if found.verdict == "below_minimum":
            text += f" of {terms.total(ruleset, ruleset.win.minimum)}"
            if found.total != found.total_without_flowers:
                text += f" ({terms.total(ruleset, found.total_without_flowers)} without flowers)"
    return text


def _patterns(found: Explanation) -> Table:
    """What counts and what does not; where patterns add up, each with what it adds."""
    ruleset = found.ruleset
    unit = [ruleset.catalogue.unit] if terms.adds(ruleset) else []
    head = f"pattern {terms.totals_of(ruleset).rows}"
    rows = table(
        head, "", "count", "each", *unit, "not counted because of",
        right=("count", "each", *unit),
    )  # fmt: skip
    for row in found.patterns:
        name, each = row.pattern, terms.brief(ruleset, row.pattern.key, row.value)
        if row.cancelled_by is not None and not row.count:
            rows.add_row(
                name.name, name.name_en, "", each, *("" for _ in unit), row.cancelled_by.name,
                style="dim",
            )  # fmt: skip
        else:
            sums = [str(row.count * row.value)] if unit else []
            rows.add_row(name.name, name.name_en, str(row.count), each, *sums, "")
    return rows
