"""Hands that were read one by one become one batch of columns."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Final, cast

import msgspec
import numpy as np
import polars as pl
import pyarrow as pa

from pipelines.formats.keys import deal_hashes, deal_key, match_key
from schemas.batch import META_SCHEMA, RecordBatch

MOST_DEALT: Final = 17
WALL_SIZE: Final = 144
NONE: Final = -1

Points = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
"""A number that fits the tables' int32 columns."""
Time = Annotated[int, msgspec.Meta(ge=0, lt=253_402_300_800_000)]
"""Milliseconds since 1970, up to the year 9999."""

Row = tuple[int, int, int, int, int, int]
"""seat, action, tile, low, claim, position (`schemas.batch.RecordBatch`)."""


@dataclass(slots=True)
class Hand:
    """One recorded hand on its way from a parser to the columns; tiles are codes.

    Attributes:
        rules: rule set that the record or its format names.
        session: ordinal over all inputs of the run.
        hand: number within the session, from 0.
        place: where it stands in its file.
        match_id: the source's id, where it has one.
        deal_number: of the deal that several hands share, as `session` over all inputs; None: the
            session is a deal of its own.
        permutation: of the players among the seats, None where nobody changes places.
        played_at: milliseconds since 1970 in UTC, where the source tells.
        dealer: seat that deals.
        round_wind: 0–3.
        streak: wins of the dealer before this hand.
        wildcard: kind turned up, −1 for none.
        deal: the tiles dealt to each seat.
        wall: the whole wall in paipu's order, empty where unknown.
        rows: the actions.
        packed: the actions as five int8 each, without positions, which count from 1; it stands
            in place of `rows` where a parser has the actions of many hands in common.
        players: names by seat, None where the source has none.
        bets: by seat, None where there are none.
        total: recorded total.
        deltas: recorded score change by seat.
        patterns: recorded ``name*count``.
    """

    rules: str
    session: int
    hand: int
    place: str
    match_id: str | None
    deal: Sequence[Sequence[int]]
    rows: list[Row] = field(default_factory=list)
    packed: bytes | None = None
    deal_number: int | None = None
    permutation: int | None = None
    played_at: int | None = None
    dealer: int = 0
    round_wind: int = 0
    streak: int = 0
    wildcard: int = NONE
    wall: Sequence[int] = ()
    players: list[str | None] | None = None
    bets: list[int] | None = None
    total: int | None = None
    deltas: list[int] | None = None
    patterns: list[str] | None = None


def hand_key(hand: Hand) -> int:
    """The key of one hand: of match id and number, or of deal, actions and players."""
    if hand.match_id is not None:
        return match_key(hand.match_id, hand.hand)
    deal = array("b", [NONE]) * (4 * MOST_DEALT)
    for seat, tiles in enumerate(hand.deal):
        deal[MOST_DEALT * seat : MOST_DEALT * seat + len(tiles)] = array("b", tiles)
    actions = _packed(hand)
    return deal_key(hand.dealer, hand.round_wind, deal.tobytes(), actions, hand.players)


