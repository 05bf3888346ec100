"""A run that cannot be read stops nobody: the others go on, it is named once with the way out."""

import json
import shutil

import pytest
from typer.testing import CliRunner

from dashboards.app.data import LakeReader
from dashboards.app.pages import PAGES
from dashboards.cli.app import app
from pipelines import open_lake
from pipelines.lake import Lake
from schemas.errors import LakeError
from tests.dashboards.dashboard_fixture import served
from tests.dashboards.page_helpers import answered, drawn, grids, section, text
from tests.dashboards.test_cli_skill import OPTIONS, duplicate_rows
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, Rows, write_lake
from tests.pipelines.rescore_helpers import rescored, simulated

DUPLICATE = "taiwan-standard-sim-0123456789ab"
BROKEN = "mcr-botzone-ingest-ffffffffffff"
TUNING = """
rules = "mcr-botzone"
output = "{folder}/new.toml"
[rarity]
natural = ["{run}"]
[constraints]
order = "none"
implied = false
"""


def without_a_field(text):
    values = json.loads(text)
    del values["parts"]
    return json.dumps(values)


BREAKS = {
    "no JSON": lambda text: text[:40],
    "a field is missing": without_a_field,
    "of another run": lambda text: text.replace(BROKEN, BROKEN[:-1] + "0"),
    "no rule set": lambda text: text.replace('"minimum": 8', '"minimum": -8'),
}


