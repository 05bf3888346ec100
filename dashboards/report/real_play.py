"""The report's page that sets simulated hands beside published figures of real play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from dashboards import style
from dashboards.figures import real_play_figure
from dashboards.report.cells import Cell, Column, Table, count, make_table, mark, text
from dashboards.report.content import Section
from pipelines.analysis import Beside
from pipelines.analysis.real_play import published_share
from schemas.real_play import RealPlay, load_real_play

_MEASURES: Final = {
    "drawn": "Drawn hands 荒牌, of all hands",
    "seat_0": "Won by the dealer 东, of all hands",
    "seat_1": "Won by South 南",
    "seat_2": "Won by West 西",
    "seat_3": "Won by North 北",
    "self_draw": "Self-drawn 自摸, of wins",
    "deal_in": "Deal-in 放铳, per player-hand",
    "total_mean": "Mean total of a win",
    "turn_median": "Median turn of a win: own discards + 1",
    "turn_mean": "Mean turn of a win",
    "draws_median": "Median of tiles that the winner drew",
    "draws_mean": "Mean of tiles that the winner drew",
    "dealt_distance": "Mean distance to ready of dealt hands",
    "concealed_hand": "Wins with 门前清",
}
_NO_INTERVAL: Final = "†"
_NOTES: Final = [
    "In parentheses the 95% interval of a published share, by its published n (Wilson). "
    f"{_NO_INTERVAL} no interval: n not published, or of a mean no deviation."
]


@dataclass(frozen=True, slots=True)
class RealPlayPage:
    """What the template shows: sentences, the figure, two tables, and whose figures they are."""

    sentences: tuple[str, ...]
    figure: go.Figure
    measures: Table
    patterns: Table
    sources: tuple[str, ...]


def real_play_page(section: Section) -> RealPlayPage | None:
    """The page of a population; None where it has none."""
    published = load_real_play(section.population.ruleset.system)
    if section.real_play is None or published is None:
        return None
    catalogue = {one.key: one for one in section.population.ruleset.catalogue.patterns}
    names = {key: f"{catalogue[key].name} {catalogue[key].name_en}" for key in published.patterns}
    short = [catalogue[key].name for key in published.patterns]
    players = {key: published.players[key].name for key in published.players}
    drawn = {key: players[key] for key in published.patterns_of}
    return RealPlayPage(
        sentences=_sentences(section.real_play, published),
        figure=real_play_figure(section.real_play.patterns, short, drawn),
        measures=_measure_table(section.real_play, players, published),
        patterns=_pattern_table(section.real_play, names, drawn, published),
        sources=tuple(f"{one.name}: {one.about}." for one in published.players.values()),
    )


def _sentences(beside: Beside, published: RealPlay) -> tuple[str, ...]:
    first = published.players[published.patterns_of[0]].name
    if beside.deviation is None:
        return (f"Published figures of {first} stand beside those of this run.",)
    return (
        f"The shares of {len(published.patterns)} patterns deviate from those of {first} by "
        f"{100 * beside.deviation:.2f} percentage points on average.",
        "This judges how the policy plays, not the rules. Only the policy value-fitted has weights "
        "fitted to such figures, on half of the patterns; value takes its weights from the table. "
        "The programs were dealt 136 tiles from personal walls, as mcr-botzone is; under other "
        "rules a part of the deviation is theirs.",
    )


def _measure_table(beside: Beside, players: Mapping[str, str], published: RealPlay) -> Table:
    rows = [
        [
            text(_MEASURES[row["measure"]]),
            _value(row),
            Cell(_interval(row), row["high"], "interval"),
            count(row["n"]),
            *(
                _published(
                    row["measure"],
                    row["kind"],
                    row[key],
                    published.n.get(row["measure"], {}).get(key),
                )
                for key in players
            ),
        ]
        for row in beside.measures.iter_rows(named=True)
    ]
    columns = [
        Column("Measure", False),
        Column("Simulated"),
        Column("95% interval"),
        Column("n"),
        *(Column(name) for name in players.values()),
    ]
    return make_table("real-play-measures", "How hands go", columns, rows, notes=_NOTES)


def _pattern_table(
    beside: Beside, names: Mapping[str, str], players: Mapping[str, str], published: RealPlay
) -> Table:
    rows = [
        [
            text(names[row["pattern"]]),
            _value(row),
            Cell(style.interval(row["low"], row["high"]), row["high"], "interval"),
            *(
                _published(row["pattern"], "share", row[key], published.n_patterns.get(key))
                for key in players
            ),
            Cell(_points(row["deviation"]), row["deviation"]),
        ]
        for row in beside.patterns.iter_rows(named=True)
    ]
    columns = [
        Column("Pattern", False),
        Column("Simulated", hint="wins with it ÷ all wins"),
        Column("95% interval", hint="Wilson"),
        *(Column(name, hint=_wins(published.n_patterns.get(key))) for key, name in players.items()),
        Column("Deviation, pp", hint="percentage points from the first column of real play"),
    ]
    return make_table(
        "real-play-patterns",
        "Share of wins with the pattern",
        columns,
        rows,
        sortable=True,
        notes=_NOTES,
    )


def _value(row: Mapping[str, Any]) -> Cell:
    return Cell(_number(row["kind"], row["value"]) + mark(row["value"], row["n"]), row["value"])


def _published(measure: str, kind: str, value: float | None, n: int | None) -> Cell:
    """A published figure with the interval that follows from its n, where that is published."""
    shown = _number(kind, value)
    if value is None:
        return Cell(shown, value)
    if kind != "share" or n is None:
        return Cell(f"{shown} {_NO_INTERVAL}", value)
    found = published_share(measure, value, n)
    return Cell(f"{shown} ({style.interval(found.low, found.high)})", value)


def _wins(n: int | None) -> str:
    return "n not published" if n is None else f"of {n:,} wins"


def _number(kind: str, value: float | None) -> str:
    return style.percent(value) if kind == "share" else style.number(value)


def _interval(row: Mapping[str, Any]) -> str:
    if row["kind"] == "share":
        return style.interval(row["low"], row["high"])
    return style.span(row["low"], row["high"])


def _points(deviation: float | None) -> str:
    return style.NOTHING if deviation is None else style.signed(100 * deviation)