def to_batch(hands: Sequence[Hand], name: str, format_name: str) -> RecordBatch:
    """Columns of hands.

    Args:
        hands: the hands, in order.
        name: of the input.
        format_name: for the column `source`.
    """
    n = len(hands)
    deal = np.full((n, 4, MOST_DEALT), NONE, np.int8)
    wall = np.full((n, WALL_SIZE), NONE, np.int8)
    for index, hand in enumerate(hands):
        for seat, tiles in enumerate(hand.deal):
            deal[index, seat, : len(tiles)] = tiles
        wall[index, : len(hand.wall)] = hand.wall
    packed = [_packed(hand) for hand in hands]
    start = np.cumsum([0, *(len(actions) // 5 for actions in packed)], dtype=np.int64)
    rows = np.frombuffer(b"".join(packed), np.int8).reshape(-1, 5)
    seat, action, tile, low, claim = np.ascontiguousarray(rows.T)
    positions = chain.from_iterable(_positions(hand) for hand in hands)
    players = _lists([hand.players for hand in hands], pa.string())
    batch = RecordBatch(
        dealer=np.array([hand.dealer for hand in hands], np.int8),
        round_wind=np.array([hand.round_wind for hand in hands], np.int8),
        streak=np.array([hand.streak for hand in hands], np.int16),
        wildcard=np.array([hand.wildcard for hand in hands], np.int8),
        deal=deal,
        wall=wall,
        start=start,
        seat=seat,
        action=action,
        tile=tile,
        low=low,
        claim=claim,
        position=np.fromiter(positions, np.int32, count=int(start[-1])),
        meta=pl.DataFrame(schema=META_SCHEMA),
    )
    nameless = np.array([hand.match_id is None for hand in hands], np.bool_)
    batch.meta = pl.DataFrame(
        {
            "rules": [hand.rules for hand in hands],
            "session": [hand.session for hand in hands],
            "hand_in_session": [hand.hand for hand in hands],
            "deal": [hand.deal_number for hand in hands],
            "permutation": [hand.permutation for hand in hands],
            "source": [format_name] * n,
            "source_file": [name] * n,
            "place": [hand.place for hand in hands],
            "match_id": [hand.match_id for hand in hands],
            "played_at": [hand.played_at for hand in hands],
            "players": players,
            "bets": _lists([hand.bets for hand in hands], pa.int32()),
            "recorded_total": [hand.total for hand in hands],
            "recorded_deltas": _lists([hand.deltas for hand in hands], pa.int32()),
            "recorded_patterns": _lists([hand.patterns for hand in hands], pa.string()),
            "deal_hash": deal_hashes(batch, players, nameless),
        },
        schema=META_SCHEMA,
    )
    return batch


def _packed(hand: Hand) -> bytes:
    """Seat, action, tile, low and claim of all actions as int8 bytes."""
    if hand.packed is not None:
        return hand.packed
    return array("b", [value for row in hand.rows for value in row[:5]]).tobytes()


def _positions(hand: Hand) -> Iterable[int]:
    if hand.packed is not None:
        return range(1, len(hand.packed) // 5 + 1)
    return [row[5] for row in hand.rows]


def _lists(values: Sequence[Sequence[object] | None], kind: pa.DataType) -> pl.Series:
    """A list column; Arrow makes it an order of magnitude faster than Polars does."""
    return cast(pl.Series, pl.from_arrow(pa.array(values, pa.list_(kind))))


def from_batch(batch: RecordBatch) -> Iterator[Hand]:
    """The hands of a batch one by one, as `to_batch` takes them."""
    columns = (batch.seat, batch.action, batch.tile, batch.low, batch.claim, batch.position)
    rows: list[Row] = list(zip(*(column.tolist() for column in columns), strict=True))
    start = batch.start.tolist()
    meta = batch.meta.with_columns(pl.col("played_at").cast(pl.Int64))
    for index, said in enumerate(meta.iter_rows(named=True)):
        deal = [[tile for tile in tiles if tile >= 0] for tiles in batch.deal[index].tolist()]
        yield Hand(
            rules=said["rules"],
            session=said["session"],
            hand=said["hand_in_session"],
            place=said["place"],
            match_id=said["match_id"],
            deal=deal,
            rows=rows[start[index] : start[index + 1]],
            deal_number=said["deal"],
            permutation=said["permutation"],
            played_at=said["played_at"],
            dealer=int(batch.dealer[index]),
            round_wind=int(batch.round_wind[index]),
            streak=int(batch.streak[index]),
            wildcard=int(batch.wildcard[index]),
            wall=[tile for tile in batch.wall[index].tolist() if tile >= 0],
            players=said["players"],
            bets=said["bets"],
            total=said["recorded_total"],
            deltas=said["recorded_deltas"],
            patterns=said["recorded_patterns"],
        )
