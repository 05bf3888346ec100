"""Scoring stored hands again is exact: the state machine, given the same acts, says the same.

The check is a second way: stored hands are exported as records and ingested under the other rules.
There every act is verified, every completion judged and every payment made by the machine, hand
by hand; here wins are read from their rows and losers' hands from the events.
"""

import json
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from engine.judging import judge_hands
from engine.params import PARAM_NAMES, param
from engine.rescoring import same_worth
from engine.rules import compile_rules
from engine.tables import load_tables
from pipelines.lake import Lake
from pipelines.rescoring import load_stored, rescore
from pipelines.rescoring.planning import RescorePlan, plan_rescoring
from pipelines.rescoring.running import rescore_part
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset
from tests.pipelines.ingest_helpers import ingest
from tests.pipelines.rescore_helpers import (
    replayed,
    rescored,
    rows,
    rules_file,
    simulated,
    stored_table,
)

SCORED = ("wins", "win_patterns", "win_items", "settlements", "chances")
HANDS = 70
CHANGES = {
    "mcr": "[win]\nminimum = 1\n[patterns.self_draw]\nvalue = 3\n[patterns.all_chows]\nvalue = 0\n"
    "[settlement]\nbase = 5\n",
    "mcr-tziakcha": "[win]\nminimum = 10\n[scoring]\nspecial_hands_fully_concealed = true\n",
    "mcr-caishen": "[win]\nminimum = 4\n[patterns.mixed_double_chow]\nvalue = 2\n",
    "taiwan-standard": "[settlement]\npayer = 'all'\nper_tai = 2\npull_streak = false\n"
    "[scoring]\nall_chows_self_draw = false\n[win]\nhuman = 'first_go_round'\n"
    "[play]\nlast_tile = 'own_wall'\n",
    "luoyuan-36": "[settlement]\nloser_kongs = true\nloser_flower_sets = true\n"
    "[scoring]\nbase = 2\n[patterns.flower_set]\nvalue = 3\n",
    "longgang": "[settlement]\ndealer_factor = 3\nliability = false\n"
    "[scoring]\nlimit = 100\nself_draw = 4\nflower = 6\nconcealed_pung_small = 5\n",
    "yantai": "[settlement]\nunit = 2\nexposed_kong = 3\nbet_scope = 'all_losers'\n"
    "[win]\nearthly = 'none'\n[patterns.full_flush]\nvalue = 5\n",
}
PAYMENTS = {
    "mcr": "[settlement]\nbase = 5\n",
    "mcr-tziakcha": "[settlement]\nbase = 3\n",
    "mcr-caishen": "[settlement]\nbase = 7\n",
    "taiwan-standard": "[settlement]\npayer = 'all'\nper_tai = 2\npull_streak = false\n",
    "luoyuan-36": "[settlement]\nloser_kongs = true\nloser_flower_sets = true\n",
    "longgang": "[settlement]\ndealer_factor = 3\n",
    "yantai": "[settlement]\nunit = 2\nexposed_kong = 3\nbet_scope = 'all_losers'\n",
}
"""Changes of who pays what alone."""


@pytest.fixture(scope="module")
def lakes(tmp_path_factory):
    """A lake and a simulated run of each rule set."""
    folder = tmp_path_factory.mktemp("lakes")
    return {name: simulated(folder / name, name, HANDS, seed=9) for name in CHANGES}


@pytest.mark.parametrize("name", CHANGES)
def test_the_run_s_own_rules_give_its_own_rows(lakes, name, monkeypatch):
    monkeypatch.setattr(RescorePlan, "keeps_chances", False)
    lake, run = lakes[name]
    result = rescored(lake, run, name)
    assert result.summary.outcomes == lake.manifest(run).summary.outcomes
    for table in (*SCORED, "hands", "events"):
        assert rows(lake, result.run, table) == rows(lake, run, table), table
    assert rows(lake, result.run, "hands_changed") == []


@pytest.mark.parametrize("name", CHANGES)
def test_other_rules_give_what_the_machine_makes_of_the_same_acts(lakes, name, tmp_path):
    lake, run = lakes[name]
    changed = rules_file(tmp_path, name, CHANGES[name])
    result = rescored(lake, run, changed)
    other, again = replayed(lake, run, changed, tmp_path / "again")
    accepted = {row for (row,) in ids_of(other, again)}
    lost = {row for (row,) in ids_of(lake, result.run, "where outcome = 'unwon'")}
    everything = {row for (row,) in ids_of(lake, run)}
    assert accepted == everything - lost
    keep = tuple(f"({one}," for one in sorted(accepted))
    for table in SCORED:
        expected = rows(other, again, table)
        found = [row for row in rows(lake, result.run, table) if row.startswith(keep)]
        assert found == expected, table
    assert rows(lake, result.run, "settlements") != rows(lake, run, "settlements")


