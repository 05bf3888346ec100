"""Botzone judge logs from a batch: one match document a line, with wall, players and answers.

Refused are hands that the judge could not have dealt (`botzone.check_table`), walls that are not
personal, chows and pungs without a discard after them, and scores that tell another end than the
actions. Times, sessions, bets and the order of claims in a window are left out; what everybody
but those who act or claim answered is ``PASS``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pipelines.formats.columns import Hand, Row, from_batch
from pipelines.formats.exporters.botzone import check_table
from pipelines.formats.exporters.common import CannotHold, Exported, Refused, written
from schemas import codes
from schemas.batch import RecordBatch
from schemas.tiles import BOTZONE_NAMES

_OWN_WALL: Final = 34
_CLAIMS: Final = {codes.CHOW: "CHI", codes.PUNG: "PENG"}
_ENDS: Final = {
    codes.WIN: "HU",
    codes.EXHAUSTED: "HUANG",
    codes.FALSE_WIN: "WH",
    codes.FOUL: "WA",
}
_ILLEGAL: Final = "ERROR"
"""Stands for the answer of a player's error, which records do not keep."""


def write(batch: RecordBatch) -> Exported:
    """Write the hands that a judge log can hold."""
    encoder = msgspec.json.Encoder()
    lines: list[str] = []
    refused: list[Refused] = []
    for index, hand in enumerate(from_batch(batch)):
        try:
            lines.append(encoder.encode(_match(hand)).decode() + "\n")
        except CannotHold as error:
            refused.append(Refused(index, str(error)))
    return written(lines, refused)


def _match(hand: Hand) -> dict[str, Any]:
    check_table(hand)
    match: dict[str, Any] = {}
    if hand.match_id is not None:
        match["matchId"] = hand.match_id
    if hand.players is not None:
        match["players"] = [{"name": name} for name in hand.players]
    match["initdata"] = {"quan": hand.round_wind}
    if hand.wall:
        match["initdata"]["walltiles"] = _walls(hand)
    match["logs"] = _Log(hand).turns()
    return match


def _walls(hand: Hand) -> str:
    """The four personal walls, each turned round: the judge takes from the end."""
    own = [hand.wall[_OWN_WALL * seat : _OWN_WALL * (seat + 1)] for seat in range(4)]
    dealt = all(list(wall[:13]) == list(hand.deal[seat]) for seat, wall in enumerate(own))
    if len(hand.wall) != 4 * _OWN_WALL or not dealt:
        raise CannotHold("each player has a wall of its own, 34 tiles")
    return " ".join(BOTZONE_NAMES[tile] for wall in own for tile in reversed(wall))


class _Log:
    """Writes turns: what the judge tells, then what the players answer."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.log: list[dict[str, Any]] = []
        self.answers = ["PASS"] * 4

    def turns(self) -> list[dict[str, Any]]:
        """All turns of the hand."""
        hand = self.hand
        self._tell([f"0 {seat} {hand.round_wind}" for seat in range(4)], action="INIT")
        self._tell(
            [f"1 0 0 0 0 {' '.join(BOTZONE_NAMES[t] for t in tiles)}" for tiles in hand.deal],
            action="DEAL",
        )
        rows = iter(hand.rows)
        for row in rows:
            seat, action, tile, low, claim, _ = row
            name = BOTZONE_NAMES[tile] if tile >= 0 else ""
            if action == codes.LOST_CLAIM:
                self.answers[seat] = _lost_answer(claim, low, name)
            elif action == codes.DRAW:
                texts = [f"3 {seat} DRAW"] * 4
                texts[seat] = f"2 {name}"
                self._tell(texts, action="DRAW", player=seat, tile=name)
            elif action == codes.DISCARD:
                self._act(seat, f"PLAY {name}", "PLAY", name)
            elif action in _CLAIMS:
                self._claim(row, next(rows, None))
            elif action == codes.KONG_EXPOSED:
                self._act(seat, "GANG", "GANG", name)
            elif action == codes.KONG_CONCEALED:
                self._act(seat, f"GANG {name}", "GANG", name, told=f"3 {seat} GANG")
            elif action == codes.KONG_ADDED:
                self._act(seat, f"BUGANG {name}", "BUGANG", name)
            elif action in _ENDS:
                self._finish(seat, action)
            else:
                raise CannotHold(f"there is no word for {codes.ACTIONS[action]}")
        return self.log

    def _claim(self, row: Row, after: Row | None) -> None:
        seat, action, _, low, _, _ = row
        if after is None or after[:2] != (seat, codes.DISCARD):
            raise CannotHold("a chow or pung is one turn with the discard after it")
        discard = BOTZONE_NAMES[after[2]]
        answer = f"{_CLAIMS[action]} {discard}"
        more = {}
        if action == codes.CHOW:
            middle = BOTZONE_NAMES[low + 1]
            answer = f"CHI {middle} {discard}"
            more["tileCHI"] = middle
        self._act(seat, answer, _CLAIMS[action], discard, more=more)

    def _act(
        self,
        seat: int,
        answer: str,
        action: str,
        tile: str,
        *,
        told: str | None = None,
        more: dict[str, str] | None = None,
    ) -> None:
        self.answers[seat] = answer
        texts = [told or f"3 {seat} {answer}"] * 4
        self._tell(texts, action=action, player=seat, tile=tile, **(more or {}))

    def _finish(self, seat: int, action: int) -> None:
        hand = self.hand
        deltas = hand.deltas or []
        gains = [each for each in range(4) if deltas[each] > 0]
        losses = [each for each in range(4) if deltas[each] < 0]
        if action == codes.WIN:
            fits = gains == [seat]
        elif action == codes.EXHAUSTED:
            fits = not gains and not losses
        else:
            fits = losses == [seat] and len(gains) > 1
        if not fits:
            raise CannotHold(f"the scores {deltas} tell another end than {codes.ACTIONS[action]}")
        display: dict[str, Any] = {"action": _ENDS[action]}
        if action != codes.EXHAUSTED:
            self.answers[seat] = _ILLEGAL if action == codes.FOUL else "HU"
            display.update(player=seat, score=deltas)
        if hand.total is not None:
            display["fanCnt"] = hand.total
        if hand.patterns is not None:
            display["fan"] = [_fan(pattern) for pattern in hand.patterns]
        self._answer()
        content = {str(each): delta for each, delta in enumerate(deltas)}
        self.log.append({"output": {"command": "finish", "content": content, "display": display}})

    def _tell(self, texts: list[str], **display: Any) -> None:
        if self.log:
            self._answer()
        content = {str(seat): text for seat, text in enumerate(texts)}
        self.log.append({"output": {"command": "request", "content": content, "display": display}})

    def _answer(self) -> None:
        self.log.append(
            {
                str(seat): {"verdict": "OK", "response": answer}
                for seat, answer in enumerate(self.answers)
            }
        )
        self.answers = ["PASS"] * 4


def _lost_answer(claim: int, low: int, tile: str) -> str:
    """The answer behind a lost claim; its discard is not known, the tile at stake stands for it."""
    if claim == codes.CHOW:
        if low < 0:
            raise CannotHold("a chow is named by its middle tile, which is not known")
        return f"CHI {BOTZONE_NAMES[low + 1]} {tile}"
    if claim == codes.PUNG:
        return f"PENG {tile}"
    return "HU" if claim == codes.WIN else "GANG"


def _fan(pattern: str) -> dict[str, Any]:
    name, _, count = pattern.rpartition("*")
    return {"name": name, "cnt": int(count)}
