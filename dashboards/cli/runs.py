"""``paipu runs``: what is in the lake, and removing a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json

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
    """List the runs of a lake, or remove one.

    Examples: ``paipu runs`` · ``paipu runs --delete mcr-botzone-ingest-0123456789ab``
    """
    from pipelines.lake import Lake

    opened = Lake.existing(lake)
    if delete:
        _delete(opened, delete, json)
        return
    manifests = opened.manifests()
    if json:
        print_json([_document(each) for each in manifests])
        return
    _table(manifests, opened.uri)
    for run in opened.unfinished():
        typer.echo(
            f"{run} was not finished: the same command again does what is missing, --delete "
            "removes what is there"
        )


def _delete(lake: Lake, names: list[str], as_json: bool) -> None:
    unfinished = lake.unfinished()
    # All must exist before one goes.
    manifests = {name: None if name in unfinished else lake.manifest(name) for name in names}
    for name in lake.removable(names):
        lake.delete(name)
    if as_json:
        print_json([_document(each) if each else {"run": run} for run, each in manifests.items()])
        return
    for run, manifest in manifests.items():
        what = f"{manifest.summary.hands:,} hands" if manifest else "was not finished"
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


def _table(manifests: list[Manifest], uri: str) -> None:
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
