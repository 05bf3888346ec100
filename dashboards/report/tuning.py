"""The report's chapter on a tuned table: the line, what is mispriced, what the new table does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import polars as pl

from dashboards import style
from dashboards.figures import front_figure, mispricing_figure
from dashboards.report.cells import Table
from dashboards.report.tuning_tables import (
    measure_table,
    moved_measures_table,
    moved_patterns_table,
    priced_table,
)
from dashboards.tuning import MEASURES, factor, mispricing_interval, sure, with_interval
from pipelines.analysis.statistics import normal_ends
from schemas.tuning_result import PlayedAgain, PricedPattern, TuningResult


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """One run that the new table was played like: what moved, in sentences and tables."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class TuningChapter:
    """What the templates show of one result; figures as (name, label) of `figures`.

    Attributes:
        id: anchor of the chapter.
        short: name of the new table, told apart where several share one.
        title, title_zh, meta: its head.
        paragraphs: what the result says: the line, what is mispriced, the new table.
        figures: by name, `mispricing` and one ``front-…`` for each further target.
        labels: what each figure shows.
        patterns: table of patterns.
        measures: table of measures; None where no target was stated.
        front: what the front is; empty where it is one table.
        front_figures: names of its figures; none where one target was stated.
        played: where the new table was played.
    """

    id: str
    short: str
    title: str
    title_zh: str
    meta: str
    paragraphs: tuple[str, ...]
    figures: dict[str, go.Figure]
    labels: dict[str, str]
    patterns: Table
    measures: Table | None
    front: str
    front_figures: tuple[str, ...]
    played: tuple[PlayedPart, ...]


def tuning_chapters(results: Sequence[TuningResult]) -> list[TuningChapter]:
    """A chapter for each result, in the order that they were named in."""
    several = Counter(result.name for result in results)
    return [
        _chapter(
            result,
            number,
            result.name if several[result.name] == 1 else f"{result.name} ({number})",
        )
        for number, result in enumerate(results, start=1)
    ]


def _chapter(result: TuningResult, number: int, short: str) -> TuningChapter:
    power = result.line.form == "power"
    figures = {"mispricing": mispricing_figure(pattern_frame(result), power=power)}
    labels = {
        "mispricing": "Today's values against the line, with 95% intervals; filled: beyond chance"
    }
    titles: dict[str, str] = {
        target.measure: MEASURES[target.measure][0] for target in result.targets
    }
    front = [one.measures for one in result.front]
    for other in [*titles][1:] if len(front) > 1 else []:
        first = result.targets[0].measure
        chosen = [one.chosen for one in result.front].index(True)
        figures[f"front-{other}"] = front_figure(front, chosen, x=first, y=other, titles=titles)
        labels[f"front-{other}"] = f"None beats another: {titles[other]}; large: the one taken"
    return TuningChapter(
        id=f"tuning-{number}",
        short=short,
        title=f"Tuned table {short}",
        title_zh="番值调整",
        meta=f"{result.title_en} {result.title} · {result.rules} → {result.name}"
        + (f" · {', '.join(result.runs)}" if result.runs else ""),
        paragraphs=tuple(" ".join(tell(result)) for tell in (_line, _mispriced, _new_table)),
        figures=figures,
        labels=labels,
        patterns=priced_table(result),
        measures=measure_table(result) if result.measures else None,
        front=_front(result),
        front_figures=tuple(name for name in figures if name.startswith("front-")),
        played=tuple(_played(one) for one in result.played),
    )


def pattern_frame(result: TuningResult) -> pl.DataFrame:
    """The priced patterns of a result, a row each."""
    return pl.DataFrame(
        [pattern.model_dump() for pattern in result.patterns], infer_schema_length=None
    )


