"""What another table does to a sample of hands, against plain SQL and hand computation."""

import duckdb
import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from pipelines.lake.manifest import Part, PartFile
from pipelines.rescoring import rescore
from pipelines.rescoring.effects import paired, table_effects, total_bars
from pipelines.rescoring.sampling import load_sample, spread_parts
from schemas.rules_files import changed_ruleset
from tests.pipelines.rescore_helpers import rescored, rules_file, simulated

HANDS = 250
FLOWER = "seat_flower"
"""Adds its value in Taiwan whatever the hand is read as, and cancels nothing."""


@pytest.fixture(scope="module")
def taiwan(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("taiwan"), "taiwan-standard", HANDS)


@pytest.fixture(scope="module")
def botzone(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("botzone"), "mcr-botzone", HANDS)


def effects(lake, run, changes, *, most=100_000):
    sample = load_sample(lake, run, most=most)
    own = lake.manifest(run).ruleset()
    before = rescore(sample.stored, own)
    after = rescore(sample.stored, changed_ruleset(own, changes))
    return sample, table_effects(sample, before, after)


def plain(lake, run, query):
    """The one row of a query over the files of a run."""
    root = lake.uri
    tables = ", ".join(
        f"{name} as (from read_parquet('{root}/{name}/**/run={run}/*.parquet'))"
        for name in ("hands", "wins", "win_patterns", "settlements")
    )
    [row] = duckdb.sql(f"with {tables} {query}").fetchall()
    return row


def test_a_doubled_value_adds_count_times_value_to_the_totals(taiwan):
    lake, run = taiwan
    value = lake.manifest(run).ruleset().patterns[FLOWER].value
    sample, found = effects(lake, run, {f"patterns.{FLOWER}.value": 2 * value})
    [before] = found.measures.filter(found.measures["measure"] == "total").to_dicts()
    wins, total = plain(lake, run, "select count(*), sum(total) from wins")
    held, added = plain(
        lake,
        run,
        f"select count(*), sum(count * value) from win_patterns where pattern = '{FLOWER}'",
    )
    assert held > 20
    assert sample.wins == wins == before["n"] == before["n_after"]
    assert before["before"] == pytest.approx(total / wins)
    assert before["difference"] == pytest.approx(added / wins)
    changed, lost = found.wins.to_dicts()
    assert (changed["wins"], changed["n"], lost["wins"]) == (held, wins, 0)
    assert changed["share"] == pytest.approx(held / wins)
    [row] = found.patterns.filter(found.patterns["pattern"] == FLOWER).to_dicts()
    assert (row["wins_before"], row["wins_after"]) == (held, held)
    assert row["part_before"] == pytest.approx(added / total)
    assert row["part_after"] == pytest.approx(2 * added / (total + added))
    assert (row["share_difference"], row["share_low"], row["share_high"]) == (0, 0, 0)
    assert found.patterns["pattern"][0] == FLOWER  # its part changes most


def test_a_higher_base_is_paid_by_every_payer(taiwan):
    lake, run = taiwan
    base = lake.manifest(run).ruleset().settlement.base
    _, found = effects(lake, run, {"settlement.base": base + 4})
    hands, payments = plain(
        lake,
        run,
        "select (select count(*) from hands), count(*) from settlements where delta < 0",
    )
    [moved] = found.measures.filter(found.measures["measure"] == "moved").to_dicts()
    assert moved["n"] == hands
    assert moved["difference"] == pytest.approx(4 * payments / hands)
    # The dealer takes the new points of every payer when it wins, and pays them when it pays.
    (gained,) = plain(
        lake,
        run,
        """select sum(case
            when s.delta < 0 then -4
            when s.delta > 0 then 4 * (select count(*) from settlements o
                where o.hand_id = s.hand_id and o.delta < 0)
            else 0 end)
        from settlements s join hands h using (hand_id) where s.seat = h.dealer_seat""",
    )
    [dealer] = found.measures.filter(found.measures["measure"] == "dealer").to_dicts()
    assert dealer["difference"] == pytest.approx(gained / hands)
    assert found.seats["difference"].sum() == pytest.approx(0, abs=1e-9)
    assert found.seats.row(0, named=True)["difference"] == dealer["difference"]


def test_wins_below_a_higher_minimum_are_none_any_more(botzone):
    lake, run = botzone
    _, found = effects(lake, run, {"win.minimum": 12})
    wins, lost, kept = plain(
        lake,
        run,
        "select count(*), count(*) filter (total < 12), avg(total) filter (total >= 12) from wins",
    )
    assert 0 < lost < wins
    row = found.wins.row(1, named=True)
    assert (row["figure"], row["wins"], row["n"]) == ("lost", lost, wins)
    [total] = found.measures.filter(found.measures["measure"] == "total").to_dicts()
    assert (total["n"], total["n_after"]) == (wins, wins - lost)
    assert total["after"] == pytest.approx(kept)
    assert found.totals["before"].sum() == wins
    assert found.totals["after"].sum() == wins - lost


