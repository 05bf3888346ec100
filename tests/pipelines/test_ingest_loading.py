"""Games in, rows out: what is loaded, what is refused, and that every way there gives the same."""

import threading

import pytest

import pipelines.formats.botzone as botzone
import pipelines.formats.planning as blocks
import pipelines.ingest.loading as loading
import pipelines.ingest.planning as planning
from pipelines.ingest.loading import StrictRefusal
from pipelines.ingest.running import collect_inputs, load_parts, part_groups
from pipelines.lake import Lake
from schemas.errors import InputError, LakeError, UsageError
from schemas.tables import TABLES
from tests.pipelines.botzone_games import (
    drawn_game,
    illegal_game,
    unreadable_game,
    won_game,
)
from tests.pipelines.ingest_helpers import ingest, load_serially


@pytest.fixture
def lake(tmp_path):
    return Lake(str(tmp_path / "lake"))


@pytest.fixture
def small_parts(monkeypatch):
    """A chunk a game, two games a part."""
    monkeypatch.setattr(planning, "PART_RECORDS", 2)
    for module in (botzone, blocks):
        monkeypatch.setattr(module, "CHUNK_BYTES", 1)


def write(path, *games):
    path.write_text("".join(games), encoding="utf-8")
    return path


def rows(lake, query):
    with lake.connect() as con:
        return con.sql(query).fetchall()


def part_bytes(lake):
    """The bytes of every part by its place in the lake."""
    return {
        file.path: lake.storage.read(file.path)
        for manifest in lake.manifests()
        for part in manifest.parts
        for file in part.files.values()
    }


def test_a_won_and_a_drawn_game_become_rows(lake, tmp_path):
    [result] = ingest(lake, write(tmp_path / "g.txt", won_game("w"), drawn_game("d")))
    assert (result.summary.hands, result.summary.n_rejects, result.existed) == (2, 0, False)
    assert result.summary.outcomes == {"win": 1, "draw": 1}
    assert result.summary.agreement == {"same": 2}
    assert result.first_hand == 0
    assert rows(lake, "select hand_id, match_id, outcome, winners, n_draws from hands") == [
        (0, "w", "win", 1, 1),
        (1024, "d", "draw", 0, 84),
    ]
    assert rows(lake, "select total, win_by, win_tile, payer from wins") == [
        (89, "self_draw", 27, None)
    ]
    assert rows(lake, "select pattern, count, value from win_patterns order by value desc") == [
        ("thirteen_orphans", 1, 88),
        ("self_draw", 1, 1),
    ]
    assert rows(lake, "select seat, delta from settlements where hand_id = 0 order by seat") == [
        (0, 291),
        (1, -97),
        (2, -97),
        (3, -97),
    ]
    # Four deals, then 84 draws and discards and the end.
    assert rows(lake, "select n_events from hands where hand_id = 1024") == [(4 + 168 + 1,)]
    assert rows(lake, "select count(*) from events where hand_id = 1024") == [(4 + 168 + 1,)]


def test_recorded_scores_that_differ_are_loaded_and_flagged(lake, tmp_path):
    games = [
        won_game("a", "Fan 88 十三幺*1"),
        won_game("b", "Fan 89 十三幺*1+不求人*1"),
        won_game("c", "Fan 89 ???*1"),
        won_game("d").replace("Score 291 -97 -97 -97", "Score 290 -96 -97 -97"),
    ]
    [result] = ingest(lake, write(tmp_path / "g.txt", *games))
    found = rows(lake, "select match_id, agreement from hands order by match_id")
    assert found == [("a", "total"), ("b", "patterns"), ("c", "same"), ("d", "deltas")]
    assert result.summary.unknown_names == {"???": 1}


def test_one_bad_record_costs_nothing_but_itself(lake, tmp_path):
    path = write(
        tmp_path / "g.txt", won_game("a"), illegal_game("b"), unreadable_game("c"), drawn_game("d")
    )
    [result] = ingest(lake, path)
    assert result.summary.hands == 2
    assert result.summary.rejects == {"tile_not_held": 1, "unknown_tile": 1}
    found = rows(
        lake, "select source_file, position, match_id, code from rejects order by match_id"
    )
    # A game is 6 lines up to its actions; a won one has 10 and a blank line.
    assert found == [
        (str(path), "line 19", "b", "tile_not_held"),
        (str(path), "line 29", "c", "unknown_tile"),
    ]
    messages = [row[0] for row in rows(lake, "select message from rejects")]
    assert all("\n" not in message and "line " in message for message in messages)
    assert "tile_not_held" in result.summary.examples
    assert str(path) in result.summary.examples["tile_not_held"]


def test_the_sessions_of_refused_records_stay_free(lake, tmp_path):
    ingest(lake, write(tmp_path / "g.txt", illegal_game("a"), won_game("b")))
    assert rows(lake, "select hand_id, session from hands") == [(1024, 1)]


