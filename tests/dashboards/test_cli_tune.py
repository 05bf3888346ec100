"""``paipu tune``: a planted mispricing is found, a table is written, mistakes are one sentence.

Runs of made-up wins, whose frequencies are known, and a few hundred hands that were played.
"""

import json
import math
import re
import shutil

import numpy as np
import pytest
from typer.testing import CliRunner

import pipelines.prefect_setup as prefect_setup
from dashboards.cli.app import app
from pipelines.lake import Lake
from pipelines.simulate.planning import plan_simulations
from pipelines.simulate.running import simulate_run
from schemas.errors import PaipuError
from schemas.rules_files import load_ruleset
from schemas.tuning import MEASURES, Constraints, Rarity, Search
from schemas.tuning_files import load_tuning
from tests.command import ROOT
from tests.lake_rows import RUN, Rows, write_lake
from tests.pipelines.simulate_helpers import ThreadTeam, plan_of, simulate

RULES = "mcr-botzone"
WINS = 3_000
PRICED = {
    "self_draw": 1,
    "edge_wait": 1,
    "all_chows": 2,
    "concealed_hand": 2,
    "outside_hand": 4,
    "all_pungs": 6,
    "mixed_straight": 8,
    "knitted_straight": 12,
}
"""Patterns whose frequency is right for their value on the line score = 0 − 2·ln q."""
PLANTED = "half_flush"
"""Worth 6, and as frequent as what is worth 2."""


FREE = '[constraints]\norder = "none"\nimplied = false\n'


def planted_rows():
    rows = Rows()
    shares = {key: math.exp(-value / 2) for key, value in PRICED.items()} | {PLANTED: math.exp(-1)}
    # Pattern p stands in so many wins, spread over them with a step of its own.
    held = {
        key: {(at * step) % WINS for at in range(round(WINS * share))}
        for (key, share), step in zip(
            shares.items(), (7, 11, 13, 17, 19, 23, 29, 31, 37), strict=True
        )
    }
    for session in range(WINS):
        hand = rows.hand(session, "win", winners=1)
        rows.win(hand, 0, patterns=[(key, 1, 1) for key in held if session in held[key]])
    return rows


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    return write_lake(tmp_path_factory.mktemp("planted") / "lake", planted_rows())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played") / "lake"
    run = simulate(folder, plan_of("yantai", policy="greedy", seed=3, single=True), 400).run
    return folder, run


def tuning(tmp_path, run=RUN, rules=RULES, extra="", output="new.toml"):
    path = tmp_path / "tuning.toml"
    text = f'rules = "{rules}"\noutput = "{output}"\n[rarity]\nnatural = ["{run}"]\n{extra}'
    path.write_text(text, encoding="utf-8")
    return path


def tune(lake, path, *words):
    return CliRunner().invoke(app, ["tune", str(path), "--lake", str(lake), *words])


def sentence(result):
    assert isinstance(result.exception, PaipuError), result.exception
    return result.exception.message


def test_a_planted_mispricing_is_found_and_put_right(planted, tmp_path):
    result = tune(planted, tuning(tmp_path, extra=FREE), "--json")
    assert result.exit_code == 0, result.exception
    document = json.loads(result.stdout)
    rows = {row["pattern"]: row for row in document["patterns"] if row["measured"] == "seen"}
    assert set(rows) == {*PRICED, PLANTED}
    worst = max(rows.values(), key=lambda row: row["mispricing"])
    assert worst["pattern"] == PLANTED
    assert worst["q_value"] < 1e-9
    # The line through the nine as they were planted, all weighing alike.
    values = [*PRICED.values(), 6]
    k, a = np.polyfit([value / 2 for value in PRICED.values()] + [1], values, 1)
    assert document["line"]["k"] == pytest.approx(k, abs=0.02)
    assert worst["mispricing_low"] < 6 - a - k < worst["mispricing_high"]
    assert 3 < 6 - a - k < 4  # of the 4 planted, the line takes a part with it
    assert document["line"]["a"] == pytest.approx(a, abs=0.05)
    assert (worst["value"], worst["new"]) in [(6, 2), (6, 3)]
    written = load_ruleset(str(tmp_path / "new.toml"))
    assert written.hash == document["hash"]
    assert written.patterns[PLANTED].value == worst["new"]


