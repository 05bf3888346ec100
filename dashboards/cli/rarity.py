"""``paipu rarity``: how rare patterns are, among all complete hands and in play."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from pipelines.kinds_of_play import Kind, Play
    from pipelines.lake import Lake
    from schemas.ruleset import RuleSet


def rarity(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|FILE.toml", help="Whose patterns are looked at.", show_default=False
        ),
    ],
    natural: Annotated[
        list[str] | None,
        typer.Option("--natural", metavar="RUN", help="Runs of play blind to the table."),
    ] = None,
    strategic: Annotated[
        list[str] | None,
        typer.Option("--strategic", metavar="RUN", help="Runs of play that knows the table."),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands",
            metavar="N",
            help="Simulate what is missing of N hands for what is not named.",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="S", min=0, help="Of simulated runs and of drawn hands."),
    ] = 1,
    draw: Annotated[
        int,
        typer.Option("--draw", metavar="N", min=1, help="Complete hands that are drawn."),
    ] = 200_000,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """How rare every pattern 番种 is: by combinatorics, in natural and in strategic play.

    Shares of all complete hands are exact where the tiles alone decide. Natural play is blind to
    what patterns are worth (greedy, random), strategic play knows it (value, value-fitted,
    records); runs that nobody names are those of one way to play, that with most hands.

    Example: ``paipu rarity mcr --hands 20000 --lake my-lake``
    """
    from engine.rarity.counting import count_hands
    from pipelines import analysis
    from pipelines.lake.views import connect
    from schemas.rules_files import load_ruleset

    ruleset = load_ruleset(rules)
    named: dict[Kind, list[str]] = {"natural": natural or [], "strategic": strategic or []}
    with reading(lake, there=False) as opened:
        plays = _plays(opened, rules, ruleset, named, hands=hands, seed=seed, uri=lake)
        shown = {one.run: one for play in plays for one in play.manifests}
        with closing(connect(opened.storage, list(shown.values()))) as con:
            found = analysis.rarity(
                con, ruleset, natural=plays[0].runs, strategic=plays[1].runs, hands=draw, seed=seed
            )
        complete = count_hands(ruleset)
        if json:
            print_json(_document(rules, ruleset, complete, draw, plays, found))
        else:
            _report(ruleset, complete, draw, plays, found)


def _plays(
    lake: Lake,
    rules: str,
    ruleset: RuleSet,
    named: dict[Kind, list[str]],
    *,
    hands: int | None,
    seed: int,
    uri: str,
) -> list[Play]:
    """The runs of both kinds: named ones, else simulated ones where asked, else from the lake."""
    from dashboards.cli.simulate import play
    from pipelines.kinds_of_play import SIMULATED_BY, find_play, named_play
    from schemas.errors import UsageError

    both = set(named["natural"]) & set(named["strategic"])
    if both:
        raise UsageError(f"run {min(both)} cannot be both natural and strategic")
    # What is named is looked at before anything is played.
    known = {kind: named_play(lake, names, ruleset, kind) for kind, names in named.items() if names}
    found = []
    for kind in named:
        if kind in known:
            found.append(known[kind])
        elif hands is None:
            found.append(find_play(lake.manifests(), ruleset, kind))
        else:
            policy = SIMULATED_BY[kind]
            [result] = play([rules], lake=uri, hands=hands, seed=seed, policy=policy, single=True)
            found.append(named_play(lake, [result.run], ruleset, kind))
    return found


def _document(
    rules: str,
    ruleset: RuleSet,
    complete: int,
    draw: int,
    plays: list[Play],
    found: pl.DataFrame,
) -> dict[str, Any]:
    from dashboards.rarity import wins_of

    return {
        "rules": rules,
        "tiles": ruleset.tiles.hand_size + 1,
        "complete_hands": complete,
        "drawn": draw,
        **{
            play.kind: {"runs": play.runs, "played": list(play.ways), "wins": wins_of(play, found)}
            for play in plays
        },
        "patterns": found.to_dicts(),
    }


def _report(
    ruleset: RuleSet, complete: int, draw: int, plays: list[Play], found: pl.DataFrame
) -> None:
    from dashboards.cli.text import show
    from dashboards.rarity import method, told_evident, told_play

    show(
        f"[bold]{ruleset.title}[/] {ruleset.title_en}: {complete:,} complete hands of "
        f"{ruleset.tiles.hand_size + 1} natural tiles, weighted by copies"
    )
    show(_table(found))
    for play in plays:
        how = f"--hands N simulates one, --{play.kind} RUN names one"
        show(told_play(play, found, otherwise=how))
    if evident := told_evident(found):
        show(evident)
    show(method(draw))


def _table(found: pl.DataFrame) -> Table:
    from dashboards import style
    from dashboards.cli.text import table
    from dashboards.rarity import complete_text, play_text, ratio_text

    numbers = ("value", "complete hands", "paid", "natural", "strategic", "strategic ÷ natural")
    rows = table("pattern 番种", *numbers, right=numbers)
    for row in found.iter_rows(named=True):
        rows.add_row(
            f"{row['name']} {row['name_en']}",
            "limit" if row["limit"] else f"{row['value']}",
            complete_text(row),
            style.rare_share(row["paid"]),
            play_text(row, "natural"),
            play_text(row, "strategic"),
            ratio_text(row),
        )
    return rows
