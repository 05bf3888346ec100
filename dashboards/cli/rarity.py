"""``paipu rarity``: how rare patterns are, among all complete hands and in play."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from pipelines.kinds_of_play import Kind, Play
    from pipelines.lake import Lake
    from schemas.ruleset import RuleSet

_EVIDENT: Final = 0.05


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
    from pipelines.lake import Lake
    from schemas.rules_files import load_ruleset

    ruleset = load_ruleset(rules)
    named: dict[Kind, list[str]] = {"natural": natural or [], "strategic": strategic or []}
    opened = Lake(lake)
    plays = _plays(opened, rules, ruleset, named, hands=hands, seed=seed, uri=lake)
    with closing(opened.connect()) as con:
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
    return {
        "rules": rules,
        "tiles": ruleset.tiles.hand_size + 1,
        "complete_hands": complete,
        "drawn": draw,
        **{
            play.kind: {"runs": play.runs, "played": list(play.ways), "wins": _wins(play, found)}
            for play in plays
        },
        "patterns": found.to_dicts(),
    }


def _wins(play: Play, found: pl.DataFrame) -> int:
    column = found[f"{play.kind}_n"].drop_nulls()
    return int(column[0]) if len(column) else 0


def _report(
    ruleset: RuleSet, complete: int, draw: int, plays: list[Play], found: pl.DataFrame
) -> None:
    from dashboards.cli.text import show

    show(
        f"[bold]{ruleset.title}[/] {ruleset.title_en}: {complete:,} complete hands of "
        f"{ruleset.tiles.hand_size + 1} natural tiles, weighted by copies"
    )
    show(_table(found))
    for play in plays:
        show(_told(play, found))
    evident = found.filter(found["p_adjusted"] < _EVIDENT)
    if len(evident):
        more = int((evident["strategic_share"] > evident["natural_share"]).sum())
        differ = "1 pattern differs" if len(evident) == 1 else f"{len(evident)} patterns differ"
        show(
            f"{differ} between the two (marked *, false discoveries held to 5%): {more} more "
            f"frequent in strategic play, {len(evident) - more} less."
        )
    show(
        "Complete hands: those with the pattern in some reading, exact; ~: not decided by tiles "
        f"alone, of {draw:,} hands drawn those that are paid for it; –: no question of tiles. "
        "Paid: of the hands drawn, self-drawn and concealed, those whose best-paying reading "
        "counts it. Shares of wins with 95% intervals; wins of one deal are one cluster."
    )


def _told(play: Play, found: pl.DataFrame) -> str:
    name = {"natural": "Natural", "strategic": "Strategic"}[play.kind]
    if not play.manifests:
        how = f"--hands N simulates one, --{play.kind} RUN names one"
        return f"{name}: no run under these rules; {how}"
    how = "as asked" if play.named else "most hands of this kind in the lake"
    return (
        f"{name}: {_wins(play, found):,} wins of {', '.join(play.runs)}, "
        f"{' and '.join(play.ways)} ({how})"
    )


def _table(found: pl.DataFrame) -> Table:
    from dashboards import style
    from dashboards.cli.text import table

    numbers = ("value", "complete hands", "paid", "natural", "strategic", "strategic ÷ natural")
    rows = table("pattern 番种", *numbers, right=numbers)
    for row in found.iter_rows(named=True):
        rows.add_row(
            f"{row['name']} {row['name_en']}",
            "limit" if row["limit"] else f"{row['value']}",
            _complete(row),
            style.rare_share(row["paid"]),
            _in_play(row, "natural"),
            _in_play(row, "strategic"),
            _ratio(row),
        )
    return rows


def _complete(row: dict[str, Any]) -> str:
    from dashboards import style

    if row["q"] is None:
        return style.NOTHING
    if row["method"] == "exact":
        return style.rare_share(row["q"])
    return f"~{style.rare_share(row['q'])} ({style.interval(row['q_low'], row['q_high'])})"


def _in_play(row: dict[str, Any], play: str) -> str:
    from dashboards import style

    if row[f"{play}_share"] is None:
        return style.NOTHING
    low, high = row[f"{play}_low"], row[f"{play}_high"]
    return f"{style.percent(row[f'{play}_share'])} ({style.interval(low, high)})"


def _ratio(row: dict[str, Any]) -> str:
    from dashboards import style

    mark = " *" if row["p_adjusted"] is not None and row["p_adjusted"] < _EVIDENT else ""
    if row["ratio"] is None:
        return f"{style.NOTHING}{mark}"
    if row["ratio_low"] is None:
        return f"{style.number(row['ratio'], 2)}{mark}"
    span = style.span(row["ratio_low"], row["ratio_high"], 2)
    return f"{style.number(row['ratio'], 2)} ({span}){mark}"
