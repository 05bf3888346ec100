"""Abortive draws: four winds 一路歸西 and four kongs 四槓."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import (
    ABORT,
    ABORT_FOUR_KONGS,
    ABORT_FOUR_WINDS,
    ABORT_REASONS,
    OUT_ABORT,
    OUT_DRAW,
    OUT_WIN,
)
from tests.engine.machine_script import (
    actions_of,
    common_wall,
    compiled,
    dealt,
    deltas,
    filled,
    moves_of,
    play,
    quiet_turns,
    refused,
)

IN_ORDER = "0 draw ?; 0 discard E; 1 draw ?; 1 discard S; 2 draw ?; 2 discard W; 3 draw ?"
ALIKE = "0 draw ?; 0 discard N; 1 draw ?; 1 discard N; 2 draw ?; 2 discard N; 3 draw ?"


def winds(script: str, *hands: str, four_winds: bool = True, **changes: Any) -> Table:
    rules = compiled("mcr-botzone", abort={"four_winds": four_winds}, **changes)
    return dealt(rules, *filled(*(hands or ("EN", "SN", "WN", "NE"))), script=script)


def reason_of(table: Table) -> int:
    hands = table.result().hands
    assert hands["outcome"].item() == OUT_ABORT
    return int(hands["abort_reason"].item())


@pytest.mark.parametrize("start", [IN_ORDER, ALIKE])
def test_four_winds_abort_the_hand(start: str) -> None:
    """Taiwan card: E S W N in turn, or four equal winds, as the first four discards."""
    table = winds(f"{start}; 3 discard N; abort")
    assert reason_of(table) == ABORT_FOUR_WINDS
    assert ABORT_REASONS[reason_of(table)] == "four_winds"
    assert deltas(table) == [0, 0, 0, 0]
    assert actions_of(table)[-1] == "3 abort"


@pytest.mark.parametrize("start", [IN_ORDER, ALIKE])
def test_hand_does_not_go_on_after_four_winds(start: str) -> None:
    table = winds(f"{start}; 3 discard N")
    assert refused(table, "0 draw F") == "abort_due"
    assert refused(table, "exhausted") == "not_exhausted"
    assert table.legal_moves() == moves_of("abort")


def test_fourth_wind_is_not_claimed() -> None:
    table = winds(f"{IN_ORDER}; 3 discard N", "E", "SNN", "W", "N")
    assert refused(table, "1 pung N") == "abort_due"
    assert refused(table, "1 lost pung N") == "abort_due"
    assert table.options(1) == []


def test_four_winds_mean_nothing_by_default() -> None:
    table = winds(f"{IN_ORDER}; 3 discard N", four_winds=False)
    assert refused(table, "abort") == "action_not_in_rules"
    play(table, "0 draw ?")


@pytest.mark.parametrize(
    ("order", "hands"),
    [
        ("SEWN", ("S", "E", "W", "N")),  # not in order
        ("NEEE", ("N", "E", "E", "E")),  # three alike
        ("EEEN", ("E", "E", "E", "N")),
        ("ESWW", ("E", "S", "W", "W")),
        ("ESWC", ("E", "S", "W", "C")),
        ("CCCC", ("C", "C", "C", "C")),  # dragons are no winds
    ],
)
def test_other_first_discards_do_not_abort(order: str, hands: tuple[str, ...]) -> None:
    table = winds("", *hands)
    for seat, tile in enumerate(order):
        play(table, f"{seat} draw ?; {seat} discard {tile}")
    assert refused(table, "abort") == "no_abort_due"
    play(table, "0 draw ?")


def test_winds_after_the_first_four_discards_do_not_abort() -> None:
    table = winds("0 draw ?; 0 discard ?", "E", "S", "W", "N")
    for seat, tile in ((1, "S"), (2, "W"), (3, "N"), (0, "E")):
        play(table, f"{seat} draw ?; {seat} discard {tile}")
    play(table, "1 draw ?")


def test_claim_between_the_first_four_discards() -> None:
    """E S W N in this order, but the seat of S has claimed the E."""
    table = winds("0 draw ?; 0 discard E; 1 pung E; 1 discard S", "E", "EES", "W", "N")
    play(table, "2 draw ?; 2 discard W; 3 draw ?; 3 discard N")
    assert refused(table, "abort") == "no_abort_due"
    play(table, "0 draw ?")


def test_concealed_kong_is_no_claim_between_four_winds() -> None:
    table = winds("0 draw ?; 0 concealed 9m; 0 draw ?; 0 discard E", "9999m E", "S", "W", "N")
    play(table, "1 draw ?; 1 discard S; 2 draw ?; 2 discard W; 3 draw ?; 3 discard N; abort")
    assert reason_of(table) == ABORT_FOUR_WINDS


def test_win_on_the_fourth_wind_goes_before_the_abort() -> None:
    hands = ("E", "123m 789m 456p 99p NN", "W", "N")
    table = winds("0 draw ?; 0 discard E; 1 draw S; 1 discard S", *hands, win={"minimum": 0})
    play(table, "2 draw ?; 2 discard W; 3 draw ?; 3 discard N")
    assert table.options(1) == moves_of("1 win N")
    play(table, "1 win N")
    assert table.result().hands["outcome"].item() == OUT_WIN
    assert table.result().hands["abort_reason"].item() == -1


def test_win_that_is_passed_on_the_fourth_wind() -> None:
    table = winds(
        "0 draw ?; 0 discard E; 1 draw S; 1 discard S; 2 draw ?; 2 discard W; 3 draw ?",
        *("E", "123m 789m 456p 99p NN", "W", "N"),
        win={"minimum": 0},
    )
    play(table, "3 discard N; abort")
    assert reason_of(table) == ABORT_FOUR_WINDS
    assert table.result().chances["reason"].tolist() == [1]


def test_abort_is_forced_when_nobody_answers() -> None:
    """Seats answer none of four windows; the hand ends by itself."""
    hands = filled("E", "S", "W", "N", spared="P")
    rules = compiled("mcr", abort={"four_winds": True})
    table = Table(rules, load_tables())
    table.begin(wall=common_wall("mcr", (f"{hands[0]} P", *hands[1:]), front="PPP"))
    for seat, tile in enumerate("ESWN"):
        if seat > 0:
            table.apply([])
        table.apply(moves_of(f"{seat} discard {tile}"))
    assert not table.over
    table.apply([])
    assert reason_of(table) == ABORT_FOUR_WINDS


KONGS = ("1111m 2222m", "3333m", "4444m", "5555m")


def konged(script: str, *hands: str, spared: str = "", **changes: Any) -> Table:
    rules = compiled("mcr-botzone", abort={"four_kongs": True}, **changes)
    return dealt(rules, *filled(*(hands or KONGS), spared=spared), script=script)


THREE = """
    0 draw ?; 0 concealed 1m; 0 draw ?; 0 discard ?
    1 draw ?; 1 concealed 3m; 1 draw ?; 1 discard ?
    2 draw ?; 2 concealed 4m; 2 draw ?; 2 discard ?
    3 draw ?
