"""The table editor without a browser: what it shows, refuses and writes, against plain SQL."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from dashboards.app import table_callbacks
from dashboards.app import table_keeping as table
from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.editing import edited, from_address, options_of, own_texts, to_address
from dashboards.app.jobs import JobState, RescoreJob
from dashboards.app.pages import BY_PATH
from dashboards.app.server import make_app
from dashboards.app.settings import Settings
from dashboards.app.view import View
from dashboards.figures import totals_beside_figure
from pipelines.rescoring.effects import total_bars
from schemas.errors import LakeError, PaipuError, RulesError, UsageError
from schemas.rules_files import load_ruleset, preset_names
from tests.dashboards.dashboard_fixture import plain_sql
from tests.dashboards.page_helpers import text
from tests.pipelines.rescore_helpers import rescored, rules_file, simulated

PATH = "/table"
FLOWER = "patterns.seat_flower.value"


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    lake, run = simulated(tmp_path_factory.mktemp("table") / "lake", "taiwan-standard", 250)
    return lake.uri, run


def evaluate(shown, edits, before=None):
    lake, run = shown
    return table_callbacks.evaluate(LakeReader(lake), PATH, edits, run, before, narrow=False)


def editor(lake, search):
    page = BY_PATH[PATH]
    address = Address.parse(PATH, search)
    address.only(page.names)
    return page.sections[0].build(View(LakeReader(lake).snapshot(), address))


def by_id(components, name):
    [found] = [
        each
        for root in components
        for each in (root, *root._traverse())
        if getattr(each, "id", None) == name
    ]
    return found


class TestResults:
    def test_a_changed_value_changes_the_mean_by_what_plain_sql_says(self, shown):
        parts, notice, nothing, edits, search = evaluate(shown, {FLOWER: "3"})
        lake, run = shown
        [(wins, total)] = plain_sql(
            lake, f"select count(*), sum(total) from wins where run='{run}'"
        )
        [(held, rows)] = plain_sql(
            lake,
            "select count(*), sum(count) from win_patterns "
            f"where run='{run}' and pattern = 'seat_flower' and value = 1",
        )
        told = text(parts)
        assert f"All {wins} wins of 250 hands" in told
        assert f"{held} wins (" in told
        before, after = total / wins, (total + 2 * rows) / wins
        for value in (f"{before:.3f}", f"{after:.3f}", f"+{after - before:.3f}"):
            assert value in told
        assert (notice, nothing, edits) == ([], False, {FLOWER: "3"})
        assert Address.parse(PATH, search).every("set") == (f"{FLOWER}~3",)

    def test_without_a_change_it_says_so_and_offers_no_file(self, shown):
        parts, _, nothing, edits, search = evaluate(shown, {FLOWER: " 1 "})
        assert "No value differs" in text(parts)
        assert (nothing, edits, "set=" in search) == (True, {}, False)

    def test_points_of_the_dealer_are_those_of_a_full_rescore(self, shown, tmp_path):
        lake, run = simulated(tmp_path / "lake", "yantai", 120)
        parts, *_ = evaluate((lake.uri, run), {"settlement.dealer_factor": "4"})
        full = rescored(
            lake, run, rules_file(tmp_path, "yantai", "[settlement]\ndealer_factor=4\n")
        )
        for name in (run, full.run):
            [(points,)] = plain_sql(
                lake.uri,
                f"select avg(delta) from settlements s join hands h on h.run = '{run}' and "
                f"h.hand_id = s.hand_id where s.run = '{name}' and s.seat = h.dealer_seat",
            )
            assert f"{abs(points):.3f}" in text(parts)

    @pytest.mark.parametrize("name", ["yantai", "luoyuan-36", "longgang", "mcr"])
    def test_payments_beyond_32_bits_are_refused_and_usual_ones_are_not(self, tmp_path, name):
        lake, run = simulated(tmp_path / "lake", name, 60)
        texts = own_texts(load_ruleset(name))
        shown = lake.uri, run
        twice = {each: str(2 * int(text)) for each, text in texts.items() if each.endswith("value")}
        _, notice, *_ = evaluate(shown, twice)
        assert notice == []
        numbers = {
            each: "1000" if each.endswith("factor") else "100000"
            for each, text in texts.items()
            if text.isdigit() and each != "win.minimum"
        }
        _, notice, *_ = evaluate(shown, numbers)
        assert "payments could go beyond 2,147,483,647" in text(notice).lower()

    def test_options_that_see_circumstances_otherwise_read_the_hands_anew(self, tmp_path):
        lake, run = simulated(tmp_path / "lake", "longgang", 200, policy="random")
        edits = {"settlement.late": "200", "scoring.limit": "600"}
        parts, notice, *_ = evaluate((lake.uri, run), edits)
        change = "[settlement]\nlate = 200\n[scoring]\nlimit = 600\n"
        full = rescored(lake, run, rules_file(tmp_path, "longgang", change))
        assert notice == []
        for seat in range(4):
            [(points,)] = plain_sql(
                lake.uri,
                f"select avg(delta) from settlements s join hands h on h.run = '{run}' and "
                f"h.hand_id = s.hand_id where s.run = '{full.run}' "
                f"and s.seat = (h.dealer_seat + {seat}) % 4",
            )
            assert f"{abs(points):.3f}" in text(parts)

    @pytest.mark.parametrize(
        ("name", "value", "told"),
        [
            (FLOWER, "many", f"{FLOWER}: 'many': Input should be a valid integer"),
            (FLOWER, "9000000", "numbers from -100,000 to 100,000"),
            ("patterns.all_pungs.excludes", "all_chows nonsense", "'nonsense' is no pattern"),
            ("settlement.payer", "nobody", "Input should be 'discarder' or 'all'"),
            ("win.minimum", "-1", "greater than or equal to 0"),
            ("win.luck", "1", "no such option"),
        ],
    )
    def test_a_bad_value_is_told_and_the_old_result_stays(self, shown, name, value, told):
        good = {"settlement.base": "5"}
        parts, notice, nothing, edits, _ = evaluate(shown, {**good, name: value}, good)
        assert told in text(notice)
        assert "of the earlier table: settlement.base 5" in text(notice)
        assert not hasattr(parts, "children")
        assert type(parts).__name__ == type(edits).__name__ == "NoUpdate"
        assert nothing is True
        first, notice, *_ = evaluate(shown, {name: value})
        assert told in text(notice)
        assert "Nothing is scored until it is right" in text(first)

    def test_a_run_that_is_gone_is_told(self, shown):
        _, notice, *_ = table_callbacks.evaluate(
            LakeReader(shown[0]), PATH, {}, "nobody", None, narrow=False
        )
        assert "no run nobody" in text(notice)


class TestPage:
    def test_the_address_says_what_stands_in_the_cells(self, shown):
        lake, run = shown
        chosen = [f"{FLOWER}~7", "patterns.all_pungs.excludes~self_draw~dealer", "win.minimum~2"]
        built = editor(lake, Address.of(PATH, run=run, set=chosen).search)
        patterns = {row["key"]: row for row in by_id(built, "table-patterns").rowData}
        options = {row["path"]: row for row in by_id(built, "table-options").rowData}
        catalogue = load_ruleset("taiwan-standard").catalogue
        assert list(patterns) == list(catalogue.keys)
        assert (patterns["seat_flower"]["value"], patterns["seat_flower"]["own_value"]) == (
            "7",
            "1",
        )
        assert patterns["all_pungs"]["excludes"] == "self_draw, dealer"
        assert (options["win.minimum"]["text"], options["win.minimum"]["own_text"]) == ("2", "0")
        assert by_id(built, "table-edits").data == {
            FLOWER: "7",
            "patterns.all_pungs.excludes": "self_draw, dealer",
            "win.minimum": "2",
        }

    def test_an_option_that_is_none_is_told(self, shown):
        with pytest.raises(UsageError, match="set=luck~3; set is name~value"):
            editor(shown[0], "?set=luck~3")

    def test_a_run_that_is_not_there_is_told(self, shown):
        with pytest.raises(LakeError, match="no run nobody"):
            editor(shown[0], "?run=nobody")

    def test_an_empty_lake_is_told(self, tmp_path):
        assert "holds no hands yet" in text(editor(str(tmp_path), ""))

    @pytest.mark.parametrize("name", preset_names())
    def test_every_system_has_its_own_options(self, name):
        ruleset = load_ruleset(name)
        listed = {option.name: option for option in options_of(ruleset)}
        values = ruleset.options()
        wanted = {
            option
            for option in values
            if option.split(".")[0] in ("scoring", "settlement") and not option.endswith(".kind")
        }
        assert set(listed) == wanted | {"win.minimum"}
        assert all(option.meaning for option in listed.values())
        assert edited(ruleset, own_texts(ruleset)).hash == ruleset.hash

    def test_a_limit_is_edited_where_there_is_one(self):
        names = own_texts(load_ruleset("longgang"))
        assert any(name.endswith(".limit") and name.startswith("patterns.") for name in names)
        assert not any(name.startswith("patterns.") and name.endswith(".limit")
                       for name in own_texts(load_ruleset("mcr")))  # fmt: skip

    def test_what_the_address_says_is_read_again(self):
        ruleset = load_ruleset("mcr")
        texts = {"patterns.all_pungs.excludes": "all_types, self_draw", "settlement.base": "5",
                 "patterns.big_four_winds.excludes": ""}  # fmt: skip
        assert from_address(ruleset, to_address(texts)) == texts

    def test_a_bar_of_the_figure_is_a_share_of_its_side(self):
        made = totals_beside_figure(total_bars(np.array([8, 8, 9, 10]), np.array([8, 12])), "fan")
        before, after = made.data
        assert list(before.y) == [0.5, 0.25, 0.25, 0.0]
        assert list(after.y) == [0.5, 0.0, 0.0, 0.5]
        assert list(made.layout.xaxis.ticktext) == ["8", "9", "10", "12"]


class TestKeeping:
    def test_the_file_is_the_edited_table(self, shown, tmp_path):
        lake, run = shown
        edits = {FLOWER: "3", "settlement.payer": "all"}
        said = table.file_text(LakeReader(lake), run, edits, "mine")
        values = tomllib.loads(said)
        assert values["extends"] == "taiwan-standard"
        assert values["patterns"] == {"seat_flower": {"value": 3}}
        assert values["settlement"] == {"payer": "all"}
        file = tmp_path / "mine.toml"
        file.write_text(said, encoding="utf-8")
        assert load_ruleset(str(file)).hash == edited(load_ruleset("taiwan-standard"), edits).hash

    @pytest.mark.parametrize("name", ["", "../x", "a b", "mcr"])
    def test_a_name_that_is_none_is_refused(self, shown, name):
        with pytest.raises(UsageError):
            table.file_text(LakeReader(shown[0]), shown[1], {FLOWER: "3"}, name)

    def test_a_table_that_does_not_validate_is_not_kept(self, shown):
        with pytest.raises(RulesError, match="valid integer"):
            table.file_text(LakeReader(shown[0]), shown[1], {FLOWER: "x"}, "mine")

    def test_it_is_written_where_that_is_allowed(self, tmp_path):
        settings = Settings(rules_dir=tmp_path)
        told = table.write_rules(settings, "mine", 'extends = "mcr"\n[win]\nminimum = 6\n')
        assert told.startswith(f"{tmp_path}/mine.toml is written: mine-")
        assert load_ruleset(f"{tmp_path}/mine.toml").win.minimum == 6
        with pytest.raises(UsageError, match=r"mine\.toml is there already"):
            table.write_rules(settings, "mine", 'extends = "mcr"\n')
        assert load_ruleset(f"{tmp_path}/mine.toml").win.minimum == 6

    def test_a_folder_in_the_lake_or_none_is_refused(self, shown, tmp_path):
        with pytest.raises(UsageError, match="lies in the lake"):
            Settings(rules_dir=Path(shown[0], "runs")).check(shown[0])
        with pytest.raises(UsageError, match="there is no such folder"):
            Settings(rules_dir=tmp_path / "no").check(shown[0])
        Settings(rules_dir=tmp_path).check(shown[0])

    def test_the_command_names_run_file_and_lake(self, tmp_path):
        words = table.command("my lake", "r", "mine", Settings())
        assert words == "paipu rescore --run r --rules mine.toml --lake 'my lake'"
        words = table.command("lake", "r", "mine", Settings(rules_dir=tmp_path))
        assert f"--rules {tmp_path}/mine.toml" in words

    def test_a_button_to_rescore_or_write_is_there_only_where_it_is_allowed(self, shown, tmp_path):
        own = load_ruleset("mcr")
        for settings in (Settings(), Settings(tmp_path, allow_rescore=True)):
            parts = table.keep_parts(own, settings)
            ids = {
                getattr(each, "id", None) for root in parts for each in (root, *root._traverse())
            }
            assert ("table-rescore" in ids) is settings.allow_rescore
            assert by_id(parts, "table-write").hidden is (settings.rules_dir is None)
            outputs = str(list(make_app(shown[0], settings).callback_map))
            assert ("table-job" in outputs) is settings.allow_rescore

    def test_a_second_rescore_waits_and_the_first_is_told(self, monkeypatch):
        job = RescoreJob("nowhere")
        monkeypatch.setattr(job, "_state", JobState(running=True, stage="scoring"))
        with pytest.raises(PaipuError, match="a rescore is running"):
            job.start("r", "", "mine")
        job.stage("scoring", 400, "hands")
        job.advance(100)
        assert "scoring: 100 of 400 hands" in text(table.job_parts(job.state, ""))
        assert "failed: no room" in text(table.job_parts(JobState(error="no room"), ""))
        done = table.job_parts(JobState(run="mcr-rescore-1"), "mcr")
        assert "mcr-rescore-1 is in the lake" in text(done)