@pytest.mark.parametrize(
    ("name", "changes", "text"),
    [
        ("taiwan", {"settlement.base": 9}, "[settlement]\nbase = 9\n"),
        ("botzone", {"win.minimum": 10}, "[win]\nminimum = 10\n"),
    ],
)
def test_seats_and_intervals_are_those_of_a_full_rescore(request, tmp_path, name, changes, text):
    lake, run = request.getfixturevalue(name)
    own = lake.manifest(run).ruleset()
    _, found = effects(lake, run, changes)
    full = rescored(lake, run, rules_file(tmp_path, own.name, text))
    with lake.connect() as con:
        seats = analysis.rescored_seats(con, [full.run], [run])
    for kind, ours in (("old_delta", "before"), ("new_delta", "after"), ("moved", "difference")):
        theirs = seats.filter(seats["measure"] == kind)
        assert found.seats[ours].to_list() == pytest.approx(theirs["value"].to_list())
    moved = seats.filter(seats["measure"] == "moved")
    for end in ("low", "high"):
        assert found.seats[end].to_list() == pytest.approx(moved[end].to_list())


def test_a_sample_of_a_run_is_cut_after_the_hand_of_its_last_win(taiwan):
    lake, run = taiwan
    sample, found = effects(lake, run, {f"patterns.{FLOWER}.value": 3}, most=40)
    ids = sample.stored.hand_id.tolist()
    (last,) = plain(lake, run, "select hand_id from wins order by hand_id limit 1 offset 39")
    assert (sample.wins, ids[-1], sample.all_hands) == (40, last, HANDS)
    (total,) = plain(lake, run, f"select avg(total) from wins where hand_id <= {last}")
    [row] = found.measures.filter(found.measures["measure"] == "total").to_dicts()
    assert (row["before"], row["n"]) == (pytest.approx(total), 40)


def test_parts_of_a_sample_lie_evenly_over_the_run():
    def part(number, wins):
        rows = {"hands": wins + 1, "wins": wins}
        files = {name: PartFile(path="", rows=n, bytes=0, sha256="") for name, n in rows.items()}
        return Part(part=number, sessions=(number, number + 1), files=files)

    parts = [part(number, 10) for number in range(12)]
    assert [each.part for each in spread_parts(parts, 40)[:4]] == [0, 3, 6, 9]
    assert sorted(each.part for each in spread_parts(parts, 40)) == list(range(12))
    assert spread_parts(parts, 500) == parts


def test_a_paired_difference_of_means_is_the_t_interval_of_the_differences():
    rng = np.random.default_rng(3)
    before, after = rng.normal(size=60), rng.normal(size=60)
    ones = np.ones(60)
    found = paired((before, ones), (after, ones))
    low, high = stats.ttest_1samp(after - before, 0).confidence_interval(0.95)
    assert found["difference"] == pytest.approx((after - before).mean())
    assert (found["low"], found["high"]) == (pytest.approx(low), pytest.approx(high))


def test_a_difference_of_ratios_has_the_interval_of_its_residuals():
    # Two deals: 1 and 3 points of a win each, then 2 and 2 points of 1 and 3 wins. Means 2 and 1;
    # residuals (2 - 1)/4 - (1 - 2)/2 = 0.75 and -0.75, so the deviation is sqrt(2 (2 x 0.75^2))
    # = 1.5; the quantile of Student's t with one degree of freedom is 12.7062.
    before = (np.array([1.0, 3.0]), np.array([1.0, 1.0]))
    after = (np.array([2.0, 2.0]), np.array([1.0, 3.0]))
    found = paired(before, after)
    assert (found["before"], found["after"], found["difference"]) == (2.0, 1.0, -1.0)
    assert found["low"] == pytest.approx(-1 - 1.5 * 12.7062, abs=1e-3)
    assert found["high"] == pytest.approx(-1 + 1.5 * 12.7062, abs=1e-3)


def test_without_wins_there_is_no_mean_and_with_one_deal_no_interval():
    none, one = np.zeros(1), np.ones(1)
    assert set(paired((none, none), (one, one)).values()) == {None, 1.0}
    single = paired((one, one), (2 * one, one))
    assert (single["difference"], single["low"], single["high"]) == (1.0, None, None)


def test_few_totals_have_a_bar_each():
    bars = total_bars(np.array([8, 8, 9]), np.array([8, 12]))
    assert bars.rows() == [(8, 8, 2, 1), (9, 9, 1, 0), (12, 12, 0, 1)]


def test_many_totals_fall_into_bars_of_a_round_width_and_a_last_one():
    before, after = np.arange(100), np.arange(100) + 5
    bars = total_bars(before, after)
    # From 0 to beyond 99.5 % of all (103) in at most 30 bars of 1, 2, 5, 10 …: width 5.
    assert bars.height == 21
    assert bars.row(0) == (0, 4, 5, 0)
    assert bars.row(20) == (100, None, 0, 5)
    assert (bars["before"].sum(), bars["after"].sum()) == (100, 100)