"""


def test_four_kongs_abort_after_the_discard() -> None:
    """Taiwan card: the fourth kong on the table is made and its discard is not won on."""
    table = konged(f"{THREE}; 3 concealed 5m; 3 draw ?")
    assert refused(table, "abort") == "no_abort_due"
    play(table, "3 discard ?")
    assert refused(table, "0 draw F") == "abort_due"
    play(table, "abort")
    assert reason_of(table) == ABORT_FOUR_KONGS


def test_four_kongs_mean_nothing_by_default() -> None:
    rules = compiled("mcr-botzone")
    table = dealt(rules, *filled(*KONGS), script=f"{THREE}; 3 concealed 5m; 3 draw ?; 3 discard ?")
    assert refused(table, "abort") == "action_not_in_rules"
    play(table, "0 draw ?")


def test_three_kongs_do_not_abort() -> None:
    play(konged(f"{THREE}; 3 discard ?"), "0 draw ?")


def test_four_kongs_of_one_player_do_not_abort() -> None:
    table = konged("0 draw ?", "1111m 2222m 333m 44m", "", "", "", spared="34m")
    play(table, "0 concealed 1m; 0 draw 3m; 0 concealed 2m; 0 draw 4m; 0 concealed 3m")
    play(table, "0 draw 4m; 0 concealed 4m; 0 draw ?; 0 discard ?; 1 draw ?")


def test_fifth_kong_by_another_player_does_not_abort() -> None:
    """The fourth kong was made by the player of the other three."""
    table = konged("0 draw ?", "1111m 2222m 333m 44m", "5555m", "", "", spared="34m")
    play(table, "0 concealed 1m; 0 draw 3m; 0 concealed 2m; 0 draw 4m; 0 concealed 3m")
    play(table, "0 draw 4m; 0 concealed 4m; 0 draw ?; 0 discard ?; 1 draw ?")
    play(table, "1 concealed 5m; 1 draw ?; 1 discard ?; 2 draw ?")


def test_exposed_and_added_kongs_count_among_four() -> None:
    table = konged("0 draw ?", "1111m 5p", "222m", "2m 55p", "4444m", spared="5p")
    play(table, "0 concealed 1m; 0 draw ?; 0 discard 5p; 2 pung 5p; 2 discard 2m")
    play(table, "1 kong 2m; 1 draw ?; 1 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw ?; 3 concealed 4m; 3 draw ?; 3 discard ?")
    quiet_turns(table, until=2)
    play(table, "2 draw 5p; 2 added 5p; 2 draw ?; 2 discard ?; abort")
    assert reason_of(table) == ABORT_FOUR_KONGS


def test_self_draw_on_the_fourth_kongs_replacement_wins() -> None:
    hands = ("1111m", "3333m", "4444m", "555m 123p 789p 999s F")
    table = konged("0 draw ?; 0 concealed 1m", *hands, spared="F5m", win={"minimum": 0})
    play(table, "0 draw ?; 0 discard ?; 1 draw ?; 1 concealed 3m")
    play(table, "1 draw ?; 1 discard ?; 2 draw ?; 2 concealed 4m; 2 draw ?; 2 discard ?")
    play(table, "3 draw 5m; 3 concealed 5m; 3 draw F; 3 win F")
    assert table.result().hands["outcome"].item() == OUT_WIN


def test_win_on_the_fourth_kongs_discard_goes_before_the_abort() -> None:
    hands = ("1111m 123p 789p 99s F", "3333m", "4444m", "5555m")
    table = konged("0 draw F; 0 concealed 1m; 0 draw ?; 0 discard ?", *hands, win={"minimum": 0})
    play(table, "1 draw ?; 1 concealed 3m; 1 draw ?; 1 discard ?")
    play(table, "2 draw ?; 2 concealed 4m; 2 draw ?; 2 discard ?")
    play(table, "3 draw ?; 3 concealed 5m; 3 draw 9s; 3 discard 9s")
    assert [move.action for move in table.options(0)] == [15]
    play(table, "0 win 9s")


def test_aborted_hand_is_no_exhausted_one() -> None:
    table = winds(f"{IN_ORDER}; 3 discard N; abort")
    assert table.over
    assert table.result().hands["outcome"].item() != OUT_DRAW
    assert table.events()[-1].action == ABORT
