"""Special wins: three wildcards, robbing the gold; idle hands that stand back.

Chinese Official has no rows for them: where no minimum is asked they are legal and worth nothing
but the base, which is enough to see when they are offered and who pays.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.refusals import REFUSAL_NAMES
from engine.machine.state import COMPLETES, X_IDLE
from engine.machine.table import Table
from engine.machine.words import Move
from engine.rules import Rules
from engine.tables import load_tables
from schemas.codes import BY_DISCARD, BY_ROBBED_GOLD, BY_SELF_DRAW, BY_THREE_WILDCARDS, WIN
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    flags_of,
    moves_of,
    play,
    refused,
)
from tests.engine.special_wins import kinds_of_win, win_of

DEAL = (f"{QUIET[0]} P", *QUIET[1:])


TURN = "0 turn_wildcard 3m"


THREE = "333m 258p 258s ESWN"
"""Three wildcards beside tiles that make nothing."""


OTHER = "69m 369p 369s ESWN P"
"""A hand that holds no 3m."""


def golds(wildcard: dict[str, Any] | None = None, **win: Any) -> Rules:
    turned = {"kind": "turned", **(wildcard or {})}
    return compiled("mcr", wildcard=turned, win={"minimum": 0, **win})


def test_three_wildcards_win_on_an_own_draw_without_a_shape() -> None:
    """Luoyuan card: holds three golds when it has just drawn a tile; only on its own draw."""
    table = dealt(golds(three_wildcards="own_draw"), DEAL[0], THREE, OTHER, QUIET[3], script=TURN)
    assert kinds_of_win(table, 1) == []
    play(table, "0 discard P")
    assert kinds_of_win(table, 1) == []
    play(table, "1 draw 9s")
    assert kinds_of_win(table, 1) == [""]
    play(table, "1 win")
    assert win_of(table) == (1, BY_THREE_WILDCARDS, -1, -1)
    assert format_tiles(table.result().wins["concealed"].values) == "333m 258p 2589s E S W N"


def test_three_wildcards_on_the_dealers_dealt_hand_count_as_drawn() -> None:
    table = dealt(golds(three_wildcards="own_draw"), f"{THREE} P", *QUIET[1:2], OTHER, QUIET[3])
    play(table, TURN)
    play(table, "0 win")
    assert win_of(table) == (0, BY_THREE_WILDCARDS, -1, -1)


def test_three_wildcards_on_an_own_draw_wait_for_a_draw_after_a_claim() -> None:
    hands = (
        "147m 147p 147s SWN E P",
        "333m 258p 258s EE WN",
        "69m 369p 369s SSWN P",
        "159m 159p 159s CFPE",
    )
    table = dealt(golds(three_wildcards="own_draw"), *hands, script=f"{TURN}; 0 discard E")
    play(table, "1 pung E")
    assert refused(table, "1 win") == "win_without_draw"


def test_no_special_win_where_the_rules_have_none() -> None:
    table = dealt(
        golds(), DEAL[0], THREE, OTHER, QUIET[3], script=f"{TURN}; 0 discard P; 1 draw 9s"
    )
    assert refused(table, "1 win") == "win_no_shape"


def test_three_wildcards_at_any_time_before_the_dealer_acts() -> None:
    """Longgang card: also on the dealt hand."""
    rules = golds(three_wildcards="any_time")
    table = dealt(rules, DEAL[0], THREE, OTHER, QUIET[3], script=TURN)
    assert [kinds_of_win(table, seat) for seat in range(4)] == [[], [""], [], []]
    play(table, "1 win")
    assert win_of(table) == (1, BY_THREE_WILDCARDS, -1, -1)
    assert len(table.result().wins["concealed"].values) == 13


def test_three_wildcards_go_before_earthly_while_that_player_has_not_drawn() -> None:
    """Longgang card, item 2: seat 1 could win on the dealer's first discard, seat 2 shows three."""
    rules = golds(three_wildcards="any_time", earthly="dealer_discard")
    hands = ("147m 147p 147s ESWN 5s", "1122446688p 99s 5s", "333m 69p 258s 7s ESWN", QUIET[3])
    script = f"{TURN}; 0 discard 5s"
    table = dealt(rules, *hands, script=script)
    assert (kinds_of_win(table, 1), kinds_of_win(table, 2)) == (["5s"], [""])
    assert refused(table, "2 lost win; 1 win 5s") == "claim_priority"
    table = dealt(rules, *hands, script=f"{script}; 1 lost win 5s; 2 win")
    assert win_of(table) == (2, BY_THREE_WILDCARDS, -1, -1)
    table = dealt(rules, *hands, script=f"{script}; 1 win 5s")
    assert win_of(table) == (1, BY_DISCARD, 0, parse_tile("5s"))
    assert flags_of(table) == {"first_turn"}


def test_three_wildcards_bar_from_winning_on_a_discard() -> None:
    """Luoyuan card: a player with three golds wins only on its own draw."""
    hands = ("147m 147p 147s ESWN 4p", "333m 23p 567p 789s PP", "69m 69p 258s 8s SWN CF", QUIET[3])
    script = f"{TURN}; 0 discard 4p"
    barred = dealt(golds(three_wildcards_on_discard=False), *hands, script=script)
    assert refused(barred, "1 win 4p") == "win_not_allowed"
    free = dealt(golds(), *hands, script=script)
    assert kinds_of_win(free, 1) == ["4p"]


