"""The lake by name: every statistic can be asked for, and mistakes are told in one sentence."""

from __future__ import annotations

import polars as pl
import pytest

from pipelines import analysis, open_lake
from pipelines.analysis import Filter
from pipelines.analysis.registry import PER_WIN, statistic
from schemas.errors import LakeError, UsageError
from tests.lake_rows import Rows, write_lake

ONE, OTHER = "mcr-ingest-00000000000a", "mcr-botzone-ingest-00000000000b"


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    one, other = Rows(ONE, "mcr"), Rows(OTHER, "mcr-botzone")
    for rows, n in ((one, 3), (other, 5)):
        for session in range(n):
            hand = rows.hand(session, "win", deltas=(24, -8, -8, -8), winners=1)
            rows.win(hand, 0, win_by="self_draw", total=8 + session, patterns=[("all_pungs", 1, 6)])
        rows.hand(n, "draw", source_file="other.txt")
    other.reject("line 9", "bad_line", "no")
    return open_lake(write_lake(tmp_path_factory.mktemp("asking") / "lake", one, other))


def test_every_function_of_the_analysis_can_be_asked_for_by_name():
    exported = {
        name for name in analysis.__all__ if name[0].islower() and callable(getattr(analysis, name))
    }
    no_questions = {
        "beside_real_play",  # real_play_measures, real_play_patterns
        "best_win_details",  # win_details
        "filtered",
        "find_hands",  # hands, not numbers; the dashboard
        "find_statistic",
        "hands_to_lead",  # a formula that asks no lake
        "hands_to_see",
        "independent_differences",  # of frames
        "largest_populations",
        "left",
        "pattern_differences",  # of two rule sets; `paipu compare`
        "populations",
        "prepare",  # what questions build upon
        "rarity",  # of a rule set; `paipu rarity`
        "selection_differences",  # of frames
        "share",
        "standing",
        "statistics",
        "win_details",
    }
    assert exported - no_questions <= set(lake_names())
    assert "win_details" in lake_names()


def lake_names():
    return [one.name for one in analysis.statistics()]


@pytest.mark.parametrize("name", lake_names())
def test_every_statistic_answers_with_the_columns_that_it_announces(lake, name):
    known = lake.statistics().filter(pl.col("name") == name).row(0, named=True)
    one = analysis.find_statistic(name)
    if one.paired:
        with pytest.raises(UsageError, match="not dealt the same walls"):
            lake.ask(name, rules="mcr", other=OTHER)
        return
    given = {"rules": "mcr", "other": "mcr-botzone"} if one.compares else {}
    frame = lake.ask(name, **given)
    leading = [] if one.across else ["rules", "population"]
    assert frame.columns == leading + known["columns"]
    assert known["question"]
    assert known["grain"]
    assert one.summary


def test_answers_are_told_population_by_population(lake):
    frame = lake.ask("headline")
    assert frame.select("rules", "population", "hands").rows() == [
        ("mcr", ONE, 4),
        ("mcr-botzone", OTHER, 6),
    ]
    assert lake.ask("headline", rules="mcr")["hands"].to_list() == [4]
    assert lake.runs().select("run", "hands").rows() == [(OTHER, 6), (ONE, 4)]


def test_arguments_and_filters_are_keywords(lake):
    assert lake.ask("best_wins", most=2, run=OTHER)["total"].to_list() == [12, 11]
    assert lake.ask("headline", player="a")["wins"].to_list() == [3, 5]
    assert lake.ask("headline", player="b")["wins"].to_list() == [0, 0]
    answer = lake.answer(analysis.find_statistic("seats"), Filter(seat=1))
    assert answer.left == analysis.Left(10, 10)
    assert [one.rules for one in answer.populations] == ["mcr", "mcr-botzone"]


def test_a_connection_shows_what_the_filter_chooses(lake):
    with lake.connection(Filter(run=ONE, player="a")) as con:
        assert con.sql("select count(*), sum(total)::bigint from wins").fetchall() == [(3, 27)]
        assert con.sql("select count(*) from settlements").fetchall() == [(4,)]
        assert con.sql("select count(*) from all_settlements").fetchall() == [(16,)]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("hedline", {}, "no statistic 'hedline', did you mean headline?"),
        ("headline", {"most": 3}, "unknown keyword 'most'"),
        ("best_wins", {"mots": 3}, "unknown keyword 'mots', did you mean most?"),
        ("best_wins", {"most": "x"}, "most of best_wins is a whole number, not 'x'"),
        ("best_wins", {"most": 2.5}, "most of best_wins is a whole number, not 2.5"),
        ("totals", {"each": "perhaps"}, "each of totals is true or false, not 'perhaps'"),
        ("players", {"by": "seat"}, "by of players is player or policy, not 'seat'"),
        ("outcomes", {"seat": 1}, "a filter by seat makes no sense"),
        ("rejects", {"player": "a"}, "of which no player is known"),
        ("independent_measures", {}, "other names the second"),
        ("independent_measures", {"other": OTHER, "win_by": "discard"}, "by win_by makes no sense"),
        ("independent_measures", {"rules": "mcr", "other": "mrc"}, "no run and no rule set 'mrc'"),
        ("headline", {"other": OTHER}, "is about one population"),
    ],
)
def test_mistakes_are_told_in_one_sentence(lake, name, given, said):
    with pytest.raises(UsageError) as refused:
        lake.ask(name, **given)
    assert said in refused.value.message
    assert "\n" not in refused.value.message


def test_a_lake_without_runs_and_a_filter_without_hands_are_told(lake, tmp_path):
    with pytest.raises(LakeError, match="no hand is left"):
        lake.ask("headline", win_by="discard")
    (tmp_path / "empty" / "runs").mkdir(parents=True)
    with pytest.raises(LakeError, match="holds no runs yet"):
        open_lake(str(tmp_path / "empty")).ask("headline")
    with pytest.raises(LakeError) as refused:
        open_lake(str(tmp_path / "none"))
    assert refused.value.code == "no_lake"


def test_a_statistic_whose_argument_nobody_can_give_is_refused_at_once():
    def needy(con, runs, colour):
        """No such thing."""

    with pytest.raises(TypeError, match="argument colour has no default"):
        statistic(PER_WIN, grain="one row")(needy)
    with pytest.raises(TypeError, match="what is one row"):
        statistic(PER_WIN)(lambda con, runs: pl.DataFrame())
