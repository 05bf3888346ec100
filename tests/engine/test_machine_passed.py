"""Wins and pungs that were let go by, and the kind of the own last discard."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from schemas.codes import CHANCE_REASONS
from schemas.tiles import format_tile, format_tiles
from tests.engine.machine_script import compiled, dealt, play, quiet_turns, refused

# Seat 2 waits for 3s and 6s; seats 3 and 0 hold both.
HANDS = (
    "36s 147m 147p ESWNC",
    "258m 258p 28s ESWNP",
    "45s 123m 789m 678p 99p",
    "36s 369m 369p 1s CFPW",
)
TO_SEAT_3 = """
    0 draw 9s; 0 discard 9s; 1 draw 9s; 1 discard 9s; 2 draw C; 2 discard C; 3 draw F
"""
PASSED = f"{TO_SEAT_3}; 3 discard 6s"
"""Seat 3 has discarded 6s."""


def passing(how: str, script: str, **options: Any) -> Table:
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"passed_win": how, **options})
    return dealt(rules, *HANDS, script=script)


def test_passed_win_is_free_by_default() -> None:
    table = dealt(compiled("mcr-botzone", win={"minimum": 0}), *HANDS, script=PASSED)
    play(table, "0 draw 8m; 0 discard 6s; 2 win 6s")


def test_passed_win_bars_the_same_kind_until_the_own_draw() -> None:
    """Luoyuan card: not on the same kind before its own next draw."""
    table = passing("same_kind", f"{PASSED}; 0 draw 8m; 0 discard 6s")
    assert refused(table, "2 win 6s") == "passed_win"
    assert refused(table, "2 lost win 6s") == "passed_win"
    assert table.options(2) == []
    play(table, "1 draw 8m; 1 discard 8m; 2 draw 8p; 2 discard 8p; 3 draw 6s; 3 discard 6s")
    play(table, "2 win 6s")


def test_passed_win_of_one_kind_leaves_the_others_free() -> None:
    play(passing("same_kind", f"{PASSED}; 0 draw 8m; 0 discard 3s"), "2 win 3s")


def test_passed_win_bars_any_discard_until_the_own_draw() -> None:
    """Longgang card, item 5: no win on any discard until the own next draw."""
    table = passing("any_kind", f"{PASSED}; 0 draw 8m; 0 discard 3s")
    assert refused(table, "2 win 3s") == "passed_win"
    play(table, "1 draw 8m; 1 discard 8m; 2 draw 8p; 2 discard 8p; 3 draw 3s; 3 discard 3s")
    play(table, "2 win 3s")


@pytest.mark.parametrize("how", ["same_kind", "any_kind"])
def test_self_draw_is_free_after_a_passed_win(how: str) -> None:
    table = passing(how, f"{PASSED}; 0 draw 8m; 0 discard 8m; 1 draw 8m; 1 discard 8m")
    play(table, "2 draw 6s; 2 win 6s")


def test_chance_after_a_passed_win_was_not_allowed() -> None:
    table = passing("same_kind", f"{PASSED}; 0 draw 8m; 0 discard 6s; 1 draw 8m; 0 foul")
    reasons = [CHANCE_REASONS[reason] for reason in table.result().chances["reason"].tolist()]
    assert reasons == ["passed", "not_allowed"]


def test_win_below_the_minimum_is_not_passed() -> None:
    """What the rules did not allow was not let go by: 6s below eight fan, then a legal win."""
    rules = compiled("mcr-botzone", win={"minimum": 8}, play={"passed_win": "any_kind"})
    table = dealt(rules, *HANDS, script=PASSED)
    assert refused(table, "2 win 6s") == "win_below_minimum"
    play(table, "0 draw 8m; 0 discard 6s")
    assert refused(table, "2 win 6s") == "win_below_minimum"


def test_barred_completion_is_not_passed_again() -> None:
    """Under own_discard_win=false the own last kind cannot be won on, so it is not let go by."""
    hands = (HANDS[0], HANDS[1], "45s 123m 789m 678p 99p", HANDS[3])
    rules = compiled(
        "mcr-botzone",
        win={"minimum": 0},
        play={"passed_win": "any_kind", "own_discard_win": False},
    )
    table = dealt(rules, *hands, script="0 draw 9s; 0 discard 9s; 1 draw 9s; 1 discard 9s")
    play(table, "2 draw 6s; 2 discard 6s; 3 draw 6s; 3 discard 6s")
    assert refused(table, "2 win 6s") == "own_last_discard"
    play(table, "0 draw 3m; 0 discard 3s; 2 win 3s")


def test_passed_win_may_bar_until_the_own_discard() -> None:
    """A chow instead of the win: the discard after it frees, with own_draw it does not."""
    script = "0 draw 9s; 0 discard 9s; 1 draw 6s; 1 discard 6s; 2 chow 6s 456s; 2 discard 9p"
    after = "3 draw 9p; 3 discard 9p"
    free = dealt(
        compiled(
            "mcr-botzone",
            win={"minimum": 0},
            play={"passed_win": "any_kind", "passed_until": "own_discard"},
        ),
        *HANDS,
        script=f"{script}; {after}",
    )
    play(free, "2 win 9p")
    barred = passing("any_kind", f"{script}; {after}")
    assert refused(barred, "2 win 9p") == "passed_win"


def test_discard_frees_only_at_the_discard() -> None:
    table = passing("any_kind", f"{PASSED}; 0 draw 8m; 0 discard 3s", passed_until="own_discard")
    assert refused(table, "2 win 3s") == "passed_win"
    play(table, "1 draw 8m; 1 discard 8m; 2 draw 8p; 2 discard 8p; 3 draw 3s; 3 discard 3s")
    play(table, "2 win 3s")


# Seat 0 pungs 5s and draws the fourth, seat 2 waits for 5s and 8s.
ROBBING = (
    "55s 147m 147p ESWNC",
    "5s 258m 258p 28s ESWN",
    "67s 123m 789m 678p 99p",
    "369m 369p 39s 1s CFPW",
)


def robbing(script: str, **options: Any) -> Table:
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"passed_win": "any_kind", **options})
    table = dealt(rules, *ROBBING, script="0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 5s")
    play(table, "0 pung 5s; 0 discard E; 1 draw F; 1 discard F; 2 draw 8m; 2 discard 8m")
    play(table, script)
    return table


def test_robbed_kong_that_is_let_go_by_is_a_passed_win() -> None:
    table = robbing("3 draw N; 3 discard N; 0 draw 5s; 0 added 5s")
    assert [str(move) for move in table.options(2)] == ["seat 2: win on 5s"]
    play(table, "0 draw 8s; 0 discard 8s")
    assert refused(table, "2 win 8s") == "passed_win"


def test_kong_that_may_not_be_robbed_is_no_passed_win() -> None:
    table = robbing("3 draw N; 3 discard N; 0 draw 5s; 0 added 5s", rob_kong=False)
    play(table, "0 draw 8s; 0 discard 8s; 2 win 8s")


def test_passed_win_bars_robbing_a_kong() -> None:
    """Seat 2 lets 8s go by; then seat 0 adds 5s to its pung."""
    table = robbing("3 draw 8s; 3 discard 8s; 0 draw 5s; 0 added 5s")
    assert refused(table, "2 win 5s") == "passed_win"


# Seat 2 could pung 4m; seats 0, 1 and 3 have none.
PUNGING = (
    "4m 17m 147p 147s ESWN",
    "25689m 258p 258s ES",
    "44m 369m 369p 36s ESW",
    "4m 777p 19m 159s CCFP",
)


def punging(script: str) -> Table:
    return dealt(compiled("mcr-botzone", play={"passed_pung": True}), *PUNGING, script=script)


FIRST_FOUR = "0 draw 9s; 0 discard 9s; 1 draw P; 1 discard P; 2 draw 9s; 2 discard 9s"


def test_passed_pung_bars_the_kind_until_the_own_draw() -> None:
    """Luoyuan card, "The same for a passed pung"; Longgang card, item 5."""
    table = punging(f"{FIRST_FOUR}; 3 draw 9p; 3 discard 4m; 0 draw 9p; 0 discard 4m")
    assert refused(table, "2 pung 4m") == "passed_pung"
    assert refused(table, "2 lost pung 4m") == "passed_pung"


def test_own_draw_frees_from_a_passed_pung() -> None:
    table = punging("0 draw 9s; 0 discard 4m; 1 draw P; 1 discard P; 2 draw 9s; 2 discard 9s")
    play(table, "3 draw 9p; 3 discard 4m; 2 pung 4m")


def test_chow_by_another_does_not_undo_a_passed_pung() -> None:
    """Seat 0 chows the 4m that seat 2 could have punged."""
    hands = ("1567m 147p 147s ESW", PUNGING[1], PUNGING[2], "44m 777p 9m 159s CFPN")
    table = dealt(
        compiled("mcr-botzone", play={"passed_pung": True}),
        *hands,
        script=f"{FIRST_FOUR}; 3 draw 9p; 3 discard 4m; 0 chow 4m 456m; 0 discard E",
    )
    play(table, "1 draw F; 1 discard F")
    play(table, "2 draw F; 2 discard F; 3 draw F; 3 discard 4m; 2 pung 4m")


def test_chow_by_the_seat_itself_is_a_passed_pung() -> None:
    """Seat 2 chows 4m with 56m and keeps its pair; seat 3 discards the fourth copy."""
    hands = ("17m 147p 147s ESWNP", "4m 289m 258p 258s ESC", "44m 56m 369p 36s EWNF", PUNGING[3])
    script = "0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 4m; 2 chow 4m 456m; 2 discard E"
    table = dealt(
        compiled("mcr-botzone", play={"passed_pung": True}),
        *hands,
        script=f"{script}; 3 draw 9p; 3 discard 4m",
    )
    assert refused(table, "2 pung 4m") == "passed_pung"


def test_pung_that_was_not_possible_is_not_passed() -> None:
    """A single 5m cannot be punged; with the drawn one it can when the next is discarded."""
    hands = ("5m 17m 147p 147s ESWN", "2389m 258p 258s ESC", "5m 369m 369p 36s ESWN", PUNGING[3])
    table = dealt(
        compiled("mcr-botzone", play={"passed_pung": True}),
        *hands,
        script="0 draw 9s; 0 discard 5m; 1 draw P; 1 discard P; 2 draw 5m; 2 discard E",
    )
    play(table, "3 draw 5m; 3 discard 5m; 2 pung 5m")


OWN_KIND = (
    "33m 17m 147p 147s ESW",
    "234m 58m 258p 258s ES",
    "369p 369s 69m CFPNN",
    "258p 147s 19m CFPWN",
)


def test_own_last_discard_may_not_be_claimed_by_chow() -> None:
    """Longgang card, item 3: 打出牌後不得於同巡吃入同牌."""
    rules = compiled("mcr-botzone", play={"own_discard_chow": False})
    script = "0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 3m; 2 draw 9s; 2 discard 9s"
    table = dealt(rules, *OWN_KIND, script=f"{script}; 3 draw 9p; 3 discard 9p; 0 draw 9p")
    play(table, "0 discard 3m")
    assert refused(table, "1 chow 3m 234m") == "own_last_discard"
    assert refused(table, "1 lost chow 3m 234m") == "own_last_discard"
    play(table, "1 draw 9p; 1 discard 9p; 2 draw 9m; 2 discard C; 3 draw 8m; 3 discard 8m")
    play(table, "0 draw 8m; 0 discard 3m; 1 chow 3m 234m")


def test_own_last_discard_may_be_claimed_by_default() -> None:
    script = "0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 3m; 2 draw 9s; 2 discard 9s"
    table = dealt(compiled("mcr-botzone"), *OWN_KIND, script=f"{script}; 3 draw 9p; 3 discard 9p")
    play(table, "0 draw 9p; 0 discard 3m; 1 chow 3m 234m")


def test_own_last_discard_may_not_be_won_on() -> None:
    """Longgang card, item 5: no win on a kind discarded in the own last turn; self-draw is free."""
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"own_discard_win": False})
    start = "0 draw 9s; 0 discard 9s; 1 draw 9s; 1 discard 9s; 2 draw 6s; 2 discard 6s"
    table = dealt(rules, *HANDS, script=f"{start}; 3 draw 8m; 3 discard 6s")
    assert refused(table, "2 win 6s") == "own_last_discard"
    quiet_turns(table, until=2)
    play(table, "2 draw 8p; 2 discard 8p; 3 draw 6s; 3 discard 6s; 2 win 6s")
    drawn = dealt(rules, *HANDS, script=start)
    quiet_turns(drawn, until=2)
    play(drawn, "2 draw 6s; 2 win 6s")


# Seat 2 claims three chows, then holds 23m 55m and waits for 1m and 4m.
SINGLE = (
    "5m 1m 28p 147s ESWNCF",
    "44m 147p 258s ESWNC",
    "23m 55m 23p 56p 89p 12s C",
    "5m 369m 36s 39p CFPWN",
)
SINGLE_OPTIONS = {
    "passed_win": "any_kind",
    "own_discard_win": False,
    "single_wait_exception": True,
}


def single(**changes: Any) -> Table:
    """Seat 2 waits with four tiles in hand, and seat 1 draws."""
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={**SINGLE_OPTIONS, **changes})
    table = dealt(rules, *SINGLE, script="0 draw 9m; 0 discard 9m; 1 draw 3s; 1 discard 1p")
    play(table, "2 chow 1p 123p; 2 discard C")
    quiet_turns(table, until=1)
    play(table, "1 draw 3s; 1 discard 4p; 2 chow 4p 456p; 2 discard 1s")
    quiet_turns(table, until=1)
    play(table, "1 draw 9m; 1 discard 7p; 2 chow 7p 789p; 2 discard 2s")
    assert format_tiles(table.hand(2)) == "2355m"
    assert [format_tile(tile) for tile in table.waits(2)] == ["1m", "4m"]
    return table


def broken_pair(**changes: Any) -> Table:
    """Seat 2 chows the winning 4m and keeps one of its 5m; seat 3 draws."""
    table = single(**changes)
    quiet_turns(table, until=1)
    play(table, "1 draw 8s; 1 discard 4m")
    assert "seat 2: win on 4m" in [str(move) for move in table.options(2)]
    play(table, "2 chow 4m 234m; 2 discard 5m")
    return table


def test_single_wait_exception_after_claiming_a_winning_discard() -> None:
    """Longgang card, item 5: the pair is broken into a single wait, which may be won on at once."""
    table = broken_pair()
    quiet_turns(table, until=0)
    play(table, "0 draw 9p; 0 discard 5m; 2 win 5m")


def test_without_the_exception_the_single_wait_is_barred() -> None:
    table = broken_pair(single_wait_exception=False)
    quiet_turns(table, until=0)
    play(table, "0 draw 9p; 0 discard 5m")
    assert refused(table, "2 win 5m") == "own_last_discard"


def test_single_wait_exception_ends_when_that_win_is_passed() -> None:
    table = broken_pair()
    play(table, "3 draw 9p; 3 discard 5m; 0 draw 9p; 0 discard 5m")
    assert refused(table, "2 win 5m") == "own_last_discard"


def test_no_exception_without_a_claimed_winning_discard() -> None:
    """Seat 2 lets 1m go by and is barred from 4m, whatever it holds."""
    table = single()
    quiet_turns(table, until=0)
    play(table, "0 draw 9p; 0 discard 1m; 1 draw 8s; 1 discard 4m")
    assert refused(table, "2 win 4m") == "passed_win"
