"""Rescored runs in the lake: refused, made, found again, grown, verified, repaired, removed."""

from contextlib import closing

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipelines import analysis
from pipelines.comparing import Side, compare, share_walls
from pipelines.export import export_records
from pipelines.lake import Lake
from pipelines.repair import repair_lake
from pipelines.replaying import replay_steps, stored_rows
from pipelines.rescoring import load_stored
from pipelines.rescoring.planning import plan_rescoring
from pipelines.rescoring.running import rescore_run, work_off
from pipelines.runners import crew
from pipelines.verify import verify_lake
from schemas.errors import LakeError, UsageError
from schemas.tables import TABLES
from tests.pipelines.botzone_games import illegal_game
from tests.pipelines.ingest_helpers import ingest
from tests.pipelines.rescore_helpers import rescored, rows, rules_file, simulated
from tests.pipelines.simulate_helpers import plan_of, simulate

RULES = "taiwan-standard"
HANDS = 60


@pytest.fixture
def lake(tmp_path):
    """A lake of its own with a run of sixty hands."""
    return simulated(tmp_path / "lake", RULES, HANDS)[0]


def the_run(lake):
    [run] = [each.run for each in lake.manifests() if each.parent is None]
    return run


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[tiles]\nflowers = []\n[win]\neight_flowers = false\nseven_rob_one = false\n",
            r"tiles\.flowers is \[f1, .*\] under taiwan-standard and empty under changed",
        ),
        ("[wall]\nkeep_back = 4\n", r"wall\.keep_back is 0 under taiwan-standard and 4 under"),
        ("[wildcard]\nkind = 'turned'\n", r"wildcard\.kind is none under .* and turned under"),
        ("[play]\nmultiple_winners = true\n", r"play\.multiple_winners is false .* true under"),
        ("[play]\npassed_win = 'any_kind'\n", r"play\.passed_win is \w+ under .* any_kind under"),
        ("[win]\neight_flowers = false\n", r"win\.eight_flowers is true .* false under"),
    ],
)
def test_rules_under_which_these_would_be_other_hands_are_refused(lake, tmp_path, text, sentence):
    changed = rules_file(tmp_path, RULES, text)
    with pytest.raises(UsageError, match=sentence):
        plan_rescoring(lake, the_run(lake), str(changed))
    assert lake.runs() == [the_run(lake)]
    assert lake.unfinished() == {}


def test_rules_of_another_system_are_refused(lake):
    with pytest.raises(UsageError, match="mcr counts the patterns of mcr, the hands are of taiwan"):
        plan_rescoring(lake, the_run(lake), "mcr")


def test_shapes_that_the_hands_do_not_tell_of_are_refused(tmp_path):
    fewer = rules_file(tmp_path, "mcr", "[win]\nshapes = ['standard']\n")
    lake, run = simulated(tmp_path / "lake", str(fewer), 5)
    with pytest.raises(UsageError, match=r"mcr lets .*, seven_pairs, thirteen_orphans win"):
        plan_rescoring(lake, run, "mcr")


def test_options_that_let_hands_end_otherwise_are_told(lake, tmp_path):
    changed = rules_file(tmp_path, RULES, "[abort]\nfour_winds = false\n[session]\nhands = 2\n")
    notices = plan_rescoring(lake, the_run(lake), str(changed)).notices
    assert [notice.split(" is ")[0] for notice in notices] == ["abort.four_winds", "session.hands"]
    assert all("kept as they were played" in notice for notice in notices)


def test_unknown_unfinished_and_empty_runs_are_refused(lake, tmp_path):
    with pytest.raises(LakeError, match="no run 'nothing'"):
        plan_rescoring(lake, "nothing", RULES)
    run = the_run(lake)
    lake.storage.remove(f"runs/{run}.json")
    with pytest.raises(LakeError, match="was not finished"):
        plan_rescoring(lake, run, RULES)
    path = tmp_path / "games.txt"
    path.write_text(illegal_game("x"), encoding="utf-8")
    [nothing] = ingest(lake, path)
    with pytest.raises(UsageError, match="holds no hand"):
        plan_rescoring(lake, nothing.run, "mcr-botzone")
    with pytest.raises(UsageError, match="holds no hand"):
        load_stored(lake, nothing.run)


def test_the_same_command_again_does_nothing_and_an_interrupted_one_is_finished(lake):
    run = the_run(lake)
    first = rescored(lake, run, "taiwan-system")
    assert (first.existed, rescored(lake, run, "taiwan-system").existed) == (False, True)
    before = rows(lake, first.run, "wins")
    lake.storage.remove(f"runs/{first.run}.json")
    again = rescored(lake, run, "taiwan-system")
    assert (again.existed, again.run, again.summary.hands) == (False, first.run, HANDS)
    assert rows(lake, first.run, "wins") == before


def test_dask_writes_the_same_bytes(lake):
    pytest.importorskip("distributed", reason="Dask is not installed")
    run = rescored(lake, the_run(lake), "taiwan-system").run
    files = [part.files for part in lake.manifest(run).parts]
    lake.delete(run)
    plan = plan_rescoring(lake, the_run(lake), "taiwan-system")
    with crew("dask", 1, None) as found:
        made = rescore_run(lake, plan, lambda queue: [work_off(lake, plan, queue, found.call)])
    assert (found.is_remote, made.run) == (True, run)
    assert [part.files for part in lake.manifest(run).parts] == files


