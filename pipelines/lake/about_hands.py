"""Columns of `hands` that say which hand it is and who sat where: recorded, or simulated.

What playing a hand gives (outcome, counts, distances) is added by `pipelines.lake.columns`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from pipelines.lake.arrays import Columns, arrow, constant, enum, lists, nullable, rows, text
from schemas.batch import Int8, PlayedBatch, RecordBatch
from schemas.codes import AGREEMENTS, TURN_WILDCARD
from schemas.tables import NAME, STRINGS

if TYPE_CHECKING:
    from engine.simulate import SimulatedBatch

SIMULATED: Final = "simulated"
"""The `source` of hands that nobody recorded."""
N_SEATS: Final = 4


def recorded_hands(
    batch: RecordBatch, played: PlayedBatch, agreement: Int8 | None, *, keep_walls: bool
) -> Columns:
    """What a record says of the hands that were played.

    Args:
        batch: the records.
        played: what the state machine made of them.
        agreement: code of `AGREEMENTS` for each row of ``played.hands``; None: not recorded.
        keep_walls: store the walls that the batch knows.
    """
    index = played.hands["hand"]
    n = len(index)
    meta = batch.meta[index]
    if agreement is None:
        agreement = np.zeros(n, np.int8)
    session = pa.array(meta["session"].to_numpy())
    return {
        "session": session,
        "hand_in_session": pa.array(meta["hand_in_session"].to_numpy()),
        "deal": pa.array(meta["deal"].fill_null(meta["session"]).to_numpy()),
        "permutation": pa.array(meta["permutation"].fill_null(0).to_numpy()),
        "source": text(meta["source"]).dictionary_encode().cast(NAME),
        "source_file": text(meta["source_file"]).dictionary_encode().cast(NAME),
        "match_id": text(meta["match_id"]),
        "played_at": arrow(meta["played_at"]).cast(pa.timestamp("ms", tz="UTC")),
        "players": lists(meta["players"], [None] * N_SEATS, pa.string()),
        "dealer_seat": pa.array(batch.dealer[index]),
        "round_wind": pa.array(batch.round_wind[index]),
        "dealer_streak": pa.array(batch.streak[index]),
        "wildcard": nullable(_wildcards(batch, played.events)[index]),
        "bets": lists(meta["bets"], [0] * N_SEATS, pa.int32()),
        "recorded_total": arrow(meta["recorded_total"]),
        "recorded_deltas": lists(meta["recorded_deltas"], None, pa.int32()),
        "recorded_patterns": lists(meta["recorded_patterns"], None, pa.string()),
        "agreement": enum(agreement, AGREEMENTS),
        "wall": _walls(batch.wall[index]) if keep_walls else pa.nulls(n, pa.list_(pa.int8())),
    }


def simulated_hands(batch: SimulatedBatch, players: Sequence[str]) -> Columns:
    """What the simulation says of its hands; walls follow from the seed and are not stored.

    Args:
        batch: the hands, all of them played.
        players: names of the four players by number.
    """
    n = len(batch)
    names = pa.array(players, pa.string()).take(pa.array(batch.players.ravel()))
    return {
        "session": pa.array(batch.session),
        "hand_in_session": pa.array(batch.hand_in_session),
        "deal": pa.array(batch.deal),
        "permutation": pa.array(batch.permutation),
        "source": constant(SIMULATED, n),
        "source_file": pa.nulls(n, NAME),
        "match_id": pa.nulls(n, pa.string()),
        "played_at": pa.nulls(n, pa.timestamp("ms", tz="UTC")),
        "players": pa.FixedSizeListArray.from_arrays(names, N_SEATS).cast(STRINGS),
        "dealer_seat": pa.array(batch.dealer),
        "round_wind": pa.array(batch.round_wind),
        "dealer_streak": pa.array(batch.streak),
        "wildcard": nullable(batch.wildcard),
        "bets": rows(batch.bets, np.int32),
        "recorded_total": pa.nulls(n, pa.int32()),
        "recorded_deltas": pa.nulls(n, pa.list_(pa.int32())),
        "recorded_patterns": pa.nulls(n, STRINGS),
        "agreement": enum(np.zeros(n, np.int8), AGREEMENTS),
        "wall": pa.nulls(n, pa.list_(pa.int8())),
    }


def _wildcards(batch: RecordBatch, events: Columns) -> Int8:
    """The kind turned up in each hand of a batch: what was turned last, else what is recorded."""
    kinds = batch.wildcard.copy()
    turned = events["action"] == TURN_WILDCARD
    kinds[events["hand"][turned]] = events["tile"][turned]
    return kinds


def _walls(walls: Int8) -> pa.Array:
    """Walls up to their last tile; null where nothing is known."""
    known = walls >= 0
    lengths = known.sum(axis=1)
    filled = walls[known]
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    return pa.ListArray.from_arrays(
        pa.array(offsets), pa.array(filled), mask=pa.array(lengths == 0)
    )
