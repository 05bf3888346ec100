"""Finding hands, and how two selections of wins differ: counted by hand."""

import polars as pl
import pytest

from pipelines.analysis import (
    Filter,
    Wanted,
    filtered,
    find_hands,
    pattern_frequency,
    selection_differences,
)
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection


@pytest.fixture(scope="module")
def con():
    """Five hands: won by the dealer, by the next on its discard, by two at once, drawn, aborted."""
    rows = Rows()
    first = rows.hand(0, "win", winners=1)
    rows.win(first, 0, win_by="self_draw", total=30, turn=4, patterns=[("all_pungs", 1, 6)])
    second = rows.hand(1, "win", dealer_seat=2, winners=8)
    rows.win(second, 3, payer=2, total=8, turn=9, wait="edge", patterns=[("all_chows", 1, 2)])
    third = rows.hand(2, "win", dealer_seat=1, winners=5)
    rows.win(third, 0, payer=3, total=12, turn=7, patterns=[("all_pungs", 1, 6)])
    rows.win(third, 2, payer=3, total=50, turn=7, patterns=[("all_chows", 1, 2)])
    rows.hand(3, "draw")
    rows.hand(4, "abort")
    return connection(rows)


def found(con, wanted: Wanted, **options) -> list[tuple[int, int | None]]:
    frame = find_hands(con, [RUN], wanted, **({"rows": 100} | options))
    return frame.select(pl.col("hand_id") // 1024, "winner").rows()


@pytest.mark.parametrize(
    ("wanted", "hands"),
    [
        (Wanted(), [(0, 0), (1, 3), (2, 0), (2, 2), (3, None), (4, None)]),
        (Wanted(outcome="draw"), [(3, None)]),
        (Wanted(won=True), [(0, 0), (1, 3), (2, 0), (2, 2)]),
        (Wanted(pattern="all_pungs"), [(0, 0), (2, 0)]),
        (Wanted(pattern="seven_pairs"), []),
        (Wanted(least=12, most=30), [(0, 0), (2, 0)]),
        (Wanted(first_turn=7, last_turn=7), [(2, 0), (2, 2)]),
        (Wanted(wait="edge"), [(1, 3)]),
        # Seat 2 deals the second hand and pays it; seat 3 pays the third, two after dealer 1.
        (Wanted(payer=0), [(1, 3)]),
        (Wanted(payer=2), [(2, 0), (2, 2)]),
        (Wanted(hand=2048), [(2, 0), (2, 2)]),
        (Wanted(hand=2048, most=20), [(2, 0)]),
        (Wanted(hand=7), []),
        # Where no player is chosen, all have dealt in who paid for a discard.
        (Wanted(part_of="payers"), [(1, 3), (2, 0), (2, 2)]),
        (Wanted(part_of="all"), [(0, 0), (1, 3), (2, 0), (2, 2), (3, None), (4, None)]),
    ],
)
def test_hands_that_are_like_what_is_wanted(con, wanted, hands):
    assert found(con, wanted) == hands


@pytest.mark.parametrize(
    ("part_of", "hands"),
    [
        # Player d sits in seat 3: it wins the second hand and pays for both wins of the third.
        ("winners", [(0, None), (1, 3), (2, None), (3, None), (4, None)]),
        ("payers", [(2, 0), (2, 2)]),
        ("all", [(0, 0), (1, 3), (2, 0), (2, 2), (3, None), (4, None)]),
    ],
)
def test_a_player_s_wins_deal_ins_and_hands_are_told_apart(con, part_of, hands):
    with filtered(con, Filter(player=["d"])):
        assert found(con, Wanted(part_of=part_of)) == hands


def test_the_highest_total_comes_first_where_asked_for(con):
    assert found(con, Wanted(), best=True)[:4] == [(2, 2), (0, 0), (2, 0), (1, 3)]


@pytest.fixture(scope="module")
def paid():
    """Three hands with streaks, wildcards, points by item, and payments."""
    rows = Rows()
    first = rows.hand(
        0,
        "win",
        winners=1,
        dealer_streak=2,
        parts={"win": (20, -20, 0, 0), "kong": (0, 20, -20, 0)},
    )
    rows.win(first, 0, wildcards_used=1, total=50, items=[("base", 1, 10), ("pair", 0, 2)])
    second = rows.hand(1, "win", winners=2, parts={"win": (-24, 24, 0, 0)})
    rows.win(second, 1, total=9, items=[("base", 1, 10), ("pair", 2, 2)])
    rows.hand(2, "draw", dealer_streak=4, parts={"kong": (3, -1, -1, -1)})
    return connection(rows)


@pytest.mark.parametrize(
    ("wanted", "hands"),
    [
        (Wanted(least_streak=2), [(0, 0), (2, None)]),
        (Wanted(least_streak=2, most_streak=3), [(0, 0)]),
        (Wanted(most_streak=0), [(1, 1)]),
        (Wanted(wildcards=1), [(0, 0)]),
        (Wanted(wildcards=0), [(1, 1)]),
        # An item that counts nothing is none.
        (Wanted(item="pair"), [(1, 1)]),
        (Wanted(item="base"), [(0, 0), (1, 1)]),
        (Wanted(part="kong"), [(0, 0), (2, None)]),
        (Wanted(part="win"), [(0, 0), (1, 1)]),
        (Wanted(part="bet"), []),
        (Wanted(part="kong", won=True), [(0, 0)]),
    ],
)
def test_hands_behind_streaks_wildcards_items_and_payments(paid, wanted, hands):
    assert found(paid, wanted) == hands


def test_the_hands_that_move_most_points_come_first_where_asked_for(paid):
    # By its parts together the first moves 20: what one part gives a seat another takes from it.
    assert found(paid, Wanted(), moving=True) == [(1, 1), (0, 0), (2, None)]
    assert found(paid, Wanted(), best=True) == [(0, 0), (1, 1), (2, None)]


def test_pages_follow_each_other_and_know_how_many_there_are(con):
    frames = [find_hands(con, [RUN], Wanted(), rows=4, skip=skip) for skip in (0, 4, 8)]
    assert [frame.height for frame in frames] == [4, 2, 0]
    assert set(pl.concat(frames)["found"]) == {6}
    assert pl.concat(frames).select("hand_id", "winner").is_unique().all()


def test_no_run_has_no_hands(con):
    assert find_hands(con, [], Wanted(), rows=10).is_empty()


def test_patterns_of_two_selections_stand_beside_each_other(con):
    ruleset = load_ruleset("mcr-botzone")
    frequency = pattern_frequency(con, [RUN], ruleset)
    both = selection_differences(frequency, frequency.with_columns(share=pl.lit(0.25)))
    row = both.filter(pl.col("pattern") == "all_pungs").row(0, named=True)
    assert (row["wins"], row["n"], row["share"], row["other_share"]) == (2, 4, 0.5, 0.25)
    assert row["difference"] == pytest.approx(0.25)
    assert row["difference_low"] < 0.25 < row["difference_high"]
    assert both["pattern"].to_list() == frequency["pattern"].to_list()
