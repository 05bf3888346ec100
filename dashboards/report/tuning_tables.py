"""Tables of a tuned table: its patterns, its measures, what moved where it was played."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards import style
from dashboards.measures import MEASURES as OF_HANDS
from dashboards.measures import difference_text
from dashboards.report.cells import Cell, Column, Table, count, make_table, rate, text
from dashboards.tuning import (
    MEASURES,
    TABLES,
    goal_text,
    line_value,
    mispricing,
    mispricing_interval,
    with_interval,
)
from schemas.tuning_result import PatternMove, PlayedAgain, PricedPattern, TuningResult


def priced_table(result: TuningResult) -> Table:
    """Every priced pattern in the order of the catalogue."""
    power = result.line.form == "power"
    rows = [_priced(pattern, power) for pattern in result.patterns]
    columns = [
        Column("Pattern", False),
        Column("English", False),
        Column(f"Today, {result.unit}"),
        Column("On the line, 95%", hint="what its rarity asks for"),
        Column("Proposed", hint="the allowed table nearest to the line"),
        Column("New", hint="the table that was written"),
        Column("Mispricing, 95%", hint="today ÷ the line" if power else "today − the line"),
        Column("q", hint="p-value of no mispricing, adjusted for the number of patterns"),
        Column("Wins with it"),
        Column("Frequency, 95%", hint="wins with it ÷ all wins, or of all complete hands"),
    ]
    notes = [
        "* less than 5% false discoveries. ≥ and ≤: never seen, by the rule of three; the line has "
        "no upper end there. The rarity of what has no value on the line was not measured."
    ]
    caption = f"Values of {style.plural(len(rows), 'pattern')}"
    if result.wins is not None:
        caption += f", frequencies in {style.plural(result.wins, 'win')}"
    return make_table("priced", caption, columns, rows, sortable=True, notes=notes)


def measure_table(result: TuningResult) -> Table:
    """Today's table, the proposed and the new one on the same stored hands."""
    goals = {target.measure: target for target in result.targets}
    rows = []
    for one in result.measures:
        label, kind = MEASURES[one.measure]
        row = one.model_dump()
        cells = [Cell(with_interval(row, name, kind), row[name]) for name in (*TABLES, "move")]
        goal = next((goal for name, goal in goals.items() if name == one.measure), None)
        rows.append([text(label), *cells, count(one.n), Cell(goal_text(goal))])
    columns = [
        Column("Measure", False),
        Column("Today, 95%"),
        Column("Proposed by rarity, 95%"),
        Column("New, 95%"),
        Column("New − today, 95%"),
        Column("Hands"),
        Column("Target"),
    ]
    notes = [
        "Stored hands scored and settled again, play kept as it was. What is known of the tables "
        "themselves has no interval."
    ]
    return make_table("tuned", "What the tables do", columns, rows, notes=notes)


def moved_measures_table(one: PlayedAgain) -> Table:
    """How hands go under the new table, against today's, on the same walls."""
    found = {row.measure: row for row in one.measures}
    rows = [
        [
            text(label),
            *map(Cell, difference_text(found[key].model_dump(), kind)),
            count(found[key].hands),
        ]
        for key, (label, kind) in OF_HANDS.items()
        if key in found
    ]
    columns = [
        Column("Measure", False),
        Column("New − today"),
        Column("95% interval"),
        Column("Pairs of hands"),
    ]
    caption = f"How hands go in {one.play} play, pairs on the same walls"
    return make_table(f"played-{one.play}", caption, columns, rows)


def moved_patterns_table(moved: Sequence[PatternMove], play: str) -> Table:
    """Patterns whose frequency moved, those that became more frequent first."""
    rows = []
    for one in sorted(moved, key=lambda each: each.move or 0.0, reverse=True):
        row = one.model_dump()
        move, interval = difference_text(
            {"value": one.move, "low": one.move_low, "high": one.move_high}, "share"
        )
        rows.append(
            [
                text(one.name, "chinese"),
                text(one.name_en),
                rate(row, "before", "before_low", "before_high", one.n),
                count(one.n),
                rate(row, "after", "after_low", "after_high", one.other_n),
                count(one.other_n),
                Cell(move, one.move),
                Cell(interval, one.move_high, "interval"),
                Cell(style.chance(one.q_value), one.q_value),
            ]
        )
    columns = [
        Column("Pattern", False),
        Column("English", False),
        Column("Today, 95%", hint="wins with it ÷ all wins"),
        Column("n wins"),
        Column("New, 95%", hint="wins with it ÷ all wins"),
        Column("n wins"),
        Column("New − today"),
        Column("95% interval", hint="linearised over deals"),
        Column("q", hint="p-value of no move, adjusted for the number of patterns"),
    ]
    caption = f"Patterns that moved in {play} play"
    return make_table(f"moved-{play}", caption, columns, rows, sortable=True)


def _priced(pattern: PricedPattern, power: bool) -> list[Cell]:
    row = pattern.model_dump()
    frequency = style.rare_share(pattern.share)
    if pattern.low is not None:
        frequency += f" ({style.interval(pattern.low, pattern.high)})"
    ends = style.span(pattern.line_low, pattern.line_high)
    changed = "" if pattern.new == pattern.value else "changed"
    return [
        text(pattern.name, "chinese"),
        text(pattern.name_en),
        count(pattern.value),
        Cell(_with_ends(line_value(row), ends), pattern.line),
        count(pattern.proposed),
        Cell(style.count(pattern.new), pattern.new, changed),
        Cell(
            _with_ends(mispricing(row, power=power), mispricing_interval(row, power=power)),
            pattern.mispricing,
        ),
        Cell(style.chance(pattern.q_value), pattern.q_value),
        count(pattern.wins),
        Cell(frequency, pattern.share),
    ]


def _with_ends(value: str, interval: str) -> str:
    return value if interval == style.NOTHING else f"{value} ({interval})"
