"""``paipu runs``: what is in the lake, and removing a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json

if TYPE_CHECKING:
    from pipelines.lake import Manifest


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
        for run in delete:
            opened.manifest(run)  # all must exist before one goes
        removed = [opened.delete(run) for run in delete]
        if json:
            print_json([_document(each) for each in removed])
        else:
            for each in removed:
                typer.echo(f"removed {each.run}: {each.summary.hands:,} hands")
        return
    manifests = opened.manifests()
    if json:
        print_json([_document(each) for each in manifests])
        return
    _table(manifests, opened.uri)


def _document(manifest: Manifest) -> dict[str, Any]:
    return {
        "run": manifest.run,
        "rules": manifest.rules,
        "kind": manifest.kind,
        "hands": manifest.summary.hands,
        "rejects": manifest.summary.n_rejects,
        "started": manifest.started.isoformat(),
        "finished": manifest.finished.isoformat(),
        "bytes": manifest.size,
    }


def _table(manifests: list[Manifest], uri: str) -> None:
    from dashboards.cli.text import show, size, table

    if not manifests:
        typer.echo(f"{uri}: no runs yet; `paipu ingest PATH` loads recorded games")
        return
    rows = table(
        "run", "rules", "kind", "hands", "rejects", "finished (UTC)", "size",
        right=("hands", "rejects", "size"),
    )  # fmt: skip
    for each in manifests:
        rows.add_row(
            each.run,
            each.rules,
            each.kind,
            f"{each.summary.hands:,}",
            f"{each.summary.n_rejects:,}",
            f"{each.finished:%Y-%m-%d %H:%M}",
            size(each.size),
        )
    show(rows)
