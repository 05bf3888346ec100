"""``paipu export``: a table of the lake, or stored hands as records, into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboards.cli.common import (
    DEFAULT_LAKE,
    JsonOption,
    LakeOption,
    print_error,
    print_json,
    reading,
)
from schemas.errors import UsageError, one_of


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
    keep their ids too. Records of a run under a rule-set file name that rule set, and are ingested
    with ``--rules FILE.toml``.

    Examples: ``paipu export wins --out wins.csv`` · ``paipu export records --run
    mcr-botzone-ingest-0123456789ab --out hands.jsonl``
    """
    from dashboards.cli.progress import shown
    from pipelines.lake import readable

    with reading(lake) as opened:
        next_step = ""
        if what == "records":
            from pipelines.export import export_records

            with shown(), readable():
                result = export_records(opened, out, run=run, format_name=format_name)
            rows, refused = result.hands, result.refused
            next_step = _how_to_ingest(out, result.rules, result.own_rules)
            if refused:
                print_error(
                    f"{refused:,} hands cannot be written as {format_name}, first {result.first}"
                )
        else:
            if format_name != "paipu":
                raise UsageError(
                    "--format is for records; a table's format follows from its suffix"
                )
            from pipelines.export import export_table

            with shown(), readable():
                rows, refused = export_table(opened, what, out, run=run), 0
        if json:
            print_json({"what": what, "rows": rows, "refused": refused, "file": str(out)})
        else:
            typer.echo(f"{out}: {rows:,} {'hands' if what == 'records' else 'rows'}")
            if next_step:
                typer.echo(next_step)
        if refused:
            raise typer.Exit(1)


def _how_to_ingest(out: Path, rules: tuple[str, ...], own: tuple[str, ...]) -> str:
    """What reading the records again needs, where the rule sets that they name are no presets."""
    if not own:
        return ""
    if len(rules) == 1:
        return (
            f"They are ingested again with `paipu ingest {out} --rules FILE.toml`, "
            f"the file of the rule set {own[0]}"
        )
    return (
        f"Records of {one_of(own).replace(' or ', ' and ')} are ingested with --rules FILE.toml, "
        "the file of the rule set, which holds for all records: export such runs one by one (--run)"
    )
