"""``paipu export``: a table of the lake, or stored hands as records, into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_error, print_json
from schemas.errors import UsageError


def export(
    what: Annotated[
        str, typer.Argument(metavar="TABLE|records", help="A table, runs, or records.")
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE", help=".csv .parquet .jsonl; records: any name."),
    ],
    run: Annotated[str | None, typer.Option("--run", metavar="RUN", help="This run alone.")] = None,
    format_name: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Format of records.")
    ] = "paipu",
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Write a table as CSV, Parquet or JSON Lines, as the suffix says; or hands as records.

    Records are ready to be ingested again and then give the same rows; those of one run (--run)
    keep their ids too.

    Examples: ``paipu export wins --out wins.csv`` · ``paipu export records --run
    mcr-botzone-ingest-0123456789ab --out hands.jsonl``
    """
    from dashboards.cli.progress import shown
    from pipelines.lake import Lake, readable

    opened = Lake.existing(lake)
    if what == "records":
        from pipelines.export import export_records

        with shown(), readable():
            result = export_records(opened, out, run=run, format_name=format_name)
        rows, refused = result.hands, result.refused
        if refused:
            print_error(
                f"{refused:,} hands cannot be written as {format_name}, first {result.first}"
            )
    else:
        if format_name != "paipu":
            raise UsageError("--format is for records; a table's format follows from its suffix")
        from pipelines.export import export_table

        with shown(), readable():
            rows, refused = export_table(opened, what, out, run=run), 0
    if json:
        print_json({"what": what, "rows": rows, "refused": refused, "file": str(out)})
    else:
        typer.echo(f"{out}: {rows:,} {'hands' if what == 'records' else 'rows'}")
    if refused:
        raise typer.Exit(1)
