"""Many Botzone games at once: lines to columns without a Python step per line.

Arrow sees the bytes as one array of lines without copying them and numbers the distinct ones;
each distinct line is read once (`botzone_lines`); deals are read as a matrix of bytes. What must
follow what is one small table of kinds, checked for all lines at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from pipelines.formats.base import Chunk, ParsedBatch, Reject, excerpt
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
    Line,
    read_line,
)
from pipelines.formats.keys import deal_hashes
from schemas import codes
from schemas.batch import META_SCHEMA, RecordBatch
from schemas.tiles import BOTZONE_NAMES

_HU: Final = BAD + 1  # an action line that ends the hand: a kind of its own in the order of lines
_N_KINDS: Final = _HU + 1
_FOLLOWS: Final = {
    MATCH: (WIND,),
    WIND: (DEAL,),
    DEAL: (DEAL, ACTION, _HU, EXHAUSTED),
    ACTION: (ACTION, _HU, EXHAUSTED),
    _HU: (FAN,),
    FAN: (SCORE,),
    EXHAUSTED: (SCORE,),
}
_EXPECTED: Final = {
    MATCH: "'Wind <0-3>'",
    WIND: "'Player 0 Deal <13 tiles>'",
    DEAL: "the next player's deal, or after four of them an action",
    ACTION: "an action, or 'Huang'",
    _HU: "'Fan <total> <name>*<count>+…'",
    FAN: "'Score <four numbers>'",
    EXHAUSTED: "'Score <four numbers>'",
    SCORE: "a blank line",
}
_DEAL_LENGTH: Final = len("Player 0 Deal ") + 3 * 13 - 1
_DEAL_TEMPLATE: Final = np.frombuffer(b"Player 0 Deal " + b" ".join([b"??"] * 13), np.uint8)
_DEAL_TILES: Final = len("Player 0 Deal ") + 3 * np.arange(13)
_NEVER: Final = np.iinfo(np.int64).max

Ints = NDArray[Any]


@dataclass(slots=True)
class _Lines:
    """All lines of a chunk; `word` numbers the vocabulary, −1 for match lines and plain deals."""

    data: bytes
    start: Ints
    stop: Ints
    kind: Ints
    number: Ints
    word: Ints
    vocabulary: list[Line]
    deals: Ints
    """(lines, 13) int8 for lines that are deals; a row elsewhere is without meaning."""
    deal_row: Ints


def parse(data: bytes, name: str, format_name: str, rules: str, chunk: Chunk) -> ParsedBatch:
    """Read whole games.

    Args:
        data: the bytes of `chunk`.
        name: of the input.
        format_name: for the column `source`.
        rules: for the column `rules`.
        chunk: gives numbers to lines and sessions, and tells which games are repeats.
    """
    lines = _split(data)
    games = _Games(lines, name, chunk)
    games.check_order()
    rows = _Rows(lines, games)
    return ParsedBatch(_batch(lines, games, rows, name, format_name, rules, chunk), games.rejects)


def _split(data: bytes) -> _Lines:
    if not data.endswith(b"\n"):
        data += b"\n"
    # Bytes behind the end are looked at, never used.
    buffer = np.frombuffer(data + b"\n" * _DEAL_LENGTH, np.uint8)
    stop = np.flatnonzero(buffer[: len(data)] == 10)
    start = np.concatenate([[0], stop[:-1] + 1])
    plain = stop - (buffer[stop - 1] == 13)  # without the \r of a Windows line end
    is_match = buffer[start] == ord("M")
    for position, letter in enumerate(b"atch", start=1):
        is_match &= buffer[start + position] == letter
    is_match &= np.isin(buffer[start + 5], np.frombuffer(b" \t\r\n", np.uint8))
    deal_lines, deal_seats, deals = _plain_deals(buffer, start, plain)

    kind = np.full(len(start), BLANK, np.int8)
    number = np.zeros(len(start), np.int32)
    word = np.full(len(start), -1, np.int32)
    deal_row = np.full(len(start), -1, np.int32)
    kind[is_match] = MATCH
    kind[deal_lines], number[deal_lines] = DEAL, deal_seats
    deal_row[deal_lines] = np.arange(len(deal_lines))
    others = ~is_match
    others[deal_lines] = False

    offsets = np.append(start, len(data)).astype(np.int64)
    array = pa.LargeBinaryArray.from_buffers(
        pa.large_binary(), len(start), [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    )
    encoded = array.filter(pa.array(others)).dictionary_encode()
    vocabulary = [read_line(raw) for raw in encoded.dictionary.to_pylist()]
    word[others] = encoded.indices.to_numpy()
    if vocabulary:
        kinds = np.array([_kind_of(line) for line in vocabulary], np.int8)
        kind[others] = kinds[word[others]]
        number[others] = np.array([line.number for line in vocabulary], np.int32)[word[others]]
        # Deals with more than single blanks between their words.
        odd = np.flatnonzero(others & (kind == DEAL))
        deal_row[odd] = len(deals) + np.arange(len(odd))
        tiles = [vocabulary[index].tiles for index in word[odd].tolist()]
        deals = np.concatenate([deals, np.array(tiles, np.int8).reshape(-1, 13)])
    return _Lines(data, start, plain, kind, number, word, vocabulary, deals, deal_row)


def _kind_of(line: Line) -> int:
    return _HU if line.rows and line.rows[-1][1] == codes.WIN else line.kind


def _plain_deals(buffer: Ints, start: Ints, stop: Ints) -> tuple[Ints, Ints, Ints]:
    """Lines that are ``Player n Deal`` and thirteen known tiles: their indices, players, tiles."""
    lines = np.flatnonzero((stop - start == _DEAL_LENGTH) & (buffer[start + 10] == ord("e")))
    text = buffer[start[lines, None] + np.arange(_DEAL_LENGTH)]
    fixed = np.not_equal(_DEAL_TEMPLATE, ord("?"))
    fixed[7] = False
    good = (text[:, fixed] == _DEAL_TEMPLATE[fixed]).all(axis=1)
    seats = text[:, 7].astype(np.int32) - ord("0")
    tiles = _TILE_OF[text[:, _DEAL_TILES], text[:, _DEAL_TILES + 1]]
    good &= (seats >= 0) & (seats < 4) & (tiles >= 0).all(axis=1)
    return lines[good], seats[good], tiles[good]


def _tile_table() -> Ints:
    table = np.full((256, 256), -1, np.int8)
    for tile, name in enumerate(BOTZONE_NAMES):
        table[ord(name[0]), ord(name[1])] = tile
    return table


_TILE_OF: Final = _tile_table()


class _Games:
    """Which lines belong to which game, and which games are refused."""

    def __init__(self, lines: _Lines, name: str, chunk: Chunk) -> None:
        self.lines = lines
        self.name = name
        self.chunk = chunk
        self.rejects: list[Reject] = []
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
        self.rejects.append(self._reject(line, self.ids[game], code, message))

    def number_of(self, line: int) -> int:
        """The number of a line in its file."""
        return self.chunk.line + line

    def _refuse_line(self, game: int, line: int, before: int) -> None:
        kind = int(self.lines.kind[line])
        if kind == BAD:
            bad = self.lines.vocabulary[int(self.lines.word[line])]
            self.refuse(game, line, bad.code, bad.message)
            return
        expected = _EXPECTED[before]
        if before == DEAL and int(line - self.first[game]) < 6:
            expected = f"'Player {line - self.first[game] - 2} Deal <13 tiles>'"
        code = "truncated" if (before, kind) == (_HU, SCORE) else "bad_line"
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
            self.rejects.append(self._reject(line, None, "bad_line", message))

    def _reject(self, line: int, match_id: str | None, code: str, message: str) -> Reject:
        place = f"line {self.number_of(line)}"
        return Reject(
            self.name, place, match_id, code, f"{place}: {message}", excerpt(self._text(line))
        )

    def _text(self, line: int) -> bytes:
        return self.lines.data[int(self.lines.start[line]) : int(self.lines.stop[line])]

    def _match_id(self, line: int) -> str | None:
        return self._text(line)[5:].decode("utf-8", "replace").strip()[:512] or None


class _Rows:
    """The actions of all good games, one row each."""

    def __init__(self, lines: _Lines, games: _Games) -> None:
        self._expand(lines, games)
        self._claim_tiles(lines, games)
        keep = games.good[self.game]
        for name in ("line", "game", "seat", "action", "tile", "low", "claim"):
            setattr(self, name, getattr(self, name)[keep])

    def _expand(self, lines: _Lines, games: _Games) -> None:
        vocabulary = lines.vocabulary
        counts = np.array([len(line.rows) for line in vocabulary], np.int64)
        firsts = np.cumsum(counts) - counts
        table = np.array([row for line in vocabulary for row in line.rows], np.int8).reshape(-1, 5)
        acting = np.isin(lines.kind, (ACTION, _HU, EXHAUSTED)) & games.inside
        if len(games.good):
            acting &= games.good[games.of_line]
        index = np.flatnonzero(acting)
        word = lines.word[index]
        self.line = np.repeat(index, counts[word])
        within = np.arange(len(self.line)) - np.repeat(
            np.cumsum(counts[word]) - counts[word], counts[word]
        )
        rows = table[np.repeat(firsts[word], counts[word]) + within]
        self.game = games.of_line[self.line]
        self.seat, self.action, self.tile, self.low, self.claim = rows.T.copy()

    def _claim_tiles(self, lines: _Lines, games: _Games) -> None:
        """A chow's line names its middle tile; the claimed tile is the last one played."""
        order = np.arange(len(self.line))
        played = np.maximum.accumulate(np.where(self.action == codes.DISCARD, order, -1))
        chows = np.flatnonzero((self.action == codes.CHOW) | (self.claim == codes.CHOW))
        source = played[chows]
        alone = (source < 0) | (self.game[source] != self.game[chows])
        self.tile[chows] = self.tile[source]
        for row in chows[alone].tolist():
            game = int(self.game[row])
            if games.good[game]:
                message = "Chi before any tile was played; a chow claims the last Play"
                games.refuse(game, int(self.line[row]), "bad_line", message)


