"""Hands as columns: what parsers hand to the engine, and what the engine hands to the lake.

Between a record's parser and the kernels there is no Python object per hand or event, only these
arrays. `RecordBatch` is what was written down; `PlayedBatch` what the state machine made of it.
Codes are those of `schemas.codes`, tiles those of `schemas.tiles`; −1 stands for "none".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

Int8 = NDArray[np.int8]
Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]


@dataclass(slots=True)
class RecordBatch:
    """Recorded hands: n hands, m actions.

    Attributes:
        dealer: int8 (n), seat that deals.
        round_wind: int8 (n), 0–3.
        streak: int16 (n), consecutive wins of the dealer before this hand.
        wildcard: int8 (n), the kind turned up, −1 where the system has none or the record names
            it only in its `turn_wildcard` action; both have to agree.
        deal: int8 (n, 4, 17), the tiles dealt to each seat in dealing order, −1 after the last.
        wall: int8 (n, 144), the whole wall in paipu's order, −1 after the last or where unknown:
            a common wall from the first tile dealt on, replacements come from its end backwards,
            and so does the tile that is turned up as wildcard, whose place in it is no rule's;
            personal walls seat by seat, each in the order of its draws (dealt tiles included).
        start: int64 (n + 1), first action of each hand.
        seat: int8 (m), who acts.
        action: int8 (m), what it does (`schemas.codes`); a deal is never an action.
        tile: int8 (m), the tile drawn, discarded, claimed, konged or exposed; −1 where the action
            names none. For a chow the claimed tile.
        low: int8 (m), lowest tile of a chow (claimed, or announced and lost), else −1.
        claim: int8 (m), for a lost claim the action that was announced, else −1.
        position: int32 (m), line (text) or step (JSON) of the action within its source.
        meta: one row a hand; columns `META_SCHEMA`.

    Lost claims stand before the claim that won the window. A draw names its tile, also after a
    kong (`draw`) or a flower (`replace`). A hand that ends undecided ends with `exhausted`.
    """

    dealer: Int8
    round_wind: Int8
    streak: Int16
    wildcard: Int8
    deal: Int8
    wall: Int8
    start: Int64
    seat: Int8
    action: Int8
    tile: Int8
    low: Int8
    claim: Int8
    position: Int32
    meta: pl.DataFrame

    def __len__(self) -> int:
        return len(self.dealer)


META_SCHEMA: dict[str, Any] = {
    "rules": pl.String,  # rule set that the record or its format names
    "session": pl.Int64,  # ordinal of the source session or single record within its input
    "hand_in_session": pl.Int16,
    "deal": pl.Int64,  # number of the deal that several hands share; null: the session's own
    "permutation": pl.Int8,  # of the players among the seats, 0-23; null: 0
    "source": pl.String,  # format name
    "source_file": pl.String,
    "place": pl.String,  # where the record stands: "line 12", "record 3"
    "match_id": pl.String,
    "played_at": pl.Datetime("ms", "UTC"),
    "players": pl.List(pl.String),  # by seat
    "bets": pl.List(pl.Int32),
    "recorded_total": pl.Int32,
    "recorded_deltas": pl.List(pl.Int32),  # by seat
    "recorded_patterns": pl.List(pl.String),  # "name*count" as the record names them
    "deal_hash": pl.UInt64,  # of deal and actions, for records without a match id
}


@dataclass(slots=True)
class Ragged:
    """A list column: `values[offsets[i]:offsets[i + 1]]` belongs to row i."""

    values: NDArray[Any]
    offsets: Int64


@dataclass(slots=True)
class PlayedBatch:
    """What the state machine made of a batch, ready to become Arrow columns.

    Each table is a dict of equally long columns named as in the lake (`run`, `rules`, `hand_id`
    left out); `hand` is the index into the batch. Nullable integers hold −1, list columns are
    `Ragged`, enumerations hold codes, `flags` a mask.

    Attributes:
        hands: hand, outcome, abort_reason, winners, n_events, n_draws, wall_left,
            dealt_distance (n, 4).
        events: hand, seq, seat, action, tile, tiles, from_seat, from_seq, source, wall_left.
        wins: hand, winner, payer, win_by, win_tile, concealed, melds (rows of kind, low tile,
            from_seat: `Ragged` over int8 (k, 3)), flags, flowers, reading (codes of
            `engine.readings`), wait, n_waits, turn, first_ready_turn, total, uncapped,
            limit_hit, wildcards_used, n_patterns.
        win_patterns: hand, winner, pattern (id), count, value, marginal.
        win_items: hand, winner, item (code), count, value.
        settlements: hand, seat, delta and the parts of `schemas.codes.SETTLEMENT_PARTS`.
        chances: hand, seq, seat, tile, win_by, total, reason.
        refusals: hand, code (str), message (str), action_index (into the record's actions).
    """

    hands: dict[str, Any]
    events: dict[str, Any]
    wins: dict[str, Any]
    win_patterns: dict[str, Any]
    win_items: dict[str, Any]
    settlements: dict[str, Any]
    chances: dict[str, Any]
    refusals: list[dict[str, Any]]
