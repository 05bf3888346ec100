"""What may be discarded after a claim, which kongs may be laid down, and the dealer's face."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from schemas.codes import (
    CHOW,
    DISCARD,
    KONG_ADDED,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
)
from schemas.tiles import format_tile, parse_tile
from tests.engine.machine_script import (
    compiled,
    dealt,
    filled,
    play,
    quiet_turns,
    refused,
)


def may_discard(table: Table, seat: int) -> set[str]:
    options = [move for move in table.options(seat) if move.action == DISCARD]
    return {format_tile(move.tile) for move in options}


def kinds(table: Table, seat: int) -> set[str]:
    return {format_tile(tile) for tile in table.hand(seat)}


RUNS = filled("4m", "1235674m", "", "")
"""Seat 1 chows 4m with 23m, 35m or 56m and holds another."""


def called(swap_calls: str, run: str) -> Table:
    rules = compiled("mcr-botzone", play={"swap_calls": swap_calls})
    return dealt(rules, *RUNS, script=f"0 draw ?; 0 discard 4m; 1 chow 4m {run}")


def test_claims_leave_every_discard_free_by_default() -> None:
    table = called("free", "234m")
    assert may_discard(table, 1) == kinds(table, 1)
    play(table, "1 discard 4m")


@pytest.mark.parametrize(
    ("swap_calls", "run", "barred"),
    [
        ("same_kind", "234m", {"4m"}),
        ("same_run", "234m", {"4m", "1m"}),
        ("same_run", "345m", {"4m"}),
        ("same_run", "456m", {"4m", "7m"}),
    ],
)
def test_swap_calls_after_a_chow(swap_calls: str, run: str, barred: set[str]) -> None:
    """Longgang card, item 3: not the claimed kind, nor the other end of the run."""
    table = called(swap_calls, run)
    assert barred <= kinds(table, 1)
    assert may_discard(table, 1) == kinds(table, 1) - barred
    for tile in barred:
        assert refused(table, f"1 discard {tile}") == "swap_call"


@pytest.mark.parametrize(
    ("tile", "run", "held"),
    [("9m", "789m", "78m 1p"), ("1m", "123m", "23m 9s"), ("3m", "123m", "12m 9s")],
)
def test_swap_calls_do_not_go_over_the_end_of_a_suit(tile: str, run: str, held: str) -> None:
    """The neighbours in number of 9m and 1m are no tiles of the run: 1p and 9s stay free."""
    rules = compiled("mcr-botzone", play={"swap_calls": "same_run"})
    hands = filled(tile, held, "", "")
    table = dealt(rules, *hands, script=f"0 draw ?; 0 discard {tile}; 1 chow {tile} {run}")
    assert may_discard(table, 1) == kinds(table, 1)


def test_swap_calls_after_a_pung() -> None:
    rules = compiled("mcr-botzone", play={"swap_calls": "same_run"})
    table = dealt(rules, *filled("4m", "", "444m", ""), script="0 draw ?; 0 discard 4m; 2 pung 4m")
    assert refused(table, "2 discard 4m") == "swap_call"
    assert may_discard(table, 2) == kinds(table, 2) - {"4m"}


def test_swap_bar_ends_with_the_turn() -> None:
    table = called("same_run", "234m")
    play(table, "1 discard 7m")
    quiet_turns(table, until=1)
    play(table, "1 draw ?; 1 discard 4m")


def test_swap_bar_holds_after_a_kong_in_the_same_turn() -> None:
    rules = compiled(
        "mcr-botzone", play={"swap_calls": "same_kind", "deferred_kong_after_claim": True}
    )
    hands = filled("4m", "2344m 9999m", "", "")
    table = dealt(rules, *hands, script="0 draw ?; 0 discard 4m; 1 chow 4m 234m")
    play(table, "1 concealed 9m; 1 draw ?")
    assert refused(table, "1 discard 4m") == "swap_call"
    play(table, "1 discard ?")


def four_tiles(swap_calls: str) -> Table:
    """Seat 1 has claimed three runs of dots, holds 4556m, and seat 0 discards 5m."""
    rules = compiled("mcr-botzone", play={"swap_calls": swap_calls})
    hands = filled("5m", "4556m 23p 56p 89p 12s C", "", "")
    table = dealt(rules, *hands, script="0 draw 1p; 0 discard 1p; 1 chow 1p 123p; 1 discard C")
    for tile, run, left in (("4p", "456p", "1s"), ("7p", "789p", "2s")):
        quiet_turns(table, until=0)
        play(table, f"0 draw {tile}; 0 discard {tile}; 1 chow {tile} {run}; 1 discard {left}")
    quiet_turns(table, until=0)
    play(table, "0 draw ?; 0 discard 5m")
    return table


def test_claim_that_leaves_only_barred_tiles_is_not_allowed() -> None:
    """A chow of 5m with 46m keeps 55m, which may not be discarded; a pung keeps 46m."""
    table = four_tiles("same_kind")
    for line in ("1 chow 5m 456m", "1 lost chow 5m 456m", "1 lost chow 5m"):
        assert refused(table, line) == "no_discard_left"
    assert CHOW not in {move.action for move in table.options(1)}
    play(table, "1 pung 5m; 1 discard 4m")


def test_same_claim_where_swap_calls_are_free() -> None:
    play(four_tiles("free"), "1 chow 5m 456m; 1 discard 5m")


CLAIMED = "0 draw ?; 0 discard ?; 1 draw ?; 1 discard 5s; 0 pung 5s"


def punged(hand: str, **options: Any) -> Table:
    """Seat 0 has punged the 5s of seat 1."""
    hands = filled(hand, "5s", "", "")
    return dealt(compiled("mcr-botzone", play=options), *hands, script=CLAIMED)


def fourth_held(hand: str, left: str, **options: Any) -> Table:
    """Seat 0 has kept the fourth 5s since its pung and draws another tile."""
    table = punged(hand, **options)
    play(table, f"0 discard {left}")
    quiet_turns(table, until=0)
    play(table, "0 draw ?")
    return table


FAR = "555s 147m 147p ESWN"
"""A hand with three 5s that is far from ready."""


def test_held_fourth_tile_may_be_added_by_default() -> None:
    play(fourth_held(FAR, "E"), "0 added 5s")


@pytest.mark.parametrize(
    ("added_kong", "code"), [("drawn", "kong_tile_not_drawn"), ("ready", "kong_not_ready")]
)
def test_held_fourth_tile_of_a_hand_that_is_not_ready(added_kong: str, code: str) -> None:
    """Longgang card, item 4: 先碰后杠 only when the hand is ready."""
    table = fourth_held(FAR, "E", added_kong=added_kong)
    assert refused(table, "0 added 5s") == code
    assert KONG_ADDED not in {move.action for move in table.options(0)}


def test_held_fourth_tile_of_a_ready_hand_may_be_added() -> None:
    """34 5s 678p 99p 12m waits for 3m, and the kong may take its 5s."""
    table = fourth_held("555s 34s 678p 99p 12m E", "E", added_kong="ready")
    assert [format_tile(tile) for tile in table.waits(0)] == ["3m"]
    play(table, "0 added 5s")


@pytest.mark.parametrize("added_kong", ["held", "drawn", "ready"])
def test_drawn_fourth_tile_may_always_be_added(added_kong: str) -> None:
    table = punged("55s 147m 147p ESWNC", added_kong=added_kong)
    play(table, "0 discard E")
    quiet_turns(table, until=0)
    play(table, "0 draw 5s; 0 added 5s")
    assert table.melds(0) == [(MELD_KONG_ADDED, parse_tile("5s"), 1)]


def test_no_kong_after_a_claim_by_default() -> None:
    """Longgang card, item 3: no kong in the same turn as a claimed chow or pung."""
    table = punged("555s 1111m 147p ESW")
    assert refused(table, "0 added 5s") == "kong_without_draw"
    assert refused(table, "0 concealed 1m") == "kong_without_draw"


@pytest.mark.parametrize(
    ("added_kong", "hand", "code"),
    [
        ("held", FAR, None),
        ("drawn", FAR, "kong_tile_not_drawn"),
        ("ready", FAR, "kong_not_ready"),
        ("ready", "555s 678p 99p 345m 12m", None),  # without 5s it waits for 3m
    ],
)
def test_added_kong_deferred_after_a_claim(added_kong: str, hand: str, code: str | None) -> None:
    table = punged(hand, deferred_kong_after_claim=True, added_kong=added_kong)
    if code is None:
        play(table, "0 added 5s; 0 draw ?; 0 discard ?")
    else:
        assert refused(table, "0 added 5s") == code


def test_concealed_kong_deferred_after_a_claim() -> None:
    table = punged("55s 1111m 147p ESWN", deferred_kong_after_claim=True, added_kong="drawn")
    play(table, "0 concealed 1m; 0 draw ?; 0 discard ?")
    assert [kind for kind, *_ in table.melds(0)] == [MELD_PUNG, MELD_KONG_CONCEALED]


def test_drawn_fourth_tile_must_not_be_discarded() -> None:
    """Longgang card, item 4: kept back it is nothing more than the pung, but never discarded."""
    table = punged("55s 147m 147p ESWNC", forced_added_kong=True)
    play(table, "0 discard E")
    quiet_turns(table, until=0)
    play(table, "0 draw 5s")
    assert refused(table, "0 discard 5s") == "forced_added_kong"
    assert may_discard(table, 0) == kinds(table, 0) - {"5s"}
    play(table, "0 discard S")
    quiet_turns(table, until=0)
    play(table, "0 draw ?")
    assert refused(table, "0 discard 5s") == "forced_added_kong"
    play(table, "0 added 5s")


def test_fourth_tile_held_since_the_claim_may_be_discarded() -> None:
    play(fourth_held(FAR, "E", forced_added_kong=True), "0 discard 5s")


def face(hand: str, **changes: Any) -> Table:
    """Seat 3, the dealer's previous one, has punged the dealer's 2s; seat 1 draws."""
    rules = compiled("mcr-botzone", play={"dealer_face": True}, **changes)
    hands = filled("2s", "5s", "2s", hand)
    table = dealt(rules, *hands, script="0 draw ?; 0 discard 2s; 3 pung 2s; 3 discard E")
    quiet_turns(table, until=1)
    return table


def bound(hand: str, left: str, **changes: Any) -> Table:
    """Seat 3 has punged 5s of the dealer's next seat too, and discarded what leaves it ready."""
    table = face(hand, **changes)
    play(table, f"1 draw ?; 1 discard 5s; 3 pung 5s; 3 discard {left}")
    return table


