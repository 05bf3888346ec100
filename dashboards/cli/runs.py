"""``paipu runs``: what is in the lake, and removing a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_error, print_json

if TYPE_CHECKING:
    from pipelines.lake import Lake, Manifest


def runs(
    delete: Annotated[
        list[str] | None,
        typer.Option("--delete", metavar="RUN", help="Remove a run with all its rows."),
    ] = None,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """List the runs of a lake, or remove one, also one that cannot be read any more.

    Examples: ``paipu runs`` · ``paipu runs --delete mcr-botzone-ingest-0123456789ab``
    """
    from pipelines.lake import Lake
    from pipelines.lake.soundness import sound_runs

    opened = Lake.existing(lake)
    if delete:
        _delete(opened, delete, json)
        return
    sound = sound_runs(opened.storage, files=False)
    if json:
        print_json([_document(each) for each in sound.manifests])
    else:
        _table(sound.manifests, opened.uri)
        for run in opened.unfinished():
            typer.echo(
                f"{run} was not finished: the same command again does what is missing, --delete "
                "removes what is there"
            )
    for why in sound.broken.values():
        print_error(why)
    if sound.broken:
        raise typer.Exit(1)


def _delete(lake: Lake, names: list[str], as_json: bool) -> None:
    from pipelines.lake.soundness import sound_runs

    unfinished = lake.unfinished()
    # All must exist before one goes.
    committed = [name for name in names if name not in unfinished]
    sound = sound_runs(lake.storage, committed, files=False)
    known = {each.run: each for each in sound.manifests}
    manifests = {name: known.get(name) for name in names}
    for name in lake.removable(names):
        lake.delete(name)
    if as_json:
        print_json([_document(each) if each else {"run": run} for run, each in manifests.items()])
        return
    for run, manifest in manifests.items():
        left = "could not be read" if run in sound.broken else "was not finished"
        what = f"{manifest.summary.hands:,} hands" if manifest else left
        typer.echo(f"removed {run}: {what}")


def _document(manifest: Manifest) -> dict[str, Any]:
    return {
        "run": manifest.run,
        "rules": manifest.rules,
        "kind": manifest.kind,
        "options": manifest.options,
        "hands": manifest.summary.hands,
        "rejects": manifest.summary.n_rejects,
        "started": manifest.started.isoformat(),
        "finished": manifest.finished.isoformat(),
        "bytes": manifest.size,
    }


def _table(manifests: Sequence[Manifest], uri: str) -> None:
    from dashboards.cli.text import show, size, table
    from dashboards.labels import how_made

    if not manifests:
        typer.echo(
            f"{uri}: no runs yet; `paipu ingest PATH` loads recorded games, "
            "`paipu simulate PRESET --hands N` plays some"
        )
        return
    rows = table(
        "run", "rules", "kind", "hands", "rejects", "finished (UTC)", "size",
        right=("hands", "rejects", "size"),
    )  # fmt: skip
    for each in manifests:
        rows.add_row(
            each.run,
            each.rules,
            how_made(each.kind, each.options) if each.options.get("policies") else each.kind,
            f"{each.summary.hands:,}",
            f"{each.summary.n_rejects:,}",
            f"{each.finished:%Y-%m-%d %H:%M}",
            size(each.size),
        )
    rows.columns[0].no_wrap = True  # the id is what other commands ask for
    show(rows)
