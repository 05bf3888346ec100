"""What makes a simulated run the run it is, and what its parts are."""

import itertools

import pytest

import pipelines.simulate.playing as playing
from pipelines.lake import Lake, Summary
from pipelines.simulate.planning import plan_simulations, planned_again, with_walls
from pipelines.simulate.running import SimulationResult, simulate_run
from pipelines.simulate.words import summary_markdown
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset
from tests.pipelines.fake_simulator import FakeSimulator
from tests.pipelines.simulate_helpers import ThreadTeam, plan_of

BASE = {"seed": 1, "policy": "random", "walls": None, "single": False, "duplicate": False}


def planned(rules="mcr", **changes):
    [plan] = plan_simulations([rules], **(BASE | changes))
    return plan


def test_the_id_covers_all_that_the_hands_depend_on():
    plans = [
        planned(),
        planned("mcr-botzone"),
        planned(seed=2),
        planned(single=True),
        planned(duplicate=True),
        planned(walls="personal"),
    ]
    for one, other in itertools.combinations(plans, 2):
        assert one.run != other.run
    assert planned().run == planned().run
    assert planned().run.startswith("mcr-sim-")


def test_one_policy_for_all_is_the_same_run_as_that_policy_four_times():
    assert planned(policy="random").run == planned(policy="random,random,random,random").run


def test_duplicate_implies_single():
    assert planned(duplicate=True).single
    assert planned(duplicate=True).run == planned(duplicate=True, single=True).run


def test_a_rule_set_that_is_named_twice_makes_one_run():
    assert len(plan_simulations(["mcr", "mcr"], **BASE)) == 1


def test_walls_change_the_rule_set_and_not_its_name():
    plan = planned(walls="personal")
    assert (plan.rules, plan.ruleset.wall.kind) == ("mcr", "personal")
    assert plan.options()["walls"] == "personal"
    assert plan.ruleset.hash != load_ruleset("mcr").hash
    assert planned("mcr-botzone", walls="shared").ruleset.wall.kind == "common"


def test_the_walls_that_a_rule_set_has_are_no_change():
    assert planned(walls="shared").run == planned().run
    assert with_walls(load_ruleset("mcr-botzone"), "personal") == load_ruleset("mcr-botzone")


def test_walls_that_the_other_rules_do_not_allow_are_refused():
    with pytest.raises(UsageError, match="longgang cannot be played with personal walls: "):
        planned("longgang", walls="personal")


@pytest.mark.parametrize(
    ("rules", "options", "group"),
    [
        ("mcr", {}, 256),  # sixteen hands each
        ("taiwan-standard", {}, 256),  # four rounds of at least four hands
        ("mcr", {"single": True}, 4_096),
        ("mcr", {"duplicate": True}, 171 * 24),
    ],
)
def test_a_row_group_is_about_four_thousand_hands(rules, options, group):
    plan = planned(rules, **options)
    assert plan.group == group
    assert plan.block == 4 * group


def test_a_short_part_has_its_length_in_its_name():
    plan = planned(single=True)
    folder = f"hands/rules=mcr/run={plan.run}"
    assert plan.key(0, plan.block).file("hands") == f"{folder}/part-00000.parquet"
    assert plan.key(plan.block, 77).file("hands") == f"{folder}/part-00001-000077.parquet"


@pytest.mark.parametrize("changes", [{}, {"walls": "personal", "seed": 9}, {"duplicate": True}])
def test_a_stored_run_is_planned_again_from_its_manifest(tmp_path, monkeypatch, changes):
    def fake(plan):
        return FakeSimulator(
            plan.ruleset, None, seed=plan.seed, single=plan.single, duplicate=plan.duplicate
        )

    monkeypatch.setattr(playing, "simulator_of", fake)
    plan = planned(**changes)
    lake = Lake(str(tmp_path))
    simulate_run(lake, plan, ThreadTeam(1), hands=24)
    assert planned_again(lake.manifest(plan.run)) == plan


def test_each_flow_run_leaves_its_summary_in_markdown():
    result = SimulationResult(
        run="mcr-sim-0123456789ab",
        rules="mcr",
        system="mcr",
        asked=1_000,
        held=0,
        played=1_008,
        summary=Summary(hands=1_008, outcomes={"draw": 108, "win": 900}),
        sessions=63,
        policies=["random"] * 4,
        bytes=300_000,
        seconds=2.0,
    )
    assert summary_markdown([result]).splitlines() == [
        "## `mcr-sim-0123456789ab`",
        "",
        "- 1,008 hands in 63 sessions",
        "- played now: 1,008, 504 a second",
        "- policies: random, random, random, random",
        "- win: 900",
        "- draw: 108",
    ]


def test_players_are_numbered():
    assert plan_of().players == ["p0:random", "p1:random", "p2:random", "p3:random"]