RUN_AND_PAIR = "22s 55s 345p 67p 99p 1m E"
"""After both pungs 345p 67p 99p waits for 2p, 5p and 8p."""
TRIPLES = "22s 55s 3334p 999p 1m E"
"""After both pungs 3334p 999p waits for 2p, 4p and 5p."""
CLOSED = "22s 55s 111m 23m 13p E N"
"""After both pungs 111m 23m 13p waits for 2p, but without 1m for nothing."""


def test_dealers_face_second_pung_needs_a_ready_hand() -> None:
    """Luoyuan card, "Dealer's face": 345p 67p 9p 1m 4m has no discard that leaves it ready."""
    table = face("22s 55s 345p 67p 9p 14m E")
    play(table, "1 draw ?; 1 discard 5s")
    assert refused(table, "3 pung 5s") == "not_ready_after"
    assert refused(table, "3 lost pung 5s") == "not_ready_after"
    assert table.options(3) == []


def test_dealers_face_second_pung_and_a_discard_that_leaves_it_ready() -> None:
    table = face(RUN_AND_PAIR)
    play(table, "1 draw ?; 1 discard 5s; 3 pung 5s")
    assert may_discard(table, 3) == {"1m"}
    assert refused(table, "3 discard 9p") == "not_ready_after"
    play(table, "3 discard 1m")
    assert [format_tile(tile) for tile in table.waits(3)] == ["2p", "5p", "8p"]


