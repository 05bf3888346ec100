"""``paipu demo``: the main job end to end: simulate every preset, ingest the samples, report."""

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
DEMO_HANDS: Final = 5_000
"""Hands of each preset: about a minute for all on two cores."""
DEMO_POLICY: Final = "greedy"
DEMO_SEED: Final = 1
VERIFIED: Final = 1_000
"""Hands of each simulated run that are replayed; of the samples all are."""


def demo(
    lake: LakeOption = DEFAULT_LAKE,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE.html", help="Where the report is written.")
    ] = DEFAULT_OUT,
    json: JsonOption = False,
) -> None:
    """Simulate every preset, ingest the sample records, verify what is stored, write the report.

    Example: ``paipu demo --lake my-lake --out report.html``
    """
    from dashboards.cli.ingest import load, print_loaded
    from dashboards.cli.progress import shown
    from dashboards.cli.simulate import play, runs_table
    from dashboards.cli.text import show
    from dashboards.report import write_report
    from pipelines.lake import Lake
    from pipelines.verify import verify_lake
    from schemas.rules_files import preset_names

    simulated = play(
        preset_names(), hands=DEMO_HANDS, policy=DEMO_POLICY, seed=DEMO_SEED, lake=lake
    )
    results = load([str(SAMPLES / f"*.{ending}") for ending in ("txt", "json", "jsonl")], lake=lake)
    runs = [*(result.run for result in simulated), *(result.run for result in results)]
    with shown():
        verdict = verify_lake(Lake.existing(lake), runs=runs, sample=VERIFIED)
    page = write_report(lake, out, runs)
    summaries = [*(one.summary for one in simulated), *(one.summary for one in results)]
    hands = sum(summary.hands for summary in summaries)
    if json:
        print_json(
            {
                "runs": runs,
                "hands": hands,
                "verified": verdict.hands,
                "rejects": sum(result.summary.n_rejects for result in results),
                "mismatches": len(verdict.mismatches),
                "report": str(Path(out).resolve()),
            }
        )
    else:
        show(f"simulated, everybody plays {DEMO_POLICY}:", runs_table(simulated))
        print_loaded(results)
        show(
            f"verified: {verdict.hands:,} of {hands:,} hands replayed from the lake, "
            f"{len(verdict.mismatches):,} mismatches (`paipu verify` replays all of them)",
            f"report: [bold]{Path(out).resolve()}[/] ({page.size / 1e6:.1f} MB), "
            "open it in a browser",
        )
    if verdict.mismatches:
        raise typer.Exit(1)
