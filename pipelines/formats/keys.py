"""64-bit keys that tell whether two records are the same hand.

With a match id: the id and the number of the hand in it. Without one: what was dealt, done and
by whom. 500,000 keys collide with a probability of about one in a hundred million.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import polars as pl
from numpy.typing import NDArray

from schemas.batch import RecordBatch


def match_key(match_id: str, hand: int) -> int:
    """The key of one hand of a match that has an id."""
    return _number(f"{match_id}\0{hand}".encode())


def lone_key(sha256: str, ordinal: int) -> int:
    """The key of a record that cannot be read: like no other.

    Args:
        sha256: hash of the content that it stands in.
        ordinal: which record of it.
    """
    return _number(f"{sha256} {ordinal}".encode())


def deal_key(
    dealer: int, round_wind: int, deal: bytes, actions: bytes, players: list[str | None] | None
) -> int:
    """The key of a hand without a match id.

    Args:
        dealer: seat that deals.
        round_wind: 0–3.
        deal: the (4, 17) tiles dealt, as int8 bytes.
        actions: rows of seat, action, tile, low, claim, as int8 bytes.
        players: names by seat, where they are known.
    """
    names = "\0".join(name or "" for name in players or ())
    return _number(bytes((dealer, round_wind)) + deal + actions + names.encode())


def key_under(rules: str, key: int) -> int:
    """The key of a hand among hands of several rule sets: the same play under others is another.

    Args:
        rules: name of the rule set that the record names.
        key: of the hand under it.
    """
    return _number(f"{rules}\0{key}".encode())


def deal_hashes(batch: RecordBatch, players: pl.Series, wanted: NDArray[np.bool_]) -> pl.Series:
    """`deal_key` of the hands that are wanted, null for the others."""
    rows = np.stack([batch.seat, batch.action, batch.tile, batch.low, batch.claim], axis=1)
    data = rows.astype(np.int8).tobytes()
    start = (batch.start * 5).tolist()
    keys: list[int | None] = [None] * len(batch)
    names = players.to_list()
    for hand in np.flatnonzero(wanted).tolist():
        keys[hand] = deal_key(
            int(batch.dealer[hand]),
            int(batch.round_wind[hand]),
            batch.deal[hand].tobytes(),
            data[start[hand] : start[hand + 1]],
            names[hand],
        )
    return pl.Series("deal_hash", keys, dtype=pl.UInt64)


def _number(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
