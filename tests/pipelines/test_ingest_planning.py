"""Which runs an ingest makes: one for each rule set, the same for the same contents."""

import json

import pytest

import pipelines.formats.botzone as botzone
import pipelines.formats.planning as blocks
import pipelines.ingest.planning as planning
from pipelines.formats import Input, find_inputs, survey
from pipelines.ingest.planning import plan_runs
from schemas.rules_files import load_ruleset
from tests.pipelines.botzone_games import drawn_game, won_game


def surveys(*paths):
    inputs, _ = find_inputs([str(path) for path in paths])
    return [survey(each, "auto") for each in inputs]


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(drawn_game("a") + won_game("b") + drawn_game("c", 5), encoding="utf-8")
    return path


def paipu_line(number, rules="mcr-botzone"):
    """A paipu record, as far as planning looks at it."""
    return json.dumps(
        {
            "paipu": 1,
            "rules": rules,
            "session": number,
            "hand": 0,
            "match_id": f"m{number}",
            "dealer": 0,
            "round_wind": "E",
            "deal": ["1m"] * 4,
            "actions": ["- exhausted"],
        }
    )


def test_a_format_brings_its_rule_set(games):
    runs = plan_runs(surveys(games))
    assert [(run.rules, run.n_records) for run in runs] == [("mcr-botzone", 3)]
    assert runs[0].run.startswith("mcr-botzone-ingest-")
    assert runs[0].takes(str(games), None)


def test_rules_override_what_the_format_says(games, tmp_path):
    junk = tmp_path / "junk.txt"
    junk.write_text("hello\n")
    runs = plan_runs(surveys(games, junk), load_ruleset("mcr"))
    assert [run.rules for run in runs] == ["mcr"]
    assert [each.name for each in runs[0].inputs if each.format] == [str(games)]


def test_a_file_of_no_format_makes_a_run_of_unknown_rules(games, tmp_path):
    junk = tmp_path / "junk.txt"
    junk.write_text("hello\n")
    runs = {run.rules: run for run in plan_runs(surveys(games, junk))}
    assert set(runs) == {"mcr-botzone", "unknown"}
    assert runs["unknown"].ruleset is None
    assert [part.n_records for part in runs["unknown"].parts] == [0]
    assert [each.code for each in runs["unknown"].parts[0].rejects] == ["unknown_format"]
    assert runs["mcr-botzone"].run == plan_runs(surveys(games))[0].run


def test_the_same_contents_are_the_same_run_wherever_they_lie(games, tmp_path):
    other = tmp_path / "elsewhere" / "renamed.txt"
    other.parent.mkdir()
    other.write_bytes(games.read_bytes())
    more = tmp_path / "more.txt"
    more.write_text(drawn_game("z", 9), encoding="utf-8")
    one, two = plan_runs(surveys(games, more))[0], plan_runs(surveys(more, other))[0]
    assert one.run == two.run
    assert [part.key for part in one.parts] == [part.key for part in two.parts]
    assert [each.sha256 for each in one.inputs] == sorted(each.sha256 for each in one.inputs)
    assert plan_runs(surveys(games))[0].run != one.run


def test_sessions_are_counted_on_over_inputs_in_the_order_of_their_contents(games, tmp_path):
    more = tmp_path / "more.txt"
    more.write_text(drawn_game("z", 9), encoding="utf-8")
    run = plan_runs(surveys(games, more))[0]
    first, second = run.inputs
    assert (first.session_offset, second.session_offset) == (0, first.sessions)
    assert run.n_records == 4


def test_one_file_under_two_names_is_read_once(games, tmp_path):
    (tmp_path / "copy.txt").write_bytes(games.read_bytes())
    run = plan_runs(surveys(games, tmp_path / "copy.txt"))[0]
    assert run.n_records == 3
    assert run.run == plan_runs(surveys(games))[0].run
    assert any("same content" in notice for notice in run.notices)


def test_parts_follow_from_the_records_alone(tmp_path, monkeypatch):
    path = tmp_path / "games.txt"
    path.write_text("".join(won_game(f"g{n}") for n in range(10)), encoding="utf-8")
    monkeypatch.setattr(planning, "PART_RECORDS", 4)
    for module in (botzone, blocks):
        monkeypatch.setattr(module, "CHUNK_BYTES", 1)
    run = plan_runs(surveys(path))[0]
    assert [part.n_records for part in run.parts] == [4, 4, 2]
    assert [part.key.content for part in run.parts] == ["0-4", "4-8", "8-10"]
    assert [part.key.file("hands")[-18:] for part in run.parts] == [
        f"part-0000{n}.parquet" for n in range(3)
    ]


def test_records_that_name_their_rules_make_a_run_for_each(tmp_path):
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join([paipu_line(0), paipu_line(1, "mcr"), paipu_line(2)]) + "\n")
    runs = plan_runs(surveys(path))
    name = str(path)
    assert [run.rules for run in runs] == ["mcr", "mcr-botzone"]
    assert [run.takes(name, "mcr") for run in runs] == [True, False]
    # A record that names no rules goes to one run and not to both.
    assert [run.takes(name, None) for run in runs] == [True, False]


@pytest.mark.parametrize("bad", ['{"paipu": 1, "rules":', paipu_line(3, "house-rule-of-ours")])
def test_records_of_unknown_rules_get_a_run_of_their_own(tmp_path, bad):
    path = tmp_path / "records.jsonl"
    path.write_text(paipu_line(0) + "\n" + bad + "\n")
    runs = plan_runs(surveys(path))
    assert [run.rules for run in runs] == ["mcr-botzone", "unknown"]
    assert [run.takes(str(path), "house-rule-of-ours") for run in runs] == [False, True]
    assert [run.takes(str(path), None) for run in runs] == [False, True]


def test_a_file_that_cannot_be_read_still_has_a_run(tmp_path):
    gone = survey(Input(tmp_path / "gone.txt", "gone.txt"), "auto")
    runs = plan_runs([gone])
    assert [(run.rules, run.inputs[0].format) for run in runs] == [("unknown", "")]
    assert runs[0].run == plan_runs([gone])[0].run