def test_duplicates_are_loaded_once(lake, tmp_path):
    one = write(tmp_path / "a.txt", won_game("w"), drawn_game("d"), won_game("w"))
    two = write(tmp_path / "b.txt", drawn_game("e", 3), drawn_game("d"))
    [result] = ingest(lake, one, two)
    assert result.summary.rejects == {"duplicate": 2}
    assert rows(lake, "select match_id from hands order by all") == [("d",), ("e",), ("w",)]


def test_games_without_an_id_are_the_same_by_deal_and_actions(lake, tmp_path):
    path = write(tmp_path / "g.txt", drawn_game(None), drawn_game(None), drawn_game(None, 1))
    [result] = ingest(lake, path)
    assert (result.summary.hands, result.summary.rejects) == (2, {"duplicate": 1})


def test_the_same_inputs_twice_are_one_run(lake, tmp_path):
    path = write(tmp_path / "g.txt", won_game("w"), illegal_game("x"))
    [first] = ingest(lake, path)
    before = part_bytes(lake), lake.storage.read(f"runs/{first.run}.json")
    moved = tmp_path / "moved.txt"
    path.rename(moved)
    [second] = ingest(lake, moved)
    assert second.existed
    assert (second.run, second.summary) == (first.run, first.summary)
    assert (part_bytes(lake), lake.storage.read(f"runs/{first.run}.json")) == before


def test_nothing_loaded_still_keeps_the_rejects(lake, tmp_path):
    [result] = ingest(lake, write(tmp_path / "g.txt", illegal_game("a"), unreadable_game("b")))
    assert (result.summary.hands, result.summary.n_rejects) == (0, 2)
    assert result.first_hand is None
    assert rows(lake, "select count(*) from rejects") == [(2,)]
    assert rows(lake, "select count(*) from hands") == [(0,)]


def test_files_of_no_format_belong_to_a_run_of_unknown_rules(lake, tmp_path):
    junk = tmp_path / "junk.txt"
    junk.write_bytes(b"\0\1\2")
    good = write(tmp_path / "g.txt", won_game("w"))
    results = {result.rules: result for result in ingest(lake, junk, good)}
    assert results["unknown"].run.startswith("unknown-ingest-")
    assert results["unknown"].summary.rejects == {"binary_file": 1}
    assert results["mcr-botzone"].summary.hands == 1
    assert rows(lake, "select run, code from rejects") == [(results["unknown"].run, "binary_file")]
    assert lake.manifest(results["unknown"].run).rule_set is None


def test_rules_can_be_given_for_all_records(lake, tmp_path):
    junk = write(tmp_path / "junk.txt", "no game\n")
    good = write(tmp_path / "g.txt", won_game("w"))
    [result] = ingest(lake, junk, good, rules="mcr-botzone")
    assert (result.summary.hands, result.summary.n_rejects) == (1, 1)
    assert lake.runs() == [result.run]


def test_strict_stops_at_the_first_refused_record_and_leaves_nothing(lake, tmp_path, small_parts):
    games = [drawn_game(f"g{n}", n) for n in range(5)]
    games[2] = illegal_game("first")
    games[4] = unreadable_game("second")
    path = write(tmp_path / "g.txt", *games)
    with pytest.raises(StrictRefusal) as caught:
        ingest(lake, path, strict=True)
    assert caught.value.reject.match_id == "first"
    assert caught.value.message.startswith(f"{path}: line ")
    assert caught.value.message.endswith("nothing was loaded")
    assert lake.runs() == []
    assert [name for table in TABLES for name in lake.storage.names(table, "")] == []
    assert not lake.storage.exists("hands")


def test_strict_names_the_first_refusal_whatever_the_order_of_work(lake, tmp_path, small_parts):
    games = [drawn_game(f"g{n}", n) for n in range(6)]
    games[1] = illegal_game("first")
    games[5] = illegal_game("second")

    def load_backwards(lake, run, gate):
        groups = part_groups(run)
        return [load_parts(lake, run, parts, gate) for parts in reversed(groups)][::-1]

    with pytest.raises(StrictRefusal) as caught:
        ingest(lake, write(tmp_path / "g.txt", *games), strict=True, load=load_backwards)
    assert caught.value.reject.match_id == "first"


def test_strict_commits_no_other_run_either(lake, tmp_path):
    junk = write(tmp_path / "junk.txt", "no game\n")
    good = write(tmp_path / "g.txt", won_game("w"))
    with pytest.raises(StrictRefusal):
        ingest(lake, good, junk, strict=True)
    assert lake.runs() == []


def test_strict_loads_what_has_nothing_to_refuse(lake, tmp_path):
    [result] = ingest(lake, write(tmp_path / "g.txt", won_game("w")), strict=True)
    assert lake.runs() == [result.run]


