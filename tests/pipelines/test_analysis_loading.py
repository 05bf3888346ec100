"""What was loaded and refused, agreement of scores, populations, and the SQL files themselves."""

from datetime import UTC, datetime, timedelta

import pytest

from pipelines import analysis
from pipelines.analysis.texts import query_names, query_text
from pipelines.lake import Summary
from schemas.rules_files import load_ruleset
from tests.lake_rows import FINISHED, RUN, Rows, connection, manifest

OTHER = "mcr-botzone-ingest-ffffffffffff"


def test_sources_count_hands_by_run_format_and_file():
    rows = Rows()
    rows.hand(0, "draw", source_file="a.txt", played_at=datetime(2025, 3, 1, 23, tzinfo=UTC))
    rows.hand(1, "draw", source_file="a.txt", played_at=datetime(2025, 3, 2, 1, tzinfo=UTC))
    rows.hand(2, "draw", source_file="b.json", source="botzone-json")
    found = analysis.sources(connection(rows), [RUN])
    assert found.select("run", "record_format", "source_file", "hands").rows() == [
        (RUN, "botzone", "a.txt", 2),
        (RUN, "botzone-json", "b.json", 1),
    ]
    assert found["first_played"].to_list() == [datetime(2025, 3, 1, 23), None]
    assert found["last_played"].to_list() == [datetime(2025, 3, 2, 1), None]


def test_rejects_are_grouped_by_reason_with_the_first_places_as_examples():
    rows = Rows()
    for line in (120, 5, 33, 7):
        rows.reject(f"line {line}", "unknown_tile", f"bad tile in {line}", excerpt="X9")
    rows.reject("record 2", "out_of_turn", "not now", source_file="other.txt", match_id="m7")
    con = connection(rows)
    found = analysis.rejects(con, [RUN], most=2)
    assert found.select("code", "records", "files").rows() == [
        ("unknown_tile", 4, 1),
        ("out_of_turn", 1, 1),
    ]
    tiles, turn = found["examples"].to_list()
    assert [one["position"] for one in tiles] == ["line 5", "line 7"]
    assert turn == [
        {
            "source_file": "other.txt",
            "position": "record 2",
            "match_id": "m7",
            "message": "not now",
            "excerpt": "",
        }
    ]
    assert analysis.rejects_by_file(con, [RUN]).rows() == [("games.txt", 4), ("other.txt", 1)]


def test_agreement_is_a_share_of_the_hands_with_a_recorded_score():
    rows = Rows()
    for session, agreement in enumerate(("same", "same", "same", "total", "not_recorded")):
        rows.hand(session, "draw", agreement=agreement)
    found = analysis.agreement(connection(rows), [RUN])
    assert found.select("agreement", "hands", "n", "share").rows() == [
        ("same", 3, 4, 0.75),
        ("total", 1, 4, 0.25),
        ("not_recorded", 1, None, None),
    ]


def test_disagreements_show_both_sides():
    rows = Rows()
    rows.hand(0, "draw", agreement="same")
    hand = rows.hand(
        7,
        "win",
        match_id="m7",
        agreement="total",
        deltas=(26, -18, -8, 0),
        recorded_total=9,
        recorded_deltas=[25, -17, -8, 0],
        recorded_patterns=["平和*1"],
    )
    rows.win(hand, 0, payer=1, total=10, patterns=[("all_chows", 1, 2), ("full_flush", 1, 24)])
    found = analysis.disagreements(connection(rows), [RUN], most=5).row(0, named=True)
    assert (found["hand_id"], found["match_id"], found["agreement"]) == (7 * 1024, "m7", "total")
    assert (found["recorded_total"], found["total"]) == (9, 10)
    assert found["recorded_deltas"] == [25, -17, -8, 0]
    assert found["deltas"] == [26, -18, -8, 0]
    assert found["recorded_patterns"] == ["平和*1"]
    assert found["patterns"] == ["all_chows", "full_flush"]


def test_hands_of_a_match_that_stands_in_two_runs_are_repeated():
    one, two = Rows(), Rows(OTHER)
    for rows, matches in ((one, ("m1", "m2", "m3")), (two, ("m3", "m4", None))):
        for session, match in enumerate(matches):
            rows.hand(session, "draw", match_id=match)
    con = connection(one, two)
    assert analysis.repeated_hands(con, [RUN, OTHER])["hands"].to_list() == [1]
    assert analysis.repeated_hands(con, [RUN])["hands"].to_list() == [0]


def test_recorded_runs_of_one_rule_set_are_one_population():
    found = analysis.populations([manifest(Rows(OTHER)), manifest(Rows())])
    assert [population.runs for population in found] == [[RUN, OTHER]]
    assert found[0].ruleset.name == "mcr-botzone"


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "sim"},
        {"kind": "rescore"},
        {"engine_version": 2},
        {"rule_set": load_ruleset("mcr").model_dump(mode="json")},
    ],
)
def test_what_differs_in_kind_engine_or_rules_is_another_population(change):
    found = analysis.populations([manifest(Rows()), manifest(Rows(OTHER), **change)])
    assert sorted(population.runs for population in found) == [[RUN], [OTHER]]


def test_simulated_runs_are_populations_of_their_own():
    runs = [manifest(Rows(run), kind="sim") for run in (RUN, OTHER)]
    assert [population.runs for population in analysis.populations(runs)] == [[RUN], [OTHER]]


def test_a_run_of_unknown_rules_belongs_to_no_population():
    assert analysis.populations([manifest(Rows("unknown-ingest-00", "unknown"))]) == []


def test_of_equally_many_hands_those_that_were_played_stand_first_then_the_newest():
    def sim(name, **values):
        return manifest(Rows(f"mcr-botzone-sim-{name}"), kind="sim", **values)

    def rescore(name, **values):
        rows = Rows(f"mcr-botzone-rescore-{name}")
        return manifest(rows, kind="rescore", parent="mcr-botzone-sim-a", **values)

    day = timedelta(days=1)
    old, new = sim("a"), sim("b", finished=FINISHED + day)
    again = rescore("c", finished=FINISHED + 2 * day)
    more = rescore("d", summary=Summary(hands=1))

    def first(*runs):
        return analysis.largest_populations(analysis.populations(runs))[0].manifests[0]

    assert first(old, new, again) == first(again, new, old) == new
    assert first(again, old) == old
    assert first(old, new, more) == more  # most hands come before all


@pytest.mark.parametrize("name", query_names())
def test_every_query_says_its_question_parameters_grain_and_columns(name):
    text = query_text(name)
    for word in ("-- Question: ", "-- Parameters: ", "-- Grain: ", "-- Columns: "):
        assert word in text
    assert text.index("-- Question: ") == 0
    assert "order by" in text.lower()
    assert "$runs" in text


def test_there_is_a_function_for_every_query():
    missing = [name for name in query_names() if not hasattr(analysis, name)]
    assert missing == []
