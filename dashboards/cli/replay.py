"""``paipu replay``: one stored hand, step by step, in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading


def replay(
    hand_id: Annotated[
        str, typer.Argument(metavar="HAND_ID", help="RUN/NUMBER, or the number alone.")
    ],
    hands: Annotated[
        bool, typer.Option("--hands", help="Show all four hands after every event.")
    ] = False,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Replay a stored hand: each event in words, the hands, the win with its patterns, payments.

    On a terminal it stops after each event: Enter goes on, h shows the hands, a shows the rest, q
    ends. In a pipe everything is written at once.

    Examples: ``paipu replay mcr-botzone-ingest-0123456789ab/2048`` · ``paipu replay 2048 --hands``
    """
    from pipelines.lake import readable
    from pipelines.replaying import find_hand, stored_rows

    with reading(lake) as opened, readable():
        run, number = find_hand(opened, hand_id)
        rows = stored_rows(opened, run, number)
        if json:
            print_json(rows)
        else:
            _tell(opened, run, number, rows, every_hand=hands)


def _tell(
    lake: Any, run: str, number: int, rows: dict[str, list[dict[str, Any]]], *, every_hand: bool
) -> None:
    from dashboards.cli.replay_end import ending
    from dashboards.cli.replay_text import heading, seat_lines
    from dashboards.cli.text import show
    from dashboards.hand_words import event_text, last_round_draws, seat_names
    from pipelines.replaying import replay_steps
    from schemas.codes import DEAL

    ruleset = lake.manifest(run).ruleset()
    names = seat_names(rows["hands"][0])
    show(*heading(rows["hands"][0], ruleset))
    last_round = last_round_draws(rows["events"])
    asking = sys.stdin.isatty() and sys.stdout.isatty()
    last = None
    for step in replay_steps(lake, run, number):
        last = step
        event = step.event
        told = event_text(event, names) + (" in the last round 分张" * (event.seq in last_round))
        typer.echo(f"{event.seq:>4}  {told}  · {event.wall_left} left")
        if every_hand and step.event.action != DEAL:
            typer.echo("\n".join(seat_lines(step.seats, names)))
        if asking and step.event.action != DEAL:
            answer = _ask()
            while answer == "h":
                typer.echo("\n".join(seat_lines(step.seats, names)))
                answer = _ask()
            if answer == "q":
                return
            asking = answer != "a"
    if last is not None and not every_hand:
        typer.echo("\n".join(seat_lines(last.seats, names)))
    show(*ending(rows, names, ruleset))


def _ask() -> str:
    """What the reader wants: empty goes on."""
    try:
        return input("      [Enter, h, a, q] ").strip().lower()[:1]
    except EOFError:
        return "q"
