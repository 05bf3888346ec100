"""A lake is believed only as far as files and replayed events bear it out."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pipelines.formats.botzone as botzone
import pipelines.formats.planning as blocks
import pipelines.ingest.planning as planning
from pipelines.differing import differences
from pipelines.lake import Lake
from pipelines.lake.manifest import write_manifest
from pipelines.repair import repair_lake
from pipelines.verify import verify_lake
from schemas.errors import LakeError
from schemas.tables import TABLES
from tests.pipelines.botzone_games import drawn_game, illegal_game, won_game
from tests.pipelines.ingest_helpers import ingest


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    games = [won_game("w"), drawn_game("d"), illegal_game("x"), drawn_game("e", 7)]
    path.write_text("".join(games), encoding="utf-8")
    return path


@pytest.fixture
def lake(tmp_path, games, monkeypatch):
    """Four games in two parts."""
    monkeypatch.setattr(planning, "PART_RECORDS", 2)
    for module in (botzone, blocks):
        monkeypatch.setattr(module, "CHUNK_BYTES", 1)
    lake = Lake(str(tmp_path / "lake"))
    ingest(lake, games)
    return lake


def the_run(lake):
    return lake.manifests()[0]


def change(lake, table, column, row, value, part=0):
    """Put another value into a stored row, and let the manifest list the new bytes."""
    manifest = the_run(lake)
    file = manifest.parts[part].files[table]
    rows = pq.read_table(lake.storage.path(file.path)).to_pylist()
    rows[row][column] = value
    pq.write_table(pa.Table.from_pylist(rows, TABLES[table]), lake.storage.path(file.path))
    relist(lake, manifest)


def relist(lake, manifest):
    from msgspec.structs import replace

    for index, part in enumerate(manifest.parts):
        files = {
            name: replace(
                file,
                bytes=lake.storage.size(file.path),
                sha256=lake.storage.sha256(file.path),
            )
            for name, file in part.files.items()
        }
        manifest.parts[index] = replace(part, files=files)
    write_manifest(lake.storage, manifest)


def test_a_lake_as_it_was_written_has_no_mismatch(lake):
    verdict = verify_lake(lake)
    assert (verdict.hands, verdict.mismatches) == (3, ())
    assert verdict.runs == tuple(lake.runs())


@pytest.mark.parametrize(
    ("table", "column", "row", "value", "hand", "said"),
    [
        ("wins", "total", 0, 88, 0, "total is 88 and should be 89"),
        ("wins", "reading", 0, [], 0, "reading is []"),
        ("win_patterns", "value", 1, 2, 0, "value is 2 and should be 1"),
        ("settlements", "delta", 5, 3, 1024, "delta is 3 and should be 0"),
        ("settlements", "win", 1, -96, 0, "win is -96 and should be -97"),
        ("hands", "outcome", 1, "abort", 1024, "outcome is 'abort' and should be 'draw'"),
        ("hands", "n_draws", 1, 83, 1024, "n_draws is 83 and should be 84"),
        ("events", "wall_left", 10, 1, 1024, "wall_left is 1 and should be"),
    ],
)
def test_a_changed_row_is_found_with_its_hand(lake, table, column, row, value, hand, said):
    change(lake, table, column, row, value)
    verdict = verify_lake(lake)
    assert [(each.table, each.hand_id) for each in verdict.mismatches] == [(table, hand)]
    assert said in verdict.mismatches[0].message
    assert verdict.damaged == {}


def test_events_that_the_rules_refuse_are_found(lake):
    # The sixth event of the drawn game is East's first discard: a tile that it does not hold.
    rows = pq.read_table(lake.storage.path(the_run(lake).parts[0].files["events"].path)).to_pylist()
    row = next(n for n, one in enumerate(rows) if one["hand_id"] == 1024 and one["seq"] == 5)
    held = {
        t for one in rows if one["hand_id"] == 1024 and one["seat"] == 0 for t in one["tiles"] or []
    }
    other = next(tile for tile in range(34) if tile not in held | {rows[row - 1]["tile"]})
    change(lake, "events", "tile", row, other)
    verdict = verify_lake(lake)
    assert [(each.table, each.hand_id) for each in verdict.mismatches] == [("events", 1024)]
    assert "the stored events are refused" in verdict.mismatches[0].message


def test_a_missing_row_is_found(lake):
    manifest = the_run(lake)
    path = lake.storage.path(manifest.parts[0].files["win_patterns"].path)
    pq.write_table(pq.read_table(path).slice(0, 1), path)
    relist(lake, manifest)
    [found] = verify_lake(lake).mismatches
    assert (found.table, found.hand_id) == ("win_patterns", 0)
    assert found.message == "1 rows are stored, the events make 2"


def test_recorded_columns_are_not_compared(lake):
    change(lake, "hands", "agreement", 0, "total")
    change(lake, "hands", "recorded_total", 0, 12)
    change(lake, "hands", "match_id", 0, "other")
    assert verify_lake(lake).mismatches == ()


def test_some_hands_of_a_run_can_be_looked_at(lake):
    change(lake, "wins", "total", 0, 88)
    assert verify_lake(lake, sample=1).hands == 2  # the first hand of each part
    assert verify_lake(lake, sample=1).mismatches != ()


def test_one_run_alone_can_be_looked_at(lake, tmp_path):
    path = tmp_path / "more.txt"
    path.write_text(won_game("more"), encoding="utf-8")
    [more] = ingest(lake, path)
    assert verify_lake(lake, runs=[more.run]).hands == 1
    assert verify_lake(lake).hands == 4
    with pytest.raises(LakeError, match="no run 'nothing'"):
        verify_lake(lake, runs=["nothing"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:40], "not a manifest that this version reads"),
        (lambda text: text.replace('"minimum": 8', '"minimum": -8'), "win.minimum: -8: "),
    ],
    ids=["no manifest", "no rule set"],
)
def test_a_run_that_cannot_be_read_is_named_and_the_others_go_on(lake, tmp_path, change, said):
    path = tmp_path / "more.txt"
    path.write_text(won_game("more"), encoding="utf-8")
    [more] = ingest(lake, path)
    broken = tmp_path / "lake" / "runs" / f"{more.run}.json"
    broken.write_text(change(broken.read_text(encoding="utf-8")), encoding="utf-8")
    verdict = verify_lake(lake)
    [found] = verdict.mismatches
    assert (found.run, found.table, found.hand_id) == (more.run, "runs", None)
    assert more.run in found.message
    assert said in found.message
    assert verdict.hands == 3
    assert set(verdict.runs) == set(lake.runs())
    assert verdict.damaged == {}  # no part of it can be made again
    assert verify_lake(lake, runs=[more.run]).mismatches == verdict.mismatches
    assert repair_lake(lake, verdict) == []
    views = lake.storage.read("views.sql").decode()
    assert (f"run={more.run}/" in views, f"run={the_run(lake).run}/" in views) == (False, True)


def damage(lake, how):
    path = lake.storage.path(the_run(lake).parts[1].files["events"].path)
    if how == "missing":
        lake.storage.remove(the_run(lake).parts[1].files["events"].path)
        return
    with open(path, "r+b") as file:  # noqa: PTH123
        if how == "cut":
            file.truncate(100)
        else:
            file.seek(50)
            file.write(b"\xff")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("missing", "the file is missing"),
        ("cut", "100 bytes where the manifest lists"),
        ("flipped", "other bytes than the manifest lists"),
    ],
)
def test_a_damaged_file_is_found_and_made_again(lake, how, said):
    before = lake.storage.sha256(the_run(lake).parts[1].files["events"].path)
    manifest = the_run(lake)
    damage(lake, how)
    verdict = verify_lake(lake)
    assert [(each.part, each.table, each.hand_id) for each in verdict.mismatches] == [
        (1, "events", None)
    ]
    assert said in verdict.mismatches[0].message
    assert verdict.damaged == {manifest.run: [1]}
    [repair] = repair_lake(lake, verdict)
    assert (repair.run, repair.parts, repair.problem) == (manifest.run, (1,), "")
    assert lake.storage.sha256(manifest.parts[1].files["events"].path) == before
    assert the_run(lake).parts == manifest.parts
    assert verify_lake(lake).mismatches == ()


def test_what_cannot_be_restored_stays_and_the_reason_is_told(lake, games):
    games.unlink()
    damage(lake, "missing")
    before = sorted(lake.storage.names(f"hands/rules=mcr-botzone/run={lake.runs()[0]}", ".parquet"))
    [repair] = repair_lake(lake, verify_lake(lake))
    assert repair.parts == ()
    assert repair.problem.endswith(f"its input {games} is gone")
    assert lake.runs() == [repair.run]
    after = sorted(lake.storage.names(f"hands/rules=mcr-botzone/run={lake.runs()[0]}", ".parquet"))
    assert after == before


def test_changed_inputs_restore_nothing(lake, games):
    games.write_text(won_game("other"), encoding="utf-8")
    damage(lake, "missing")
    [repair] = repair_lake(lake, verify_lake(lake))
    assert "inputs, rule set or engine have changed since" in repair.problem


def test_repair_writes_the_views_of_a_moved_lake_anew(lake, tmp_path):
    from pathlib import Path

    Path(lake.uri).rename(tmp_path / "moved")
    moved = Lake(str(tmp_path / "moved"))
    assert repair_lake(moved, verify_lake(moved)) == []
    views = moved.storage.read("views.sql").decode()
    assert f"'{moved.uri}/hands/" in views
    assert f"'{lake.uri}/" not in views


def table(*rows):
    schema = pa.schema([("hand_id", pa.int64()), ("x", pa.int32())])
    return pa.Table.from_pylist([{"hand_id": one, "x": x} for one, x in rows], schema)


def test_differences_are_told_by_hand():
    assert list(differences(table((1, 5)), table((1, 5)))) == []
    assert list(differences(table((1, 5), (2, 6)), table((1, 5), (2, 7)))) == [
        (2, "x is 6 and should be 7")
    ]
    # One hand has a row too many, another one another value.
    found = list(differences(table((1, 5), (1, 5), (2, 6)), table((1, 5), (2, 7))))
    assert found == [(1, "2 rows are stored, the events make 1"), (2, "x is 6 and should be 7")]
    assert list(differences(table(), table((3, 1)))) == [
        (3, "0 rows are stored, the events make 1")
    ]


def test_rows_of_an_older_engine_that_differ_are_explained(lake):
    change(lake, "wins", "total", 0, 99)
    assert verify_lake(lake).notices == ()  # this engine made the run
    found = the_run(lake)
    found.engine_version = 1
    lake.commit(found)
    verdict = verify_lake(lake)
    assert verdict.mismatches
    [told] = verdict.notices
    assert told.startswith(f"{found.run} was made by engine version 1, this is ")
