"""``paipu skill``: skill and luck in duplicate runs."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading

if TYPE_CHECKING:
    from rich.table import Table

    from pipelines.duplicates import SkillAndLuck


def skill(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN…]", help="Duplicate runs; none: all of the lake.", show_default=False
        ),
    ] = None,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Tell skill from luck in runs that play each deal in all seatings.

    What part of the variance of a player's points is who plays, seat, wall or the rest; what each
    policy gains a hand; after how many hands the better of two is ahead with 95%.

    Example: ``paipu simulate mcr --duplicate --policy value,greedy,greedy,random --hands 24000``,
    then ``paipu skill``
    """
    from pipelines.analysis import SEATINGS
    from pipelines.duplicates import duplicate_runs, skill_and_luck
    from pipelines.lake.views import connect
    from schemas.errors import UsageError

    with reading(lake) as opened:
        manifests = duplicate_runs(opened, runs or ())
        with closing(connect(opened.storage, manifests)) as con:
            found = [skill_and_luck(con, manifest) for manifest in manifests]
        for each in found:
            if not each.deals:
                raise UsageError(
                    f"{each.manifest.run}: fewer than two deals were played in all {SEATINGS} "
                    f"seatings; {2 * SEATINGS} hands are the least",
                    code="too_few_hands",
                )
        if json:
            documents = [_document(each) for each in found]
            print_json(documents[0] if len(documents) == 1 else documents)
            return
        for each in found:
            _report(each)


def _document(found: SkillAndLuck) -> dict[str, Any]:
    return {
        "run": found.manifest.run,
        "rules": found.manifest.rules,
        "deals": found.deals,
        "hands": int(found.components["hands"][0]),
        "policies": found.policies.to_dicts(),
        "components": found.components.to_dicts(),
        "pairs": found.pairs.to_dicts(),
    }


def _report(found: SkillAndLuck) -> None:
    from dashboards.cli.text import show
    from dashboards.labels import how_made
    from dashboards.skill import skill_sentences

    manifest = found.manifest
    show(f"[bold]{manifest.run}[/], {how_made(manifest.kind, manifest.options)}")
    show(" ".join(skill_sentences(found)), _policy_table(found), _component_table(found))
    if found.pairs.height:
        show(_pair_table(found))
    show(
        "95% intervals, each deal one cluster. Ahead after: so many hands until the better one has "
        "more points with a chance of 95%, at single tables and where each wall is played in all "
        "24 seatings; q: p-value adjusted for the number of pairs."
    )


def _policy_table(found: SkillAndLuck) -> Table:
    from dashboards import style
    from dashboards.cli.text import table

    numbers = ("players", "hands", "points a hand", "95% interval")
    rows = table("policy 策略", *numbers, right=numbers)
    for row in found.policies.iter_rows(named=True):
        rows.add_row(
            row["policy"],
            str(row["players"]),
            f"{row['hands']:,}",
            style.signed(row["points_mean"]),
            style.span(row["points_low"], row["points_high"], 2, signs=True),
        )
    return rows


def _component_table(found: SkillAndLuck) -> Table:
    from dashboards import labels, style
    from dashboards.cli.text import table
    from dashboards.skill import variance_share, variance_share_interval

    numbers = ("variance", "95% interval", "share", "95% interval of the share")
    rows = table("variance of a player's points in a hand", *numbers, right=numbers)
    for row in found.components.iter_rows(named=True):
        whole = row["component"] == "total"
        rows.add_row(
            labels.both(labels.COMPONENTS[row["component"]]),
            style.number(row["variance"], 2),
            style.span(row["low"], row["high"], 2),
            variance_share(row),
            "" if whole else variance_share_interval(row),
        )
    return rows


def _pair_table(found: SkillAndLuck) -> Table:
    from dashboards import style
    from dashboards.cli.text import table
    from dashboards.skill import hands_span

    numbers = ("points a hand", "95% interval", "q", "ahead after", "in duplicate, ahead after")
    rows = table("better", "than", *numbers, right=numbers)
    for row in found.pairs.iter_rows(named=True):
        rows.add_row(
            row["policy"],
            row["other"],
            style.signed(row["difference"]),
            style.span(row["low"], row["high"], 2, signs=True),
            style.chance(row["q"]),
            hands_span(row["hands"], row["hands_low"], row["hands_high"]),
            hands_span(row["duplicate_hands"], row["duplicate_low"], row["duplicate_high"]),
        )
    return rows
