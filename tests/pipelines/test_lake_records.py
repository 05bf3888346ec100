"""Stored hands become the records that they were."""

import numpy as np
import polars as pl
import pytest

from pipelines.batches import join_batches, record_hand_ids, take_hands
from pipelines.lake.columns import played_tables
from pipelines.lake.records import records_from_tables
from schemas.errors import LakeError
from tests.pipelines.lake_data import RULES, RUN, played_batch, record_batch

ARRAYS = ("dealer", "round_wind", "streak", "wildcard", "deal", "wall", "start")
ACTIONS = ("seat", "action", "tile", "low", "claim")


def stored():
    return played_tables(
        record_batch(), played_batch(), run=RUN, rules=RULES, patterns=["first", "chicken_hand"]
    )


def test_a_stored_hand_is_the_record_again():
    tables = stored()
    found = records_from_tables(tables["hands"], tables["events"])
    given = record_batch()
    for name in (*ARRAYS, *ACTIONS):
        np.testing.assert_array_equal(getattr(found, name), getattr(given, name), err_msg=name)
        assert getattr(found, name).dtype == getattr(given, name).dtype, name
    assert found.position.tolist() == [*range(4, 17), 4]


def test_the_meta_columns_come_back_with_what_the_tables_keep():
    tables = stored()
    found = records_from_tables(tables["hands"], tables["events"]).meta
    kept = [name for name in found.columns if name not in ("place", "deal_hash", "players", "bets")]
    assert found.schema == record_batch().meta.schema
    assert found.select(kept).equals(record_batch().meta.select(kept))
    assert found["bets"].to_list() == [[0, 0, 0, 0], [1, 0, 0, 2]]


@pytest.mark.parametrize("lost", [0, 1])
def test_events_without_their_hand_are_noticed(lost):
    tables = stored()
    with pytest.raises(LakeError, match="do not belong together"):
        records_from_tables(tables["hands"].slice(lost, 1), tables["events"])


def test_no_hands_make_an_empty_batch():
    tables = stored()
    found = records_from_tables(tables["hands"].slice(0, 0), tables["events"].slice(0, 0))
    assert len(found) == 0
    assert found.start.tolist() == [0]
    assert len(join_batches([])) == 0


def test_batches_join_and_come_apart_again():
    one = record_batch()
    joined = join_batches([one, one])
    assert joined.start.tolist() == [0, 13, 14, 27, 28]
    again = take_hands(joined, np.array([3, 0]))
    assert again.start.tolist() == [0, 1, 14]
    assert again.action.tolist() == [*one.action[13:].tolist(), *one.action[:13].tolist()]
    assert again.dealer.tolist() == [3, 0]
    assert record_hand_ids(again).tolist() == [5 * 1024 + 3, 2 * 1024]
    assert isinstance(again.meta, pl.DataFrame)