def test_the_file_extends_and_holds_no_more_than_what_differs(planted, tmp_path):
    assert tune(planted, tuning(tmp_path)).exit_code == 0
    text = (tmp_path / "new.toml").read_text(encoding="utf-8")
    before, after = load_ruleset(RULES), load_ruleset(str(tmp_path / "new.toml"))
    changed = [key for key in before.patterns if before.patterns[key] != after.patterns[key]]
    assert changed
    assert text.count("[patterns.") == len(changed)
    assert text.startswith(f'extends = "{RULES}"\nname = "new"\n')
    assert "#" not in text
    assert before.options() == after.options() | {
        name: before.options()[name]
        for name in ("name", "title", "title_en")
        if name in before.options()
    }
    shown = CliRunner().invoke(app, ["rules", "diff", RULES, str(tmp_path / "new.toml")])
    assert f"differ in {len(changed)} points" in shown.stdout


def test_a_rule_set_file_beside_the_tuning_file_is_extended_by_its_path(tmp_path):
    (tmp_path / "club.toml").write_text(
        'extends = "mcr-botzone"\nname = "club"\n', encoding="utf-8"
    )
    lake = write_lake(tmp_path / "lake", planted_rows())
    (tmp_path / "out").mkdir()
    path = tuning(tmp_path, rules="club.toml", output="out/New Table.toml")
    result = tune(lake, path)
    assert result.exit_code == 0, result.exception
    file = tmp_path / "out" / "New Table.toml"
    assert file.read_text(encoding="utf-8").startswith(
        'extends = "../club.toml"\nname = "new-table"'
    )
    assert load_ruleset(str(file)).win == load_ruleset("mcr-botzone").win


def test_people_are_told_the_line_every_pattern_and_the_file(planted, tmp_path):
    text = tune(planted, tuning(tmp_path)).stdout
    assert f"natural frequency in 3,000 wins of {RUN}" in text
    assert re.search(r"; 9 of \d+ patterns have a rarity\)", text)
    assert "混一色" in text
    assert "Benjamini–Hochberg" in text
    assert f"written: {tmp_path / 'new.toml'}" in text


TARGETS = """
[constraints]
order = "none"
[[target]]
measure = "dealer_advantage"
goal = "least"
[[target]]
measure = "distance"
goal = "least"
[search]
evaluations = 40
population = 10
"""


def test_targets_give_a_front_of_tables_none_of_which_beats_another(played, tmp_path):
    lake, run = played
    path = tuning(tmp_path, run, "yantai", TARGETS)
    result = tune(lake, path, "--json")
    assert result.exit_code == 0, result.exception
    document = json.loads(result.stdout)
    assert document["measured_on"] == 400
    points = [
        (one["measures"]["dealer_advantage"], one["measures"]["distance"])
        for one in document["front"]
    ]
    assert len(points) == len(set(points)) > 1
    for one in points:
        assert not any(
            other != one and other[0] <= one[0] and other[1] <= one[1] for other in points
        )
    [chosen] = [one for one in document["front"] if one["chosen"]]
    new = load_ruleset(str(tmp_path / "new.toml"))
    assert chosen["values"] == {key: new.patterns[key].value for key in chosen["values"]}
    measures = {row["measure"]: row for row in document["measures"]}
    assert measures["distance"]["new"] == chosen["measures"]["distance"]
    assert measures["dealer_advantage"]["new_low"] < measures["dealer_advantage"]["new"]
    shown = tune(lake, path).stdout
    assert "taken" in shown
    assert "400 stored hands scored and settled again" in shown


def test_the_new_table_is_played_like_its_run_and_set_beside_it(played, tmp_path, monkeypatch):
    def steps(name, *, rules, lake, hands, append, runner, workers, scheduler, **options):
        return [
            simulate_run(Lake(lake), plan, ThreadTeam(2), hands=hands, append=append)
            for plan in plan_simulations(rules, **options)
        ]

    monkeypatch.setattr(prefect_setup, "run_flow", steps)
    stored, run = played
    lake = tmp_path / "lake"
    shutil.copytree(stored, lake)
    path = tuning(tmp_path, run, "yantai", '[constraints]\norder = "none"\n')
    result = tune(lake, path, "--resimulate", "--json")
    assert result.exit_code == 0, result.exception
    [one] = json.loads(result.stdout)["played"]
    assert (one["play"], one["run"]) == ("natural", run)
    manifest = Lake(str(lake)).manifest(one["new_run"])
    assert manifest.options == Lake(str(lake)).manifest(run).options
    assert manifest.summary.hands == 400
    assert manifest.rules_hash == load_ruleset(str(tmp_path / "new.toml")).hash
    # Greedy play does not look at values: the same hands, paid otherwise.
    assert {row["move"] for row in one["patterns"]} == {0.0}
    measures = {row["measure"]: row for row in one["measures"]}
    assert measures["drawn"]["value"] == 0
    assert measures["moved"]["value"] != 0
    assert "patterns moved visibly" in tune(lake, path, "--resimulate").stdout


