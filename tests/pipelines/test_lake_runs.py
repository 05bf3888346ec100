"""A run exists when its manifest does; views show exactly the committed parts."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from pipelines.lake import Lake, Manifest, Summary
from pipelines.lake.columns import empty_table, played_tables
from pipelines.lake.manifest import write_manifest
from pipelines.lake.parts import PartKey, writing_part
from pipelines.lake.query import run_query
from pipelines.lake.records import stored_records
from schemas.errors import LakeError, UsageError
from schemas.rules_files import load_ruleset
from schemas.tables import PLAYED_TABLES, TABLES
from tests.pipelines.lake_data import IDENTITY, RULES, RUN, played_batch, record_batch

WRITTEN = (*PLAYED_TABLES, "rejects")
OTHER = "mcr-botzone-ingest-ba9876543210"


def write_part(lake, run=RUN, number=0, sessions=0):
    """One part with the two hands of `lake_data`, their sessions moved up."""
    batch = record_batch()
    batch.meta = batch.meta.with_columns(session=batch.meta["session"] + sessions)
    key = PartKey(run, RULES, IDENTITY, number, f"{number}")
    with writing_part(lake.storage, key, WRITTEN) as writer:
        writer.write(
            played_tables(batch, played_batch(), run=run, rules=RULES, patterns=["a", "b"])
        )
        writer.write({"rejects": empty_table("rejects")})
        writer.summary.add(Summary(hands=2, outcomes={"win": 1, "draw": 1}))
    return writer.part


def manifest(parts, run=RUN):
    ruleset = load_ruleset(RULES)
    return Manifest(
        run=run,
        rules=RULES,
        kind="ingest",
        identity=IDENTITY,
        engine_version=1,
        versions={},
        rule_set=ruleset.model_dump(mode="json"),
        rules_hash=ruleset.hash,
        started=datetime(2026, 5, 1, tzinfo=UTC),
        finished=datetime(2026, 5, 1, 0, 1, tzinfo=UTC),
        summary=Summary(hands=2 * len(parts), rejects={"duplicate": 3}),
        rows={},
        parts=parts,
    )


@pytest.fixture
def lake(tmp_path):
    return Lake(str(tmp_path / "lake"))


def commit(lake, run=RUN, n_parts=1):
    parts = [write_part(lake, run, number, 10 * number) for number in range(n_parts)]
    lake.commit(manifest(parts, run))


def hands_in_shell(lake, query="select count(*) from hands"):
    """What a DuckDB shell sees after reading views.sql."""
    con = duckdb.connect()
    con.execute(lake.storage.read("views.sql").decode())
    return con.sql(query).fetchall()


def test_parts_without_a_manifest_are_no_run(lake):
    write_part(lake)
    assert lake.runs() == []
    assert lake.connect().sql("select count(*) from hands").fetchall() == [(0,)]


def test_the_manifest_is_the_commit(lake):
    commit(lake)
    assert lake.runs() == [RUN]
    assert lake.connect().sql("select count(*) from hands").fetchall() == [(2,)]


def test_a_part_that_no_manifest_lists_is_not_seen(lake):
    commit(lake)
    write_part(lake, number=1)
    assert lake.connect().sql("select count(*) from hands").fetchall() == [(2,)]


def test_a_manifest_is_read_as_it_was_written(lake):
    commit(lake, n_parts=2)
    found = lake.manifest(RUN)
    assert found == manifest([write_part(lake, RUN, n, 10 * n) for n in range(2)])
    assert found.ruleset() == load_ruleset(RULES)
    assert found.summary.n_rejects == 3
    assert [part.part for part in found.parts_of(12)] == [1]
    assert found.parts_of(99) == []


def test_an_unknown_run_is_one_sentence_with_the_known_ones(lake):
    commit(lake)
    with pytest.raises(LakeError, match=f"no run 'x'; runs are {RUN}") as caught:
        lake.manifest("x")
    assert caught.value.code == "unknown_run"
    with pytest.raises(LakeError):
        lake.manifest(f"../runs/{RUN}")


def test_a_damaged_manifest_is_one_sentence(lake):
    lake.storage.write("runs/broken.json", b'{"run": 1')
    with pytest.raises(LakeError, match=r"broken\.json: not a manifest"):
        lake.manifest("broken")


def test_deleting_removes_manifest_views_and_files_and_leaves_others(lake):
    commit(lake)
    commit(lake, OTHER)
    lake.delete(RUN)
    assert lake.runs() == [OTHER]
    assert hands_in_shell(lake, "select distinct run from hands") == [(OTHER,)]
    assert lake.storage.names(f"hands/rules={RULES}/run={RUN}", ".parquet") == []
    assert lake.storage.names(f"hands/rules={RULES}/run={OTHER}", ".parquet") != []


def test_the_manifest_goes_first(lake, monkeypatch):
    commit(lake)

    def broken(rules, run):
        raise LakeError("power cut")

    monkeypatch.setattr(lake, "drop_files", broken)
    with pytest.raises(LakeError, match="power cut"):
        lake.delete(RUN)
    assert lake.runs() == []
    assert hands_in_shell(lake) == [(0,)]


def test_a_run_that_is_being_written_is_not_deleted(lake):
    commit(lake)
    errors = []

    def delete():
        try:
            Lake(lake.uri).delete(RUN)
        except LakeError as error:
            errors.append(error.code)

    with lake.writing(RUN):
        thread = threading.Thread(target=delete)
        thread.start()
        thread.join()
    assert errors == ["busy"]
    assert lake.runs() == [RUN]


def test_an_empty_lake_has_every_view_with_its_columns(lake):
    lake.refresh_views()
    for table, schema in TABLES.items():
        described = hands_in_shell(lake, f"describe {table}")
        assert [row[0] for row in described] == schema.names
    assert hands_in_shell(lake, "select count(*) from runs") == [(0,)]


def test_views_have_explicit_types(lake):
    commit(lake)
    types = {row[0]: row[1] for row in hands_in_shell(lake, "describe hands")}
    assert types["run"] == "VARCHAR"
    assert types["session"] == "BIGINT"
    assert types["dealer_seat"] == "TINYINT"
    assert types["played_at"] == "TIMESTAMP WITH TIME ZONE"
    assert types["players"] == "VARCHAR[]"
    wins = {row[0]: row[1] for row in hands_in_shell(lake, "describe wins")}
    assert wins["melds"] == (
        "STRUCT(kind VARCHAR, tiles TINYINT[], concealed BOOLEAN, from_seat TINYINT)[]"
    )
    rejects = {row[0]: row[1] for row in hands_in_shell(lake, "describe rejects")}
    assert rejects["position"] == "VARCHAR"


def test_views_work_from_any_folder(lake, monkeypatch, tmp_path):
    commit(lake)
    monkeypatch.chdir(tmp_path)
    assert hands_in_shell(lake) == [(2,)]


def test_a_file_from_before_a_column_existed_gives_null(lake):
    commit(lake)
    path = lake.storage.path(lake.manifest(RUN).parts[0].files["hands"].path)
    old = pq.read_table(path).drop_columns(["wall_left"])
    pq.write_table(old, path)
    assert hands_in_shell(lake, "select distinct wall_left from hands") == [(None,)]


def test_the_runs_view_tells_what_there_is(lake):
    commit(lake)
    row = hands_in_shell(lake, "select run, rules, kind, hands, rejects, finished from runs")[0]
    assert row[:5] == (RUN, RULES, "ingest", 2, 3)
    assert row[5].astimezone(UTC) == datetime(2026, 5, 1, 0, 1, tzinfo=UTC)


def test_a_path_with_a_quote_is_no_trouble(tmp_path):
    lake = Lake(str(tmp_path / "it's"))
    commit(lake)
    assert hands_in_shell(lake) == [(2,)]
    assert run_query(lake, "select count(*) from hands").rows == [(2,)]


def test_a_run_that_comes_while_views_are_written_is_in_them(lake, monkeypatch):
    commit(lake)
    original = lake.storage.write
    pending = [OTHER]

    def write_slowly(name, data):
        if name == "views.sql" and pending:
            pending.pop()
            parts = [write_part(lake, OTHER)]
            write_manifest(lake.storage, manifest(parts, OTHER))
        original(name, data)

    monkeypatch.setattr(lake.storage, "write", write_slowly)
    lake.refresh_views()
    assert hands_in_shell(lake, "select count(distinct run) from hands") == [(2,)]


def test_cursors_see_the_views(lake):
    commit(lake)
    con = lake.connect()
    assert con.cursor().sql("select count(*) from events").fetchall() == [(22,)]


def test_what_memory_does_not_hold_goes_to_no_folder_of_the_user(lake, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    con = lake.connect()
    con.execute("set memory_limit = '100MB'; set threads = 1")
    con.execute("create table much as select hash(range) as x from range(20_000_000)")
    [(where,)] = con.sql("select current_setting('temp_directory')").fetchall()
    assert list(Path(where).iterdir()), "nothing was spilled"
    assert list(tmp_path.iterdir()) == []
    con.close()
    assert not Path(where).exists()


def test_stored_hands_are_found_by_id_over_parts(lake):
    commit(lake, n_parts=2)
    batch = stored_records(lake, RUN, [12 * 1024, 2 * 1024])
    assert batch.meta["session"].to_list() == [2, 12]
    assert len(stored_records(lake, RUN)) == 4


def test_an_unknown_hand_is_one_sentence(lake):
    commit(lake)
    with pytest.raises(LakeError, match=f"run {RUN} has no hand 2049") as caught:
        stored_records(lake, RUN, [2 * 1024, 2 * 1024 + 1])
    assert caught.value.code == "unknown_hand"


def test_a_query_gives_columns_and_rows(lake):
    commit(lake)
    result = run_query(lake, "select hand_id, outcome from hands order by hand_id")
    assert result.columns == ["hand_id", "outcome"]
    assert result.rows == [(2048, "win"), (5123, "draw")]


@pytest.mark.parametrize(
    "query",
    [
        "describe hands",
        "summarize hands",
        "explain select 1",
        "pivot hands on outcome using count(*) group by run",
        "with a as (from hands) select count(*) from a",
        "values (1)",
    ],
)
def test_queries_that_read_are_allowed(lake, query):
    commit(lake)
    assert run_query(lake, query).rows


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("drop view hands", "DROP statements change things"),
        ("create table t as select 1", "CREATE statements change things"),
        ("copy hands to 'x.csv'", "COPY statements change things"),
        ("attach 'x.db'", "ATTACH statements change things"),
        ("set threads = 1", "SET statements change things"),
        ("install httpfs", "LOAD statements change things"),
        ("select 1; select 2", "one query at a time, not 2"),
        ("", "one query at a time, not 0"),
        ("selec 1", "syntax error"),
        ("select nothing from hands", "nothing"),
        ("from nowhere", "nowhere"),
        ("from read_text('/etc/hostname')", "file system operations are disabled"),
        ("from '/etc/passwd'", "passwd"),
        ("select 1 // 0", "zero"),
    ],
)
def test_other_statements_are_refused_in_one_sentence(lake, query, reason):
    commit(lake)
    with pytest.raises(UsageError) as caught:
        run_query(lake, query)
    assert reason in caught.value.message
    assert "\n" not in caught.value.message


def test_a_query_sees_no_python_variable(lake):
    commit(lake)
    secret = empty_table("rejects")
    assert secret.num_rows == 0
    with pytest.raises(UsageError):
        run_query(lake, "from secret")


def test_a_lake_on_an_object_store_answers_the_same():
    lake = Lake("mock:///bucket/lake")
    commit(lake)
    assert lake.runs() == [RUN]
    con = lake.connect()
    assert con.sql("select hand_id, outcome, run from hands order by all").fetchall() == [
        (2048, "win", RUN),
        (5123, "draw", RUN),
    ]
    assert con.sql("select count(*) from rejects").fetchall() == [(0,)]
    assert "mock:///bucket/lake/hands/" in lake.storage.read("views.sql").decode()
    assert len(stored_records(lake, RUN)) == 2
    assert run_query(lake, "select melds[1].tiles from wins").rows == [([0, 1, 2],)]
