"""paipu records: a batch as one line of JSON a hand, ready to be ingested again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

import msgspec

from pipelines.formats.columns import Hand, from_batch
from pipelines.formats.exporters.common import Exported, written
from schemas.batch import RecordBatch
from schemas.records import VERSION, HandRecord, Result, format_action
from schemas.tiles import WINDS, format_tile, format_tiles

_ENCODER: Final = msgspec.json.Encoder()
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_action: Final = lru_cache(maxsize=1 << 15)(format_action)
"""There are some thousand different actions."""


def write(batch: RecordBatch) -> Exported:
    """Write every hand; a paipu record holds them all."""
    sources = batch.meta["source"].to_list()
    lines = [
        _ENCODER.encode(record_of(hand, source)).decode() + "\n"
        for hand, source in zip(from_batch(batch), sources, strict=True)
    ]
    return written(lines, [])


def record_of(hand: Hand, source: str | None) -> HandRecord:
    """One hand as a record; `source` is the format that it was first read from."""
    result = Result(total=hand.total, patterns=hand.patterns, deltas=hand.deltas)
    told: dict[str, Any] = {}
    if hand.deal_number is not None and (hand.deal_number, hand.permutation) != (hand.session, 0):
        told["deal_number"] = hand.deal_number
        told["permutation"] = hand.permutation
    if hand.wall:
        told["wall"] = format_tiles(hand.wall)
    if hand.wildcard >= 0:
        told["wildcard"] = format_tile(hand.wildcard)
    if hand.played_at is not None:
        told["played_at"] = _EPOCH + timedelta(milliseconds=hand.played_at)
    if result != Result():
        told["result"] = result
    return HandRecord(
        paipu=VERSION,
        rules=hand.rules,
        session=hand.session,
        hand=hand.hand,
        match_id=hand.match_id,
        players=hand.players,
        dealer=hand.dealer,  # type: ignore[arg-type]
        round_wind=WINDS[hand.round_wind],
        dealer_streak=hand.streak,
        bets=hand.bets,
        deal=[format_tiles(tiles) for tiles in hand.deal],
        actions=[_action(*row[:5]) for row in hand.rows],
        source=source,
        **told,
    )
