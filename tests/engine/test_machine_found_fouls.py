"""Fouls and what they cost: 站胡 and 赔胡 of Luoyuan, void hands of Longgang, acts told in records.

Sources: Luoyuan card, "Fouls"; Longgang card, "Deal and play" and "Payment", "Other fouls".
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import OUT_WIN
from tests.engine.machine_script import compiled, deal_of, dealt, deltas, play, refused
from tests.engine.test_luoyuan_settlement import ONE_GOLD, PENALTY, paid

# Luoyuan: the gold is 9s, seat 3 holds one. Seat 1 waits for 3p and 6p.
WINNER = "123m 456m 789p 22s 456s 45p"
GOLDEN = "123m 456m 789p 456s 45p 9s9s"
OPENED = "0 turn_wildcard 9s; 0 discard 1m"
WON = f"{OPENED}; 1 draw 1p; 1 discard 1p; 2 draw 6p; 2 discard 6p; 1 win 6p"


def luoyuan(script: str, winner: str = WINNER, **options: Any) -> Table:
    table = Table(compiled("luoyuan-20"), load_tables())
    hands = (
        "1379m 1379p 1357s 888s 8m 9m",
        winner,
        "1379m 268p 1357s 77s 8m 2m 3p",
        "2579m 2468p 139s 66m 1s 8m 3p",
    )
    table.begin(deal=deal_of(*hands), **options)
    play(table, script)
    return table


def test_luoyuan_plain_win_without_a_foul() -> None:
    """A bare win: (0 + 0 + 1) × 2 from each; seats 0 and 2 pay seat 3 for its gold."""
    assert deltas(luoyuan(WON)) == [-2 - 1, 6, -2 - 1, -2 + 2]


def test_luoyuan_standing_player_counts_nothing_after_a_plain_win() -> None:
    """站胡: 按照0个花和金来计算; seat 3 stands, its gold is worth nothing."""
    table = luoyuan(WON.replace("0 discard 1m", "0 discard 1m; 3 foul"))
    assert deltas(table) == [-2, 6, -2, -2]


def test_luoyuan_standing_player_pays_all_of_a_golden_pair() -> None:
    """金雀 (0 + 2 + 1) × 6 = 18 from each: seat 2, who stands, pays 54."""
    table = luoyuan(f"{OPENED}; 2 foul; 1 draw 6p; 1 win 6p", GOLDEN)
    parts = table.result().settlements
    assert parts["delta"].tolist() == [0, 54, -54, 0]
    assert parts["win"].tolist() == [-18, 54, -18, -18]
    assert parts["liability"].tolist() == [18, 0, -36, 18]


def test_luoyuan_foul_found_when_hands_are_shown_pays_for_all() -> None:
    """赔胡: seat 0 pays what the three would have paid, and seat 3 for the gold that it holds."""
    table = luoyuan(f"{WON}; 0 foul")
    result = table.result()
    assert result.settlements["delta"].tolist() == [-6 - 1, 6, 0, 1]
    assert result.settlements["win"].tolist() == [-2, 6, -2, -2]
    assert result.settlements["liability"].tolist() == [-4, 0, 2, 2]
    assert result.settlements["losers"].tolist() == [-1, 0, 0, 1]
    assert result.hands["outcome"].tolist() == [OUT_WIN]
    assert result.hands["n_events"].tolist() == [len(table.events())]
    assert result.wins["winner"].tolist() == [1]


def test_luoyuan_streak_is_paid_by_the_one_who_pays_for_all() -> None:
    """Between dealer and other L = 3 counts: (3 + 1) × 2 and twice 2."""
    table = luoyuan(f"{WON}; 2 foul", streak=3)
    assert deltas(table) == [0, 12, -12 - 1, 1]


def test_luoyuan_two_fouls_when_hands_are_shown() -> None:
    """The first one counter-clockwise from the winner pays for all; a winner's is a false win."""
    table = luoyuan(f"{WON}; 0 foul; 3 foul")
    assert deltas(table) == [0, 6, 0, -6]
    assert refused(table, "3 foul") == "fouled_already"
    assert refused(table, "1 foul") == "foul_of_winner"


def test_luoyuan_standing_player_whose_foul_is_found_again() -> None:
    """It pays for all; the others' flowers and golds are theirs."""
    table = luoyuan(WON.replace("0 discard 1m", "0 discard 1m; 0 foul") + "; 0 foul")
    assert deltas(table) == [-6 - 1, 6, 0, 1]


