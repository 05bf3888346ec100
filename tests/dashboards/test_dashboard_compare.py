"""The page that sets rule sets side by side: its numbers, the hands behind them, the first one."""

import pytest

from dashboards.app.selection import selected
from pipelines.lake import Lake, Summary
from schemas.errors import LakeError
from tests.dashboards.dashboard_fixture import DEMO, plain_sql
from tests.dashboards.page_helpers import controls, figures, grid_rows, section, text, viewed
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, Rows, write_lake


@pytest.fixture(scope="module")
def built(lake):
    return section(lake, "/compare", "sides")


def test_each_rule_set_has_a_row_with_its_share_of_draws(shown, built):
    lake, played = shown  # the runs of most hands stand for a rule set, not this one
    counted = plain_sql(
        lake,
        "select regexp_replace(run, '-ingest.*', '') as rules, count(*), "
        f"avg((outcome = 'draw')::int) from hands where run <> '{played}' group by all "
        "order by all",
    )
    told = [(row["t0"], row["s1"], row["s2"]) for row in grid_rows(built)]
    assert told == [(rules, n, pytest.approx(share)) for rules, n, share in counted]


def test_a_share_leads_to_as_many_hands(lake, built):
    [row] = [row for row in grid_rows(built) if row["t0"] == "mcr-botzone"]
    found = text(section(lake, row["h2"], "found"))
    assert found.startswith(f"{round(row['s2'] * row['s1'])} hand")


def test_the_figure_leads_to_the_balance_of_each(lake, built):
    [figure] = figures(built)
    assert list(figure.layout.yaxis.ticktext) == ["mcr-botzone", "taiwan-standard"]
    assert section(lake, figure.data[0].customdata[1], "seats")


def test_the_first_run_that_is_named_is_what_others_are_set_against(lake):
    taiwan = next(run for run in Lake(lake).runs() if run.startswith("taiwan"))
    both = (("mcr-botzone against taiwan-standard", f"run={taiwan}&run={DEMO}"),
            ("taiwan-standard against mcr-botzone", f"run={DEMO}&run={taiwan}"))  # fmt: skip
    for caption, search in both:
        assert caption in text(section(lake, f"/compare?{search}", "differences"))


def test_one_run_alone_and_a_run_that_is_not_there_are_told(lake):
    assert "or more, can be set side by side" in text(
        section(lake, f"/compare?run={DEMO}", "sides")
    )
    with pytest.raises(LakeError, match="no run nobody"):
        section(lake, "/compare?run=nobody", "sides")


def test_where_no_run_is_named_hands_that_are_scored_again_stand_behind_others(tmp_path):
    played, again = RUN, "mcr-rescore-0123456789ab"
    write_lake(tmp_path, demo_rows(30))
    child = Rows(again, "mcr")
    write_lake(tmp_path, child, kind="rescore", parent=played, summary=Summary(hands=30))
    chosen = selected(viewed(str(tmp_path), "/hands"))
    assert chosen is not None
    assert chosen.runs == [played]
    controls_say = controls(str(tmp_path), "/compare")
    assert controls_say["run"] == [played, again]  # by their names it would be the other way round
