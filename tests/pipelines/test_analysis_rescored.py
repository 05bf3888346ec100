"""What other rules change, counted from rows written by hand: four hands and their rescoring."""

import pytest

from pipelines import analysis
from pipelines.analysis.statistics import rate
from tests.lake_rows import RULES, Rows, connection

PARENT = "mcr-botzone-ingest-0123456789ab"
CHILD = "mcr-botzone-rescore-0123456789ab"


@pytest.fixture
def con():
    """Hand 0 pays 16 → 20, hand 1 stays, hand 2's win is none, hand 3 is drawn and had a chance."""
    old, new = Rows(PARENT), Rows(CHILD)
    before = [(16, -16, 0, 0), (-8, 8, 0, 0), (0, -12, 12, 0), (0, 0, 0, 0)]
    after = [(20, -20, 0, 0), (-8, 8, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)]
    winners = (0, 1, 2, None)
    for session, seat in enumerate(winners):
        won = seat is not None
        unwon = session == 2
        hand = old.hand(
            session, "win" if won else "draw", deltas=before[session], dealer_seat=1,
            winners=1 << seat if won else 0,
        )  # fmt: skip
        again = new.hand(
            session, "unwon" if unwon else "win" if won else "draw", deltas=after[session],
            dealer_seat=1, winners=0 if unwon or not won else 1 << seat,
        )  # fmt: skip
        if won:
            pattern = [("all_chows", 1, 2)]
            old.win(hand, seat, payer=3 - seat, total=(16, 8, 12)[session], patterns=pattern)
        if won and not unwon:
            pattern = [("all_chows", 1, 4)]
            new.win(again, seat, payer=3 - seat, total=(20, 8)[session], patterns=pattern)
    old.chance(3 * 1024, seat=0, tile=4, seq=9, reason="below_minimum", total=6)
    new.chance(3 * 1024, seat=0, tile=4, seq=9, reason="passed", total=9)
    found = connection(old, new)
    found.execute(
        f"create or replace view runs as select '{CHILD}' as run, '{RULES}' as rules, "
        f"'{PARENT}' as parent"
    )
    return found


def test_hands_are_counted_with_their_intervals(con):
    found = {row["measure"]: row for row in analysis.rescored(con, [CHILD], [PARENT]).to_dicts()}
    assert {key: (row["count"], row["hands"]) for key, row in found.items()} == {
        "same": (2, 4),
        "unwon": (1, 4),
        "earlier": (1, 4),
        "moved_before": (None, 4),
        "moved_after": (None, 4),
        "moved": (None, 4),
    }
    assert (found["unwon"]["low"], found["unwon"]["high"]) == (rate(1, 4).low, rate(1, 4).high)
    assert found["moved_before"]["value"] == (16 + 8 + 12) / 4
    assert found["moved_after"]["value"] == (20 + 8) / 4
    assert found["moved"]["value"] == -2


def test_gains_are_told_by_seat_from_the_dealer(con):
    found = {
        (row["seat"], row["measure"]): row["value"]
        for row in analysis.rescored_seats(con, [CHILD], [PARENT]).to_dicts()
    }
    # Seat 1 deals: it pays 4 more in hand 0 and gets its 12 back in hand 2.
    assert found[0, "moved"] == (-4 + 12) / 4
    assert found[1, "moved"] == -12 / 4  # seat 2
    assert found[3, "moved"] == 4 / 4  # seat 0
    assert found[0, "old_delta"] == (-16 + 8 - 12) / 4
    assert sum(found[seat, "moved"] for seat in range(4)) == 0


def test_changes_of_totals_are_counted_with_wins_that_are_none(con):
    found = analysis.rescored_changes(con, [CHILD], [PARENT])
    assert {row["moved"]: (row["wins"], row["n"]) for row in found.to_dicts()} == {
        0: (1, 3),
        4: (1, 3),
        None: (1, 3),
    }
    listed = analysis.rescored_wins(con, [CHILD], [PARENT], most=5).to_dicts()
    assert [(row["old_total"], row["new_total"]) for row in listed] == [(12, None), (16, 20)]
    assert analysis.rescored_wins(con, [CHILD], [PARENT], most=1).height == 1


def test_patterns_stand_with_wins_and_points_before_and_after(con):
    [row] = analysis.rescored_patterns(con, [CHILD], [PARENT]).to_dicts()
    assert (row["pattern"], row["value_before"], row["value_after"]) == ("all_chows", 2, 4)
    assert (row["wins_before"], row["n_before"], row["wins_after"], row["n_after"]) == (3, 3, 2, 2)
    assert (row["points_before"], row["points_after"]) == (6, 8)