def _batch(
    lines: _Lines,
    games: _Games,
    rows: Any,
    name: str,
    format_name: str,
    rules: str,
    chunk: Chunk,
) -> RecordBatch:
    good = np.flatnonzero(games.good)
    n = len(good)
    first, last = games.first[good], games.end[good] - 1
    deal = np.full((n, 4, 17), -1, np.int8)
    for seat in range(4):
        deal[:, seat, :13] = lines.deals[lines.deal_row[first + 2 + seat]]
    counts = np.bincount(rows.game, minlength=len(games.good))[good]
    start = np.concatenate([[0], np.cumsum(counts)])
    deltas = np.array([line.deltas or (0,) * 4 for line in lines.vocabulary], np.int32)
    deltas = deltas.reshape(-1, 4)[lines.word[last]]
    _mark_false_wins(rows, start, deltas)
    batch = RecordBatch(
        dealer=np.zeros(n, np.int8),
        round_wind=lines.number[first + 1].astype(np.int8),
        streak=np.zeros(n, np.int16),
        wildcard=np.full(n, -1, np.int8),
        deal=deal,
        wall=np.full((n, 144), -1, np.int8),
        start=start.astype(np.int64),
        seat=rows.seat,
        action=rows.action,
        tile=rows.tile,
        low=rows.low,
        claim=rows.claim,
        position=(rows.line + chunk.line).astype(np.int32),
        meta=pl.DataFrame(schema=META_SCHEMA),
    )
    ids = pl.Series([games.ids[game] for game in good.tolist()], dtype=pl.String)
    players = pl.Series([None] * n, dtype=pl.List(pl.String))
    batch.meta = pl.DataFrame(
        {
            "session": good + (chunk.session + chunk.session_offset),
            "source_file": pl.repeat(name, n, eager=True),
            "line": first + chunk.line,
            "match_id": ids,
            "players": players,
            "recorded_deltas": pl.Series(deltas).cast(META_SCHEMA["recorded_deltas"]),
            **_recorded_fans(lines, last - 1),
            "deal_hash": deal_hashes(batch, players, ids.is_null().to_numpy()),
        }
    ).select(
        pl.lit(rules).alias("rules"),
        pl.col("session").cast(pl.Int64),
        pl.lit(0, pl.Int16).alias("hand_in_session"),
        pl.lit(format_name).alias("source"),
        "source_file",
        pl.format("line {}", "line").alias("place"),
        "match_id",
        pl.lit(None, META_SCHEMA["played_at"]).alias("played_at"),
        "players",
        pl.lit(None, META_SCHEMA["bets"]).alias("bets"),
        "recorded_total",
        "recorded_deltas",
        "recorded_patterns",
        "deal_hash",
    )
    return batch


