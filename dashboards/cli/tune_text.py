"""What ``paipu tune`` prints: the line, the patterns, the front, what play made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dashboards import style
from dashboards.cli.compare import difference_table
from dashboards.cli.text import show, table
from dashboards.tuning import (
    MEASURES,
    SURE,
    TABLES,
    goal_text,
    line_value,
    measure_text,
    mispricing,
    mispricing_interval,
    with_interval,
)
from pipelines.analysis.statistics import normal_ends

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from pipelines.tuning import Played, Tuned
    from pipelines.tuning.searching import Found
    from schemas.tuning import Target

_MOST_FRONT: Final = 12


def report(found: Tuned, played: list[Played], *, lake: str) -> None:
    """Print everything; `lake` is the option that names it, empty for the usual one."""
    show(_heading(found), _line(found), patterns_table(found))
    show(
        "Mispricing: today's score − that of the line; 95% intervals by the delta method, wins of "
        "one deal are one cluster. * less than 5% false discoveries (Benjamini–Hochberg). ≥: never "
        "seen, by the rule of three."
    )
    if found.measures is not None and found.found is not None:
        targets = found.task.tuning.target
        show(_measures_table(found.measures, targets), _front_table(found.found, targets))
        show(
            f"Measured on {style.plural(found.hands, 'stored hand')} scored and settled again, "
            f"play kept; {found.found.tried} tables tried. What players make of the new values "
            "only playing tells: --resimulate."
        )
    for one in played:
        _show_played(one)
    task = found.task
    source = task.rules if " " not in task.rules else f"'{task.rules}'"
    show(
        f"written: {task.output} · [bold]paipu rules diff {source} {task.output}[/]"
        + ("" if played else f" · [bold]paipu tune … --resimulate{lake}[/] plays it")
        + f" · [bold]paipu tune … --json > result.json[/] and [bold]paipu report --tuning "
        f"result.json{lake}[/] put it into a report"
    )


def _heading(found: Tuned) -> str:
    task = found.task
    ruleset, rarity = task.ruleset, task.tuning.rarity
    if not task.runs:
        source = "share of all complete hands, counted"
    else:
        n = int(found.proposal.single.n.max())
        source = (
            f"{rarity.frequency} frequency in {style.plural(n, 'win')} of {', '.join(task.runs)}"
        )
    return f"[bold]{ruleset.name}[/] {ruleset.title}: {source}"


def _line(found: Tuned) -> str:
    line, power = found.proposal.line, found.proposal.scale.form == "power"
    joint = found.task.tuning.rarity.effects == "joint"
    rarity = "rarity explained by a win's patterns" if joint else "−ln q"
    seen = int(found.proposal.rarities.seen.sum())
    low, high = normal_ends(line.k, line.k_error)
    return (
        f"{'ln score' if power else 'score'} = {_signed(line.a)} + {line.k:.3f} × {rarity}  "
        f"(k {low:.3f} to {high:.3f}; "
        f"values scatter by {line.scatter:.2f}; {seen} of {len(found.proposal.patterns)} patterns "
        "have a rarity)"
    )


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def patterns_table(found: Tuned) -> Table:
    """One line a pattern, in the order of the catalogue."""
    power = found.proposal.scale.form == "power"
    unit = found.task.ruleset.catalogue.unit
    numbers = (unit, "wins", "frequency", "95% ", "line", "mispricing", "95%  ", "new")
    rows = table("pattern", "", *numbers, right=numbers)
    for row in found.patterns.iter_rows(named=True):
        new = str(row["new"])
        rows.add_row(
            row["name"],
            row["name_en"],
            str(row["value"]),
            style.count(row["wins"]),
            style.rare_share(row["share"]),
            style.interval(row["low"], row["high"]),
            line_value(row),
            mispricing(row, power=power),
            mispricing_interval(row, power=power),
            new if row["new"] == row["value"] else f"[bold]{new}[/]",
        )
    return rows


def _measures_table(measures: pl.DataFrame, targets: Sequence[Target]) -> Table:
    columns = ("today", "proposed by rarity", "new", "new − today")
    rows = table("", *columns, "target", right=columns)
    goals = {target.measure: target for target in targets}
    for row in measures.iter_rows(named=True):
        label, kind = MEASURES[row["measure"]]
        values = [with_interval(row, name, kind) for name in (*TABLES, "move")]
        rows.add_row(label, *values, goal_text(goals.get(row["measure"])))
    return rows


def _front_table(found: Found, targets: Sequence[Target]) -> Table:
    """Tables none of which beats another, thinned to a screen; the taken one is always there."""
    front, chosen = found.front, found.chosen
    step = max(1, -(-len(front) // _MOST_FRONT))
    names = [target.measure for target in targets]
    labels = [MEASURES[name][0] for name in names]
    rows = table("front", *labels, right=tuple(labels))
    for at, one in enumerate(front):
        if at % step and one != chosen:
            continue
        values = [measure_text(one.measures[name], MEASURES[name][1]) for name in names]
        rows.add_row("taken" if one == chosen else f"{at + 1} of {len(front)}", *values)
    return rows


def _show_played(one: Played) -> None:
    show(
        f"[bold]{one.play}[/] play of the new table, {one.new_run}, against {one.run}, pairs on "
        "the same walls",
        difference_table(one.measures),
    )
    moved = one.patterns.filter(one.patterns["q_value"] < SURE)
    if moved.is_empty():
        show(f"None of {one.patterns.height} patterns moved visibly (5% false discoveries).")
        return
    numbers = ("before", "95%", "after", "95% ", "move", "95%  ")
    rows = table("pattern", "", *numbers, right=numbers)
    for row in moved.sort("move", descending=True).iter_rows(named=True):
        rows.add_row(
            row["name"],
            row["name_en"],
            style.percent(row["before"]),
            style.interval(row["before_low"], row["before_high"]),
            style.percent(row["after"]),
            style.interval(row["after_low"], row["after_high"]),
            f"{style.signed(100 * row['move'])} pp",
            f"{style.signed(100 * row['move_low'])} to {style.signed(100 * row['move_high'])}",
        )
    show(
        f"{moved.height} of {one.patterns.height} patterns moved (per win; less than 5% false "
        "discoveries):",
        rows,
    )
