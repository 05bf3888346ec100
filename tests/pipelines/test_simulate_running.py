"""Runs of hands that nobody played: what is written, found again, lengthened and committed."""

import msgspec
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

import pipelines.simulate.playing as playing
import pipelines.simulate.running as running
from pipelines.lake import Lake
from pipelines.repair import repair_lake
from pipelines.verify import Mismatch, Verdict
from schemas.errors import LakeError, UsageError
from schemas.tables import PLAYED_TABLES, TABLES
from tests.pipelines.fake_simulator import FakeSimulator, session_length
from tests.pipelines.simulate_helpers import content, plan_of, simulate

HANDS = 45_000
"""About two and a half blocks."""


@pytest.fixture(autouse=True)
def simulators(monkeypatch):
    """Fake simulators by plan, each made once as the real ones are."""
    made = {}

    def simulator_of(plan):
        if plan.identity not in made:
            made[plan.identity] = FakeSimulator(
                plan.ruleset, None, seed=plan.seed, single=plan.single, duplicate=plan.duplicate
            )
        return made[plan.identity]

    monkeypatch.setattr(playing, "simulator_of", simulator_of)
    return made


def needed(plan, target):
    hands = session = 0
    while hands < target:
        hands += session_length(plan.seed, session)
        session += 1
    return session, hands


def table(folder, name):
    lake = Lake(str(folder))
    files = [
        lake.storage.path(part.files[name].path)
        for manifest in lake.manifests()
        for part in manifest.parts
    ]
    return pl.concat([pl.from_arrow(pq.read_table(file, partitioning=None)) for file in files])


def test_whole_sessions_that_hold_the_hands_are_written(tmp_path):
    plan = plan_of()
    result = simulate(tmp_path, plan, HANDS)
    sessions, hands = needed(plan, HANDS)
    assert (result.sessions, result.summary.hands, result.played) == (sessions, hands, hands)
    assert result.summary.outcomes.keys() == {"win", "draw"}
    assert sum(result.summary.outcomes.values()) == hands
    rows = table(tmp_path, "hands")
    assert rows["hand_id"].is_sorted()
    assert rows["hand_id"].n_unique() == len(rows) == hands
    assert rows["session"].unique().sort().to_list() == list(range(sessions))
    manifest = Lake(str(tmp_path)).manifest(plan.run)
    assert manifest.kind == "sim"
    assert manifest.options == {
        "seed": 7,
        "policies": ["random"] * 4,
        "walls": "shared",
        "single": False,
        "duplicate": False,
    }
    for name in PLAYED_TABLES:
        assert manifest.rows[name] == len(table(tmp_path, name))


def test_columns_of_simulated_hands(tmp_path):
    plan = plan_of(duplicate=True)
    simulate(tmp_path, plan, 48)
    rows = table(tmp_path, "hands")
    assert rows["deal"].to_list() == [0] * 24 + [1] * 24
    assert rows["permutation"].to_list() == [*range(24)] * 2
    assert rows["session"].to_list() == list(range(48))
    assert rows["source"].unique().to_list() == ["simulated"]
    assert rows["players"][0].to_list() == ["p0:random", "p1:random", "p2:random", "p3:random"]
    assert rows["wall"].null_count() == rows["source_file"].null_count() == 48
    assert rows["agreement"].unique().to_list() == ["not_recorded"]
    assert rows["bets"].list.len().unique().to_list() == [4]
    assert rows["wildcard"].null_count() > 0
    schema = pq.read_schema(next(tmp_path.glob("hands/*/*/*.parquet"))).remove_metadata()
    assert schema.equals(TABLES["hands"])


@pytest.mark.parametrize("options", [{}, {"single": True}, {"duplicate": True}])
def test_workers_and_batches_change_no_byte(tmp_path, monkeypatch, options):
    plan = plan_of(**options)
    simulate(tmp_path / "one", plan, HANDS, workers=1)
    monkeypatch.setattr(playing, "MOST_HANDS", 333)
    simulate(tmp_path / "many", plan, HANDS, workers=4)
    assert content(tmp_path / "one") == content(tmp_path / "many")
    one, many = (Lake(str(tmp_path / name)).manifest(plan.run) for name in ("one", "many"))
    times = {"started": one.started, "finished": one.finished}
    assert msgspec.structs.replace(many, **times) == one


