"""Recorded against computed scores: what differs is named, unknown names are never guessed."""

import numpy as np
import polars as pl
import pytest

from pipelines.ingest.agreement import compare_scores
from schemas.batch import META_SCHEMA
from schemas.catalogue import load_catalogue
from schemas.codes import AGREEMENTS
from tests.pipelines.lake_data import played_batch, record_batch

MCR = load_catalogue("mcr")


def compare(
    total=8, deltas=(-16, -8, 32, -8), patterns=("无番和*1",), computed=(("chicken_hand", 1),)
):
    """What becomes of the won hand of `lake_data` when the record says this."""
    batch = record_batch()
    batch.meta = batch.meta.with_columns(
        recorded_total=pl.Series([total, None], dtype=META_SCHEMA["recorded_total"]),
        recorded_deltas=pl.Series(
            [None if deltas is None else list(deltas), [0] * 4],
            dtype=META_SCHEMA["recorded_deltas"],
        ),
        recorded_patterns=pl.Series(
            [None if patterns is None else list(patterns), None],
            dtype=META_SCHEMA["recorded_patterns"],
        ),
    )
    played = played_batch()
    n = len(computed)
    played.win_patterns = {
        "hand": np.zeros(n, np.int32),
        "winner": np.full(n, 2, np.int8),
        "pattern": np.array([MCR.id_of(key) for key, _ in computed], np.int16),
        "count": np.array([count for _, count in computed], np.int16),
    }
    codes, unknown = compare_scores(batch, played, MCR)
    assert AGREEMENTS[codes[1]] == "same"  # the exhausted hand records four zeros
    return AGREEMENTS[codes[0]], unknown


def test_all_alike_is_same():
    assert compare() == ("same", {})


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"total": 9}, "total"),
        ({"patterns": ["自摸*1"]}, "patterns"),
        ({"patterns": ["无番和*2"]}, "patterns"),
        ({"patterns": []}, "patterns"),
        ({"deltas": (-16, -8, 31, -7)}, "deltas"),
        ({"total": 9, "patterns": ["自摸*1"], "deltas": (0, 0, 0, 0)}, "total"),
        ({"patterns": ["自摸*1"], "deltas": (0, 0, 0, 0)}, "patterns"),
    ],
)
def test_the_first_of_total_patterns_and_payments_is_named(record, expected):
    assert compare(**record) == (expected, {})


def test_what_is_not_recorded_is_not_compared():
    assert compare(total=None, patterns=None) == ("same", {})
    assert compare(total=None, patterns=None, deltas=(1, -1, 0, 0)) == ("deltas", {})
    assert compare(total=None, patterns=None, deltas=None) == ("not_recorded", {})


def test_aliases_and_order_do_not_matter():
    computed = (("closed_wait", 1), ("self_draw", 1), ("pure_double_chow", 2))
    for names in (
        ["坎张*1", "自摸*1", "一般高*2"],
        ["一般高*2", "自摸*1", "嵌张*1"],
        ["独听・嵌张*1", "一般高*1", "自摸*1", "一般高*1"],
        ["closed_wait*1", "self_draw", "pure_double_chow*2"],
    ):
        assert compare(patterns=names, computed=computed) == ("same", {}), names


def test_unknown_names_are_counted_and_the_rest_is_compared():
    assert compare(patterns=["???*1", "自摸*1", "???*1"]) == ("same", {"???": 2})
    assert compare(patterns=["???*1"], total=9) == ("total", {"???": 1})
    assert compare(patterns=["???*1"], total=None, deltas=None) == ("not_recorded", {"???": 1})


def test_two_sets_of_patterns_with_one_sum_are_told_apart():
    computed = (("all_chows", 1), ("self_draw", 3))
    assert compare(patterns=["平和*3", "自摸*1"], computed=computed)[0] == "patterns"


def test_hands_that_were_refused_are_left_out():
    played = played_batch()
    for name, column in played.hands.items():
        played.hands[name] = column[1:]
    for table in (played.wins, played.win_patterns):
        for name in ("hand", "total", "pattern", "count"):
            if name in table:
                table[name] = table[name][:0]
    keep = played.settlements["hand"] == 1
    played.settlements = {name: column[keep] for name, column in played.settlements.items()}
    codes, _ = compare_scores(record_batch(), played, MCR)
    assert [AGREEMENTS[code] for code in codes] == ["same"]
