"""Parts: rows in the tables' types, recognised when they are whole, bytes that never vary."""

from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipelines.lake.columns import empty_table, played_tables
from pipelines.lake.parts import PartKey, find_part, read_table, writing_part
from pipelines.lake.storage import Storage
from schemas.errors import LakeError
from schemas.tables import PLAYED_TABLES, TABLES
from tests.pipelines.lake_data import IDENTITY, RULES, RUN, played_batch, record_batch

KEY = PartKey(RUN, RULES, IDENTITY, 3, "100-200")
PATTERNS = ["first", "chicken_hand"]


def tables(**options):
    return played_tables(
        record_batch(), played_batch(), run=RUN, rules=RULES, patterns=PATTERNS, **options
    )


def write(storage, key=KEY, content=None):
    with writing_part(storage, key, PLAYED_TABLES) as writer:
        writer.write(content or tables())
        writer.summary.hands = 2
    return writer.part


@pytest.fixture
def storage(tmp_path):
    return Storage(str(tmp_path / "lake"))


@pytest.mark.parametrize("table", PLAYED_TABLES)
def test_every_table_has_its_schema_also_in_the_file(storage, table):
    part = write(storage)
    assert tables()[table].schema.equals(TABLES[table])
    assert read_table(storage, part, table).schema.equals(TABLES[table])


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_rows_keeps_its_types(storage, table):
    with writing_part(storage, KEY, [table]) as writer:
        writer.write({table: empty_table(table)})
    found = read_table(storage, writer.part, table)
    assert found.num_rows == 0
    assert found.schema.equals(TABLES[table])


def test_hands_hold_what_record_and_machine_say():
    first, second = tables()["hands"].to_pylist()
    assert first["hand_id"] == 2 * 1024
    assert second["hand_id"] == 5 * 1024 + 3
    assert (first["run"], first["rules"], first["source"]) == (RUN, RULES, "botzone")
    assert first["played_at"].isoformat() == "2026-05-01T12:30:00+00:00"
    assert first["players"] == ["a", "b", "c", "d"]
    assert second["players"] == [None] * 4
    assert (first["bets"], second["bets"]) == ([0, 0, 0, 0], [1, 0, 0, 2])
    assert (first["wildcard"], second["wildcard"]) == (None, 30)
    assert (first["wall"], second["wall"]) == (None, [n % 34 for n in range(136)])
    assert (first["outcome"], second["outcome"]) == ("win", "draw")
    assert (first["winners"], first["dealt_distance"]) == (4, [3, 4, 5, 2])
    assert first["recorded_patterns"] == ["无番和*1"]
    assert second["recorded_patterns"] is None
    assert first["agreement"] == "not_recorded"


def test_walls_can_be_left_out():
    assert [row["wall"] for row in tables(keep_walls=False)["hands"].to_pylist()] == [None, None]


def test_events_hold_codes_by_name_and_none_as_null():
    rows = tables()["events"].to_pylist()
    deal, draw, claim = rows[0], rows[4], rows[6]
    assert (deal["action"], deal["tile"], deal["source"]) == ("deal", None, None)
    assert deal["tiles"] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3]
    assert (draw["action"], draw["tile"], draw["source"]) == ("draw", 5, "personal")
    assert draw["tiles"] is None
    assert (claim["action"], claim["tiles"], claim["from_seat"]) == ("lost_claim", [4, 5, 6], 0)
    assert [row["seq"] for row in rows] == [*range(17), *range(5)]


def test_melds_are_written_out_and_flags_named():
    win = tables()["wins"].to_pylist()[0]
    assert win["melds"] == [
        {"kind": "chow", "tiles": [0, 1, 2], "concealed": False, "from_seat": 1},
        {"kind": "pung", "tiles": [31, 31, 31], "concealed": False, "from_seat": 3},
        {"kind": "kong", "tiles": [33] * 4, "concealed": False, "from_seat": 0},
        {"kind": "kong", "tiles": [9] * 4, "concealed": False, "from_seat": 1},
        {"kind": "kong", "tiles": [12] * 4, "concealed": True, "from_seat": None},
    ]
    assert win["flags"] == ["last_copy", "last_tile"]
    assert (win["flowers"], win["concealed"]) == ([34, 41], [18, 19])
    assert win["reading"] == ["123m", "CCC", "55p"]
    assert (win["wait"], win["win_by"], win["first_ready_turn"]) == ("edge", "discard", None)


def test_patterns_are_named_by_the_catalogues_order():
    assert tables()["win_patterns"].to_pylist()[0]["pattern"] == "chicken_hand"


def test_items_are_named_by_their_codes():
    row = tables()["win_items"].to_pylist()[0]
    assert (row["winner"], row["key"], row["count"], row["value"]) == (2, "pair", 1, 2)