def test_parts_are_fixed_blocks_of_row_groups(tmp_path):
    plan = plan_of(single=True)
    simulate(tmp_path, plan, HANDS)
    parts = Lake(str(tmp_path)).manifest(plan.run).parts
    assert [part.sessions for part in parts] == [
        (0, 16_384),
        (16_384, 32_768),
        (32_768, 45_000),
    ]
    names = [part.files["hands"].path.rpartition("/")[2] for part in parts]
    assert names == ["part-00000.parquet", "part-00001.parquet", "part-00002-012232.parquet"]
    groups = pq.read_metadata(tmp_path / parts[2].files["hands"].path)
    assert [groups.row_group(at).num_rows for at in range(groups.num_row_groups)] == [
        4_096,
        4_096,
        4_040,
    ]


def test_a_finished_run_is_left_alone(tmp_path, simulators):
    plan = plan_of()
    first = simulate(tmp_path, plan, HANDS)
    before = content(tmp_path)
    played = list(simulators[plan.identity].played)
    for hands in (HANDS, first.summary.hands, 10):
        again = simulate(tmp_path, plan, hands)
        assert again.existed
        assert (again.played, again.summary.hands) == (0, first.summary.hands)
    assert content(tmp_path) == before
    assert simulators[plan.identity].played == played


@pytest.mark.parametrize("how", ["hands", "append"])
def test_a_run_that_is_lengthened_is_the_longer_run(tmp_path, simulators, how):
    plan = plan_of()
    simulate(tmp_path / "whole", plan, HANDS)
    short = simulate(tmp_path / "grown", plan, 20_000)
    simulators.clear()
    if how == "hands":
        grown = simulate(tmp_path / "grown", plan, HANDS)
    else:
        grown = simulate(tmp_path / "grown", plan, append=HANDS - short.summary.hands)
    assert content(tmp_path / "whole") == content(tmp_path / "grown")
    assert grown.held == short.summary.hands
    one, other = (Lake(str(tmp_path / name)).manifest(plan.run) for name in ("whole", "grown"))
    assert one.parts == other.parts
    played = set(simulators[plan.identity].played)
    assert played.isdisjoint(range(plan.block)), "the first block was there"


def test_append_to_a_run_that_is_not_there_begins_it(tmp_path):
    plan = plan_of(single=True)
    assert simulate(tmp_path, plan, append=100).summary.hands == 100
    assert simulate(tmp_path, plan, append=100).summary.hands == 200


class Interrupted(BaseException):
    """Stands for whatever ends a command early."""


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, simulators):
    plan = plan_of(single=True)
    simulate(tmp_path / "whole", plan, 60_000)
    simulators.clear()
    broken = playing.simulator_of(plan)

    def stop(first):
        if first >= 40_000:
            raise Interrupted

    broken.before_batch = stop
    with pytest.raises(Interrupted):
        simulate(tmp_path / "resumed", plan, 60_000)
    assert not Lake(str(tmp_path / "resumed")).has(plan.run)
    there = len(list((tmp_path / "resumed").glob("hands/*/*/*.parquet")))
    assert there >= 1
    simulators.clear()
    result = simulate(tmp_path / "resumed", plan, 60_000)
    assert result.summary.hands == 60_000
    assert result.played == 60_000 - there * plan.block
    assert set(simulators[plan.identity].played).isdisjoint(range(plan.block))
    assert content(tmp_path / "resumed") == content(tmp_path / "whole")


