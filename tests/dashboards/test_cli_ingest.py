"""``paipu ingest``: what it prints, its JSON document, its exit status.

The flow is replaced by its steps, one after another; `tests/pipelines/test_flow_ingest.py` runs
the command as it is.
"""

import json

import pytest
from typer.testing import CliRunner

import pipelines.prefect_setup as prefect_setup
from dashboards.cli.app import app
from pipelines.lake import Lake
from schemas.errors import InputError, RulesError, UsageError
from tests.pipelines.botzone_games import drawn_game, illegal_game, unreadable_game, won_game
from tests.pipelines.ingest_helpers import ingest


@pytest.fixture(autouse=True)
def _without_server(monkeypatch):
    def steps(name, *, paths, lake, format_name, rules, strict):
        assert name == "pipelines.flows.ingest:ingest"
        return ingest(Lake(lake), *paths, rules=rules, strict=strict, format_name=format_name)

    monkeypatch.setattr(prefect_setup, "run_flow", steps)


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(won_game("w") + drawn_game("d"), encoding="utf-8")
    return path


def run(tmp_path, *words):
    return CliRunner().invoke(app, ["ingest", *map(str, words), "--lake", str(tmp_path / "lake")])


def test_the_json_document_is_the_contracts(games, tmp_path):
    result = run(tmp_path, games, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert list(document) == ["run", "hands", "rejects", "seconds", "hands_per_second"]
    assert document["run"] in Lake(str(tmp_path / "lake")).runs()
    assert (document["hands"], document["rejects"]) == (2, 0)
    assert document["seconds"] > 0
    assert document["hands_per_second"] == pytest.approx(2 / document["seconds"], rel=0.1)


def test_several_runs_are_a_list(games, tmp_path):
    (tmp_path / "junk.txt").write_text("no game\n", encoding="utf-8")
    result = run(tmp_path, games, tmp_path / "junk.txt", "--json")
    documents = json.loads(result.stdout)
    assert [(each["hands"], each["rejects"]) for each in documents] == [(2, 0), (0, 1)]
    assert documents[1]["run"].startswith("unknown-ingest-")
    assert result.exit_code == 1


def test_the_summary_tells_what_was_read_loaded_and_refused(tmp_path):
    path = tmp_path / "games.txt"
    games = [won_game("w", "Fan 88 ???*1"), drawn_game("d"), illegal_game("x"), illegal_game("y")]
    path.write_text("".join([*games, unreadable_game("z")]), encoding="utf-8")
    result = run(tmp_path, path)
    assert result.exit_code == 1
    text = result.stdout
    rows = [line.split() for line in text.splitlines()]
    assert "committed: 2 hands of 5 records, 3 refused" in text
    assert [str(path), "Botzone", "text", "UTF-8", "5"] in rows
    assert ["Won", "和", "1", "50.0%"] in rows
    assert ["Recorded", "score:", "another", "total", "1", "50.0%"] in rows
    refused = [row for row in rows if row[1:2] in (["tile_not_held"], ["unknown_tile"])]
    assert [row[:2] for row in refused] == [["2", "tile_not_held"], ["1", "unknown_tile"]]
    # The first of each reason with its place: 11 lines of a won game and 177 of a drawn one, each
    # with a blank line, then the eighth line of the third.
    assert refused[0][2:5] == [f"{path}:", "line", "196:"]
    assert "1 recorded pattern names are unknown ('???')" in text
    for command in ("paipu report", "paipu sql", "paipu replay mcr-botzone-ingest-"):
        assert command in text


def test_the_same_inputs_twice_say_so_and_do_nothing(games, tmp_path):
    first = json.loads(run(tmp_path, games, "--json").stdout)
    again = run(tmp_path, games)
    assert again.exit_code == 0
    assert f"{first['run']} was in the lake already: nothing to do" in again.stdout


def test_many_files_are_told_by_format(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for n in range(12):
        (folder / f"{n}.txt").write_text(drawn_game(f"g{n}", n), encoding="utf-8")
    text = run(tmp_path, folder).stdout
    assert ["12", "files", "Botzone", "text", "UTF-8", "12"] in [
        line.split() for line in text.splitlines()
    ]


def test_nothing_loaded_is_status_1_and_the_rejects_are_kept(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(illegal_game("x"), encoding="utf-8")
    result = run(tmp_path, path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["hands"] == 0
    assert json.loads(result.stdout)["rejects"] == 1


def test_strict_is_one_sentence_and_leaves_no_run(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(won_game("w") + illegal_game("x"), encoding="utf-8")
    result = run(tmp_path, path, "--strict")
    assert isinstance(result.exception, InputError)
    assert result.exception.exit_status == 1
    assert result.exception.message.startswith(f"{path}: line 19: ")
    assert Lake(str(tmp_path / "lake")).runs() == []


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        (["nowhere.txt"], UsageError, "no such file"),
        (["{games}", "--rules", "riichi"], RulesError, "unknown rule set 'riichi'; presets are"),
        (["{games}", "--format", "tenhou"], UsageError, "unknown format 'tenhou'; formats are"),
    ],
)
def test_wrong_words_are_one_sentence(games, tmp_path, words, kind, said):
    result = run(tmp_path, *(word.format(games=games) for word in words))
    assert isinstance(result.exception, kind)
    assert said in result.exception.message
    assert not (tmp_path / "lake").exists()


def test_without_paths_it_is_wrong_usage(tmp_path):
    assert run(tmp_path).exit_code == 2


def test_an_interruption_says_how_to_go_on(games, tmp_path, monkeypatch):
    def interrupted(name, **parameters):
        raise KeyboardInterrupt

    monkeypatch.setattr(prefect_setup, "run_flow", interrupted)
    result = run(tmp_path, games)
    assert result.exit_code == 130
    assert "interrupted; the same command does what is missing" in result.stderr
