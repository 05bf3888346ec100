"""``paipu compare``: rule sets or runs side by side, with intervals."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dashboards.cli.common import (
    DEFAULT_LAKE,
    JsonOption,
    LakeOption,
    print_error,
    print_json,
    reading,
)
from dashboards.cli.filters import told, with_filters
from dashboards.cli.simulate import DEFAULT_POLICY

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from pipelines.analysis import Filter
    from pipelines.comparing import Comparison, Side
    from pipelines.lake import Lake


DISCOVERY: Final = 0.05
"""Patterns that differ are told from this adjusted p-value down."""
PATTERNS_SHOWN: Final = 10


@with_filters(leaving_out=("run", "rules", "policy", "seat", "win_by"))
def compare(
    chosen: Filter,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="A B…", help="Presets, rule-set files or run ids.", show_default=False
        ),
    ],
    hands: Annotated[
        int | None,
        typer.Option("--hands", metavar="N", help="Simulate what is missing of N hands each."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Of the simulated runs.")] = 1,
    policy: Annotated[
        str, typer.Option("--policy", metavar="P", help="Who plays the simulated runs.")
    ] = DEFAULT_POLICY,
    walls: Annotated[
        str | None,
        typer.Option("--walls", metavar="shared|personal", help="Other walls than the rules'."),
    ] = None,
    paired: Annotated[
        bool, typer.Option("--paired", help="Refuse to compare what shares no walls.")
    ] = False,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Compare the first rule set with each other one.

    Rule sets with the same tiles are compared on the same walls, in pairs; others as independent
    samples, points also in standard deviations σ of one seat's points in a hand. Rule sets stand
    for their simulated runs of single hands with this seed, policy and walls. Filters narrow all
    sides; --player leaves the hands in which the player sat.

    Example: ``paipu compare mcr mcr-wmo yantai --hands 20000 --lake my-lake``
    """
    from dashboards.cli.simulate import play
    from pipelines.analysis import filtered, left
    from pipelines.comparing import check_pairs
    from pipelines.comparing import compare as compare_sides
    from pipelines.lake import Lake
    from pipelines.lake.views import connect

    if hands is not None:
        stored = Lake(lake)
        rules = [name for name in names if not stored.has(name)]
        if paired:
            check_pairs(rules, walls=walls)
        if rules:
            play(rules, lake=lake, hands=hands, seed=seed, policy=policy, walls=walls, single=True)
    with reading(lake) as opened:
        sides = [_side(opened, name, seed=seed, policy=policy, walls=walls) for name in names]
        runs = {one.run: one for side in sides for one in side.population.manifests}
        chosen = chosen.model_copy(update={"run": tuple(runs) if chosen else ()})
        with closing(connect(opened.storage, list(runs.values()))) as con, filtered(con, chosen):
            found = compare_sides(con, sides, paired=paired)
            if chosen:
                given = chosen.model_copy(update={"run": ()})
                typer.echo(told(given, left(con)), err=True)
        if json:
            print_json(_document(found))
        else:
            _report(found)


def _side(lake: Lake, name: str, *, seed: int, policy: str, walls: str | None) -> Side:
    from pipelines.comparing import find_side, of_other_engines
    from schemas.errors import UsageError

    side = find_side(lake, name, seed=seed, policy=policy, walls=walls)
    played = side is not None and side.population.manifests[0].kind == "sim"
    others = [] if played else of_other_engines(lake, name, seed=seed, policy=policy, walls=walls)
    older = f"; what another engine version played, too: {', '.join(others[:3])}" if others else ""
    if side is None:
        raise UsageError(
            f"{lake.uri}: no hands under {name}; `--hands N` simulates them, rescored "
            f"runs are named by their id{older}",
            code="no_hands",
        )
    if others:
        print_error(
            f"{name} stands for {side.hands:,} recorded hands; `--hands N` plays anew, runs are "
            f"named by their id{older}"
        )
    return side