def test_dealers_face_hand_discards_what_it_draws() -> None:
    table = bound(RUN_AND_PAIR, "1m")
    quiet_turns(table, until=3)
    play(table, "3 draw 9m")
    assert may_discard(table, 3) == {"9m"}
    assert refused(table, "3 discard 9p") == "hand_bound"
    play(table, "3 discard 9m")


def test_dealers_face_hand_claims_no_pung_and_no_chow() -> None:
    table = bound(RUN_AND_PAIR, "1m")
    play(table, "0 draw 9p; 0 discard 9p")
    assert refused(table, "3 pung 9p") == "hand_bound"
    quiet_turns(table, until=2)
    play(table, "2 draw 4p; 2 discard 4p")
    assert refused(table, "3 chow 4p 345p") == "hand_bound"
    assert table.options(3) == []


def test_dealers_face_hand_still_wins() -> None:
    table = bound(RUN_AND_PAIR, "1m", win={"minimum": 0})
    play(table, "0 draw 8p; 0 discard 8p; 3 win 8p")


def test_dealers_face_pungs_from_across_do_not_count() -> None:
    """2s from the dealer's across seat, 5s from the dealer: one counts, the hand is free."""
    hands = filled("5s", "", "2s", "22s 55s 345p 67p 9p 14m E")
    rules = compiled("mcr-botzone", play={"dealer_face": True})
    table = dealt(rules, *hands, script="0 draw ?; 0 discard ?")
    quiet_turns(table, until=2)
    play(table, "2 draw ?; 2 discard 2s; 3 pung 2s; 3 discard E; 0 draw ?; 0 discard 5s; 3 pung 5s")
    assert may_discard(table, 3) == kinds(table, 3)


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_dealers_face_binds_only_the_dealers_previous_seat(dealer: int) -> None:
    """Seat 0 deals in `face`; under another dealer seat 3 pungs the same tiles freely."""
    hands = list(filled("2s", "5s", "2s", "22s 55s 345p 67p 9p 14m E"))
    hands = hands[-dealer:] + hands[:-dealer]
    rules = compiled("mcr-botzone", play={"dealer_face": True})
    # The same seats relative to one another: who held 2s is seat `dealer` now and deals not.
    table = dealt(rules, *hands, dealer=(dealer + 2) % 4)
    first, nxt, claimer = dealer, (dealer + 1) % 4, (dealer + 3) % 4
    play(table, f"{(dealer + 2) % 4} draw ?; {(dealer + 2) % 4} discard ?")
    quiet_turns(table, until=first)
    play(table, f"{first} draw ?; {first} discard 2s; {claimer} pung 2s; {claimer} discard E")
    quiet_turns(table, until=nxt)
    play(table, f"{nxt} draw ?; {nxt} discard 5s; {claimer} pung 5s")
    assert may_discard(table, claimer) == kinds(table, claimer)


