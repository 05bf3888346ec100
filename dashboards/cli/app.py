"""The Typer application: commands are imported here, heavy libraries inside each command."""

from __future__ import annotations

import sys
from importlib import metadata
from typing import Annotated

import typer

from dashboards.cli import (
    compare,
    dashboard,
    demo,
    export,
    ingest,
    rarity,
    replay,
    report,
    rescore,
    rules,
    runs,
    score,
    simulate,
    skill,
    sql,
    stats,
    tune,
    verify,
)
from dashboards.cli.common import close_broken_pipe, print_error
from schemas.errors import PaipuError

app = typer.Typer(
    name="paipu",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"paipu {metadata.version('paipu')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """牌谱 paipu: hands of regional mahjong in, tables and reports out."""


app.command("demo")(demo.demo)
app.command("score")(score.score)
app.command("rules")(rules.rules)
app.command("simulate")(simulate.simulate)
app.command("ingest")(ingest.ingest)
app.command("runs")(runs.runs)
app.command("sql")(sql.sql)
app.command("stats")(stats.stats)
app.command("verify")(verify.verify)
app.command("replay")(replay.replay)
app.command("export")(export.export)
app.command("rescore")(rescore.rescore)
app.command("compare")(compare.compare)
app.command("skill")(skill.skill)
app.command("rarity")(rarity.rarity)
app.command("tune")(tune.tune)
app.command("report")(report.report)
app.command("dashboard")(dashboard.dashboard)


def main() -> None:
    """Run the command line; errors that a user can cause become one sentence and a status."""
    try:
        app()
    except PaipuError as error:
        print_error(error.message)
        sys.exit(error.exit_status)
    except BrokenPipeError:
        close_broken_pipe()
        sys.exit(1)
    except KeyboardInterrupt:
        print_error("interrupted; the same command run again does what is missing")
        sys.exit(130)
