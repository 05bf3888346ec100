"""The pages about statistics say what can be asked, and show what is answered."""

from __future__ import annotations

from dashboards.cli import progress
from dashboards.cli.app import app
from dashboards.docs import statistics, walkthrough
from pipelines.analysis import Filter
from pipelines.lake import Lake
from pipelines.simulate.planning import plan_simulations
from pipelines.simulate.running import simulate_run
from tests.pipelines.simulate_helpers import ThreadTeam


def test_the_page_of_statistics_is_up_to_date():
    page = statistics.statistics_page()
    assert statistics.PAGE.read_text(encoding="utf-8") == page, "run make docs"
    assert all(f"`{name}`" in page for name in Filter.model_fields)


def test_the_walk_through_runs_and_prints_what_it_shows(tmp_path, monkeypatch):
    # The steps of the flow on plain threads; the flow itself has tests of its own.
    monkeypatch.setattr(progress, "run_shown", play)
    page = walkthrough.PAGE.read_text(encoding="utf-8")
    made = walkthrough.executed(page, tmp_path, lambda words: app(words, standalone_mode=False))
    assert made == page, "run make docs"
    assert (tmp_path / "patterns.html").stat().st_size > 1_000_000


def play(flow, *, rules, lake, hands, append, runner, workers, scheduler, **plan):
    assert flow == "pipelines.flows.simulate:simulate"
    return [
        simulate_run(Lake(lake), one, ThreadTeam(), hands=hands, append=append)
        for one in plan_simulations(rules, **plan)
    ]