def test_late_dragons_are_those_that_the_machine_notes(tmp_path):
    # They are rare, even where a dragon is late from the first discard on.
    lake, run = simulated(tmp_path / "longgang", "longgang", 3_000, seed=5)
    changed = rules_file(tmp_path, "longgang", "[settlement]\nlate = 140\n")
    result = rescored(lake, run, changed)
    other, again = replayed(lake, run, changed, tmp_path / "again")
    wins, paid = rows(other, again, "wins"), rows(other, again, "settlements")
    assert rows(lake, result.run, "wins") == wins
    assert rows(lake, result.run, "settlements") == paid
    assert any("late_dragon" in win for win in wins)
    assert not any("late_dragon" in win for win in rows(lake, run, "wins"))


@pytest.mark.parametrize("name", CHANGES)
def test_completions_are_what_they_were_where_only_payments_change(
    lakes, name, tmp_path, monkeypatch
):
    lake, run = lakes[name]
    for text, keeps in ((PAYMENTS[name], True), (CHANGES[name], False)):
        assert plan_of_text(lake, run, tmp_path, text).keeps_chances == keeps
    plan = plan_of_text(lake, run, tmp_path, PAYMENTS[name])
    result = rescored(lake, run, tmp_path / f"{name}-changed.toml")
    short = {table: rows(lake, result.run, table) for table in (*SCORED, "hands")}
    assert short["settlements"] != rows(lake, run, "settlements")
    assert short["chances"] == rows(lake, run, "chances") != []
    monkeypatch.setattr(RescorePlan, "keeps_chances", False)
    for part in plan.parent.parts:
        rescore_part(lake, plan, part, again=True)
    for table, expected in short.items():
        assert rows(lake, result.run, table) == expected, table


def test_completions_are_looked_at_again_where_another_engine_judged_them(lakes, tmp_path):
    lake, run = lakes["mcr"]
    plan = plan_of_text(lake, run, tmp_path, PAYMENTS["mcr"])
    older = msgspec.structs.replace(plan.parent, engine_version=plan.parent.engine_version - 1)
    assert not replace(plan, parent=older).keeps_chances


@pytest.mark.parametrize("name", CHANGES)
def test_no_hand_counts_otherwise_where_payments_sessions_and_mistakes_change(lakes, name):
    lake, run = lakes[name]
    stored = load_stored(lake, run, chances=True)
    own = compile_rules(stored.ruleset)
    options = [
        k
        for k, option in enumerate(PARAM_NAMES)
        if option.partition(".")[0] in ("settlement", "violations", "session", "abort")
    ]
    assert len(options) > 20
    expected = [judge_hands(own, load_tables(), each) for each in hands_of(stored)]
    assert sum(len(each.total) for each in expected) > HANDS
    numbers = np.random.default_rng(4)
    for _ in range(5):
        other = compile_rules(stored.ruleset)
        other.params[options] = numbers.integers(0, 50, len(options))
        assert same_worth(own, other)
        for hands, answers in zip(hands_of(stored), expected, strict=True):
            found = judge_hands(other, load_tables(), hands)
            assert np.array_equal(found.verdict, answers.verdict)
            assert np.array_equal(found.total, answers.total)


def test_whatever_else_differs_may_change_what_a_hand_counts():
    own = compile_rules(load_ruleset("mcr"))
    for change in (
        lambda rules: rules.values.__setitem__(3, 99),
        lambda rules: rules.params.__setitem__(param("win.minimum"), 9),
        lambda rules: rules.excludes.__setitem__((3, 0), 1 << 40),
        lambda rules: rules.items.__setitem__(0, 9),
        lambda rules: rules.limits.__setitem__(0, 9),
    ):
        other = compile_rules(load_ruleset("mcr"))
        assert same_worth(own, other)
        change(other)
        assert not same_worth(own, other)


