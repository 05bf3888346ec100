"""``paipu rescore``: stored hands under another table or other options, as a run of their own."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_runs, reading

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from pipelines.rescoring.running import RescoreResult
    from schemas.ruleset import RuleSet

_MOST_CHANGES: Final = 8
_MOST_PATTERNS: Final = 15


def rescore(
    run: Annotated[str, typer.Option("--run", metavar="RUN", help="Whose hands.")],
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="PRESET|FILE.toml", help="The rules to score them under."),
    ],
    runner: Annotated[
        str | None,
        typer.Option("--runner", metavar="threads|dask", help="What the work runs on."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="K", help="How many work at once; else one a core."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDR", help="A Dask scheduler that is there."),
    ] = None,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Score stored hands under another table or other options: same hands, new payments.

    Every win is read, judged and paid anew, exactly; play is kept as it was. What the new rules
    would have made of it otherwise (wins that are none any more, completions that would have been
    wins) is counted and told. Other tiles, wildcards, walls or claims would be other hands: such
    rules are refused.

    Example: ``paipu rescore --run mcr-sim-0123456789ab --rules my-table.toml --lake my-lake``
    """
    from dashboards.cli.progress import run_shown
    from pipelines.rescoring.planning import plan_rescoring
    from pipelines.runners import check_runner
    from pipelines.simulate.running import check_writable

    # Mistakes are told at once, before a server starts.
    with reading(lake) as opened:
        check_runner(runner, workers, scheduler)
        plan_rescoring(opened, run, rules)
        check_writable(opened)
        result: RescoreResult = run_shown(
            "pipelines.flows.rescore:rescore",
            run=run,
            rules=rules,
            lake=lake,
            runner=runner,
            workers=workers,
            scheduler=scheduler,
        )
        if json:
            print_runs([result])
        else:
            _report(opened, result, "" if lake == DEFAULT_LAKE else f" --lake {lake}")


def _report(lake: Any, result: RescoreResult, option: str) -> None:
    from dashboards.cli.text import show
    from pipelines import analysis

    ruleset = lake.manifest(result.run).ruleset()
    runs = [result.run], [result.parent]
    with closing(lake.connect([result.run, result.parent])) as con:
        hands = {row["measure"]: row for row in analysis.rescored(con, *runs).to_dicts()}
        changes = analysis.rescored_changes(con, *runs)
        seats = analysis.rescored_seats(con, *runs)
        patterns = analysis.rescored_patterns(con, *runs)
    show(_headline(result), *(f"Note: {notice}." for notice in result.notices))
    show(_hands_table(hands, ruleset.system), how_far_to_trust(hands, changes))
    show(_changes_table(changes), _seats_table(seats), _patterns_table(patterns, ruleset))
    show(
        "Every hand is compared with itself. 95% intervals; hands of one deal are one cluster. "
        "Points of a pattern: what the totals would lose without it."
    )
    show(
        f"Next: [bold]paipu compare {result.parent} {result.run}{option}[/] · "
        f"[bold]paipu report{option} --out report.html[/] · "
        f"[bold]paipu verify --run {result.run}{option}[/]"
    )


def _headline(result: RescoreResult) -> str:
    hands = f"{result.summary.hands:,} hands of {result.parent} under {result.rules}"
    if result.existed:
        return f"[bold]{result.run}[/] is in the lake already: {hands}; nothing to do"
    return f"[bold]{result.run}[/] committed: {hands}, {result.hands_per_second:,.0f} hands/s"


def _hands_table(hands: dict[str, dict[str, Any]], system: str) -> Table:
    from dashboards import labels, style
    from dashboards.cli.text import table

    unwon = labels.ending("unwon", system)[1]

    numbers = ("hands 局", "value", "95% interval")
    rows = table("", *numbers, right=numbers)
    for key, label in (
        ("same", "Hands in which nobody's points change"),
        ("unwon", f"Hands whose win is none any more {unwon}"),
        ("earlier", "Hands that would have ended earlier"),
    ):
        row = hands[key]
        reach = style.interval(row["low"], row["high"])
        rows.add_row(label, f"{row['count']:,}", style.percent(row["value"]), reach)
    for key, label in (
        ("moved_before", "Points that change hands, before"),
        ("moved_after", "Points that change hands, after"),
        ("moved", "Difference"),
    ):
        row = hands[key]
        signs = key == "moved"
        value = style.signed(row["value"]) if signs else style.number(row["value"], 2)
        reach = style.span(row["low"], row["high"], 2, signs=signs)
        rows.add_row(label, f"{row['hands']:,}", value, reach)
    return rows


