"""What happened in one Botzone judge log: its turns become actions.

Judge turns tell every player what happened (``2 t`` to the one who drew, ``3 p VERB …`` to all);
the players' turn after it holds their answers. A chow or pung and the discard after it are one
turn. ``GANG`` names neither kind nor tile: after the player's own draw it is concealed and the
tile stands in the answer, after another's discard it is exposed. At the end the judge gives four
scores; they tell a win, an exhausted wall or a player's error (−30, the others +10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pipelines.formats.botzone_lines import read_tile, tile_and_low
from pipelines.formats.botzone_turns import Answer, Output, Told, Turn
from pipelines.formats.columns import Row
from schemas import codes
from schemas.errors import InputError, one_of

_CLAIMS: Final = {
    "CHI": codes.CHOW,
    "PENG": codes.PUNG,
    "GANG": codes.KONG_EXPOSED,
    "HU": codes.WIN,
}
_VERBS: Final = ("DRAW", "PLAY", "CHI", "PENG", "GANG", "BUGANG")
_SEATS: Final = {str(seat): seat for seat in range(4)}
_DEALT: Final = 13


@dataclass(slots=True)
class Log:
    """One match: what was dealt and done, and how it ended."""

    round_wind: int = 0
    deal: list[list[int]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    deltas: list[int] | None = None
    total: int | None = None
    patterns: list[str] | None = None


def read_log(turns: Sequence[Turn], scores: list[int] | None) -> Log:
    """Read the turns of one match.

    Args:
        turns: judge and players in turn.
        scores: the four scores of a self-play record, whose log ends without the judge's.

    Raises:
        InputError: for a turn that cannot be; the message begins with its index in the log.
    """
    reader = _Reader()
    for index, turn in enumerate(turns):
        try:
            reader.take(index, turn)
        except InputError as error:
            raise InputError(f"logs[{index}]: {error.message}", code=error.code) from error
    if reader.log.deltas is None:
        reader.log.deltas = scores
    reader.finish(len(turns))
    return reader.log


@dataclass(frozen=True, slots=True)
class _Request:
    """One text of the judge: ``3 <seat> <verb> …``."""

    seat: int
    verb: str
    tile: int = -1
    low: int = -1


class _Reader:
    """Keeps what the next turn is about: the last tile, who may claim it, the answers."""

    def __init__(self) -> None:
        self.log = Log()
        self.answered: Turn | None = None
        self.actor = -1  # who drew, discarded or konged last
        self.verb = ""
        self.tile = -1

    def take(self, index: int, turn: Turn) -> None:
        """Take the next turn."""
        output = turn.output
        if output is None:
            if isinstance(turn.p0, str):
                self._take_request(index, turn)
            else:
                self.answered = turn
        elif output.command == "finish":
            self._take_scores(output)
        else:
            self._take_request(index, output.content)

    def finish(self, index: int) -> None:
        """Add the action that ended the hand, told from the scores."""
        log = self.log
        if not log.deal:
            raise InputError("the log holds no deal", code="truncated")
        if log.deltas is None:
            raise InputError("the log ends without scores", code="truncated")
        deltas = log.deltas
        if len(deltas) != 4:
            raise InputError(f"{len(deltas)} scores; a match has four")
        if sum(deltas) != 0:
            message = f"the scores {deltas} sum to {sum(deltas)} and not to zero"
            raise InputError(message, code="score_not_zero")
        gains = [seat for seat in range(4) if deltas[seat] > 0]
        losses = [seat for seat in range(4) if deltas[seat] < 0]
        last = max(index - 1, 0)
        if len(gains) == 1:
            self._add_lost_claims(last, gains[0])
            log.rows.append((gains[0], codes.WIN, self.tile, -1, -1, last))
        elif len(losses) == 1:
            seat = losses[0]
            if self._answers()[seat] == "HU":
                log.rows.append((seat, codes.FALSE_WIN, self.tile, -1, -1, last))
            else:
                log.rows.append((seat, codes.FOUL, -1, -1, -1, last))
        elif not gains:
            log.rows.append((-1, codes.EXHAUSTED, -1, -1, -1, last))
        else:
            raise InputError(
                f"the scores {deltas} fit no end: one player gains (a win), one pays (an error), "
                "or all are zero"
            )

    def _take_scores(self, output: Output) -> None:
        told = output.content
        scores = [each for each in (told.p0, told.p1, told.p2, told.p3) if isinstance(each, int)]
        if len(scores) != 4:
            raise InputError("the final content holds no four scores")
        self.log.deltas = scores
        if output.display is not None:
            self.log.total = output.display.total
            if output.display.fans is not None:
                self.log.patterns = [f"{fan.name}*{fan.count}" for fan in output.display.fans]

    def _take_request(self, index: int, told: Told | Turn) -> None:
        texts = (told.p0, told.p1, told.p2, told.p3)
        first = told.p0
        if not isinstance(first, str):
            raise InputError(f"{first!r} does not tell player 0 what happened")
        if first[:1] == "0":
            self._take_wind(first.split())
        elif first[:1] == "1":
            self._take_deal([each.split() if isinstance(each, str) else [] for each in texts])
        elif first[:1] == "2":
            self._take_draw(index, 0, first)
        else:
            request = _read_request(first)
            if request.verb == "DRAW":
                self._take_draw(index, request.seat, texts[request.seat])
            elif told.p1 != first or told.p2 != first or told.p3 != first:
                raise InputError(f"not all four players are told {first!r}")
            else:
                self._take_action(index, request)

    def _take_wind(self, words: list[str]) -> None:
        if len(words) != 3 or words[2] not in ("0", "1", "2", "3"):
            raise InputError(f"unknown round wind in {' '.join(words)!r}; winds are 0, 1, 2 or 3")
        self.log.round_wind = int(words[2])

    def _take_deal(self, words: list[list[str]]) -> None:
        deal = []
        for seat, each in enumerate(words):
            if each[1:5] != ["0"] * 4:
                raise InputError("the deal has flowers; Botzone's matches are played without")
            tiles = [read_tile(name) for name in each[5:]]
            if len(tiles) != _DEALT:
                message = f"{len(tiles)} tiles dealt to player {seat}; each is dealt {_DEALT}"
                raise InputError(message, code="wrong_tile_count")
            deal.append(tiles)
        self.log.deal = deal

    def _take_draw(self, index: int, seat: int, text: object) -> None:
        if not isinstance(text, str) or text[:2] != "2 ":
            raise InputError(f"player {seat} draws and is not told its tile by '2 <tile>'")
        self._set(seat, "DRAW", read_tile(text[2:].strip()))
        self.log.rows.append((seat, codes.DRAW, self.tile, -1, -1, index))

    def _take_action(self, index: int, request: _Request) -> None:
        seat, verb = request.seat, request.verb
        if verb == "GANG":
            self._kong(index, seat)
            return
        if verb == "CHI":
            self._claim(index, seat, codes.CHOW, request.low)
        elif verb == "PENG":
            self._claim(index, seat, codes.PUNG, -1)
        self._set(seat, verb, request.tile)
        action = codes.KONG_ADDED if verb == "BUGANG" else codes.DISCARD
        self.log.rows.append((seat, action, request.tile, -1, -1, index))

    def _kong(self, index: int, seat: int) -> None:
        if self.verb == "DRAW" and self.actor == seat:
            answer = self._answers()[seat]
            verb, _, name = answer.partition(" ")
            if verb != "GANG":
                raise InputError(
                    f"the concealed kong of player {seat} has no tile: its answer is "
                    f"{answer[:40]!r} and not 'GANG <tile>'"
                )
            row = (seat, codes.KONG_CONCEALED, read_tile(name.strip()), -1, -1, index)
            self.log.rows.append(row)
        else:
            self._claim(index, seat, codes.KONG_EXPOSED, -1)
        self._set(seat, "GANG", -1)

    def _claim(self, index: int, seat: int, action: int, low: int) -> None:
        if self.verb not in ("PLAY", "CHI", "PENG"):
            raise InputError(f"player {seat} claims where no tile was discarded before")
        self._add_lost_claims(index, seat)
        self.log.rows.append((seat, action, self.tile, low, -1, index))

    def _add_lost_claims(self, index: int, winner: int) -> None:
        """Answers to the last discard or added kong, other than the one that won."""
        if self.verb in ("DRAW", "GANG", ""):
            return
        for seat, answer in enumerate(self._answers()):
            words = answer.split()
            claim = _CLAIMS.get(words[0]) if words else None
            if claim is None or seat in (winner, self.actor):
                continue
            low = -1
            if claim == codes.CHOW:
                _, low = tile_and_low(claim, words[1] if len(words) > 1 else "")
            self.log.rows.append((seat, codes.LOST_CLAIM, self.tile, low, claim, index))

    def _answers(self) -> list[str]:
        """The players' last answers; empty where there is no text."""
        turn = self.answered
        if turn is None:
            return [""] * 4
        return [_text_of(each) for each in (turn.p0, turn.p1, turn.p2, turn.p3)]

    def _set(self, actor: int, verb: str, tile: int) -> None:
        self.actor, self.verb, self.tile = actor, verb, tile


@lru_cache(maxsize=1 << 14)
def _read_request(text: str) -> _Request:
    """Read ``3 <seat> <verb> …``; the texts of all logs are a few thousand."""
    match text.split(" "):
        case ["3", seat, ("DRAW" | "GANG") as verb] if seat in _SEATS:
            return _Request(_SEATS[seat], verb)
        case ["3", seat, ("PLAY" | "PENG" | "BUGANG") as verb, name] if seat in _SEATS:
            return _Request(_SEATS[seat], verb, read_tile(name))
        case ["3", seat, "CHI", middle, name] if seat in _SEATS:
            _, low = tile_and_low(codes.CHOW, middle)
            return _Request(_SEATS[seat], "CHI", read_tile(name), low)
    raise InputError(
        f"unknown request {text[:60]!r}; requests are '3 <0-3> <verb> <tiles>' with the verbs "
        f"{one_of(_VERBS)}"
    )


def _text_of(answer: Answer | str | None) -> str:
    if isinstance(answer, Answer) and isinstance(answer.response, str):
        return answer.response.strip()
    return ""