def test_a_higher_minimum_leaves_wins_that_are_none(lakes):
    lake, run = lakes["mcr"]
    with lake.connect() as con:
        [(wins, short)] = con.sql(
            "select count(*), count(*) filter (total - flowers < 24) from (select wins.total, "
            "len(wins.flowers) as flowers from wins where run = $run)",
            params={"run": run},
        ).fetchall()
    text = "[win]\nminimum = 24\n"
    result = rescored(lake, run, rules_file(lake_folder(lake), "mcr", text))
    assert 0 < short < wins
    assert result.summary.outcomes["unwon"] == short
    with lake.connect() as con:
        found = con.sql(
            "select outcome, winners, count(*), sum((select sum(abs(delta)) from settlements as s "
            "where s.run = h.run and s.hand_id = h.hand_id)) from hands as h where run = $run and "
            "outcome = 'unwon' group by all",
            params={"run": result.run},
        ).fetchall()
    assert found == [("unwon", 0, short, 0)]
    assert len(rows(lake, result.run, "hands_changed")) == short


def test_completions_that_a_lower_minimum_makes_wins_are_told(lakes, tmp_path):
    lake, run = lakes["mcr"]
    result = rescored(lake, run, rules_file(tmp_path, "mcr", "[win]\nminimum = 0\n"))
    with lake.connect() as con:
        found = dict(
            con.sql(
                "select run, count(*) from chances where reason = 'below_minimum' group by run"
            ).fetchall()
        )
    assert found[run] > 0
    assert result.run not in found


def test_false_wins_cost_what_the_new_rules_say(lakes, tmp_path):
    lake, run = lakes["longgang"]
    _, own = replayed(lake, run, "longgang", tmp_path / "own")
    records = []
    for line in (tmp_path / "own" / "records.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        winners = {one.split()[0] for one in record["actions"] if one.split()[1] == "win"}
        draws = [k for k, one in enumerate(record["actions"][:-3]) if one.split()[1] == "draw"]
        place = next((k for k in draws if record["actions"][k][0] not in winners), None)
        if place is None:
            continue
        offender = record["actions"][place][0]
        record["actions"].insert(place + 1, f"{offender} false_win")
        record.pop("result", None)
        records.append(json.dumps(record, ensure_ascii=False))
    path = tmp_path / "false.jsonl"
    path.write_text("\n".join(records) + "\n", encoding="utf-8")
    other = Lake(str(tmp_path / "false"))
    [loaded] = ingest(other, path)
    assert loaded.summary.hands > 40
    text = "[violations]\nfalse_win_pays_each = 7\nfalse_win_dealer_factor = 3\n"
    changed = rules_file(tmp_path, "longgang", text)
    result = rescored(other, loaded.run, changed)
    [expected] = ingest(other, path, rules=str(changed))
    for table in SCORED:
        assert rows(other, result.run, table) == rows(other, expected.run, table), table
    before = rows(other, loaded.run, "settlements")
    assert rows(other, result.run, "settlements") != before
    assert own  # the plain records were accepted too


def test_in_memory_totals_and_payments_are_those_of_the_rows(lakes, tmp_path):
    lake, run = lakes["luoyuan-36"]
    changed = rules_file(tmp_path, "luoyuan-36", CHANGES["luoyuan-36"])
    stored = load_stored(lake, run)
    found = rescore(stored, load_ruleset(str(changed)), rows=False)
    result = rescored(lake, run, changed)
    [wins] = stored_table(lake, result.run, "wins")
    [paid] = stored_table(lake, result.run, "settlements")
    assert found.totals[found.legal].tolist() == wins["total"].to_pylist()
    assert found.deltas.ravel().tolist() == paid["delta"].to_pylist()
    assert not found.deltas.sum(axis=1).any()
    assert len(found.answers.patterns) == 0
    assert np.array_equal(rescore(stored, stored.ruleset).legal, np.ones(len(found.totals), bool))


def test_hands_prepared_for_other_circumstances_are_not_scored(lakes, tmp_path):
    lake, run = lakes["yantai"]
    changed = load_ruleset(str(rules_file(tmp_path, "yantai", "[win]\nearthly = 'none'\n")))
    with pytest.raises(UsageError, match="load them again"):
        rescore(load_stored(lake, run), changed)
    rescore(load_stored(lake, run, changed), changed)


def plan_of_text(lake, run, folder, text):
    changed = rules_file(folder, lake.manifest(run).rules, text)
    return plan_rescoring(lake, run, str(changed))


def hands_of(stored):
    return (stored.won.wins, stored.chances.hands)


def ids_of(lake, run, condition=""):
    with lake.connect() as con:
        query = f"select hand_id from (from hands where run = '{run}') {condition}"
        return con.sql(query).fetchall()


def lake_folder(lake):
    from pathlib import Path

    return Path(lake.uri)