def test_a_rescored_run_keeps_its_hands_when_its_parent_grows_and_takes_in_the_new_ones(lake):
    run = the_run(lake)
    first = rescored(lake, run, "taiwan-system").run
    simulate(lake.uri, plan_of(RULES, policy="greedy", seed=5, single=True), append=20)
    with lake.connect() as con:
        counts = con.sql("select run, count(*) from hands group by run").fetchall()
    assert dict(counts) == {run: HANDS + 20, first: HANDS}
    assert verify_lake(lake, runs=[first]).mismatches == ()
    grown = rescored(lake, run, "taiwan-system")
    assert (grown.run, grown.summary.hands) == (first, HANDS + 20)
    assert len(rows(lake, first, "settlements")) == 4 * (HANDS + 20)
    assert verify_lake(lake).mismatches == ()


def test_rescoring_a_rescored_run_scores_its_parent_s_hands(lake):
    run = the_run(lake)
    first = rescored(lake, run, "taiwan-system").run
    second = rescored(lake, first, "taiwan-flowers-honors")
    assert second.parent == run
    assert second.notices[0].startswith(f"{first} scores the hands of {run} again")
    assert second.run == rescored(lake, run, "taiwan-flowers-honors").run


def test_verify_finds_a_changed_row_and_repair_makes_a_missing_part_again(lake):
    run = rescored(lake, the_run(lake), "taiwan-system").run
    assert verify_lake(lake, runs=[run]).hands == HANDS
    assert verify_lake(lake, runs=[run], sample=10).hands == 10
    manifest = lake.manifest(run)
    file = manifest.parts[0].files["settlements"]
    path = lake.storage.path(file.path)
    good = rows(lake, run, "settlements")
    changed = pq.read_table(path).to_pylist()
    changed[5]["delta"] += 1
    pq.write_table(pa.Table.from_pylist(changed, TABLES["settlements"]), path)
    [damage] = verify_lake(lake, runs=[run]).mismatches
    assert "other bytes" in damage.message or "bytes where" in damage.message
    [repair] = repair_lake(lake, verify_lake(lake, runs=[run]))
    assert (repair.parts, repair.problem) == ((0,), "")
    assert rows(lake, run, "settlements") == good
    assert verify_lake(lake).mismatches == ()


def test_a_parent_is_removed_only_together_with_what_scores_it_again(lake):
    parent = the_run(lake)
    child = rescored(lake, parent, "taiwan-system").run
    with pytest.raises(LakeError, match=f"{parent} holds the hands that {child} scores again"):
        lake.delete(parent)
    assert lake.removable([parent, child]) == [child, parent]
    for run in lake.removable([parent, child]):
        lake.delete(run)
    assert lake.runs() == []


def test_a_rescored_run_without_its_parent_is_told(lake):
    parent = the_run(lake)
    child = rescored(lake, parent, "taiwan-system").run
    lake.storage.remove(f"runs/{parent}.json")
    [found] = verify_lake(lake, runs=[child]).mismatches
    assert "which is gone" in found.message
    with pytest.raises(LakeError, match="which is gone"):
        lake.connect()
    with pytest.raises(LakeError, match="which is gone"):
        load_stored(lake, child)


def test_hands_are_replayed_and_exported_with_the_new_results(lake, tmp_path):
    parent = the_run(lake)
    child = rescored(lake, parent, "taiwan-system").run
    with lake.connect() as con:
        [(hand, total)] = con.sql(
            f"select hand_id, total from wins where run = '{child}' order by hand_id limit 1"
        ).fetchall()
    found = stored_rows(lake, child, hand)
    assert found["wins"][0]["total"] == total
    assert found["hands"][0]["run"] == child
    steps = list(replay_steps(lake, child, hand))
    assert [step.event for step in steps] == [s.event for s in replay_steps(lake, parent, hand)]
    export_records(lake, tmp_path / "hands.jsonl", run=child)
    other = Lake(str(tmp_path / "other"))
    [loaded] = ingest(other, tmp_path / "hands.jsonl")
    assert loaded.rules == "taiwan-system"
    assert loaded.summary.agreement == {"same": HANDS}


def test_what_was_recorded_is_no_score_of_the_new_rules(lake, tmp_path):
    export_records(lake, tmp_path / "hands.jsonl", run=the_run(lake))
    other = Lake(str(tmp_path / "other"))
    [loaded] = ingest(other, tmp_path / "hands.jsonl")
    child = rescored(other, loaded.run, "taiwan-system").run
    with other.connect() as con:
        found = con.sql(
            "select distinct agreement, recorded_total, recorded_deltas from hands "
            f"where run = '{child}'"
        ).fetchall()
    assert found == [("not_recorded", None, None)]


def test_a_run_and_its_rescoring_are_compared_hand_by_hand(lake):
    parent = the_run(lake)
    child = rescored(lake, parent, "taiwan-system").run
    sides = [Side(name, analysis.populations([lake.manifest(name)])[0]) for name in (parent, child)]
    assert share_walls(sides[0].population, sides[1].population)
    with closing(lake.connect()) as con:
        found = compare(con, sides, paired=True)
        told = {row["measure"]: row for row in analysis.rescored(con, [child], [parent]).to_dicts()}
    assert found.differences[0].paired
    moved = found.differences[0].measures.filter(measure="moved").row(0, named=True)
    assert (moved["hands"], moved["value"]) == (HANDS, told["moved"]["value"])
    assert (moved["low"], moved["high"]) == (told["moved"]["low"], told["moved"]["high"])
