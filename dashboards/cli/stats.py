"""``paipu stats``: what can be asked of a lake by name, and the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading
from dashboards.cli.filters import told, with_filters
from schemas.errors import UsageError, shown

if TYPE_CHECKING:
    from pipelines.analysis import Filter


@with_filters()
def stats(
    chosen: Filter,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A statistic; none: all are listed."),
    ] = None,
    lake: LakeOption = DEFAULT_LAKE,
    other: Annotated[
        str | None,
        typer.Option("--other", metavar="RUN|RULES", help="What is set beside, for comparisons."),
    ] = None,
    argument: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An argument of the statistic, as most=5."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the answer: .csv .parquet .jsonl"),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the statistics, or ask for one of them, population by population.

    Recorded runs of one rule set are one population, each simulated run is one of its own. The
    same names and filters serve in Python: ``pipelines.open_lake("my-lake").ask(NAME, …)``.

    Examples: ``paipu stats`` · ``paipu stats players --rules mcr-tziakcha`` · ``paipu stats
    pattern_frequency --policy value --seat 0 --out patterns.csv``
    """
    from pipelines.statistic_names import check_statistic

    if name is not None:
        check_statistic(name)  # before the libraries that answers need are loaded

    from pipelines.analysis import find_statistic
    from pipelines.asking import OpenLake

    if name is None:
        if chosen or out or other or argument:
            raise UsageError("filters and options are for one statistic: which one?")
        _list(json=json)
        return
    given = dict(_pair(text) for text in argument or ())
    with reading(lake) as opened:
        answer = OpenLake(opened).answer(find_statistic(name), chosen, other=other, **given)
        if out is not None:
            from pipelines.export import export_frame

            export_frame(answer.frame, out)
        if json:
            from dashboards.cli.stats_table import plain

            print_json([plain(row) for row in answer.frame.to_dicts()])
        elif out is not None:
            typer.echo(f"{out}: {answer.frame.height:,} rows")
        else:
            from dashboards.cli.stats_table import show_answer

            show_answer(answer)
        if chosen and not json:
            typer.echo(told(chosen, answer.left), err=True)


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key:
        raise UsageError(f"--set {shown(text)}: an argument is written as KEY=VALUE")
    return key, value


def _list(*, json: bool) -> None:
    from pipelines.analysis import statistics

    known = statistics()
    if json:
        from pipelines.asking import OpenLake

        print_json(OpenLake.statistics().to_dicts())
        return
    from dashboards.cli.text import show, table

    rows = table("Statistic", "Question", "Counts", "--set")
    for one in known:
        rows.add_row(one.name, one.question, f"{one.per}s", ", ".join(one.arguments))
    show(rows, "paipu stats NAME asks; docs/statistics.md tells what the columns are.")
