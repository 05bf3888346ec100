"""What another table does to wins and payments, as the table editor shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import labels, style, terms
from dashboards.app.parts import figure, table
from dashboards.app.view import View
from dashboards.figures import totals_beside_figure
from dashboards.report.cells import Cell, Column, Table, count, make_table, mark, text
from pipelines.lake import Manifest
from schemas.ruleset import RuleSet

if TYPE_CHECKING:
    from dashboards.app.samples import Compared

_MOST_PATTERNS: Final = 15
_PAIRED: Final = (
    "95% intervals of the difference: every hand is compared with itself, hands of one deal are "
    "one cluster."
)


def effect_parts(
    view: View, manifest: Manifest, ruleset: RuleSet, found: Compared
) -> Sequence[Component]:
    """Sentences, tables and the figure of what a table does.

    Args:
        view: the request.
        manifest: of the run whose hands these are.
        ruleset: the table.
        found: what it does to them.
    """
    own = manifest.ruleset()
    effects, unit = found.effects, terms.totals_of(own)
    links = [
        view.link("/hands", rules=manifest.rules, run=[manifest.run], pattern=key)
        for key in effects.patterns["pattern"].head(_MOST_PATTERNS)
    ]
    changed = figure(
        totals_beside_figure(effects.totals, unit.name, unit.sign),
        view,
        "Totals of wins before and after, as shares of wins",
        key="totals-beside",
    )
    seats = [
        view.link("/hands", rules=manifest.rules, run=[manifest.run], seat=n) for n in range(4)
    ]
    return [
        html.P(sentences(found, same=ruleset.hash == own.hash), className="prose"),
        table(measure_table(effects.measures)),
        table(seat_table(effects.seats), seats),
        table(pattern_table(effects.patterns), links),
        html.H3("Totals of wins"),
        html.P(f"{unit.name.capitalize()}. {unit.note}".strip(), className="note"),
        changed,
    ]


def sentences(found: Compared, *, same: bool) -> str:
    """How large the sample is, which wins change, and which are none any more."""
    told = [
        f"A sample of {style.plural(found.wins, 'win')} in {style.plural(found.hands, 'hand')} "
        f"of {style.count(found.all_hands)}, evenly chosen, scored again."
        if found.hands < found.all_hands
        else f"All {style.plural(found.wins, 'win')} of {style.plural(found.hands, 'hand')}, "
        "scored again."
    ]
    if same:
        return " ".join([*told, "No value differs from the run's own table yet."])
    rows = {row["figure"]: row for row in found.effects.wins.iter_rows(named=True)}
    changed, lost = (_wins(rows[figure]) for figure in ("changed", "lost"))
    told.append(f"{changed[:1].upper()}{changed[1:]} another total; {lost} lost 不成和.")
    if rows["lost"]["wins"]:
        told.append("Of these hands nobody is paid; play would have gone on.")
    return " ".join(told)


def measure_table(measures: pl.DataFrame) -> Table:
    """Mean total, points that change hands, the dealer's advantage."""
    names = {
        "total": "Mean total of a win",
        "moved": "Points that change hands, a hand",
        "dealer": "Points a hand of the dealer 庄",
    }
    rows = [
        [
            text(names[row["measure"]]),
            *_sides(row, style.signed if row["measure"] == "dealer" else style.number),
            _cases(row["n"], row["n_after"]),
        ]
        for row in measures.iter_rows(named=True)
    ]
    columns = [Column("Measure", False), *_SIDES, Column("n", hint="wins, or hands")]
    return make_table("effects", "Before and after", columns, rows, notes=[_PAIRED])


def seat_table(seats: pl.DataFrame) -> Table:
    """Points a hand of each seat."""
    rows = [
        [
            text(
                labels.both(labels.SEATS[row["seat"]]) + (", dealer 庄" if not row["seat"] else "")
            ),
            *_sides(row, style.signed),
            count(row["n"]),
        ]
        for row in seats.iter_rows(named=True)
    ]
    columns = [Column("Seat", False), *_SIDES, Column("n hands")]
    return make_table("seat-effects", "Points a hand by seat", columns, rows)


def pattern_table(patterns: pl.DataFrame) -> Table:
    """The patterns whose part changes most."""
    rows = []
    for row in patterns.head(_MOST_PATTERNS).iter_rows(named=True):
        values = dict.fromkeys((row["value_before"], row["value_after"]))
        n = min(row["n_before"], row["n_after"])
        rows.append(
            [
                text(f"{row['name']} {row['name_en']}", "chinese"),
                Cell(" → ".join(map(str, values)), row["value_after"]),
                *_shares(row, "part", n),
                *_shares(row, "share", n),
                _cases(row["n_before"], row["n_after"]),
            ]
        )
    columns = [
        Column("Pattern", False),
        Column("Value"),
        *(Column(f"{what} {when}", hint=hint) for what, hint in _WHAT for when in _WHEN),
        Column("n wins"),
    ]
    notes = [
        "Part of totals: what the totals of all wins would lose without the pattern; parts of "
        "patterns that go together overlap. Share of wins: wins that count it."
    ]
    if patterns.height > _MOST_PATTERNS:
        notes.append(f"The {_MOST_PATTERNS} of {patterns.height} whose part changes most.")
    return make_table("pattern-effects", "Patterns before and after", columns, rows, notes=notes)


_SIDES: Final = (Column("Before"), Column("After"), Column("Difference"), Column("95% interval"))
_WHAT: Final = (("Part", "of the sum of totals"), ("Share", "of wins that count the pattern"))
_WHEN: Final = ("before", "after", "difference (95% interval)")


def _sides(row: Mapping[str, Any], shown: Callable[[float | None, int], str]) -> list[Cell]:
    n = min(row["n"], row.get("n_after", row["n"]))
    return [
        Cell(shown(row["before"], 3) + mark(row["before"], n), row["before"]),
        Cell(shown(row["after"], 3) + mark(row["after"], n), row["after"]),
        Cell(style.signed(row["difference"], 3), row["difference"]),
        Cell(style.span(row["low"], row["high"], 3, signs=True), row["high"], "interval"),
    ]


def _shares(row: Mapping[str, Any], kind: str, n: int) -> list[Cell]:
    before, after, moved, low, high = (
        row[f"{kind}_{name}"] for name in ("before", "after", "difference", "low", "high")
    )
    told = style.NOTHING
    if moved is not None:
        told = style.signed(100 * moved)
        if low is not None:
            told += f" ({style.span(100 * low, 100 * high, 2, signs=True)})"
    return [
        Cell(style.percent(before) + mark(before, n), before),
        Cell(style.percent(after) + mark(after, n), after),
        Cell(told, moved),
    ]


def _cases(before: int, after: int) -> Cell:
    told = dict.fromkeys((style.count(before), style.count(after)))
    return Cell(" → ".join(told), after)


def _wins(row: Mapping[str, Any]) -> str:
    """How many wins change so, up to and with the verb."""
    many = style.count(row["wins"]) if row["wins"] else "no"
    noun = "win" if row["wins"] < 2 else "wins"
    verbs = ("has", "have") if row["figure"] == "changed" else ("is", "are")
    reach = f"95% {style.interval(row['low'], row['high'])} of {style.count(row['n'])}"
    share = f"{style.percent(row['share'])}, " if row["wins"] else ""
    return f"{many} {noun} ({share}{reach}) {verbs[row['wins'] > 1]}"
