"""What all commands share: options, consoles, JSON output, errors as one sentence.

Results go to stdout, everything else (progress, warnings, errors) to stderr, so that output can
be piped. Exit status: 0 done, 1 some input refused, 2 wrong usage.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from pipelines.ingest.running import RunResult
    from pipelines.rescoring.running import RescoreResult
    from pipelines.simulate.running import SimulationResult

PROJECT_DIR: Final = Path(__file__).resolve().parents[2]
DEFAULT_LAKE: Final = str(PROJECT_DIR / "data" / "lake")

LakeOption = Annotated[
    str, typer.Option("--lake", metavar="DIR", help="The lake: a folder or a URI.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document and nothing else.")
]


def print_json(document: Any) -> None:
    """Write one JSON document to stdout, Chinese names as they are."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, default=str) + "\n")


def print_runs(results: Sequence[RunResult | SimulationResult | RescoreResult]) -> None:
    """Write the contract's document of a run to stdout, or a list of them where there are more."""
    documents = [
        {
            "run": result.run,
            "hands": result.summary.hands,
            "rejects": result.summary.n_rejects,
            "seconds": round(result.seconds, 3),
            "hands_per_second": round(result.hands_per_second, 1),
        }
        for result in results
    ]
    print_json(documents[0] if len(documents) == 1 else documents)


def print_error(message: str) -> None:
    """Write one error sentence to stderr."""
    sys.stderr.write(f"paipu: {message}\n")


def stop(message: str, *, status: int) -> typer.Exit:
    """Print an error sentence; raise what this returns to end the command with `status`."""
    print_error(message)
    return typer.Exit(status)


def close_broken_pipe() -> None:
    """Leave quietly when the reader of stdout went away (``paipu … | head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