@pytest.mark.parametrize(
    ("rules", "run", "extra", "words"),
    [
        ("mcr", RUN, "", "was played under mcr-botzone, which differs from mcr in"),
        ("yantai", RUN, "", "holds hands of mcr: its patterns are not those of yantai"),
        (RULES, "no-such-run", "", f"no run 'no-such-run'; runs under {RULES} are {RUN}"),
        ("none", RUN, "", "unknown rule set 'none'"),
        (
            RULES,
            RUN,
            '[constraints]\nfixed = ["riichi"]\n',
            "'riichi' is no pattern that is priced",
        ),
        (
            RULES,
            RUN,
            "[constraints]\nset = { self_draw = 9, all_pungs = 4 }\n",
            "the constraints contradict each other",
        ),
    ],
)
def test_what_cannot_be_tuned_is_one_sentence_and_no_file(
    planted, tmp_path, rules, run, extra, words
):
    result = tune(planted, tuning(tmp_path, run, rules, extra))
    assert words in sentence(result)
    assert list(tmp_path.glob("*")) == [tmp_path / "tuning.toml"]


def test_a_run_without_wins_is_one_sentence_and_no_file(tmp_path):
    rows = Rows()
    rows.hand(0, "draw")
    result = tune(write_lake(tmp_path / "lake", rows), tuning(tmp_path))
    assert sentence(result) == f"run {RUN} holds no win: rarity cannot be measured on it"
    assert not (tmp_path / "new.toml").exists()


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ('measure = "dealer_advantage"\ngoal = 900\nwithin = 1', "none of 20 tables within"),
        (
            'measure = "draw_rate"\ngoal = 0.5',
            "yantai has no minimum, so that values do not change",
        ),
    ],
)
def test_targets_out_of_reach_are_one_sentence_and_no_file(played, tmp_path, target, words):
    lake, run = played
    extra = f"[search]\nevaluations = 20\npopulation = 10\n[[target]]\n{target}\n"
    result = tune(lake, tuning(tmp_path, run, "yantai", extra))
    assert words in sentence(result)
    assert not (tmp_path / "new.toml").exists()


def test_records_cannot_be_played_again(planted, tmp_path):
    result = tune(planted, tuning(tmp_path), "--resimulate")
    assert "none of them is simulated" in sentence(result)
    assert not (tmp_path / "new.toml").exists()


def test_the_table_that_is_extended_is_not_replaced(tmp_path):
    (tmp_path / "club.toml").write_text(
        'extends = "mcr-botzone"\nname = "club"\n', encoding="utf-8"
    )
    lake = write_lake(tmp_path / "lake", planted_rows())
    result = tune(lake, tuning(tmp_path, rules="club.toml", output="club.toml"))
    assert "would replace the one that it extends" in sentence(result)


def test_the_tuning_file_of_the_documentation_is_one(tmp_path):
    page = (ROOT / "docs" / "tune.md").read_text(encoding="utf-8")
    [text] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "tuning.toml").write_text(text, encoding="utf-8")
    read = load_tuning(tmp_path / "tuning.toml")
    assert [target.measure for target in read.target] == [
        "mispricing",
        "dealer_advantage",
        "distance",
    ]
    documented = set(re.findall(r"`(\w+)`", page))
    assert set(MEASURES) <= documented
    options = [
        f"{name}.{key}"
        for name, section in (
            ("rarity", Rarity),
            ("constraints", Constraints),
            ("search", Search),
        )
        for key in section.model_fields
    ]
    assert [option for option in options if f"`{option}`" not in page] == []


def test_exact_rarity_prices_what_tiles_decide(tmp_path):
    lake = write_lake(tmp_path / "lake", planted_rows())
    path = tmp_path / "tuning.toml"
    path.write_text(
        'rules = "yantai"\noutput = "new.toml"\n[rarity]\nfrequency = "exact"\n', encoding="utf-8"
    )
    result = tune(lake, path, "--json")
    assert result.exit_code == 0, result.exception
    rows = {row["pattern"]: row for row in json.loads(result.stdout)["patterns"]}
    assert rows["kong_replacement"]["measured"] == "no"
    assert rows["kong_replacement"]["new"] == rows["kong_replacement"]["value"]
    assert rows["thirteen_orphans"]["measured"] == "seen"
    assert rows["thirteen_orphans"]["mispricing_low"] is None
    assert rows["thirteen_orphans"]["share"] < rows["seven_pairs"]["share"]


def test_a_lake_that_is_not_there_is_told(tmp_path):
    assert "no lake there" in sentence(tune(tmp_path / "none", tuning(tmp_path)))
