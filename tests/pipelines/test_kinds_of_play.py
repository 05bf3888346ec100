"""Which runs stand for natural and strategic play, named and not."""

import pytest
from msgspec.structs import replace

from engine.policies.registry import policy_names
from pipelines.kinds_of_play import (
    BLIND,
    KNOWING,
    RECORDED,
    SIMULATED_BY,
    find_play,
    kind_of_play,
    named_play,
)
from pipelines.lake import Lake
from schemas.errors import LakeError, UsageError
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, manifest, write_lake

RULESET = load_ruleset("mcr")


def run(name, policies, hands=1, rules="mcr", kind="sim"):
    rows = Rows(name, rules)
    for session in range(hands):
        rows.win(rows.hand(session, "win"), 0)
    options = {"policies": policies} if policies else {}
    return rows, {"kind": kind, "options": options}


def manifests(*runs):
    return [manifest(rows, **values) for rows, values in runs]


def test_every_policy_is_blind_or_knows_the_table():
    assert set(BLIND) | set(KNOWING) == set(policy_names())
    assert not set(BLIND) & set(KNOWING)
    assert SIMULATED_BY["natural"] in BLIND
    assert SIMULATED_BY["strategic"] in KNOWING


@pytest.mark.parametrize(
    ("policies", "kind", "found"),
    [
        (["greedy"] * 4, "sim", "natural"),
        (["greedy", "random"] * 2, "sim", "natural"),
        (["value:caution=0.5"] * 4, "sim", "strategic"),
        (["value", "greedy"] * 2, "sim", None),
        (["greedy"] * 4, "rescore", None),
        (None, "ingest", "strategic"),
    ],
)
def test_a_run_stands_for_the_kind_of_all_its_players(policies, kind, found):
    [one] = manifests(run("a", policies, kind=kind))
    assert kind_of_play(one) == found


def test_the_way_with_most_hands_stands_for_a_kind():
    known = manifests(
        run("r1", ["random"] * 4, hands=5),
        run("g2", ["greedy"] * 4, hands=4),
        run("g1", ["greedy"] * 4, hands=3),
        run("other-rules", ["greedy"] * 4, hands=50, rules="mcr-wmo"),
        run("v", ["value"] * 4, hands=2),
        run("records", None, hands=2, kind="ingest"),
    )
    natural = find_play(known, RULESET, "natural")
    assert (natural.runs, natural.ways, natural.named) == (["g1", "g2"], ("greedy",), False)
    # As many hands: the first by name.
    strategic = find_play(known, RULESET, "strategic")
    assert (strategic.runs, strategic.ways) == (["records"], (RECORDED,))


def test_no_run_stands_for_what_the_lake_does_not_have():
    known = manifests(run("v", ["value"] * 4), run("empty", ["greedy"] * 4, hands=0))
    assert find_play(known, RULESET, "natural").runs == []


def test_runs_can_be_named_whatever_played_them(tmp_path):
    folder = write_lake(
        tmp_path, run("a", None)[0], kind="sim", options={"policies": ["value"] * 4}
    )
    found = named_play(Lake(folder), ["a", "a"], RULESET, "natural")
    assert (found.runs, found.ways, found.named) == (["a"], ("value",), True)


def test_named_runs_must_be_there_and_scored_alike(tmp_path):
    rows = [run("a", None)[0], run("empty", None, hands=0)[0], run("w", None, rules="mcr-wmo")[0]]
    lake = Lake(write_lake(tmp_path, *rows, kind="sim", options={"policies": ["greedy"] * 4}))
    with pytest.raises(LakeError, match="nowhere"):
        named_play(lake, ["nowhere"], RULESET, "natural")
    with pytest.raises(UsageError, match="run empty holds no hand"):
        named_play(lake, ["a", "empty"], RULESET, "natural")
    with pytest.raises(UsageError, match="run w was scored under mcr-wmo, whose tiles, shapes or"):
        named_play(lake, ["w"], RULESET, "natural")


def test_other_walls_are_no_other_scoring(tmp_path):
    personal = RULESET.model_dump(mode="json")
    personal["wall"]["kind"] = "personal"
    options = {"policies": ["greedy"] * 4}
    folder = write_lake(tmp_path, run("a", None)[0], kind="sim", options=options, rule_set=personal)
    assert named_play(Lake(folder), ["a"], RULESET, "natural").runs == ["a"]


def test_rules_stored_before_there_were_all_of_today_s_options_are_the_same_rules():
    [old] = manifests(run("a", ["greedy"] * 4))
    stored = RULESET.model_dump(mode="json")
    del stored["play"]["most_bet"]  # an option with a default
    earlier = replace(old, rules_hash="0" * 64, rule_set=stored)
    assert find_play([earlier], RULESET, "natural").runs == ["a"]
    other = stored | {"win": stored["win"] | {"minimum": 6}}
    changed = replace(old, rules_hash="1" * 64, rule_set=other)
    assert find_play([changed], RULESET, "natural").runs == []