def _mark_false_wins(rows: Any, start: Ints, deltas: Ints) -> None:
    """A win whose own score is negative was none: 错和."""
    ends = start[1:] - 1
    won = rows.action[ends] == codes.WIN
    paid = np.take_along_axis(deltas, rows.seat[ends, None].astype(np.int64) % 4, axis=1)[:, 0] < 0
    rows.action[ends[won & paid]] = codes.FALSE_WIN


def _recorded_fans(lines: _Lines, index: Ints) -> dict[str, pl.Series]:
    """Fan totals and names of the lines before the score, null where the hand was exhausted."""
    is_fan = lines.kind[index] == FAN
    total = pl.Series(lines.number[index].astype(np.int32))
    names = pa.array(
        [list(line.patterns) for line in lines.vocabulary], pa.list_(pa.string())
    ).take(pa.array(lines.word[index], mask=~is_fan))
    series = pl.Series(names) if len(index) else pl.Series([], dtype=pl.List(pl.String))
    return {
        "recorded_total": pl.select(pl.when(pl.Series(is_fan)).then(total)).to_series(),
        "recorded_patterns": series.cast(pl.List(pl.String)),
    }


def _allowed_table() -> NDArray[np.bool_]:
    table = np.zeros((_N_KINDS, _N_KINDS), np.bool_)
    for before, after in _FOLLOWS.items():
        table[before, list(after)] = True
    return table


_ALLOWED: Final = _allowed_table()
