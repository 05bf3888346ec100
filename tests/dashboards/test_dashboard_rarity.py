"""The page of rarity: three ways side by side, the runs that stand for each, hands behind."""

import pytest

from schemas.errors import LakeError, UsageError
from tests.dashboards.page_helpers import controls, figures, grid_rows, section, text
from tests.dashboards.test_cli_rarity import GREEDY, VALUE, rows_of
from tests.lake_rows import write_lake


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """Of 100 wins each, 2 of greedy and 30 of value play are all pungs."""
    folder = tmp_path_factory.mktemp("rarity")
    for run, pungs, policy in ((GREEDY, 2, "greedy"), (VALUE, 30, "value")):
        rows = rows_of(run, "mcr", 100, pungs)
        write_lake(folder, rows, kind="sim", options={"policies": [policy] * 4, "seed": 1})
    return str(folder)


@pytest.fixture(scope="module")
def built(lake):
    return section(lake, "/rarity?rules=mcr", "three-ways")


def test_counts_and_both_frequencies_stand_side_by_side(built):
    told = text(built)
    assert "13,257,769,189,488 complete hands of 14 natural tiles" in told
    assert f"Natural: 100 wins of {GREEDY}, greedy (most hands of this kind in the lake)" in told
    assert f"Strategic: 100 wins of {VALUE}, value" in told
    assert "1 pattern differs between the two" in told
    [row] = [row for row in grid_rows(built) if row["t0"] == "碰碰和 All Pungs"]
    # Four pungs of four kinds and a pair of one of the thirty others: 46,376 × 30 × 4⁴ × 6.
    assert row["s2"] == pytest.approx(46_376 * 30 * 4**4 * 6 / 13_257_769_189_488)
    assert (row["s4"], row["s5"], row["s6"], row["s7"]) == (2, 0.02, 30, 0.3)
    assert row["t8"].startswith("15.00 (")
    assert row["t8"].endswith("*")


def test_shares_lead_to_as_many_hands(lake, built):
    [row] = [row for row in grid_rows(built) if row["s6"] == 30]
    for place, count in ((4, 2), (5, 2), (6, 30), (7, 30)):
        assert text(section(lake, row[f"h{place}"], "found")).startswith(f"{count} hands")


def test_the_figure_has_both_plays_and_the_complete_hands(built):
    [figure] = figures(built)
    natural, strategic, complete = figure.data
    place = list(figure.layout.yaxis.ticktext).index("碰碰和  All Pungs")
    assert (natural.x[place], strategic.x[place]) == (0.02, 0.3)
    assert 0 < complete.x[place] < 0.01
    assert f"run={GREEDY}" in natural.customdata[place]
    assert f"run={VALUE}" in strategic.customdata[place]


def test_runs_that_are_named_stand_against_what_is_found(lake):
    assert controls(lake, "/rarity?rules=mcr")["natural"] == [GREEDY]
    said = controls(lake, f"/rarity?rules=mcr&natural={VALUE}&strategic={GREEDY}")
    assert (said["natural"], said["strategic"]) == ([VALUE], [GREEDY])


@pytest.mark.parametrize(
    ("search", "error", "told"),
    [
        (f"natural={VALUE}&strategic={VALUE}", UsageError, "cannot be both natural and strategic"),
        ("natural=nobody", LakeError, "nobody"),
        ("rules=chess", UsageError, "rules=chess; it is mcr"),
    ],
)
def test_what_cannot_be_is_told(lake, search, error, told):
    with pytest.raises(error, match=told):
        section(lake, f"/rarity?{search}", "three-ways")