def test_strict_complains_about_a_run_with_rejects_that_is_there(lake, tmp_path):
    path = write(tmp_path / "g.txt", won_game("w"), illegal_game("x"))
    ingest(lake, path)
    with pytest.raises(InputError, match="in the lake already, with 1 rejects"):
        ingest(lake, path, strict=True)


class PowerCut(Exception):
    pass


def test_an_interrupted_ingest_does_what_is_missing(lake, tmp_path, small_parts, monkeypatch):
    path = write(tmp_path / "g.txt", *(drawn_game(f"g{n}", n) for n in range(6)))
    whole = Lake(str(tmp_path / "whole"))
    ingest(whole, path)

    def load_and_fail(lake, run, gate):
        for parts in part_groups(run)[:2]:
            load_parts(lake, run, parts, gate)
        raise PowerCut

    with pytest.raises(PowerCut):
        ingest(lake, path, load=load_and_fail)
    assert lake.runs() == []
    assert rows(lake, "select count(*) from hands") == [(0,)]

    read = []
    original = loading.read_chunk

    def counted(source, chunk):
        read.append(chunk.record)
        return original(source, chunk)

    monkeypatch.setattr(loading, "read_chunk", counted)
    [result] = ingest(lake, path)
    assert read == [4, 5]
    assert result.summary.hands == 6
    assert result.summary.outcomes == {"draw": 6}
    assert part_bytes(lake) == part_bytes(whole)


def test_a_torn_part_is_made_again(lake, tmp_path, small_parts):
    path = write(tmp_path / "g.txt", *(drawn_game(f"g{n}", n) for n in range(4)))
    whole = Lake(str(tmp_path / "whole"))
    [result] = ingest(whole, path)
    torn = whole.manifest(result.run).parts[0].files["events"].path
    whole.storage.remove(f"runs/{result.run}.json")
    whole.storage.write(torn, whole.storage.read(torn)[:-100])
    ingest(whole, path)
    ingest(lake, path)
    assert part_bytes(lake) == part_bytes(whole)


def test_workers_and_their_order_do_not_matter(lake, tmp_path, small_parts):
    path = write(tmp_path / "g.txt", *(drawn_game(f"g{n}", n) for n in range(7)), illegal_game("x"))

    def load_in_threads(lake, run, gate):
        groups = part_groups(run)
        results = [None] * len(groups)

        def work(index):
            results[index] = load_parts(lake, run, groups[index], gate)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(len(groups))]
        for thread in reversed(threads):
            thread.start()
        for thread in threads:
            thread.join()
        return results

    other = Lake(str(tmp_path / "other"))
    [one] = ingest(lake, path, load=load_in_threads)
    [two] = ingest(other, path, load=load_serially)
    assert (one.run, one.summary) == (two.run, two.summary)
    assert part_bytes(lake) == part_bytes(other)
    manifests = [one.manifests()[0] for one in (lake, other)]
    assert manifests[0].parts == manifests[1].parts


def test_an_unfinished_run_is_not_committed(lake, tmp_path, small_parts):
    path = write(tmp_path / "g.txt", *(drawn_game(f"g{n}", n) for n in range(4)))

    def load_half(lake, run, gate):
        results = load_serially(lake, run, gate)
        return [*results[:-1], None]

    with pytest.raises(LakeError, match="was not finished; run the command again"):
        ingest(lake, path, load=load_half)
    assert lake.runs() == []


def test_a_run_that_another_process_writes_is_left_alone(lake, tmp_path):
    path = write(tmp_path / "g.txt", won_game("w"))
    [result] = ingest(lake, path)
    lake.delete(result.run)
    with lake.writing(result.run), pytest.raises(LakeError) as caught:
        ingest(lake, path)
    assert caught.value.code == "busy"


def test_the_manifest_tells_all(lake, tmp_path):
    path = write(tmp_path / "g.txt", won_game("w"), illegal_game("x"))
    [result] = ingest(lake, path)
    manifest = lake.manifest(result.run)
    assert (manifest.kind, manifest.rules, manifest.schema_version) == ("ingest", "mcr-botzone", 1)
    assert manifest.ruleset().name == "mcr-botzone"
    assert manifest.rules_hash == manifest.ruleset().hash
    assert manifest.options == {"format": "auto", "rules": None}
    [source] = manifest.inputs
    assert (source.name, source.path) == (str(path), str(path))
    assert (source.format, source.encoding) == ("botzone", "UTF-8")
    assert (source.records, source.sessions) == (2, 2)
    assert manifest.rows["hands"] == 1
    assert manifest.rows["rejects"] == 1
    assert manifest.started <= manifest.finished
    assert {"python", "paipu", "polars", "pyarrow"} <= set(manifest.versions)


def test_paths_that_name_nothing_are_one_sentence(lake, tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        ingest(lake, tmp_path / "nowhere.txt")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no record files"):
        ingest(lake, tmp_path / "empty")


def test_an_unknown_format_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="unknown format 'tenhou'; formats are auto, botzone"):
        collect_inputs([str(tmp_path)], "tenhou")