def test_luoyuan_foul_goes_before_the_penalty_discard() -> None:
    """Who broke the rules pays for all, not who made the penalty discard."""
    one = ONE_GOLD.but(**PENALTY)
    losers = {0: "SS9s", 2: "f3"}
    # A bare win (1 + 1) × 2 from each: 12. D of seats 0, 2, 3 is 3, 1, 0.
    assert paid({1: one}, 3, losers=losers).sum(axis=1).tolist() == [3, 12, 1, -12 - 4]
    parts = paid({1: one}, 3, losers=losers, liable=0b0100)
    assert parts.sum(axis=1).tolist() == [3, 12, -12 - 3, 0]


FACE_HANDS = (
    "1m 2p 379m 1379p 357s 888s 8m 9m",
    WINNER,
    "379m 268p 1357s 77s 8m 2m 3p 6p",
    "11m 22p 5m79m 468p 139s 1s 8m 3p",
)


@pytest.mark.parametrize("told", [False, True])
def test_unready_second_pung_of_the_dealers_face(told: bool) -> None:
    """庄家面两碰未听: refused to all but a seat whose foul the record tells."""
    table = Table(compiled("luoyuan-20"), load_tables())
    table.begin(deal=deal_of(*FACE_HANDS), fouls=0b1000 if told else 0)
    play(table, f"{OPENED}; 3 pung 1m; 3 discard 9m; 0 draw 9p; 0 discard 2p")
    if not told:
        assert refused(table, "3 pung 2p") == "not_ready_after"
        return
    play(table, "3 pung 2p; 3 foul; 0 draw 9p; 0 discard 9p; 1 draw 6p; 1 win 6p")
    assert deltas(table)[1] == 6


LONGGANG_HANDS = (
    "147m 147p 258s ESWNCF 9m 9s",
    "123m 456m 789m 345p 67s 11p",
    "258m 258p 147s ESWNCF 8s",
    "369m 999p 369s ESWNCF 3p",
)
LONGGANG_WON = "1 draw N; 1 discard N; 2 draw 9m; 2 discard 8s; 1 win 8s"


def test_longgang_foul_found_when_hands_are_shown_counts_nothing() -> None:
    """相公: seat 3's concealed 999p, 8 points, count for nothing once its foul is found.

    The winner has 10 points, no_wildcard: 20; the dealer pays double.
    """
    script = f"0 turn_wildcard 8p; 0 discard E; {LONGGANG_WON}"
    table = dealt(compiled("longgang"), *LONGGANG_HANDS, script=script)
    assert deltas(table) == [-40 - 16, 80, -20 - 8, -20 + 16 + 8]
    play(table, "3 foul")
    assert deltas(table) == [-40, 80, -20, -20]
    assert table.result().settlements["losers"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("told", [False, True])
def test_longgang_discarded_wildcard(told: bool) -> None:
    """财神打出后，算0胡数，只能陪打: the player plays on, without winning."""
    hands = ("147m 147p 258s ESWNCF 8p 9s", *LONGGANG_HANDS[1:])
    table = dealt(compiled("longgang"), *hands, script="0 turn_wildcard 8p")
    if not told:
        assert refused(table, "0 discard 8p") == "wildcard_discarded"
        return
    play(table, f"0 foul; 0 discard 8p; {LONGGANG_WON}")
    assert deltas(table) == [-40 - 16, 80, -20 - 8, -20 + 16 + 8]


def test_longgang_wildcard_that_a_foul_discards_may_be_won_on() -> None:
    """No sentence forbids it; 地胡 is 300, doubled with the dealer, and losers count 0."""
    hands = ("147m 147p 258s ESWNCF 8p 9s", *LONGGANG_HANDS[1:])
    script = "0 turn_wildcard 8p; 0 foul; 0 discard 8p"
    table = dealt(compiled("longgang"), *hands, script=script)
    assert refused(table, "1 chow 8p 789p") == "wildcard_in_meld"
    play(table, "1 win 8p")
    assert deltas(table) == [-600, 1200, -300, -300]
    dead = compiled("longgang", wildcard={"discard_is_dead": True})
    assert refused(dealt(dead, *hands, script=script), "1 win 8p") != ""


@pytest.mark.parametrize("told", [False, True])
def test_longgang_barred_discard_after_a_claim(told: bool) -> None:
    """The claimed kind is not discarded in the same turn; a record may tell that it was."""
    script = "0 turn_wildcard 8p; 0 discard 4m; 1 chow 4m 456m"
    table = dealt(compiled("longgang"), *LONGGANG_HANDS, script=script)
    if told:
        play(table, "1 foul; 1 discard 4m; 2 draw 9m")
    else:
        assert refused(table, "1 discard 4m") == "swap_call"
