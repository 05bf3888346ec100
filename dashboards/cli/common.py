"""What all commands share: options, consoles, JSON output, errors as one sentence.

Results go to stdout, everything else (progress, warnings, errors) to stderr, so that output can
be piped. Exit status: 0 done, 1 some input refused, 2 wrong usage.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from schemas.errors import PaipuError

if TYPE_CHECKING:
    from pipelines.ingest.running import RunResult
    from pipelines.lake import Lake
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


@contextmanager
def reading(uri: str, *, there: bool = True) -> Iterator[Lake]:
    """A lake that is read in the block; at its end runs that cannot be read are named, each once.

    Args:
        uri: the lake.
        there: whether it has to be there already.

    Raises:
        LakeError: where there is none.
        Exit: with status 1 at the end, where a run was left out that was asked for with all others.
    """
    from pipelines.lake import Lake
    from pipelines.lake.soundness import sound_runs

    lake = Lake.existing(uri) if there else Lake(uri)
    named = ""
    try:
        yield lake
    except PaipuError as error:
        named = error.message
        raise
    finally:
        for run, why in {**sound_runs(lake.storage).broken, **lake.left_out}.items():
            if run in lake.left_out:
                print_error(f"left out: {why}")
            elif run not in named:
                print_error(f"not asked for, and cannot be read: {why}")
    if lake.left_out:
        raise typer.Exit(1)


def stop(message: str, *, status: int) -> typer.Exit:
    """Print an error sentence; raise what this returns to end the command with `status`."""
    print_error(message)
    return typer.Exit(status)


def close_broken_pipe() -> None:
    """Leave quietly when the reader of stdout went away (``paipu … | head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