def _document(found: Comparison) -> dict[str, Any]:
    return {
        "sides": [
            {
                "name": side.name,
                "rules": side.population.rules,
                "runs": side.population.runs,
                "hands": hands,
                "measures": measures.to_dicts(),
            }
            for side, hands, measures in zip(found.sides, found.hands, found.measures, strict=True)
        ],
        "differences": [
            {
                "from": found.sides[0].name,
                "to": each.name,
                "method": "paired" if each.paired else "independent",
                "measures": each.measures.to_dicts(),
                "patterns": None if each.patterns is None else each.patterns.to_dicts(),
            }
            for each in found.differences
        ],
    }


def _report(found: Comparison) -> None:
    from dashboards.cli.text import show
    from dashboards.labels import how_made

    show(_sides_table(found))
    for side in found.sides:
        made = how_made(side.population.kind, side.population.manifests[0].options)
        show(f"{side.name}: {', '.join(side.population.runs)}, {made}")
    for each in found.differences:
        how = "pairs on the same walls" if each.paired else "independent samples"
        show(
            f"[bold]{each.name}[/] against [bold]{found.sides[0].name}[/], {how}",
            difference_table(each.measures),
        )
        if each.patterns is not None:
            show(*_patterns(each.patterns, found.sides[0].name, each.name))
    show(
        "Differences are those from the first; 95% intervals, hands of one deal are one cluster. "
        "Visible after: so many hands tell a difference of the size found from none, four times in "
        "five."
    )


def _sides_table(found: Comparison) -> Table:
    from dashboards.cli.text import table
    from dashboards.measures import MEASURES, with_interval

    names = [
        f"{side.name} ({hands:,} hands)"
        for side, hands in zip(found.sides, found.hands, strict=True)
    ]
    rows = table("", *names, right=tuple(names))
    by_name = [{row["measure"]: row for row in frame.to_dicts()} for frame in found.measures]
    for key, (label, kind) in MEASURES.items():
        known = [measures.get(key) for measures in by_name]
        rows.add_row(label, *(with_interval(row, kind) for row in known))
    return rows


def difference_table(measures: pl.DataFrame) -> Table:
    """Differences of all measures with their intervals, a line each.

    Args:
        measures: frame of `pipelines.analysis.paired_measures` or ``independent_measures``.
    """
    from dashboards.cli.text import table
    from dashboards.measures import MEASURES, difference_text

    numbers = ("difference", "95% interval", "hands", "visible after")
    rows = table("", *numbers, right=numbers)
    found = {row["measure"]: row for row in measures.iter_rows(named=True)}
    for key, (label, kind) in MEASURES.items():
        if key in found:
            row = found[key]
            seen = "" if row["visible"] is None else f"{row['visible']:,}"
            rows.add_row(label, *difference_text(row, kind), f"{row['hands']:,}", seen)
    return rows


def _patterns(patterns: pl.DataFrame, first: str, name: str) -> list[Table | str]:
    """The patterns that differ most surely, and how many do."""
    from dashboards import style
    from dashboards.cli.text import table
    from dashboards.measures import difference_text

    sure = patterns.filter(patterns["q"] < DISCOVERY)
    told = (
        f"{sure.height} of {style.plural(patterns.height, 'pattern')} that occur differ in how "
        f"often wins contain them (q < {DISCOVERY:.0%}, adjusted for their number)"
    )
    if sure.is_empty():
        return [f"{told}."]
    numbers = (first, name, "difference", "95% interval", "q")
    rows = table("pattern 番种", *numbers, right=numbers)
    for row in sure.head(PATTERNS_SHOWN).iter_rows(named=True):
        rows.add_row(
            f"{row['name']} {row['name_en']}",
            f"{style.percent(row['share'])} of {row['n']:,}",
            f"{style.percent(row['share_other'])} of {row['n_other']:,}",
            *difference_text(row | {"value": row["difference"]}, "share"),
            style.chance(row["q"]),
        )
    most = f", the surest {PATTERNS_SHOWN}" if sure.height > PATTERNS_SHOWN else ""
    return [f"{told}{most}:", rows]
