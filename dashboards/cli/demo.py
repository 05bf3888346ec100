"""``paipu demo``: the main job end to end, on the sample records that come with the project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from dashboards.cli.common import (
    DEFAULT_LAKE,
    PROJECT_DIR,
    JsonOption,
    LakeOption,
    print_json,
)
from dashboards.cli.report import DEFAULT_OUT

SAMPLES: Final = PROJECT_DIR / "data" / "samples"


def demo(
    lake: LakeOption = DEFAULT_LAKE,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE.html", help="Where the report is written.")
    ] = DEFAULT_OUT,
    json: JsonOption = False,
) -> None:
    """Ingest the sample records, verify every stored hand, write the report.

    Example: ``paipu demo --lake my-lake --out report.html``
    """
    from dashboards.cli.ingest import load, print_results
    from dashboards.cli.progress import shown
    from dashboards.cli.text import show
    from dashboards.report import write_report
    from pipelines.lake import Lake
    from pipelines.verify import verify_lake

    results = load([str(SAMPLES / f"*.{ending}") for ending in ("txt", "json", "jsonl")], lake=lake)
    with shown():
        verdict = verify_lake(Lake.existing(lake), runs=[result.run for result in results])
    page = write_report(lake, out, [result.run for result in results])
    if json:
        print_json(
            {
                "runs": [result.run for result in results],
                "hands": sum(result.summary.hands for result in results),
                "rejects": sum(result.summary.n_rejects for result in results),
                "mismatches": len(verdict.mismatches),
                "report": str(Path(out).resolve()),
            }
        )
    else:
        print_results(results, lake)
        show(
            f"verified: {verdict.hands:,} hands replayed from the lake, "
            f"{len(verdict.mismatches):,} mismatches",
            f"report: [bold]{Path(out).resolve()}[/] ({len(page.html) / 1e6:.1f} MB), "
            "open it in a browser",
        )
    if verdict.mismatches:
        raise typer.Exit(1)
