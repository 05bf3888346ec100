"""A run is under a rule set whatever options there were when it was played: one answer for all.

An option that is added with a default makes another hash of the same rules. The runs here were
stored before there was `play.most_bet`.
"""

import pytest

from engine import ENGINE_VERSION
from pipelines import analysis
from pipelines.comparing import find_side, of_other_engines
from pipelines.kinds_of_play import find_play
from pipelines.lake import Lake
from pipelines.simulate.planning import plan_simulations
from pipelines.tuning.sources import runs_of_table
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, manifest, write_lake

RULES = "mcr-botzone"
RULESET = load_ruleset(RULES)
OLD, NEW = f"{RULES}-ingest-00000000000a", f"{RULES}-ingest-00000000000b"
PLAYED = f"{RULES}-sim-00000000000c"


def stored(**changes):
    """What a manifest holds of the rule set: without the later option, under another hash."""
    values = RULESET.model_dump(mode="json")
    del values["play"]["most_bet"]
    for section, option in changes.items():
        values[section] = values[section] | option
    return {"rule_set": values, "rules_hash": "0" * 64}


def rows_of(run):
    rows = Rows(run, RULES)
    rows.win(rows.hand(0, "win", winners=1), 0, payer=1, total=8)
    return rows


def test_a_manifest_says_whether_its_run_was_played_under_a_rule_set():
    one = manifest(rows_of(OLD), **stored())
    assert one.rules_hash != RULESET.hash == one.current_hash
    assert one.is_under(RULESET)
    assert one.is_under(RULESET.model_copy(update={"name": "other", "title": "名"}))
    assert not manifest(rows_of(OLD), **stored(win={"minimum": 6})).is_under(RULESET)


def test_a_run_of_no_rules_or_of_rules_that_are_none_any_more_is_under_none():
    unknown = manifest(Rows("unknown-ingest-00", "unknown"))
    broken = manifest(rows_of(OLD), **stored(win={"minimum": -1}))
    assert [one.current_hash for one in (unknown, broken)] == [None, None]
    assert not unknown.is_under(RULESET)
    assert not broken.is_under(RULESET)


def test_recorded_runs_from_before_and_after_are_one_population():
    found = analysis.populations([manifest(rows_of(NEW)), manifest(rows_of(OLD), **stored())])
    assert [population.runs for population in found] == [[OLD, NEW]]


def test_a_side_of_a_comparison_is_found_among_earlier_records(tmp_path):
    lake = Lake(write_lake(tmp_path, rows_of(OLD), **stored()))
    side = find_side(lake, RULES, seed=1, policy="greedy")
    assert side is not None
    assert side.population.runs == [OLD]
    other = Lake(write_lake(tmp_path / "other", rows_of(OLD), **stored(win={"minimum": 6})))
    assert find_side(other, RULES, seed=1, policy="greedy") is None


@pytest.mark.parametrize(
    ("change", "is_found"),
    [
        ({}, True),
        ({"engine_version": ENGINE_VERSION - 1}, False),
        ({"options": {"seed": 2}}, False),
    ],
    ids=["same", "engine", "seed"],
)
def test_a_side_of_a_comparison_is_found_among_earlier_simulations(tmp_path, change, is_found):
    [plan] = plan_simulations([RULES], seed=1, policy="greedy", single=True)
    options = plan.options() | change.get("options", {})
    told = {"kind": "sim", "engine_version": ENGINE_VERSION} | change | {"options": options}
    lake = Lake(write_lake(tmp_path, rows_of(PLAYED), **stored(), **told))
    side = find_side(lake, RULES, seed=1, policy="greedy")
    assert (side is not None) is is_found
    if side is not None:
        assert side.population.runs == [PLAYED]
    of_others = [PLAYED] if "engine_version" in change else []
    assert of_other_engines(lake, RULES, seed=1, policy="greedy") == of_others
    assert of_other_engines(lake, PLAYED, seed=1, policy="greedy") == []


def test_earlier_runs_stand_for_a_kind_of_play_and_are_priced(tmp_path):
    options = {"policies": ["greedy"] * 4, "walls": "personal"}
    lake = Lake(write_lake(tmp_path, rows_of(PLAYED), **stored(), kind="sim", options=options))
    assert find_play(lake.manifests(), RULESET, "natural").runs == [PLAYED]
    assert [one.run for one in runs_of_table(lake, RULESET, [PLAYED])] == [PLAYED]


def test_earlier_runs_under_other_rules_are_not_priced(tmp_path):
    options = {"policies": ["greedy"] * 4, "walls": "personal"}
    other = stored(win={"minimum": 6})
    lake = Lake(write_lake(tmp_path, rows_of(PLAYED), **other, kind="sim", options=options))
    assert find_play(lake.manifests(), RULESET, "natural").runs == []
    with pytest.raises(UsageError, match=r"differs from mcr-botzone in 1 points: .*minimum"):
        runs_of_table(lake, RULESET, [PLAYED])