def test_dealers_face_concealed_kong_that_keeps_it_ready() -> None:
    table = bound(TRIPLES, "1m")
    quiet_turns(table, until=3)
    play(table, "3 draw 9p; 3 concealed 9p; 3 draw ?; 3 discard ?")


def test_dealers_face_exposed_kong_that_keeps_it_ready() -> None:
    table = bound(TRIPLES, "1m")
    play(table, "0 draw 9p; 0 discard 9p")
    assert refused(table, "3 pung 9p") == "hand_bound"
    play(table, "3 kong 9p; 3 draw 9m")
    assert table.melds(3)[-1][0] == MELD_KONG_EXPOSED
    assert may_discard(table, 3) == {"9m"}


def test_dealers_face_added_kong_keeps_the_hand_ready() -> None:
    table = bound(TRIPLES, "1m")
    quiet_turns(table, until=3)
    play(table, "3 draw 5s; 3 added 5s; 3 draw ?; 3 discard ?")


def test_dealers_face_kongs_that_do_not_keep_it_ready() -> None:
    exposed = bound(CLOSED, "N")
    play(exposed, "0 draw 1m; 0 discard 1m")
    assert refused(exposed, "3 kong 1m") == "hand_bound"
    concealed = bound(CLOSED, "N")
    quiet_turns(concealed, until=3)
    play(concealed, "3 draw 1m")
    assert refused(concealed, "3 concealed 1m") == "hand_bound"
    assert may_discard(concealed, 3) == {"1m"}
