"""The wildcard of a stored hand: the tile turned up last, or what a record names."""

from __future__ import annotations

import numpy as np

from pipelines.lake.columns import played_tables
from schemas.codes import TURN_WILDCARD
from tests.pipelines.lake_data import RULES, RUN, played_batch, record_batch


def wildcards(**turned: int) -> list[int | None]:
    """Column `wildcard` of the two hands, the first's events 4 and 5 turning tiles up."""
    batch, played = record_batch(), played_batch()
    first = np.flatnonzero(played.events["hand"] == 0)
    for row, tile in zip(first[4:], turned.values(), strict=False):
        played.events["action"][row] = TURN_WILDCARD
        played.events["tile"][row] = tile
    patterns = [f"pattern_{n}" for n in range(100)]
    tables = played_tables(batch, played, run=RUN, rules=RULES, patterns=patterns)
    column: list[int | None] = tables["hands"]["wildcard"].to_pylist()
    return column


def test_wildcard_that_only_the_record_names() -> None:
    assert wildcards() == [None, 30]


def test_wildcard_is_the_tile_turned_up_last() -> None:
    """A flower turned before it is one of the dealer's."""
    assert wildcards(flower=36, tile=13) == [13, 30]
