"""Declared ready 宣告聽牌, shown ready 聽牌現牌 and open play 明打."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from schemas.codes import DISCARD
from schemas.tiles import format_tile
from tests.engine.machine_script import (
    compiled,
    dealt,
    filled,
    flags_of,
    moves_of,
    play,
    quiet_turns,
    refused,
)

READY = "123m 789m 678p 46s 99p"
"""Waits for 5s."""


def declaring(hand: str, how: str = "shown", script: str = "0 draw ?", **changes: Any) -> Table:
    """Seat 0 deals itself the hand and draws."""
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"declare_ready": how}, **changes)
    return dealt(rules, *filled(hand, "", "", ""), script=script)


def may_discard(table: Table, seat: int) -> set[str]:
    options = [move for move in table.options(seat) if move.action == DISCARD]
    return {format_tile(move.tile) for move in options}


def test_declarations_are_what_the_rules_know() -> None:
    none = declaring(READY, "none")
    assert refused(none, "0 declare") == refused(none, "0 show") == "action_not_in_rules"
    declared = declaring(READY, "declared")
    assert refused(declared, "0 show") == "action_not_in_rules"
    play(declared, "0 declare")


def test_ready_is_declared_on_the_own_turn_before_the_discard() -> None:
    table = declaring(READY)
    assert refused(table, "1 declare") == "out_of_turn"
    assert [str(move) for move in table.options(0)][-2:] == [
        "seat 0: declare ready",
        "seat 0: declare ready and show the hand",
    ]
    play(table, "0 discard ?")
    assert refused(table, "0 declare") == "out_of_turn"
    assert refused(table, "1 declare") == "must_draw"


def test_declaring_needs_a_discard_that_leaves_the_hand_ready() -> None:
    table = declaring("147m 147p 147s ESWN", script="0 draw 9m")
    assert refused(table, "0 declare") == "not_ready_after"
    assert refused(table, "0 show") == "not_ready_after"


def test_discard_after_a_declaration_leaves_the_hand_ready() -> None:
    """Beside 123m 789m 678p 99p of 246s 2s or 6s may go, either leaves a closed wait."""
    table = declaring(READY, script="0 draw 2s; 0 declare")
    assert may_discard(table, 0) == {"2s", "6s"}
    assert refused(table, "0 discard 9p") == "not_ready_after"
    assert table.options(0) == moves_of("0 discard 2s; 0 discard 6s")
    play(table, "0 discard 6s")
    assert [format_tile(tile) for tile in table.waits(0)] == ["3s"]


def test_nothing_but_the_discard_follows_a_declaration() -> None:
    """A hand that declares on its winning tile has let the self-draw go by."""
    table = declaring(READY, script="0 draw 5s; 0 declare")
    assert refused(table, "0 win 5s") == "discard_due"
    assert refused(table, "0 declare") == "declared_already"
    assert refused(table, "0 show") == "declared_already"
    play(table, "0 discard 5s; 0 foul")
    assert table.result().chances["reason"].tolist() == [1]


def test_declared_hand_discards_what_it_draws() -> None:
    """Taiwan card: it may then not change its hand."""
    table = declaring(READY, script="0 draw ?; 0 declare; 0 discard ?")
    quiet_turns(table, until=0)
    play(table, "0 draw 1p")
    assert may_discard(table, 0) == {"1p"}
    assert refused(table, "0 discard 9p") == "hand_bound"
    assert refused(table, "0 declare") == "declared_already"
    play(table, "0 discard 1p")


def test_declared_hand_claims_nothing_but_a_win() -> None:
    table = declaring(READY, script="0 draw ?; 0 declare; 0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 9p; 3 discard 9p")
    assert refused(table, "0 pung 9p") == "hand_bound"
    play(table, "0 draw ?; 0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 7p; 3 discard 7p")
    assert refused(table, "0 chow 7p 678p") == "hand_bound"
    play(table, "0 draw ?; 0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 5s; 3 discard 5s")
    assert table.options(0) == moves_of("0 win 5s")
    play(table, "0 win 5s")
    assert flags_of(table) == {"declared_ready"}


def test_exposed_kong_is_no_claim_of_a_declared_hand() -> None:
    table = declaring("123m 999m 678p 46s 99p", script="0 draw ?; 0 declare; 0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 9m; 3 discard 9m")
    assert refused(table, "0 kong 9m") == "hand_bound"


def test_concealed_kong_that_leaves_the_waits_unchanged() -> None:
    """123m 999m 678p 46s 99p waits for 5s with 999m as with the kong."""
    table = declaring("123m 999m 678p 46s 99p", script="0 draw ?; 0 declare; 0 discard ?")
    quiet_turns(table, until=0)
    play(table, "0 draw 9m; 0 concealed 9m; 0 draw 1p")
    assert may_discard(table, 0) == {"1p"}
    play(table, "0 discard 1p")
    quiet_turns(table, until=0)
    play(table, "0 draw 5s; 0 win 5s")
    assert flags_of(table) == {"declared_ready"}


def test_concealed_kong_that_changes_the_waits_is_refused() -> None:
    """1112m waits for 2m and 3m; the kong of 1m leaves 2m, which waits for 2m alone."""
    table = declaring("1112m 789m 678p 456s", script="0 draw ?; 0 declare; 0 discard ?")
    assert [format_tile(tile) for tile in table.waits(0)] == ["2m", "3m"]
    quiet_turns(table, until=0)
    play(table, "0 draw 1m")
    assert refused(table, "0 concealed 1m") == "hand_bound"
    assert may_discard(table, 0) == {"1m"}


def test_added_kong_is_refused_to_a_declared_hand() -> None:
    """The card allows a concealed kong only."""
    rules = compiled("mcr-botzone", play={"declare_ready": "declared"})
    table = dealt(rules, *filled("55s 123m 678p 46s 99p E", "5s", "", ""), script="0 draw ?")
    play(table, "0 discard ?; 1 draw ?; 1 discard 5s; 0 pung 5s; 0 declare; 0 discard E")
    quiet_turns(table, until=0)
    play(table, "0 draw 5s")
    assert refused(table, "0 added 5s") == "hand_bound"


def test_declared_after_a_claim() -> None:
    rules = compiled("mcr-botzone", play={"declare_ready": "declared"})
    table = dealt(rules, *filled("55s 123m 678p 46s 99p E", "5s", "", ""), script="0 draw ?")
    play(table, "0 discard ?; 1 draw ?; 1 discard 5s; 0 pung 5s; 0 declare")
    assert may_discard(table, 0) == {"E"}


def test_shown_hand_is_declared_too() -> None:
    """`shown_ready` replaces `declared_ready` by the exclusions of the rule set."""
    table = declaring(READY, script="0 draw ?; 0 show; 0 discard ?")
    quiet_turns(table, until=0)
    play(table, "0 draw 5s; 0 win 5s")
    assert flags_of(table) == {"declared_ready", "shown_ready"}


def test_declarations_stand_in_the_event_log() -> None:
    table = declaring(READY, script="0 draw ?; 0 show; 0 discard ?")
    event = table.events()[-2]
    assert (event.seat, event.action, event.tile, event.tiles) == (0, 12, -1, ())


def test_declared_hand_replaces_its_flowers() -> None:
    """A drawn flower goes, its replacement is what has to be discarded."""
    rules = compiled("mcr", win={"minimum": 0}, play={"declare_ready": "declared"})
    table = dealt(rules, READY + " 1p", *filled("", "", ""), script="0 declare; 0 discard 1p")
    quiet_turns(table, until=0)
    play(table, "0 draw f1; 0 flower f1; 0 replace ?")
    assert may_discard(table, 0) == {format_tile(table.events()[-1].tile)}


@pytest.mark.parametrize(("declaration", "tai"), [("", 1), ("declare", 2), ("show", 3)])
def test_taiwan_declared_and_shown_ready_are_one_and_two_tai(declaration: str, tai: int) -> None:
    """門清 1, with 宣告聽牌 1 or 聽牌現牌 2 in place of it: a closed wait won on a discard."""
    table = dealt(
        compiled("taiwan-standard"),
        "123456789m 678p 46s 99p P",
        "147m 147p 147s ESWNCFP",
        "258m 258p 258s ESWNCFP",
        "369m 369p 369s ESWNCFP",
        script=f"0 {declaration}" if declaration else "",
    )
    play(table, "0 discard P; 1 draw 5s; 1 discard 5s; 0 win 5s")
    assert table.result().wins["total"].tolist() == [tai]


OPEN = "123m 789m 678p 46s 99p"


def opened(hand: str = OPEN, **changes: Any) -> Table:
    """Seat 0 draws and declares open play."""
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"open_play": True}, **changes)
    return dealt(rules, *filled(hand, "", "", ""), script="0 draw ?; 0 open")


def test_open_play_only_where_the_rules_know_it() -> None:
    table = dealt(compiled("mcr-botzone"), *filled(OPEN, "", "", ""), script="0 draw ?")
    assert refused(table, "0 open") == "action_not_in_rules"


def test_open_play_on_the_own_first_turn_only() -> None:
    rules = compiled("mcr-botzone", play={"open_play": True})
    table = dealt(rules, *filled(OPEN, "", "", ""), script="0 draw ?")
    assert refused(table, "1 open") == "out_of_turn"
    play(table, "0 discard ?; 1 draw ?; 1 open; 1 discard ?")
    quiet_turns(table, until=0)
    play(table, "0 draw ?")
    assert refused(table, "0 open") == "open_play_late"


def test_open_play_is_declared_once() -> None:
    assert refused(opened(), "0 open") == "declared_already"


def test_open_play_after_a_claim_is_refused() -> None:
    rules = compiled("mcr-botzone", play={"open_play": True})
    table = dealt(rules, *filled("5s", "", "55s", ""), script="0 draw ?; 0 discard 5s; 2 pung 5s")
    assert refused(table, "2 open") == "open_play_late"


def test_open_play_after_a_concealed_kong() -> None:
    rules = compiled("mcr-botzone", play={"open_play": True})
    table = dealt(rules, *filled("9999m 123p", "", "", ""), script="0 draw ?; 0 concealed 9m")
    play(table, "0 draw ?; 0 open; 0 discard ?")


def test_open_play_claims_nothing() -> None:
    """Yantai card: it may then neither chow, pung nor kong."""
    table = opened("123m 999m 678p 46s 99p")
    play(table, "0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 9m; 3 discard 9m")
    assert refused(table, "0 pung 9m") == refused(table, "0 kong 9m") == "open_play"
    play(table, "0 draw ?; 0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 7p; 3 discard 7p")
    assert refused(table, "0 chow 7p 678p") == "open_play"
    assert table.options(0) == []


def test_open_play_wins_by_self_draw_only() -> None:
    table = opened()
    play(table, "0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 5s; 3 discard 5s")
    assert refused(table, "0 win 5s") == "open_play"
    play(table, "0 draw 5s; 0 win 5s")
    assert flags_of(table) == {"open_play"}


def test_win_on_a_discard_in_open_play_is_no_chance_that_was_passed() -> None:
    table = opened()
    play(table, "0 discard ?")
    quiet_turns(table, until=3)
    play(table, "3 draw 5s; 3 discard 5s; 0 draw ?; 0 foul")
    assert table.result().chances["reason"].tolist() == [2]


def test_open_play_may_be_declared_on_the_winning_draw() -> None:
    rules = compiled("mcr-botzone", win={"minimum": 0}, play={"open_play": True})
    table = dealt(rules, *filled(OPEN, "", "", ""), script="0 draw 5s; 0 open; 0 win 5s")
    assert flags_of(table) == {"open_play"}


def test_open_play_allows_a_concealed_kong_and_free_discards() -> None:
    table = opened("9999m 123p")
    assert len(may_discard(table, 0)) > 5
    play(table, "0 concealed 9m; 0 draw ?; 0 discard 1p")
