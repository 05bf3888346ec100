"""Files that leave the lake: complete, typed, and as records ready to come back."""

import csv
import gzip
import json

import pyarrow.parquet as pq
import pytest

from pipelines.export import export_records, export_table
from pipelines.lake import Lake
from schemas.errors import LakeError, UsageError
from schemas.tables import TABLES
from tests.pipelines.botzone_games import drawn_game, illegal_game, won_game
from tests.pipelines.ingest_helpers import ingest


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """Two runs: one with a won, a drawn and a refused game, one with a won game."""
    folder = tmp_path_factory.mktemp("export")
    lake = Lake(str(folder / "lake"))
    (folder / "a.txt").write_text(won_game("w") + drawn_game("d") + illegal_game("x"))
    (folder / "b.txt").write_text(won_game("v"))
    ingest(lake, folder / "a.txt")
    ingest(lake, folder / "b.txt")
    return lake


def run_with(lake, hands):
    return next(one.run for one in lake.manifests() if one.summary.hands == hands)


def test_a_table_as_parquet_keeps_names_and_types(lake, tmp_path):
    out = tmp_path / "wins.parquet"
    assert export_table(lake, "wins", out) == 2
    found = pq.read_table(out)
    assert found.column_names == TABLES["wins"].names
    assert found["total"].to_pylist() == [89, 89]
    assert found.schema.field("concealed").type.value_type == "int8"


def test_a_table_as_csv_has_lists_as_json(lake, tmp_path):
    out = tmp_path / "wins.csv"
    assert export_table(lake, "wins", out, run=run_with(lake, 2)) == 1
    with out.open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    assert json.loads(row["concealed"]) == [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33]
    assert (row["total"], row["payer"], row["win_by"]) == ("89", "", "self_draw")
    assert json.loads(row["flags"]) == []


def test_a_table_as_json_lines(lake, tmp_path):
    out = tmp_path / "hands.jsonl"
    assert export_table(lake, "hands", out) == 3
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert sorted(row["match_id"] for row in rows) == ["d", "v", "w"]
    assert rows[0]["players"] == [None] * 4


@pytest.mark.parametrize("name", ["rejects.csv.gz", "rejects.jsonl.gz"])
def test_gzip_by_the_suffix(lake, tmp_path, name):
    assert export_table(lake, "rejects", tmp_path / name) == 1
    assert "tile_not_held" in gzip.decompress((tmp_path / name).read_bytes()).decode()


@pytest.mark.parametrize("table", [*TABLES, "runs"])
def test_every_table_can_be_written_also_without_rows(lake, tmp_path, table):
    for suffix in (".csv", ".parquet", ".jsonl"):
        out = tmp_path / f"{table}{suffix}"
        n = export_table(lake, table, out)
        assert out.exists()
        assert n >= 0


def test_the_last_file_stays_when_a_new_one_cannot_be_made(lake, tmp_path):
    out = tmp_path / "wins.csv"
    out.write_text("old")
    with pytest.raises(LakeError, match="no run 'nothing'"):
        export_table(lake, "wins", out, run="nothing")
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_wrong_names_are_one_sentence(lake, tmp_path):
    with pytest.raises(UsageError, match="unknown table 'win'; tables are hands, events, wins"):
        export_table(lake, "win", tmp_path / "x.csv")
    with pytest.raises(UsageError, match=r"x\.xlsx: the suffix says how to write; suffixes are"):
        export_table(lake, "wins", tmp_path / "x.xlsx")
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere"):
        export_table(lake, "wins", tmp_path / "nowhere" / "x.csv")
    with pytest.raises(UsageError, match="unknown format 'tenhou'"):
        export_records(lake, tmp_path / "x.jsonl", format_name="tenhou")
    assert list(tmp_path.iterdir()) == []


# What differs on purpose when hands are exported and ingested again (design, "way of a hand").
_OTHER = "run, source, source_file, recorded_total, recorded_deltas, recorded_patterns, agreement"
_COMPARED = {
    "hands": f"* exclude ({_OTHER})",
    **{
        table: "* exclude (run)"
        for table in ("events", "wins", "win_patterns", "settlements", "chances")
    },
}


def all_rows(lake, table):
    with lake.connect() as con:
        return con.sql(f"select {_COMPARED[table]} from {table} order by all").fetchall()


@pytest.mark.parametrize("name", ["hands.jsonl", "hands.jsonl.gz"])
def test_records_that_are_ingested_again_give_the_same_rows(lake, tmp_path, name):
    run = run_with(lake, 2)
    only = Lake(str(tmp_path / "only"))
    (tmp_path / "a.txt").write_text(won_game("w") + drawn_game("d") + illegal_game("x"))
    ingest(only, tmp_path / "a.txt")
    result = export_records(lake, tmp_path / name, run=run)
    assert (result.hands, result.refused) == (2, 0)
    again = Lake(str(tmp_path / "again"))
    [loaded] = ingest(again, tmp_path / name)
    assert (loaded.rules, loaded.summary.n_rejects) == ("mcr-botzone", 0)
    assert loaded.summary.agreement == {"same": 2}
    for table in _COMPARED:
        assert all_rows(again, table) == all_rows(only, table), table


def test_records_of_all_runs_come_in_one_file(lake, tmp_path):
    out = tmp_path / "all.jsonl"
    assert export_records(lake, out).hands == 3
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {record["match_id"] for record in records} == {"w", "d", "v"}
    # No two share a session and number, so all can be ingested again.
    assert len({(record["session"], record.get("hand", 0)) for record in records}) == 3
    [loaded] = ingest(Lake(str(tmp_path / "again")), out)
    assert (loaded.summary.hands, loaded.summary.n_rejects) == (3, 0)


def test_records_in_another_format_come_back_too(lake, tmp_path):
    out = tmp_path / "games.txt"
    assert export_records(lake, out, run=run_with(lake, 2), format_name="botzone").hands == 2
    again = Lake(str(tmp_path / "again"))
    [loaded] = ingest(again, out)
    assert loaded.summary.agreement == {"same": 2}


def test_hands_that_a_format_cannot_hold_are_counted_with_a_reason(lake, tmp_path):
    result = export_records(lake, tmp_path / "s.json", format_name="tziakcha")
    assert (result.hands, result.refused) == (0, 3)
    run, _, rest = result.first.partition("/")
    assert run in lake.runs()
    assert rest.startswith("0: ")


def test_the_same_hands_are_the_same_bytes(lake, tmp_path):
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        export_records(lake, tmp_path / name)
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()


def test_results_that_were_not_recorded_are_the_computed_ones(tmp_path):
    lake = Lake(str(tmp_path / "lake"))
    path = tmp_path / "records.jsonl"
    (tmp_path / "a.txt").write_text(won_game("w"))
    ingest(Lake(str(tmp_path / "first")), tmp_path / "a.txt")
    export_records(Lake(str(tmp_path / "first")), path)
    record = json.loads(path.read_text(encoding="utf-8"))
    del record["result"]
    path.write_text(json.dumps(record) + "\n")
    [loaded] = ingest(lake, path)
    assert loaded.summary.agreement == {"not_recorded": 1}
    export_records(lake, tmp_path / "again.jsonl")
    result = json.loads((tmp_path / "again.jsonl").read_text(encoding="utf-8"))["result"]
    assert result["total"] == 89
    assert result["deltas"] == [291, -97, -97, -97]
    assert sorted(result["patterns"]) == ["十三幺*1", "自摸*1"]
