"""A player that stands 站胡 after a foul: whose turn follows, and how the hand ends.

Source: Luoyuan card, "Fouls": the offender draws no more until someone wins.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from engine.machine.words import Move
from engine.tables import load_tables
from schemas.codes import DISCARD, OUT_DRAW, OUT_PENALTY, OUT_WIN
from schemas.tiles import parse_tile
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    deltas,
    filled,
    pass_and_discard_what_is_drawn,
    play,
    refused,
)

# Seat 2 waits for 5s.
HANDS = filled("5s", "", "123m 789m 678p 46s 99p", "5s")


def standing(script: str, hands: tuple[str, ...] = HANDS, **changes: Any) -> Table:
    violations = {"foul": "stands", "player_error_pays_each": 0}
    rules = compiled("mcr-botzone", win={"minimum": 0}, violations=violations, **changes)
    return dealt(rules, *hands, script=script)


def test_standing_player_is_passed_by() -> None:
    """站胡: 停止摸牌; seat 1 stands, so that seat 2 draws after seat 0, again and again."""
    table = standing("0 draw ?; 1 foul; 0 discard ?")
    assert refused(table, "1 draw 1p") == "stands"
    assert refused(table, "3 draw 1p") == "out_of_turn"
    go_round = "2 draw ?; 2 discard ?; 3 draw ?; 3 discard ?; 0 draw ?; 0 discard ?"
    play(table, f"{go_round}; {go_round}; 2 draw ?")


def test_turn_of_a_player_that_comes_to_stand_is_over() -> None:
    """It keeps what it has drawn, and discards nothing any more."""
    table = standing("0 draw ?; 0 discard ?; 1 draw 1m; 1 foul")
    assert refused(table, "1 discard 1m") == "stands"
    assert parse_tile("1m") in table.hand(1)
    play(table, "2 draw ?; 2 discard ?; 3 draw ?; 3 discard ?; 0 draw ?; 0 discard ?; 2 draw ?")


def test_standing_player_neither_claims_nor_wins() -> None:
    table = standing("0 draw ?; 2 foul; 0 discard 5s")
    for line in ("2 win 5s", "2 false_win", "2 lost win 5s"):
        assert refused(table, line) == "stands"
    hands = filled("9m", "", "123m 789m 678p 46s 99p", "99m")
    table = standing("0 draw ?; 3 foul; 0 discard 9m", hands)
    assert refused(table, "3 pung 9m") == "stands"
    assert table.options(3) == []


def test_nobody_chows_across_a_standing_player() -> None:
    """吃上家的牌: seat 2 draws after seat 0, but the seat before it is seat 1."""
    hands = filled("5s", "46s", "46s", "")
    table = standing("0 draw ?; 1 foul; 0 discard 5s", hands)
    assert refused(table, "2 chow 5s 456s") == "chow_not_from_prev"
    assert refused(table, "1 chow 5s 456s") == "stands"
    play(table, "2 draw ?")


def test_last_player_that_comes_to_stand_ends_the_hand() -> None:
    table = standing("0 draw ?; 0 foul; 2 foul; 1 foul")
    assert refused(table, "0 foul") == "fouled_already"
    play(table, "3 draw ?; 3 discard ?; 3 draw ?; 3 foul")
    assert table.over
    assert table.result().hands["outcome"].item() == OUT_PENALTY
    assert deltas(table) == [0, 0, 0, 0]


def konged() -> Table:
    """Seat 1 adds the fourth 5s to its pung and comes to stand; seat 2 waits for it."""
    hands = filled("", "5s5s5s", "123m 789m 678p 46s 99p", "5s", spared="5s")
    table = standing("0 draw ?; 0 discard ?; 1 draw ?; 1 discard ?", hands)
    play(table, "2 draw ?; 2 discard ?; 3 draw ?; 3 discard 5s; 1 pung 5s")
    kong = parse_tile("5s")
    table.do(next(m for m in table.options(1) if m.action == DISCARD and m.tile != kong))
    play(table, "2 draw ?; 2 discard ?; 3 draw ?; 3 discard ?; 0 draw ?; 0 discard ?")
    play(table, "1 draw ?; 1 added 5s; 1 foul")
    return table


def test_kong_of_a_player_that_comes_to_stand_may_be_robbed() -> None:
    table = konged()
    play(table, "2 win 5s")
    assert table.result().hands["outcome"].item() == OUT_WIN


def test_kong_of_a_player_that_comes_to_stand_is_not_replaced() -> None:
    table = konged()
    assert refused(table, "1 draw 9p") == "stands"
    assert refused(table, "exhausted") == "not_exhausted"
    play(table, "2 draw ?; 2 discard ?; 3 draw ?")


def near_the_end() -> Table:
    """A known wall at the turn of the penalty discard: four drawable tiles are left."""
    rules = compiled(
        "mcr",
        wall={"keep_back": 18, "last_round": 3},
        play={"penalty_discard": True},
        violations={"foul": "stands", "shown_foul": "void", "player_error_pays_each": 0},
        win={"minimum": 0},
    )
    table = Table(rules, load_tables())
    table.begin(wall=common_wall("mcr", (f"{QUIET[0]} P", *QUIET[1:])))
    pass_and_discard_what_is_drawn(table, until=22)
    assert not table.over
    return table


def to_the_end(table: Table) -> None:
    while not table.over:
        table.apply([])


def test_last_round_gives_each_player_that_plays_one_tile() -> None:
    """Luoyuan card: each player in turn draws one tile; after the last of them the hand is drawn.

    With one player standing three draw, and the fourth tile of the round stays in the wall.
    """
    table = near_the_end()
    maker = table.seat
    tile = next(move for move in table.options(maker) if move.action == DISCARD)
    before = len(actions_of(table))
    play(table, f"{(maker + 1) % 4} foul")
    table.apply([tile])
    to_the_end(table)
    others = [(maker + n) % 4 for n in (2, 3, 4)]
    assert actions_of(table)[before:] == [
        f"{(maker + 1) % 4} foul",
        f"{maker} discard",
        *(f"{seat} draw" for seat in others),
        f"{others[0]} exhausted",
    ]
    hands = table.result().hands
    assert (hands["outcome"].item(), hands["wall_left"].item()) == (OUT_DRAW, 19)


def test_penalty_discard_of_a_player_that_comes_to_stand_is_not_made() -> None:
    """Its tile was the one before the last round: the three others draw theirs."""
    table = near_the_end()
    maker = table.seat
    before = len(actions_of(table))
    play(table, f"{maker} foul")
    assert not table.can(Move((maker + 1) % 4, DISCARD, table.hand((maker + 1) % 4)[0]))
    table.apply([])
    to_the_end(table)
    assert actions_of(table)[before:] == [
        f"{maker} foul",
        *(f"{(maker + n) % 4} draw" for n in (1, 2, 3)),
        f"{(maker + 1) % 4} exhausted",
    ]


def test_foul_shown_after_a_drawn_hand_is_kept_and_costs_nothing() -> None:
    table = near_the_end()
    to_the_end_with_discard(table)
    n_events = len(table.events())
    play(table, "2 foul")
    result = table.result()
    assert result.hands["outcome"].tolist() == [OUT_DRAW]
    assert result.hands["n_events"].tolist() == [n_events + 1]
    assert deltas(table) == [0, 0, 0, 0]


def to_the_end_with_discard(table: Table) -> None:
    table.apply([next(m for m in table.options(table.seat) if m.action == DISCARD)])
    to_the_end(table)


def test_shown_foul_is_refused_where_the_rules_do_not_know_it() -> None:
    table = standing("0 draw ?; 0 discard 5s; 2 win 5s")
    assert refused(table, "0 foul") == "action_after_end"


@pytest.mark.parametrize("foul", ["plays_on", "stands"])
def test_foul_during_the_flowers(foul: str) -> None:
    """补花顺序错误, 开错金: the deal goes on; a dealer that stands makes no first discard."""
    rules = compiled("luoyuan-20", violations={"foul": foul})
    hands = (
        "1379m 1379p 1357s 888s 8m E",
        "123m 456m 789p 22s 456s 45p",
        "1379m 268p 1357s 77s 8m 2m 3p",
        "2579m 2468p 139s 66m 1s 8m 3p",
    )
    table = dealt(rules, *hands, script="0 foul; 0 flower E; 0 replace 9m; 0 turn_wildcard 9s")
    assert table.flowers(0) == [parse_tile("E")]
    if foul == "stands":
        assert refused(table, "0 discard 1m") == "stands"
        play(table, "1 draw 1p; 1 discard 1p; 2 draw 1p")
    else:
        play(table, "0 discard 1m; 1 draw 1p")
