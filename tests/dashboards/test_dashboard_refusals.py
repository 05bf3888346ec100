"""What the dashboard refuses, and lakes in which there is little or nothing to show."""

import shutil

import pytest

from dashboards.app.data import LakeReader
from dashboards.app.pages import PAGES
from pipelines.lake import Lake
from schemas.errors import LakeError, PaipuError, UsageError
from tests.dashboards.dashboard_fixture import BROKEN, DEMO, served
from tests.dashboards.page_helpers import drawn, figures, grid_rows, grids, section, text
from tests.demo_hands import demo_rows
from tests.lake_rows import write_lake


class TestRefusals:
    @pytest.mark.parametrize(
        ("href", "key", "told"),
        [
            ("/patterns?run=nobody", "frequency", "no run nobody"),
            (f"/patterns?run={BROKEN}", "frequency", f"no run {BROKEN}"),
            ("/patterns?rules=chess", "frequency", "rules=chess; it is mcr-botzone or taiwan"),
            (f"/patterns?rules=yantai&run={DEMO}", "frequency", f"but {DEMO} is a run of mcr"),
            ("/hands?seat=9", "found", "seat 9"),
            ("/hands?win_by=luck", "found", "win kind 'luck'"),
            ("/hands?page=0", "found", "page=0; it is a whole number, 1 or more"),
            ("/hands?payer=7", "found", "payer=7"),
            ("/hand", "replay", "names no hand"),
            ("/hand?id=12", "replay", "without its run"),
            (f"/hand?id={DEMO}/999999", "replay", "999999"),
            ("/sql?q=drop+view+hands", "answer", "DROP statements change things"),
        ],
    )
    def test_what_is_not_there_is_told_in_a_sentence(self, lake, href, key, told):
        with pytest.raises(PaipuError, match=told.replace("(", r"\(")):
            section(lake, href, key)

    def test_runs_of_different_rules_are_not_counted_together(self, lake):
        taiwan = next(run for run in Lake(lake).runs() if run.startswith("taiwan"))
        with pytest.raises(UsageError, match="different rules"):
            section(lake, f"/patterns?run={DEMO}&run={taiwan}", "frequency")

    def test_a_run_that_was_not_finished_is_told_and_not_shown(self, lake):
        built = section(lake, "/", "runs")
        assert f"{BROKEN} was not finished" in text(built)
        assert BROKEN not in {row["run"] for row in grid_rows(built)}

    def test_no_lake_is_told(self, tmp_path):
        with pytest.raises(LakeError, match="no lake there"):
            LakeReader(str(tmp_path / "nowhere")).snapshot()

    @pytest.mark.parametrize(
        ("path", "key"),
        [("/patterns", "frequency"), ("/balance", "seats"), ("/scores", "totals"),
         ("/hands", "found")],
    )  # fmt: skip
    def test_an_empty_lake_is_told_on_every_page(self, tmp_path, path, key):
        assert "holds no hands yet" in text(section(str(tmp_path), path, key))

    def test_a_lake_that_grows_is_seen(self, tmp_path, monkeypatch):
        monkeypatch.setattr("dashboards.app.data._LOOK_AGAIN", 0.0)
        reader = LakeReader(str(tmp_path))
        before = reader.snapshot()
        assert (list(before.manifests), reader.snapshot() is before) == ([], True)
        write_lake(tmp_path, demo_rows(5))
        assert list(reader.snapshot().manifests) == [DEMO]


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    return write_lake(tmp_path_factory.mktemp("one"), demo_rows(1, n_rejects=0, n_disagree=0))


class TestFewHands:
    """Every section of every page can be built, whatever the lake holds."""

    @pytest.mark.parametrize(
        "opened", [page for page in PAGES if page.in_menu], ids=lambda p: p.path
    )
    def test_one_hand_and_none_are_shown_or_told(self, one, tmp_path, opened):
        for each in opened.sections:
            built = section(one, opened.path, each.key)
            assert text(built) or grids(built) or figures(built), each.key
            shown = section(str(tmp_path), opened.path, each.key)
            assert text(shown) or opened.path == "/", each.key


class TestWholePages:
    @pytest.mark.parametrize(
        ("href", "told"),
        [
            ("/nonsense?x=1", "There is nothing at /nonsense"),
            ("/patterns?x=1", "says x, which nobody knows here"),
            ("/hands?run=nobody", "no run nobody"),
            ("/hands?least=<script>", "whole number"),
            (f"/balance?run={DEMO}&player=nobody", "No player 'nobody' in these hands"),
            (f"/balance?run={DEMO}&since=1999-01-01&until=1999-12-31", "No hand is left"),
            (f"/scores?run={DEMO}&since=yesterday", "a date is written as 2026-05-31"),
            (f"/patterns?run={DEMO}&other_run={DEMO}&other_policy=greedy", "policy 'greedy'"),
            (f"/players?run={DEMO}&player=nobody", "No player 'nobody'"),
        ],
    )
    def test_what_no_section_could_show_is_told_once(self, address, href, told):
        head, sections = drawn(address, href)
        assert (head.lower().count(told.lower()), sections) == (1, 0)

    def test_a_page_that_is_right_has_its_sections(self, address):
        head, sections = drawn(address, f"/balance?run={DEMO}&seat=0")
        assert "empty bad" not in head
        assert sections == 9

    def test_a_lake_that_is_removed_is_told_on_every_page(self, lake, tmp_path, monkeypatch):
        monkeypatch.setattr("dashboards.app.data._LOOK_AGAIN", 0.0)
        folder = tmp_path / "lake"
        shutil.copytree(lake, folder)
        with served(str(folder)) as address:
            assert drawn(address, "/sql?q=from+hands")[1] == 2
            shutil.rmtree(folder)
            for path in ("/", "/sql?q=from+hands", "/hands"):
                head, sections = drawn(address, path)
                assert ("no lake there" in head, sections) == (True, 0), path
