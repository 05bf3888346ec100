"""``paipu verify``: files against manifests, stored rows against what the events imply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json

if TYPE_CHECKING:
    from pipelines.repair import Repair
    from pipelines.verify import Verdict

_MOST_ROWS: Final = 40


def verify(
    run: Annotated[
        list[str] | None, typer.Option("--run", metavar="RUN", help="This run alone; repeatable.")
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Replay about N hands of each run."),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Make missing or damaged parts again; renew views.sql.")
    ] = False,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Check every file against its manifest, replay the stored hands and compare every row.

    Exit status 1 where something is not as it should be.

    Examples: ``paipu verify`` · ``paipu verify --sample 10000`` · ``paipu verify --repair``
    """
    from dashboards.cli.progress import shown
    from pipelines.lake import Lake
    from pipelines.verify import verify_lake

    opened = Lake.existing(lake)
    with shown():
        verdict = verify_lake(opened, runs=run, sample=sample)
        repairs: list[Repair] = []
        if repair:
            from pipelines.repair import repair_lake

            repairs = repair_lake(opened, verdict)
            if any(not each.problem for each in repairs):
                verdict = verify_lake(opened, runs=run, sample=sample)
    if json:
        print_json({"hands": verdict.hands, "mismatches": len(verdict.mismatches)})
    else:
        _report(verdict, repairs)
    if verdict.mismatches:
        raise typer.Exit(1)


def _report(verdict: Verdict, repairs: list[Repair]) -> None:
    from rich.markup import escape

    from dashboards.cli.text import show, table
    from dashboards.style import plural

    for each in repairs:
        if each.problem:
            show(escape(each.problem))
        else:
            parts = ", ".join(f"part {number}" for number in each.parts)
            show(f"{each.run}: made again: {parts}")
    if verdict.mismatches:
        rows = table("run", "hand", "table", "what is wrong")
        for found in verdict.mismatches[:_MOST_ROWS]:
            hand = "" if found.hand_id is None else str(found.hand_id)
            rows.add_row(found.run, hand, found.table, escape(found.message))
        show(rows)
        if len(verdict.mismatches) > _MOST_ROWS:
            show(f"and {len(verdict.mismatches) - _MOST_ROWS:,} more")
    for told in verdict.notices:
        show(f"Note: {told}.")
    n = len(verdict.mismatches)
    show(
        f"{plural(len(verdict.runs), 'run')}, {plural(verdict.hands, 'hand')} replayed, "
        + (f"[bold red]{n:,} mismatches[/]" if n else "[bold green]no mismatch[/]")
    )
