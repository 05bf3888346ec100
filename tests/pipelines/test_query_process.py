"""Queries in processes of their own: their rows, and an end whatever they compute."""

import time

import pytest

from pipelines.lake.query import Limits
from pipelines.lake.query_process import QueryProcesses
from schemas.errors import LakeError, UsageError
from tests.lake_rows import Rows, write_lake

LIMITS = Limits(seconds=20.0, rows=2, memory="500MB")
ENDLESS = (
    # Between chunks of rows DuckDB can be interrupted; within one expression it cannot.
    "select count(*) from range(10000000) a, range(10000000) b",
    "select regexp_matches(repeat('a', 200000000), '(a*)*b')",
)


@pytest.fixture(scope="module")
def processes():
    made = QueryProcesses()
    yield made
    made.close()


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    rows = Rows()
    for session in range(3):
        rows.hand(session, "draw")
    return write_lake(tmp_path_factory.mktemp("asked"), rows)


def test_rows_and_tables_are_those_of_the_lake(processes, lake):
    found = processes.rows(lake, "select count(*) as n from hands", LIMITS)
    assert (found.columns, found.rows, found.cut) == (["n"], [(3,)], False)
    assert processes.rows(lake, "from hands", LIMITS).cut
    table = processes.table(lake, "select hand_id // 1024 as n from hands order by all", LIMITS)
    assert table.to_pydict() == {"n": [0, 1]}


@pytest.mark.parametrize("query", ENDLESS)
def test_a_query_ends_within_a_second_of_its_limit(processes, lake, query):
    processes.prepare()
    processes.rows(lake, "select 1", LIMITS)  # the next process starts meanwhile
    time.sleep(1)
    began = time.monotonic()
    with pytest.raises(UsageError, match=r"longer than 0\.5 seconds"):
        processes.rows(lake, query, Limits(0.5, 2, "500MB"))
    assert time.monotonic() - began < 10  # of a busy machine; without an end it takes minutes


def test_rows_too_large_to_be_shown_are_told(processes, lake):
    with pytest.raises(UsageError, match="the rows take 95 MB, of 64"):
        processes.rows(lake, "select repeat('x', 100000000)", LIMITS)


def test_too_much_memory_is_one_sentence_with_the_limit_and_what_to_do(processes, lake):
    query = "select list(a.range + b.range) from range(30000) as a, range(10000) as b"
    with pytest.raises(UsageError) as refused:
        processes.rows(lake, query, Limits(20.0, 2, "100MB"))
    assert refused.value.code == "large_query"
    assert "needs more memory than the 100MB that it may use" in refused.value.message
    assert "ask for less of the lake" in refused.value.message
    assert "\n" not in refused.value.message


def test_what_is_refused_is_told_as_without_a_process(processes, lake, tmp_path):
    with pytest.raises(UsageError, match="DROP statements change things"):
        processes.rows(lake, "drop view hands", LIMITS)
    with pytest.raises(LakeError, match="no lake there"):
        processes.rows(str(tmp_path / "nowhere"), "from hands", LIMITS)
