"""``paipu report``: one self-contained HTML file about the runs of a lake."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dashboards.chapters import CHAPTERS
from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading
from dashboards.cli.filters import told, with_filters

if TYPE_CHECKING:
    from dashboards.report import Written
    from pipelines.analysis import Filter

DEFAULT_OUT: Final = "report.html"


@with_filters()
def report(
    chosen: Filter,
    lake: LakeOption = DEFAULT_LAKE,
    out: Annotated[
        str,
        typer.Option(
            "--out", metavar="FILE", help="Where it is written: FILE.html, or FILE.md as Markdown."
        ),
    ] = DEFAULT_OUT,
    chapter: Annotated[
        list[str] | None,
        typer.Option(
            "--chapter",
            metavar="NAME",
            help=f"Show this chapter; may be repeated: {', '.join(CHAPTERS)}.",
        ),
    ] = None,
    figures: Annotated[
        str | None,
        typer.Option("--figures", metavar="DIR", help="Write every figure as an image, too."),
    ] = None,
    image_format: Annotated[
        str, typer.Option("--image-format", metavar="svg|png", help="Of the images.")
    ] = "svg",
    tuning: Annotated[
        list[str] | None,
        typer.Option(
            "--tuning",
            metavar="RESULT.json",
            help="Show what `paipu tune FILE --json` printed into this file; may be repeated.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a report that opens offline: what was loaded, outcomes, patterns, totals, seats.

    Without filters all runs are reported on, recorded runs of one rule set counted together. Runs
    that cannot be read are named and left out, with exit status 1.

    Examples: ``paipu report --out report.html`` · ``paipu report --lake my-lake --run
    mcr-botzone-ingest-0123456789ab``
    """
    from dashboards.report import write_report
    from pipelines.lake import readable

    began = time.monotonic()
    with reading(lake) as opened, readable():
        written = write_report(
            lake,
            out,
            chapters=chapter or (),
            chosen=chosen,
            figures=figures,
            image_format=image_format,
            tunings=tuning or (),
        )
        seconds = time.monotonic() - began
        made = written.report
        if json:
            print_json(
                {
                    "report": str(Path(out).resolve()),
                    "runs": list(made.runs),
                    "filter": str(chosen),
                    "hands": made.hands,
                    "wins": made.wins,
                    "rejects": made.rejects,
                    "bytes": written.size,
                    "tunings": [str(Path(one).resolve()) for one in tuning or ()],
                    "figures": [str(image.resolve()) for image in written.images],
                    "unreadable": dict(made.broken),
                    "seconds": round(seconds, 3),
                }
            )
        elif not made.runs:
            typer.echo(
                f"{out}: the lake holds no runs yet; `paipu ingest PATH` loads recorded games"
            )
        else:
            _tell(out, written, chosen, seconds)
        opened.left_out |= made.broken


def _tell(out: str, written: Written, chosen: Filter, seconds: float) -> None:
    """What stands in the report, in a line."""
    from dashboards.style import plural

    made = written.report
    if chosen:
        typer.echo(told(chosen, made.left), err=True)
    typer.echo(
        f"{out}: {plural(made.hands, 'hand')}, {plural(made.wins, 'win')}, "
        f"{plural(made.rejects, 'refused record')} of {plural(len(made.runs), 'run')} "
        f"({written.size / 1e6:.1f} MB, {seconds:.1f} s){_beside(written)}"
    )


def _beside(written: Written) -> str:
    """What there is to do with the files."""
    if written.images:
        from dashboards.style import plural

        drawn = plural(len(written.images), "figure")
        return f"; {drawn} in {written.images[0].parent}"
    return "; open it in a browser" if written.path.suffix == ".html" else ""