def test_a_value_that_does_not_fit_is_an_error_and_not_another_number():
    played = played_batch()
    played.hands["n_draws"] = played.hands["n_draws"].astype("int64") + 40_000
    with pytest.raises(OverflowError, match="int16"):
        played_tables(record_batch(), played, run=RUN, rules=RULES, patterns=PATTERNS)


def test_a_part_names_files_rows_and_sessions(storage):
    part = write(storage)
    assert part.sessions == (2, 6)
    assert part.files["hands"].path == f"hands/rules={RULES}/run={RUN}/part-00003.parquet"
    assert {name: file.rows for name, file in part.files.items()} == {
        "hands": 2,
        "events": 22,
        "wins": 1,
        "win_patterns": 1,
        "win_items": 1,
        "settlements": 8,
        "chances": 1,
    }
    for file in part.files.values():
        assert storage.size(file.path) == file.bytes
        assert storage.sha256(file.path) == file.sha256


def test_parts_are_zstd_and_say_in_the_footer_what_they_are(storage):
    part = write(storage)
    for name, file in part.files.items():
        metadata = pq.read_metadata(storage.path(file.path))
        assert metadata.row_group(0).column(2).compression == "ZSTD"
        said = {k.decode(): v.decode() for k, v in metadata.metadata.items()}
        assert said["paipu.identity"] == IDENTITY
        assert (said["paipu.table"], said["paipu.part"]) == (name, "3")


def test_a_finished_part_is_found_with_its_counts(storage):
    part = write(storage)
    assert find_part(storage, KEY, PLAYED_TABLES)[0] == part
    assert find_part(storage, KEY, PLAYED_TABLES)[1].hands == 2


@pytest.mark.parametrize(
    "other",
    [
        PartKey(RUN, RULES, "f" * 64, 3, "100-200"),
        PartKey(RUN, RULES, IDENTITY, 3, "100-201"),
        PartKey(RUN, RULES, IDENTITY, 4, "100-200"),
    ],
    ids=["identity", "content", "number"],
)
def test_a_part_of_something_else_is_not_taken_for_it(storage, other):
    write(storage)
    assert find_part(storage, other, PLAYED_TABLES) is None


def test_a_part_with_a_file_missing_or_torn_is_not_finished(storage):
    part = write(storage)
    with Path(storage.path(part.files["events"].path)).open("r+b") as file:
        file.truncate(part.files["events"].bytes // 2)
    assert find_part(storage, KEY, PLAYED_TABLES) is None
    storage.remove(part.files["events"].path)
    assert find_part(storage, KEY, PLAYED_TABLES) is None


def write_and_fail(storage):
    with writing_part(storage, KEY, PLAYED_TABLES) as writer:
        writer.write(tables())
        raise ValueError("stop")


def test_a_part_that_fails_leaves_no_file(storage):
    with pytest.raises(ValueError, match="stop"):
        write_and_fail(storage)
    assert storage.names(f"hands/rules={RULES}/run={RUN}", ".parquet") == []


def test_the_same_rows_are_the_same_bytes(tmp_path):
    parts = [write(Storage(str(tmp_path / name))) for name in ("one", "two")]
    assert parts[0] == parts[1]


def test_each_group_of_rows_is_a_row_group_and_none_is_empty(storage):
    with writing_part(storage, KEY, PLAYED_TABLES) as writer:
        writer.write(tables())
        writer.write({name: empty_table(name) for name in PLAYED_TABLES})
        writer.write(tables())
    path = storage.path(writer.part.files["events"].path)
    assert pq.read_metadata(path).num_row_groups == 2


def test_dictionaries_may_differ_between_groups(storage):
    with writing_part(storage, KEY, PLAYED_TABLES) as writer:
        for source in ("a.txt", "b.txt"):
            batch = record_batch()
            batch.meta = batch.meta.with_columns(source_file=pl.lit(source))
            writer.write(
                played_tables(batch, played_batch(), run=RUN, rules=RULES, patterns=PATTERNS)
            )
    found = read_table(storage, writer.part, "hands")["source_file"].to_pylist()
    assert found == ["a.txt", "a.txt", "b.txt", "b.txt"]


def test_rows_of_some_hands_alone_can_be_read(storage):
    part = write(storage)
    found = read_table(storage, part, "events", hand_ids=[5 * 1024 + 3])
    assert found.num_rows == 5
    assert isinstance(found, pa.Table)


def test_a_damaged_part_is_one_sentence(storage):
    part = write(storage)
    storage.remove(part.files["wins"].path)
    with pytest.raises(LakeError, match="missing or damaged") as caught:
        read_table(storage, part, "wins")
    assert caught.value.code == "damaged_part"
