"""Every statistic answers under every filter, or refuses in a sentence.

A duplicate run is asked, since all questions can be asked about one.
"""

from contextlib import closing

import polars as pl
import pytest

from pipelines import analysis, open_lake
from pipelines.analysis import Filter, filtered
from pipelines.lake import Lake
from schemas.errors import LakeError, UsageError
from tests.pipelines.simulate_helpers import plan_of, simulate

FILTERS = {
    "all": {},
    "player": {"player": "p0:value"},
    "policy": {"policy": "greedy"},
    "seat": {"seat": 0},
    "seats": {"seat": [1, 3]},
    "seat of a policy": {"seat": 2, "policy": "random"},
    "dealer": {"dealer": "p1:greedy"},
    "round": {"round": "E"},
    "self-drawn": {"win_by": "self_draw"},
    "discards": {"win_by": "discard"},
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    folder = tmp_path_factory.mktemp("duplicate")
    plan = plan_of("luoyuan-20", policy="value,greedy,greedy,random", seed=2, duplicate=True)
    simulate(folder, plan, 72)
    return Lake(str(folder))


def told(statistic, ruleset, run):
    """What a statistic needs beside the run; of two runs the same twice."""
    known = {"ruleset": ruleset, "other_runs": [run]}
    return {name: value for name, value in known.items() if name in statistic.needs}


@pytest.mark.parametrize("name", list(FILTERS))
def test_every_statistic_answers_or_refuses_in_words(lake, name):
    [manifest] = lake.manifests()
    run, ruleset, refused = manifest.run, manifest.ruleset(), {}
    with closing(lake.connect()) as con:
        con.execute("set threads = 1")  # so few hands are soonest read by one
        with filtered(con, Filter(**FILTERS[name])):
            for one in analysis.statistics():
                try:
                    frame = one.function(con, [run], **told(one, ruleset, run))
                except UsageError as error:
                    refused[one.name] = error.code
                else:
                    assert isinstance(frame, pl.DataFrame), one.name
    # Nothing is published of real play in Luoyuan.
    assert refused == dict.fromkeys(("real_play_measures", "real_play_patterns"), "not_applicable")


@pytest.mark.parametrize("filters", [{"since": "2020-01-01"}, {"until": "2020-01-01"}], ids=str)
def test_hands_without_a_date_are_none_of_a_time(lake, filters):
    with pytest.raises(LakeError, match="no hand is left"):
        open_lake(lake.uri).ask("outcomes", **filters)


@pytest.mark.parametrize("name", ["skill", "policy_points", "policy_pairs"])
def test_skill_of_a_seat_is_refused_by_name_as_all_that_is_told_of_whole_hands(lake, name):
    sentence = f"{name} is told of whole hands, in which every seat plays"
    with pytest.raises(UsageError, match=sentence):
        open_lake(lake.uri).ask(name, seat=0)


@pytest.mark.parametrize("chosen", [{"seat": 1}, {"policy": "value"}], ids=["seat", "policy"])
def test_skill_is_told_of_whole_hands_whoever_is_chosen(lake, chosen):
    [run] = [one.run for one in lake.manifests()]
    with closing(lake.connect()) as con:
        for ask in (analysis.skill, analysis.policy_points, analysis.policy_pairs):
            whole = ask(con, [run])
            assert whole.height > 0
            with filtered(con, Filter(**chosen)):
                assert ask(con, [run]).equals(whole)