ROBBER = "234p 456p 678p 345s 9m"
"""Ready, waiting for 9m, or for any wildcard."""


def test_gold_is_robbed_on_the_dealers_first_discard() -> None:
    """Luoyuan card: another player, right after the dealer's first discard."""
    table = dealt(golds(robbing_gold=True), DEAL[0], ROBBER, QUIET[2], QUIET[3], script=TURN)
    assert kinds_of_win(table, 1) == []
    play(table, "0 discard P")
    assert kinds_of_win(table, 1) == ["3m"]
    play(table, "1 win 3m")
    assert win_of(table) == (1, BY_ROBBED_GOLD, -1, parse_tile("3m"))
    assert format_tiles(table.result().wins["concealed"].values) == "9m 234456678p 345s"


def test_only_the_first_chance_to_rob_the_gold_counts() -> None:
    table = dealt(golds(robbing_gold=True), DEAL[0], ROBBER, QUIET[2], QUIET[3], script=TURN)
    play(table, "0 discard P; 1 draw 9s; 1 discard 9s")
    assert refused(table, "1 win 3m") == "claim_own_discard"
    play(table, "2 draw 9s; 2 discard 9s; 3 draw 8s; 3 discard 8s; 0 draw 7s; 0 discard 7s")
    assert kinds_of_win(table, 1) == []


def test_dealer_robs_the_gold_by_the_tile_it_sets_aside() -> None:
    """Its hand is ready without the tile: by its first discard it takes the gold in."""
    table = dealt(
        golds(robbing_gold=True), f"{ROBBER} P", *QUIET[1:], script=f"{TURN}; 0 discard P"
    )
    assert kinds_of_win(table, 0) == ["3m"]
    play(table, "0 win 3m")
    assert win_of(table) == (0, BY_ROBBED_GOLD, -1, parse_tile("3m"))
    assert format_tiles(table.result().wins["concealed"].values) == "9m 234456678p 345s"


def test_priority_among_robbers_is_nearest_first_and_the_dealer_last() -> None:
    third = "123p 789p 111s 678s 8m"
    hands = (f"{ROBBER} P", QUIET[1], QUIET[2], third)
    rules = golds(robbing_gold=True)
    script = f"{TURN}; 0 discard P"
    table = dealt(rules, *hands, script=script)
    assert refused(table, "3 lost win; 0 win 3m") == "claim_priority"
    table = dealt(rules, *hands, script=f"{script}; 0 lost win; 3 win 3m")
    assert win_of(table)[0] == 3
    wall = common_wall("mcr", hands, tail="3m")
    table = Table(rules, load_tables())
    table.begin(wall=wall)
    table.apply([])
    table.apply(moves_of("0 discard P"))
    table.apply(moves_of("0 win 3m; 3 win 3m"))
    assert actions_of(table)[-2:] == ["0 lost_claim", "3 win"]


def test_heavenly_goes_before_robbing_the_gold() -> None:
    """The dealer wins before anybody may rob."""
    table = dealt(
        golds(robbing_gold=True, heavenly_after_kongs=True),
        "123p 456p 789p 345s 99s",
        "234p 135s 678p 345s 9m",
        *QUIET[2:],
        script=f"{TURN}; 0 win",
    )
    assert win_of(table)[:3] == (0, BY_SELF_DRAW, -1)
    assert "first_turn" in flags_of(table)


IDLE = {
    "three_sets": ("234p 456p 678p 45s 33m", "5s", True),
    "golden_pair": ("234p 456p 678p 45s 33m", "6s", False),
    "four_sets": ("234p 456p 678p 999s 3m", "5s", True),
    "no_spare": ("234p 456p 678p 55s 13m", "5s", False),
}
"""Hand with 3m wild, discard, and whether the hand stands back."""


@pytest.mark.parametrize("name", IDLE)
def test_idle_hand_does_not_go_before_another_winner(name: str) -> None:
    """Luoyuan card, with idle = no_intercept: idle is a hand that is whole without one wildcard.

    Seat 2 wins on the same tile, but seat 1 is nearer. Two wildcards that the tile makes a golden
    pair are the exception.
    """
    hand, tile, idle = IDLE[name]
    hands = (f"47m 17p 147s ESWNN {tile} P", hand, f"1155668899m PP {tile}", "159m 159p 13s CFFEE")
    for option, stands_back in (("no_intercept", idle), ("free", False)):
        table = dealt(golds({"idle": option}), *hands, script=f"{TURN}; 0 discard {tile}")
        assert bool(table.state.special[X_IDLE] >> 1 & 1) == stands_back
        assert table.state.num[COMPLETES] == 0b110
        win = refused(table, f"2 lost win {tile}; 2 win {tile}")
        assert win == "claimed_twice"
        code = table.refusal(Move(1, WIN, parse_tile(tile)))
        assert (REFUSAL_NAMES[code] == "claim_priority") == stands_back
