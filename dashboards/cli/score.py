"""``paipu score``: won hands as JSON Lines in, fan and payments as JSON Lines out.

With ``--hand`` one hand is given by options and answered with a table for people.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from dashboards.cli.common import JsonOption
from schemas.errors import UsageError

if TYPE_CHECKING:
    from pipelines.scoring.service import Scorer


def score(
    file: Annotated[
        str, typer.Argument(metavar="[FILE|-]", help="JSON Lines, one won hand a line.")
    ] = "-",
    rules: Annotated[
        str | None,
        typer.Option(metavar="PRESET|FILE.toml", help="For lines that name no rule set."),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(help="Concealed tiles of one hand, without the winning tile.")
    ] = None,
    win: Annotated[str | None, typer.Option(help="The winning tile.")] = None,
    by: Annotated[str, typer.Option(help="self_draw, discard, robbed_kong …")] = "self_draw",
    meld: Annotated[
        list[str] | None, typer.Option(help="An exposed chow, pung or kong: 123m, EEE, 5555p.")
    ] = None,
    concealed_kong: Annotated[list[str] | None, typer.Option(help="A concealed kong: 5555p.")] = (
        None
    ),
    flowers: Annotated[str, typer.Option(help="Exposed flowers: f1f5, or their number.")] = "0",
    seat: Annotated[str, typer.Option(help="The winner's wind: E, S, W or N.")] = "E",
    round_wind: Annotated[str, typer.Option("--round", help="The round wind.")] = "E",
    flag: Annotated[
        list[str] | None, typer.Option(help="A circumstance: last_tile, kong_replacement …")
    ] = None,
    wildcard: Annotated[
        str | None, typer.Option(help="The kind turned up, in systems with wildcards.")
    ] = None,
    streak: Annotated[int, typer.Option(min=0, help="Wins of the dealer before this hand.")] = 0,
    json: JsonOption = False,
) -> None:
    """Score won hands.

    Examples: ``paipu score --rules mcr hands.jsonl`` ·
    ``paipu score --rules mcr --hand '123m 456p 789s EE 11p' --win 1p --by discard``
    """
    if hand is None:
        _score_lines(file, rules)
        return
    from dashboards.cli.score_table import print_hand
    from pipelines.scoring.single import hand_from_options

    line = hand_from_options(
        rules=rules,
        concealed=hand,
        win_tile=win,
        win_by=by,
        melds=meld or [],
        concealed_kongs=concealed_kong or [],
        flowers=flowers,
        seat_wind=seat,
        round_wind=round_wind,
        flags=flag or [],
        wildcard=wildcard,
        streak=streak,
    )
    status = print_hand(line, as_json=json)
    if status:
        raise typer.Exit(status)


def _score_lines(file: str, rules: str | None) -> None:
    from pipelines.scoring.service import Scorer
    from schemas.rules_files import is_file

    scorer = Scorer(rules)
    if file == "-":
        _answer(sys.stdin.buffer, scorer)
    else:
        path = Path(file)
        if not is_file(path):
            raise UsageError(f"{file}: no such file")
        with path.open("rb") as lines:
            _answer(lines, scorer)
    if scorer.failed:
        raise typer.Exit(1)


def _answer(lines: BinaryIO, scorer: Scorer) -> None:
    write = sys.stdout.write
    for answer in scorer.answers(lines):
        write(answer + "\n")