def _line(result: TuningResult) -> tuple[str, ...]:
    line = result.line
    if result.wins is None:
        source = "the share of all complete hands that hold them, counted"
    else:
        source = f"their {result.frequency} frequency in {style.plural(result.wins, 'win')}"
    rarity = "their parts in the log rarity of wins" if result.effects == "joint" else "−ln q"
    seen = sum(pattern.measured == "seen" for pattern in result.patterns)
    score = "ln score" if line.form == "power" else "score"

    def parameter(value: float, error: float) -> str:
        text = style.number(value, 3)
        if result.wins is None:
            return text
        return f"{text} (95% interval {style.span(*normal_ends(value, error), 3)})"

    return (
        f"Today's values of patterns were set against how rare the patterns are, by {source}.",
        f"The line {score} = a + k × {rarity} was laid through the {seen} of "
        f"{style.plural(len(result.patterns), 'priced pattern')} that have a rarity: "
        f"a = {parameter(line.a, line.a_error)}, k = {parameter(line.k, line.k_error)}; "
        f"today's {'logarithms of values' if line.form == 'power' else 'values'} scatter about it "
        f"by {style.number(line.scatter, 2)}.",
    )


def _mispriced(result: TuningResult) -> tuple[str, ...]:
    tested = [one for one in result.patterns if one.q_value is not None]
    if not tested:
        return ("The rarity is exact: there is no chance in it, and no pattern is tested.",)
    found = [one for one in tested if sure(one.q_value)]
    told = [
        f"{len(found)} of the {style.plural(len(tested), 'pattern')} that were tested "
        f"{'is' if len(found) == 1 else 'are'} mispriced beyond chance (less than 5% false "
        "discoveries)."
    ]
    measured = [one for one in found if one.measured == "seen"]
    dear = max(measured, key=_mispricing, default=None)
    cheap = min(measured, key=_mispricing, default=None)
    power = result.line.form == "power"
    if dear is not None and _mispricing(dear) > 0:
        told.append(f"Worth most above the line is {_named(dear, power)}.")
    if cheap is not None and _mispricing(cheap) < 0:
        told.append(f"Worth least below it is {_named(cheap, power)}.")
    return tuple(told)


def _mispricing(pattern: PricedPattern) -> float:
    """Of a pattern that was seen."""
    assert pattern.mispricing is not None
    return pattern.mispricing


def _named(pattern: PricedPattern, power: bool) -> str:
    row = pattern.model_dump()
    interval = mispricing_interval(row, power=power)
    return (
        f"{pattern.name} {pattern.name_en}: {pattern.value}, on the line "
        f"{style.number(pattern.line)}, mispriced by {factor(_mispricing(pattern), power=power)} "
        f"({interval})"
    )


def _new_table(result: TuningResult) -> tuple[str, ...]:
    changed = sum(one.new != one.value for one in result.patterns)
    told = [
        f"The new table {result.name} changes {changed} of "
        f"{style.plural(len(result.patterns), 'value')}."
    ]
    if result.measured_on is None:
        return (*told, "No targets were stated: it is the allowed table nearest to the line.")
    told.append(
        f"{style.plural(result.measured_on, 'stored hand')} scored and settled again, play kept, "
        "say what it does:"
    )
    rows = {row.measure: row.model_dump() for row in result.measures}
    moved = []
    for target in result.targets:
        label, kind = MEASURES[target.measure]
        today, new, move = (
            with_interval(rows[target.measure], name, kind) for name in ("today", "new", "move")
        )
        moved.append(f"{label} from {today} to {new}, a difference of {move}")
    return (*told, "; ".join(moved) + ".")


def _front(result: TuningResult) -> str:
    if len(result.front) < 2:
        return ""
    return (
        f"Of {style.plural(result.tried or 0, 'table')} that were tried, {len(result.front)} are "
        "such that none beats another in every target; one of them was taken."
    )


def _played(one: PlayedAgain) -> PlayedPart:
    moved = [pattern for pattern in one.patterns if sure(pattern.q_value)]
    n = style.plural(len(one.patterns), "pattern")
    pairs = max((row.hands for row in one.measures), default=0)
    hands = style.plural(pairs, "pair of hands", "pairs of hands")
    told = [
        f"{one.new_run} is {one.play} play of the new table, {one.run} that of today's: {hands} on "
        "the same walls.",
        f"{len(moved)} of {n} moved beyond chance (less than 5% false discoveries)."
        if moved
        else f"None of {n} moved beyond chance.",
    ]
    tables = [moved_measures_table(one)]
    if moved:
        tables.append(moved_patterns_table(moved, one.play))
    return PlayedPart(f"Played again: {one.play} play", tuple(told), tuple(tables))
