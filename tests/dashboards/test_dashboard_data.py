"""What the dashboard works out ahead: the answers stay what they are without it."""

import pytest

from dashboards.app.data import LakeReader
from pipelines import analysis
from pipelines.analysis import KEPT, Filter
from pipelines.lake import Lake
from tests.lake_rows import RULES, RUN, Rows, write_lake


@pytest.fixture(scope="module")
def uri(tmp_path_factory):
    rows = Rows(RUN, RULES)
    for session in range(6):
        winner = session % 4
        deltas = [-8, -8, -8, -8]
        deltas[winner] = 24
        hand = rows.hand(session, "win", deltas=deltas, dealer_seat=1, winners=1 << winner)
        rows.win(hand, winner, win_by="self_draw", patterns=[("all_chows", 1, 2)])
    folder = tmp_path_factory.mktemp("lake")
    return write_lake(folder, rows)


def test_what_is_worked_out_ahead_serves_all_connections_and_changes_no_answer(uri):
    ahead, plain = LakeReader(uri).snapshot(), LakeReader(uri).snapshot()
    [population] = ahead.populations
    assert list(ahead.ahead(population)) == list(KEPT)
    with ahead.connection(Filter()) as con:
        held = {name for (name,) in con.sql("select table_name from duckdb_tables()").fetchall()}
    assert KEPT.keys() <= held
    for chosen in (Filter(), Filter(run=population.runs, seat=[0])):
        for question in (analysis.seats, analysis.totals, analysis.payments, analysis.waits):
            found = ahead.ask(question, population.runs, chosen=chosen)
            assert found.equals(plain.ask(question, population.runs, chosen=chosen))
    # Seat 1 deals every hand and wins the two of sessions 1 and 5: 2 × 24 − 4 × 8.
    dealer = ahead.ask(analysis.seats, population.runs).row(0, named=True)
    assert (dealer["hands"], dealer["wins"], dealer["points"]) == (6, 2, 16)


def test_a_grown_lake_is_worked_out_anew(tmp_path):
    folder = tmp_path / "lake"
    first, second = Rows(RUN), Rows(RUN.replace("0123456789ab", "0123456789ac"))
    first.hand(0, "draw")
    second.hand(0, "draw")
    write_lake(folder, first)
    before = LakeReader(str(folder)).snapshot()
    assert before.ask(analysis.outcomes, [RUN])["hands"].to_list() == [1]
    write_lake(folder, second)
    after = LakeReader(str(folder)).snapshot()
    runs = sorted(one.run for one in Lake(str(folder)).manifests())
    assert after.ask(analysis.outcomes, runs)["hands"].to_list() == [2]