def how_far_to_trust(hands: dict[str, dict[str, Any]], changes: pl.DataFrame) -> str:
    """How far the figures can be trusted, in sentences."""
    from dashboards import style

    lost = hands["unwon"]["count"]
    early = hands["earlier"]["count"]
    n = hands["same"]["hands"]
    wins = int(changes["n"][0]) if changes.height else 0
    if not lost and not early:
        return (
            f"All {wins:,} stored wins are wins under the new rules, and no completion that was "
            "none would have been one: every hand ends as it did. Players chose under the old "
            "rules."
        )
    most = min(1.0, (lost + early) / n)  # a hand may be both
    return (
        f"[bold]{style.percent(most)}[/] of the hands at most would have gone on or "
        "ended otherwise: their points are those of play that the new rules would not have seen. "
        "Players chose under the old rules; `paipu simulate` plays under the new ones."
    )


def _changes_table(changes: pl.DataFrame) -> Table:
    from dashboards import style
    from dashboards.cli.text import table

    numbers = ("wins", "share", "95% interval", "mean before", "mean after")
    rows = table("change of a win's total", *numbers, right=("change of a win's total", *numbers))
    for row in changes.head(_MOST_CHANGES).to_dicts():
        label = "no win any more" if row["moved"] is None else f"{row['moved']:+,}"
        after = None if row["new_totals"] is None else row["new_totals"] / row["wins"]
        rows.add_row(
            "unchanged" if row["moved"] == 0 else label,
            f"{row['wins']:,}",
            style.percent(row["share"]),
            style.interval(row["low"], row["high"]),
            style.number(row["old_totals"] / row["wins"], 1),
            style.number(after, 1),
        )
    rest = changes.slice(_MOST_CHANGES)
    if rest.height:
        share = rest["wins"].sum() / rest["n"][0]
        rows.add_row(
            f"{rest.height:,} others", f"{rest['wins'].sum():,}", style.percent(share), "", "", ""
        )
    return rows


def _seats_table(seats: pl.DataFrame) -> Table:
    from dashboards import labels, style
    from dashboards.cli.text import table

    numbers = ("hands", "before", "after", "difference", "95% interval")
    rows = table("points a hand by seat 座位", *numbers, right=numbers)
    found = {(row["seat"], row["measure"]): row for row in seats.to_dicts()}
    for seat, names in enumerate(labels.SEATS):
        moved = found[seat, "moved"]
        rows.add_row(
            labels.both(names) + (", dealer 庄" if seat == 0 else ""),
            f"{moved['hands']:,}",
            style.signed(found[seat, "old_delta"]["value"]),
            style.signed(found[seat, "new_delta"]["value"]),
            style.signed(moved["value"]),
            style.span(moved["low"], moved["high"], 2, signs=True),
        )
    return rows


def _patterns_table(patterns: pl.DataFrame, ruleset: RuleSet) -> Table:
    import polars as pl

    from dashboards import style
    from dashboards.cli.text import table

    names = {pattern.key: pattern for pattern in ruleset.catalogue.patterns}
    alike = pl.all_horizontal(
        pl.col(f"{one}_before").eq_missing(pl.col(f"{one}_after"))
        for one in ("value", "wins", "points")
    )
    changed = patterns.filter(~alike)
    numbers = ("value", "wins before", "wins after", "points before", "points after")
    rows = table("pattern 番种", *numbers, right=numbers)
    for row in changed.head(_MOST_PATTERNS).to_dicts():
        pattern = names[row["pattern"]]
        values = [str(v) for v in (row["value_before"], row["value_after"]) if v is not None]
        rows.add_row(
            f"{pattern.name_en} {pattern.name}",
            " → ".join(dict.fromkeys(values)),
            f"{row['wins_before']:,} ({style.percent(row['before_share'])})",
            f"{row['wins_after']:,} ({style.percent(row['after_share'])})",
            f"{row['points_before']:,}",
            f"{row['points_after']:,}",
        )
    more = changed.height - _MOST_PATTERNS
    if more > 0:
        rows.add_row(f"and {more:,} more that change", *[""] * len(numbers))
    rows.add_row(f"{patterns.height - changed.height:,} unchanged", *[""] * len(numbers))
    return rows