def test_what_was_written_before_the_commit_is_found(tmp_path, simulators, monkeypatch):
    """Interrupted after the last part, also the short one, and before the manifest."""
    plan = plan_of()
    lake = Lake(str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(Lake, "commit", lambda *_: (_ for _ in ()).throw(Interrupted))
        with pytest.raises(Interrupted):
            simulate(tmp_path, plan, HANDS)
    before = content(tmp_path)
    assert before
    assert not lake.has(plan.run)
    simulators.clear()
    result = simulate(tmp_path, plan, HANDS)
    assert not simulators
    assert result.played == 0
    assert content(tmp_path) == before


def test_a_short_part_of_another_length_is_not_taken(tmp_path, monkeypatch):
    plan = plan_of()
    with monkeypatch.context() as patch:
        patch.setattr(Lake, "commit", lambda *_: (_ for _ in ()).throw(Interrupted))
        for hands in (40_000, 44_000, 80_000):
            with pytest.raises(Interrupted):
                simulate(tmp_path / "other", plan, hands)
    simulate(tmp_path / "other", plan, HANDS)
    simulate(tmp_path / "whole", plan, HANDS)
    assert content(tmp_path / "other") == content(tmp_path / "whole")


def test_a_torn_file_is_made_again(tmp_path):
    plan = plan_of()
    simulate(tmp_path / "torn", plan, 20_000)
    simulate(tmp_path / "whole", plan, HANDS)
    file = next((tmp_path / "torn").glob("events/*/*/part-00000.parquet"))
    file.write_bytes(file.read_bytes()[:-10])
    simulate(tmp_path / "torn", plan, HANDS)
    assert content(tmp_path / "torn") == content(tmp_path / "whole")


def test_the_old_short_part_stays_until_the_new_manifest_is_written(tmp_path, monkeypatch):
    plan = plan_of(single=True)
    simulate(tmp_path, plan, 1_000)
    old = set(content(tmp_path))
    commit = Lake.commit
    seen = []

    def watched(lake, manifest):
        seen.append(old <= set(content(tmp_path)))
        commit(lake, manifest)
        seen.append(old <= set(content(tmp_path)))

    monkeypatch.setattr(Lake, "commit", watched)
    simulate(tmp_path, plan, 2_000)
    assert seen == [True, True]
    assert old.isdisjoint(content(tmp_path))


def test_an_error_of_a_worker_ends_the_run_and_leaves_no_manifest(tmp_path, simulators):
    plan = plan_of()

    def fail(first):
        raise LakeError("the disk is full")

    playing.simulator_of(plan).before_batch = fail
    with pytest.raises(LakeError, match="the disk is full"):
        simulate(tmp_path, plan, HANDS)
    assert Lake(str(tmp_path)).runs() == []


def test_a_lake_that_cannot_be_written_is_wrong_usage(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    for place in (file, file / "deeper" / "lake"):
        with pytest.raises(UsageError, match="cannot write"):
            running.check_writable(Lake(str(place)))
        with pytest.raises(UsageError, match="cannot write"):
            simulate(place, plan_of(), 10)
    assert file.read_text() == "no folder"
    running.check_writable(Lake(str(tmp_path / "new" / "lake")))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("hands", "append"), [(None, None), (1, 1), (0, None), (-5, None), (None, 0), (10**15, None)]
)
def test_numbers_of_hands_that_are_none(hands, append):
    with pytest.raises(UsageError):
        running.check_counts(hands, append)


def test_lengths_are_counted_in_whole_sessions():
    plan = plan_of()
    played = playing.play_piece(plan, 10, 20, playing.Gate())
    expected = [session_length(plan.seed, each) for each in range(10, 30)]
    assert played.lengths.tolist() == expected
    assert np.unique(played.tables["hands"]["session"].to_numpy()).tolist() == list(range(10, 30))


def test_damaged_parts_of_a_run_are_played_again(tmp_path):
    plan = plan_of()
    simulate(tmp_path, plan, HANDS)
    before = content(tmp_path)
    for table_name, part in (("events", "part-00001*"), ("wins", "part-00003-*")):
        next(tmp_path.glob(f"{table_name}/*/*/{part}")).unlink()
    lake = Lake(str(tmp_path))
    damaged = [Mismatch(plan.run, part, "events", None, "missing") for part in (1, 3)]
    [repair] = repair_lake(lake, Verdict((plan.run,), 0, tuple(damaged)))
    assert (repair.parts, repair.problem) == ((1, 3), "")
    assert content(tmp_path) == before


def test_a_run_of_another_engine_is_not_repaired(tmp_path):
    plan = plan_of(single=True)
    simulate(tmp_path, plan, 100)
    lake = Lake(str(tmp_path))
    manifest = lake.manifest(plan.run)
    lake.commit(msgspec.structs.replace(manifest, identity="0" * 64))
    damage = Mismatch(plan.run, 0, "events", None, "missing")
    [repair] = repair_lake(lake, Verdict((plan.run,), 0, (damage,)))
    assert "engine or policies have changed since" in repair.problem


def test_a_block_that_was_played_in_pieces_is_written_when_it_is_whole(tmp_path):
    """Short runs are played in pieces from the beginning; they too go on where they stopped."""
    plan = plan_of(single=True)

    def stop(first):
        if first >= 19_000:
            raise Interrupted

    playing.simulator_of(plan).before_batch = stop
    with pytest.raises(Interrupted):
        simulate(tmp_path, plan, 20_000, workers=1)
    assert len(list(tmp_path.glob("hands/*/*/part-00000.parquet"))) == 1
    playing.simulator_of(plan).before_batch = lambda first: None
    assert simulate(tmp_path, plan, 20_000).played == 20_000 - plan.block
