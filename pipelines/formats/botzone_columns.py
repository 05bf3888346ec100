"""Many Botzone games at once: lines to columns without a Python step per line.

Lines with several actions (claims that lost stand behind the one that won) are spread out by
index; chows take their tile from the last discard; everything else is a look-up.
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pyarrow as pa

from pipelines.formats.base import Chunk, Input, ParsedBatch
from pipelines.formats.botzone_games import Games
from pipelines.formats.botzone_lines import ACTION, EXHAUSTED, FAN
from pipelines.formats.botzone_split import HU, Ints, Lines, split
from pipelines.formats.keys import deal_hashes
from schemas import codes
from schemas.batch import META_SCHEMA, RecordBatch


def parse(data: bytes, source: Input, chunk: Chunk, *, format_name: str, rules: str) -> ParsedBatch:
    """Read whole games.

    Args:
        data: the bytes of `chunk`.
        source: the input.
        chunk: gives numbers to lines and sessions, and tells which games are repeats.
        format_name: for the column `source`.
        rules: for the column `rules`.
    """
    lines = split(data)
    games = Games(lines, source, chunk)
    games.check_order()
    rows = _Rows(lines, games)
    batch = _batch(lines, games, rows, format_name, rules)
    return ParsedBatch(batch, games.rejects_in_order())


class _Rows:
    """The actions of all good games, one row each."""

    def __init__(self, lines: Lines, games: Games) -> None:
        self._expand(lines, games)
        self._claim_tiles(lines, games)
        keep = games.good[self.game]
        for name in ("line", "game", "seat", "action", "tile", "low", "claim"):
            setattr(self, name, getattr(self, name)[keep])

    def _expand(self, lines: Lines, games: Games) -> None:
        vocabulary = lines.vocabulary
        counts = np.array([len(line.rows) for line in vocabulary], np.int64)
        firsts = np.cumsum(counts) - counts
        table = np.array([row for line in vocabulary for row in line.rows], np.int8).reshape(-1, 5)
        acting = np.isin(lines.kind, (ACTION, HU, EXHAUSTED)) & games.inside
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

    def _claim_tiles(self, lines: Lines, games: Games) -> None:
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
    lines: Lines,
    games: Games,
    rows: _Rows,
    format_name: str,
    rules: str,
) -> RecordBatch:
    good = np.flatnonzero(games.good)
    n = len(good)
    chunk = games.chunk
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
            "source_file": pl.repeat(games.source.name, n, eager=True),
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
        pl.lit(None, META_SCHEMA["deal"]).alias("deal"),
        pl.lit(None, META_SCHEMA["permutation"]).alias("permutation"),
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


def _mark_false_wins(rows: _Rows, start: Ints, deltas: Ints) -> None:
    """A win whose own score is negative was none: 错和."""
    ends = start[1:] - 1
    won = rows.action[ends] == codes.WIN
    paid = np.take_along_axis(deltas, rows.seat[ends, None].astype(np.int64) % 4, axis=1)[:, 0] < 0
    rows.action[ends[won & paid]] = codes.FALSE_WIN


def _recorded_fans(lines: Lines, index: Ints) -> dict[str, pl.Series]:
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