def break_run(lake, how, run=BROKEN):
    """Break a run of a lake in a folder; `how` is of `BREAKS`, or a table whose file goes."""
    manifest = lake / "runs" / f"{run}.json"
    if how in BREAKS:
        manifest.write_text(BREAKS[how](manifest.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        [part] = Lake(str(lake)).manifest(run).parts
        (lake / part.files[how].path).unlink()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A lake whose runs can all be read."""
    folder = tmp_path_factory.mktemp("whole") / "lake"
    broken = Rows(BROKEN)
    broken.win(broken.hand(0, "win"), 0, patterns=[("all_chows", 1, 2)])
    write_lake(folder, demo_rows(300), broken)
    write_lake(folder, duplicate_rows(3), kind="sim", options=OPTIONS | {"duplicate": True})
    return folder


@pytest.fixture(scope="module", params=["no JSON", "wins"])
def folder(whole, tmp_path_factory, request):
    """The same lake with a broken run, and a tuning file beside it."""
    folder = tmp_path_factory.mktemp("broken")
    shutil.copytree(whole, folder / "lake")
    break_run(folder / "lake", request.param)
    for name, run in (("good", RUN), ("bad", BROKEN)):
        (folder / f"{name}.toml").write_text(TUNING.format(folder=folder, run=run))
    return folder


@pytest.fixture
def lake(whole, tmp_path):
    """A lake of its own whose runs can all be read."""
    return shutil.copytree(whole, tmp_path / "lake")


def paipu(folder, *words):
    words = [word.format(folder=folder) for word in words]
    return CliRunner().invoke(app, [*words, "--lake", str(folder / "lake")])


WAY_OUT = f"`paipu runs --delete {BROKEN}` removes the run"
OF_ALL = [
    ("sql", "select count(*) as n from hands", "--json"),
    ("stats", "headline", "--json"),
    ("skill", "--json"),
    ("report", "--out", "{folder}/page.html", "--chapter", "loaded"),
    ("export", "wins", "--out", "{folder}/wins.csv"),
]
OF_NAMED = [
    ("sql", "select count(*) as n from hands", "--run", RUN),
    ("stats", "headline", "--run", RUN),
    ("skill", DUPLICATE),
    ("compare", RUN, DUPLICATE),
    ("tune", "{folder}/good.toml"),
    ("report", "--run", RUN, "--out", "{folder}/page.html", "--chapter", "loaded"),
    ("export", "wins", "--run", RUN, "--out", "{folder}/wins.csv"),
]
OF_THE_BROKEN = [
    ("sql", "from hands", "--run", BROKEN),
    ("stats", "headline", "--run", BROKEN),
    ("skill", BROKEN),
    ("compare", RUN, BROKEN),
    ("tune", "{folder}/bad.toml"),
    ("rescore", "--run", BROKEN, "--rules", "mcr-botzone"),
    ("report", "--run", BROKEN, "--out", "{folder}/page.html"),
    ("export", "wins", "--run", BROKEN, "--out", "{folder}/wins.csv"),
    ("export", "records", "--run", BROKEN, "--out", "{folder}/hands.jsonl"),
    ("replay", f"{BROKEN}/0"),
]


def by_name(words):
    return " ".join(words[:2])


@pytest.mark.parametrize("how", [*BREAKS, "hands"])
def test_whatever_is_wrong_with_a_run_the_others_can_be_read(lake, how):
    break_run(lake, how)
    opened = Lake(str(lake))
    assert [each.run for each in opened.manifests()] == [RUN, DUPLICATE]
    assert opened.left_out[BROKEN].count(WAY_OUT) == 1
    with opened.connect() as con:
        assert con.sql("select count(*) from hands").fetchall() == [(300 + 3 * 24,)]
    with pytest.raises(LakeError, match=BROKEN):
        opened.connect([BROKEN])


class TestCommands:
    @pytest.mark.parametrize("words", OF_ALL, ids=by_name)
    def test_what_is_about_all_runs_goes_on_and_ends_with_status_1(self, folder, words):
        result = paipu(folder, *words)
        assert result.exit_code == 1, result.exception
        assert result.stderr.count(WAY_OUT) == 1
        assert result.stderr.count("paipu: left out: ") == 1
        if "--json" in words:
            document = json.loads(result.stdout)
            assert words[0] != "sql" or document == [{"n": 300 + 3 * 24}]

    @pytest.mark.parametrize("folder", ["no JSON"], indirect=True)
    @pytest.mark.parametrize("words", OF_NAMED, ids=by_name)
    def test_what_is_about_other_runs_is_done_whole(self, folder, words):
        result = paipu(folder, *words)
        assert result.exit_code == 0, result.exception
        assert result.stderr.count(WAY_OUT) == 1
        assert "paipu: not asked for, and cannot be read: " in result.stderr

    @pytest.mark.parametrize("words", OF_THE_BROKEN, ids=by_name)
    def test_the_broken_run_itself_is_refused_with_the_way_out(self, folder, words):
        result = paipu(folder, *words)
        assert isinstance(result.exception, LakeError), result.output
        assert result.exception.exit_status == 1
        assert result.exception.message.count(WAY_OUT) == 1
        assert "\n" not in result.exception.message
        assert WAY_OUT not in result.stderr  # which the sentence itself then holds

    def test_recorded_runs_under_a_rule_set_are_compared_without_it(self, folder):
        result = paipu(folder, "compare", "mcr-botzone", DUPLICATE, "--json")
        assert result.exit_code == 1, result.exception
        assert json.loads(result.stdout)["sides"][0]["runs"] == [RUN]
        assert result.stderr.count(WAY_OUT) == 1

    def test_a_lake_without_any_run_that_can_be_read_is_told(self, lake):
        for run in (RUN, DUPLICATE, BROKEN):
            break_run(lake, "no JSON", run)
        for words in OF_ALL:
            result = paipu(lake.parent, *words)
            assert isinstance(result.exception, LakeError), words
            assert "(2 more cannot be read)" in result.exception.message

    def test_the_way_out_is_one(self, folder, tmp_path):
        shutil.copytree(folder / "lake", tmp_path / "lake")
        assert paipu(tmp_path, "runs", "--delete", BROKEN).exit_code == 0
        result = paipu(tmp_path, "sql", "select count(*) from hands")
        assert (result.exit_code, result.stderr) == (0, "1 row\n")


def test_another_run_is_scored_again_and_committed(tmp_path):
    lake, run = simulated(tmp_path / "lake", "taiwan-standard", 20)
    write_lake(tmp_path / "lake", Rows(BROKEN))
    break_run(tmp_path / "lake", "no JSON")
    child = rescored(lake, run, "taiwan-system").run
    assert [each.run for each in lake.manifests()] == sorted([child, run])
    views = lake.storage.read("views.sql").decode()
    assert f"-- Left out: {lake.uri}/runs/{BROKEN}.json: not a manifest" in views
    # What has its hands of a run that breaks cannot be read either.
    lake.storage.remove(lake.manifest(run).parts[0].files["events"].path)
    with pytest.raises(LakeError, match=f"{child} scores hands of {run} again: run {run}: /"):
        lake.manifests([child])


def test_a_notebook_is_warned(folder):
    opened = open_lake(str(folder / "lake"))
    with pytest.warns(UserWarning, match=f"left out: .*--delete {BROKEN}") as warned:
        frame = opened.ask("headline")
    assert (len(warned), sorted(frame["hands"].to_list())) == (1, [72, 300])


class TestPages:
    @pytest.fixture
    def at_once(self, monkeypatch):
        """A reader looks at its lake whenever it is asked."""
        monkeypatch.setattr("dashboards.app.data._LOOK_AGAIN", 0.0)

    def test_every_page_names_it_once_and_shows_the_others(self, folder):
        with served(str(folder / "lake")) as address:
            for page in PAGES:
                shown = answered(address, page.path)
                assert json.dumps(shown["unread"], ensure_ascii=False).count(WAY_OUT) == 1, page
                assert WAY_OUT not in json.dumps([shown["head"], shown["sections"]]), page
                assert shown["sections"]["children"] or page.path == "/hand", page
        [rows] = grids(section(str(folder / "lake"), "/", "runs")).values()
        assert {row["run"] for row in rows} == {RUN, DUPLICATE}

    @pytest.mark.parametrize("path", ["/hands", "/patterns", "/compare", "/table"])
    def test_the_broken_run_itself_is_refused_with_the_way_out(self, folder, path):
        with served(str(folder / "lake")) as address:
            head, sections = drawn(address, f"{path}?run={BROKEN}")
        assert (head.count(WAY_OUT), sections) == (1, 0)

    @pytest.mark.parametrize("how", ["no JSON", "win_patterns"])
    def test_a_run_that_breaks_meanwhile_is_told_and_one_that_is_mended_shown(
        self, lake, how, at_once
    ):
        reader = LakeReader(str(lake))
        kept = [
            path for path in lake.rglob(f"*{BROKEN}*/*.parquet" if how not in BREAKS else "*.json")
        ]
        contents = {path: path.read_bytes() for path in kept}
        before = reader.snapshot()
        assert (reader.snapshot(), dict(before.sound.broken)) == (before, {})
        with served(str(lake)) as address:
            assert answered(address, "/hands")["unread"]["children"] == []
            break_run(lake, how)
            told = json.dumps(answered(address, "/hands")["unread"])
            assert WAY_OUT in told
            broken = reader.snapshot()
            assert list(broken.sound.broken) == [BROKEN]
            assert reader.snapshot() is broken
            for path, content in contents.items():
                path.write_bytes(content)
            assert answered(address, "/hands")["unread"]["children"] == []
        assert BROKEN in reader.snapshot().manifests

    def test_a_lake_without_any_run_that_can_be_read_is_told(self, lake):
        for run in (RUN, DUPLICATE, BROKEN):
            break_run(lake, "no JSON", run)
        for page in PAGES:
            for each in page.sections if page.in_menu else ():
                assert "no hands yet" not in text(section(str(lake), page.path, each.key))
                assert "no runs yet" not in text(section(str(lake), page.path, each.key))
        assert "None of the runs of the lake can be read" in text(section(str(lake), "/", "runs"))
