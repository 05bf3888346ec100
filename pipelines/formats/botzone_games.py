"""Which lines of a chunk belong to which Botzone game, and which games are refused.

What must follow what is one small table of kinds, checked for all lines at once; a line that fits
nothing costs its own game alone, with its number, what stands there and what should.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipelines.formats.base import Chunk, Input, Reject, excerpt, reject_of
from pipelines.formats.botzone_lines import (
    ACTION,
    BAD,
    BLANK,
    DEAL,
    EXHAUSTED,
    FAN,
    MATCH,
    SCORE,
    WIND,
)
from pipelines.formats.botzone_split import HU, N_KINDS, Lines
from schemas.errors import InputError

_FOLLOWS: Final = {
    MATCH: (WIND,),
    WIND: (DEAL,),
    DEAL: (DEAL, ACTION, HU, EXHAUSTED),
    ACTION: (ACTION, HU, EXHAUSTED),
    HU: (FAN,),
    FAN: (SCORE,),
    EXHAUSTED: (SCORE,),
}
_EXPECTED: Final = {
    MATCH: "'Wind <0-3>'",
    WIND: "'Player 0 Deal <13 tiles>'",
    DEAL: "the next player's deal, or after four of them an action",
    ACTION: "an action, or 'Huang'",
    HU: "'Fan <total> <name>*<count>+…'",
    FAN: "'Score <four numbers>'",
    EXHAUSTED: "'Score <four numbers>'",
    SCORE: "a blank line",
}
_NEVER: Final = np.iinfo(np.int64).max


def _allowed_table() -> NDArray[np.bool_]:
    table = np.zeros((N_KINDS, N_KINDS), np.bool_)
    for before, after in _FOLLOWS.items():
        table[before, list(after)] = True
    return table


_ALLOWED: Final = _allowed_table()


class Games:
    """Which lines belong to which game, and which games are refused."""

    def __init__(self, lines: Lines, source: Input, chunk: Chunk) -> None:
        self.lines = lines
        self.source = source
        self.chunk = chunk
        self._rejects: list[tuple[int, Reject]] = []
        kind = lines.kind
        index = np.arange(len(kind))
        self.first = np.flatnonzero(kind == MATCH)
        self.of_line = np.cumsum(kind == MATCH) - 1
        self.good = np.ones(len(self.first), np.bool_)
        self.ids = [self._match_id(line) for line in self.first.tolist()]
        if len(self.first):
            blank = np.where(kind == BLANK, index, len(kind))
            self.end = np.minimum(
                np.minimum.reduceat(blank, self.first), np.append(self.first[1:], len(kind))
            )
            self.inside = (self.of_line >= 0) & (index < self.end[self.of_line])
        else:
            self.end = self.first
            self.inside = np.zeros(len(kind), np.bool_)
        self._refuse_repeats()
        self._refuse_lines_outside()

    def check_order(self) -> None:
        """Refuse games with an unreadable line, or a line where another one is expected."""
        if not len(self.first):
            return
        kind = self.lines.kind
        index = np.arange(len(kind))
        before = np.concatenate([[MATCH], kind[:-1]])
        wrong = ~_ALLOWED[before, kind] & (kind != MATCH)
        place = index - self.first[self.of_line]
        dealt = (place >= 2) & (place < 6)
        wrong |= dealt & ((kind != DEAL) | (self.lines.number != place - 2))
        wrong |= (place >= 6) & (kind == DEAL)
        wrong |= kind == BAD
        wrong &= self.inside
        first_wrong = np.minimum.reduceat(np.where(wrong, index, _NEVER), self.first)
        cut = (kind[self.end - 1] != SCORE) & (first_wrong == _NEVER)
        for game in np.flatnonzero((first_wrong != _NEVER) & self.good).tolist():
            self._refuse_line(game, int(first_wrong[game]), int(before[first_wrong[game]]))
        for game in np.flatnonzero(cut & self.good).tolist():
            last = int(self.end[game]) - 1
            self.refuse(
                game,
                last,
                "truncated",
                f"the game ends here, where {_EXPECTED[int(kind[last])]} is expected",
            )

    def refuse(self, game: int, line: int, code: str, message: str) -> None:
        """Refuse a game for what stands in a line (counted from the chunk's first)."""
        self.good[game] = False
        self._reject(line, self.ids[game], code, message)

    def rejects_in_order(self) -> list[Reject]:
        """All rejects by the lines that they are for."""
        return [reject for _, reject in sorted(self._rejects, key=itemgetter(0))]

    def _refuse_line(self, game: int, line: int, before: int) -> None:
        kind = int(self.lines.kind[line])
        if kind == BAD:
            bad = self.lines.vocabulary[int(self.lines.word[line])]
            self.refuse(game, line, bad.code, bad.message)
            return
        expected = _EXPECTED[before]
        if before == DEAL and int(line - self.first[game]) < 6:
            expected = f"'Player {line - self.first[game] - 2} Deal <13 tiles>'"
        code = "truncated" if (before, kind) == (HU, SCORE) else "bad_line"
        said = excerpt(self._text(line))[:60]
        self.refuse(game, line, code, f"{said!r} stands where {expected} is expected")

    def _refuse_repeats(self) -> None:
        for game, earlier in self.chunk.repeats:
            self.refuse(game, int(self.first[game]), "duplicate", f"the same game as {earlier}")

    def _refuse_lines_outside(self) -> None:
        outside = ~self.inside & (self.lines.kind != BLANK)
        begins = outside & ~np.concatenate([[False], outside[:-1]])
        for line in np.flatnonzero(begins).tolist():
            message = "lines outside a game; a game begins with 'Match <id>'"
            self._reject(line, None, "bad_line", message)

    def _reject(self, line: int, match_id: str | None, code: str, message: str) -> None:
        place = f"line {self.chunk.line + line}"
        error = InputError(message, code=code)
        reject = reject_of(self.source, place, error, match_id=match_id, text=self._text(line))
        self._rejects.append((line, reject))

    def _text(self, line: int) -> bytes:
        return self.lines.data[int(self.lines.start[line]) : int(self.lines.stop[line])]

    def _match_id(self, line: int) -> str | None:
        return self._text(line)[5:].decode("utf-8", "replace").strip()[:512] or None
