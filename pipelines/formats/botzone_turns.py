"""The turns of a Botzone judge log as they stand in JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from pipelines.formats.columns import Points


class Fan(msgspec.Struct):
    """One fan of the final display."""

    name: str
    count: Points = msgspec.field(default=1, name="cnt")


class Display(msgspec.Struct):
    """What the judge's page shows; only the fans at the end are needed."""

    fans: list[Fan] | None = msgspec.field(default=None, name="fan")
    total: Points | None = msgspec.field(default=None, name="fanCnt")


class Answer(msgspec.Struct):
    """What one player's program answered; no text where it crashed or was too slow."""

    response: Any = None


class Told(msgspec.Struct):
    """What each player is told, or its score."""

    p0: str | Points = msgspec.field(name="0")
    p1: str | Points = msgspec.field(name="1")
    p2: str | Points = msgspec.field(name="2")
    p3: str | Points = msgspec.field(name="3")


class Output(msgspec.Struct):
    """The judge's output in one turn."""

    content: Told
    command: str = "request"
    display: Display | None = None


class Turn(msgspec.Struct):
    """A turn of the judge (`output`, or in self-play the texts by seat) or of the players."""

    output: Output | None = None
    p0: Answer | str | None = msgspec.field(default=None, name="0")
    p1: Answer | str | None = msgspec.field(default=None, name="1")
    p2: Answer | str | None = msgspec.field(default=None, name="2")
    p3: Answer | str | None = msgspec.field(default=None, name="3")
