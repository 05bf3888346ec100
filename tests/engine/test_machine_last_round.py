"""The end of the wall: growing keep-back, last round 分张, penalty discard 打赔."""

from __future__ import annotations

from typing import Any

from engine.machine.state import FRONT, N_TILES_IN_PLAY, PHASE_TURN, TAIL, TILE
from engine.machine.table import Table
from engine.machine.words import Move
from engine.tables import load_tables
from schemas.codes import BY_SELF_DRAW, CHANCE_PASSED, DISCARD, OUT_DRAW, WIN
from schemas.tiles import parse_tile, parse_tiles
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    deltas,
    flags_of,
    pass_and_discard_what_is_drawn,
    play,
    refused,
)

DEAL = (f"{QUIET[0]} P", *QUIET[1:])
LUOYUAN = {
    "keep_back": 18,
    "keep_back_per_exposed_kong": 1,
    "keep_back_per_concealed_kong": 2,
    "keep_back_per_flower_set": 2,
    "last_round": 3,
}
"""Luoyuan card, "End of the wall"."""


N_TILES = 144
DEALT = 53
SEAT_AT = {6: 3, 5: 0, 4: 1, 3: 2, 2: 3, 1: 0, 0: 1}
"""Whose draw leaves so many drawable tiles, where nobody claims."""


def until(d: int, hands: tuple[str, ...] = DEAL, *, at: str = "", tail: str = "") -> Table:
    """Play Luoyuan's wall with a penalty discard; all pass up to the draw that leaves d tiles.

    Args:
        d: drawable tiles left after the draw.
        hands: dealt hands.
        at: the tile of that draw, and of the draws after it.
        tail: the first replacements.
    """
    table = _until(d, hands, at, tail, {"penalty_discard": True}, LUOYUAN)
    assert table.seat == SEAT_AT[d]
    return table


def _until(
    d: int,
    hands: tuple[str, ...],
    at: str,
    tail: str,
    play_options: dict[str, Any],
    wall_options: dict[str, Any],
) -> Table:
    rules = compiled("mcr", wall=wall_options, play=play_options, win={"minimum": 0})
    wall = common_wall("mcr", hands, tail=tail)
    first = N_TILES - wall_options["keep_back"] - d - 1
    for place, tile in enumerate(parse_tiles(at), first):
        free = [*range(DEALT, first), *range(place, N_TILES - len(parse_tiles(tail)))]
        other = next(n for n in free if wall[n] == tile)
        wall[other], wall[place] = wall[place], wall[other]
    table = Table(rules, load_tables())
    table.begin(wall=wall)
    table.apply([])
    while table.phase != PHASE_TURN or table.drawable(table.seat) != d:
        assert not table.over
        drawn = int(table.state.num[TILE])
        table.apply([Move(table.seat, DISCARD, drawn)] if table.phase == PHASE_TURN else [])
    return table


def after(table: Table, script: str) -> list[str]:
    """Seats and actions from here on: a script, then all pass to the end of the hand."""
    before = len(actions_of(table))
    play(table, script)
    pass_and_discard_what_is_drawn(table)
    return actions_of(table)[before:]


def test_last_round_draws_one_tile_each_and_discards_none() -> None:
    """Luoyuan card: d = 4 is the last discard, then four draws, then the hand is drawn."""
    table = until(4, at="9p 2p 3p 4p 5p")
    assert after(table, "1 discard 9p") == [
        "1 discard",
        "2 draw",
        "3 draw",
        "0 draw",
        "1 draw",
        "2 exhausted",
    ]
    hands = table.result().hands
    assert (hands["outcome"].item(), hands["wall_left"].item()) == (OUT_DRAW, 18)


def test_last_round_without_discard_kong_or_flower() -> None:
    hands = (*DEAL[:2], "3333m 369p 369s SWN", "59m 159p 159s CFP EE")
    table = until(4, hands, at="9p f1 9p")
    play(table, "1 discard 9p; 2 draw f1")
    for line in ("2 discard 3p", "2 flower f1", "2 concealed 3m"):
        assert refused(table, line) == "last_round"
    assert refused(table, "2 draw") == "out_of_turn"
    play(table, "3 draw")
    assert 34 in table.hand(2)
    assert table.flowers(2) == []


def test_flower_drawn_in_the_last_round_does_not_stop_the_hand() -> None:
    table = until(4, at="9p f1 f2 1p f3")
    assert after(table, "1 discard 9p")[1:] == [
        "2 draw",
        "3 draw",
        "0 draw",
        "1 draw",
        "2 exhausted",
    ]


READY = "234m 345p 567p 678s 9s"
"""Waits for 6s and 9s."""


def test_win_in_the_last_round_is_a_self_draw() -> None:
    hands = (*DEAL[:2], READY, QUIET[3])
    table = until(4, hands, at="9p 9s")
    play(table, "1 discard 9p; 2 draw 9s; 2 win 9s")
    wins = table.result().wins
    assert (wins["win_by"].item(), wins["payer"].item()) == (BY_SELF_DRAW, -1)
    assert flags_of(table) == set()


def test_last_rounds_last_draw_is_the_last_tile() -> None:
    """No drawable tile is left after it."""
    hands = (DEAL[0], READY, QUIET[2], QUIET[3])
    table = until(4, hands, at="9p 2p 3p 4p 9s")
    play(table, "1 discard 9p; 2 draw; 3 draw; 0 draw; 1 draw; 1 win")
    assert flags_of(table) == {"last_tile"}


def test_stop_in_the_last_round_only_where_the_drawn_tile_wins() -> None:
    hands = (*DEAL[:2], READY, QUIET[3])
    table = until(4, hands, at="9p 9s 2p 3p 4p")
    table.apply([Move(1, DISCARD, parse_tile("9p"))])
    table.apply([])  # nobody claims the discard
    assert (table.seat, [move.action for move in table.options(2)]) == (2, [WIN])
    table.apply([])
    assert actions_of(table)[-4:] == ["3 draw", "0 draw", "1 draw", "2 exhausted"]
    chances = table.result().chances
    assert CHANCE_PASSED in chances["reason"][chances["seat"] == 2]


def test_penalty_discard_is_marked_on_a_win() -> None:
    hands = (*DEAL[:2], READY, QUIET[3])
    table = until(4, hands, at="9s")
    play(table, "1 discard 9s; 2 win 9s")
    assert flags_of(table) == {"penalty_discard"}


def test_luoyuan_penalty_discard_is_paid_by_its_discarder_alone() -> None:
    """Luoyuan card: it pays what the three would have paid, and each other loser that one's own D.

    The plain win of seat 3 is worth 4 from each of three; seat 0 has a flower's worth of 1 itself.
    """
    hands = (
        "147m 147p 147s 258m 258p 3s 9s",
        "123m 456m 789m 5s 35p 234p 8s",
        "258s 369p 369m 369s 58m 3s 9p",
        "123s 456s 78s 234p 567p 88p",
    )
    table = dealt(compiled("luoyuan-20"), *hands, script="0 turn_wildcard 4s; 0 discard 3s")
    num = table.state.num
    kept = 18
    num[FRONT] = num[N_TILES_IN_PLAY] - num[TAIL] - kept - 5
    play(table, "1 draw 9s; 1 discard 9s; 3 win 9s")
    assert flags_of(table) == {"penalty_discard"}
    assert deltas(table) == [1, -13, 0, 12]


def test_discard_before_the_penalty_discard_is_an_ordinary_one() -> None:
    hands = (*DEAL[:2], READY, QUIET[3])
    table = until(5, hands, at="9s")
    play(table, "0 discard 9s; 2 win 9s")
    assert flags_of(table) == set()


def test_penalty_discard_may_be_punged_and_the_claimer_makes_it() -> None:
    hands = (*DEAL[:2], READY, "56m 99s 159p 16s CFPE")
    table = until(4, hands, at="9s")
    play(table, "1 discard 9s; 3 pung 9s; 3 discard 6s; 2 win 6s")
    assert flags_of(table) == {"penalty_discard"}


def test_last_round_begins_after_a_claimed_penalty_discard() -> None:
    hands = (*DEAL[:2], QUIET[2], "159m 99s 59p 18s CFPE")
    table = until(4, hands, at="9s")
    assert after(table, "1 discard 9s; 3 pung 9s; 3 discard C")[3:] == [
        "0 draw",
        "1 draw",
        "2 draw",
        "3 draw",
        "0 exhausted",
    ]


def test_penalty_discard_is_not_konged() -> None:
    hands = (*DEAL[:2], "369m 369p 36s ESWNN", "159m 999s 59p 1s CFPE")
    table = until(4, hands, at="9s", tail="1m")
    play(table, "1 discard 9s")
    assert refused(table, "3 kong 9s") == "kong_at_penalty_discard"
    hands = (DEAL[0], "8888m 258p 258s SWN", *QUIET[2:])
    assert refused(until(4, hands), "1 concealed 8m") == "kong_at_penalty_discard"


def test_discard_before_a_last_round_without_penalty_may_be_konged() -> None:
    """Longgang card, item 6: the replacement is that player's tile of the last round."""
    hands = (DEAL[0], "159m 999s 59p 1s CFPE", DEAL[1], "369m 369p 36s ESWNN")
    longgang = {"keep_back": 20, "last_round": 3}
    table = _until(4, hands, "9s", "1m", {}, longgang)
    assert after(table, "3 discard 9s; 1 kong 9s; 1 draw 1m")[3:] == [
        "2 draw",
        "3 draw",
        "0 draw",
        "1 exhausted",
    ]


def test_luoyuan_kong_with_five_more_than_kept_back_left_begins_the_last_round() -> None:
    """N + 5 left: the kong makes it N + 1, its replacement is the player's last draw."""
    hands = (*DEAL[:2], "369m 369p 36s ESWNN", "159m 999s 59p 1s CFPE")
    table = until(5, hands, at="9s", tail="1m")
    play(table, "0 discard 9s; 3 kong 9s; 3 draw 1m")
    assert table.drawable(3) == 3
    assert refused(table, "3 discard C") == "last_round"
    assert after(table, "") == ["0 draw", "1 draw", "2 draw", "3 exhausted"]
    assert table.wall_left == 18 + 1


def test_luoyuan_kong_with_six_more_than_kept_back_left_makes_the_penalty_discard() -> None:
    """N + 6 left: the replacement leaves four, so the kong player makes the penalty discard."""
    hands = (DEAL[0], "159m 888p 59p 1s CFPE", READY, "369m 369p 36s SSWWN")
    table = until(6, hands, at="8p", tail="6s")
    play(table, "3 discard 8p; 1 kong 8p; 1 draw 6s")
    assert table.drawable(1) == 4
    play(table, "1 discard 6s; 2 win 6s")
    assert flags_of(table) == {"penalty_discard"}


def test_flower_at_the_penalty_discard_is_replaced_and_nothing_is_discarded() -> None:
    """Its replacement is that player's draw of the last round."""
    table = until(5, at="9p f1", tail="1m")
    assert after(table, "0 discard 9p; 1 draw f1; 1 flower f1; 1 replace 1m")[1:] == [
        "1 draw",
        "1 flower",
        "1 replace",
        "2 draw",
        "3 draw",
        "0 draw",
        "1 exhausted",
    ]


def test_concealed_kong_keeps_two_more_back_and_may_jump_into_the_last_round() -> None:
    """d = 5: two more are kept back and one is drawn, so two are left for the others."""
    hands = ("8888m 147p 147s ESW P", "25m 258p 258s ESWNN", *QUIET[2:])
    table = until(5, hands, tail="1m")
    assert after(table, "0 concealed 8m; 0 draw 1m") == [
        "0 kong_concealed",
        "0 draw",
        "1 draw",
        "2 draw",
        "3 exhausted",
    ]
    assert table.wall_left == 18 + 2


def test_kong_needs_a_tile_beyond_those_it_keeps_back() -> None:
    """Seat 0 draws at d = 1 and at d = 5: one tile less than two more kept back, and enough."""
    hands = ("8888m 147p 147s ESW P", "25m 258p 258s ESWNN", *QUIET[2:])
    wall = {"keep_back": 18, "keep_back_per_concealed_kong": 2}
    assert refused(_until(1, hands, "", "", {}, wall), "0 concealed 8m") == "no_replacement_tile"
    play(_until(5, hands, "", "1m", {}, wall), "0 concealed 8m; 0 draw 1m")


def test_complete_flower_sets_of_one_player_keep_two_more_back() -> None:
    hands = ("147m 147p 147s f1 f2 f3 f5 f6", "258m 258p 258s f4 f7 f8 E", *QUIET[2:])
    table = Table(compiled("mcr", wall=LUOYUAN), load_tables())
    table.begin(wall=common_wall("mcr", hands, tail="1m 2m 3m 4m 5m 6m 7m 8m"))
    table.apply([])
    assert table.drawable(0) == table.wall_left - 18
    hands = ("147m 147p 147s f1 f2 f3 f4 f6", "258m 258p 258s f5 f7 f8 E", *QUIET[2:])
    table = Table(compiled("mcr", wall=LUOYUAN), load_tables())
    table.begin(wall=common_wall("mcr", hands, tail="1m 2m 3m 4m 5m 6m 7m 8m"))
    table.apply([])
    assert table.drawable(0) == table.wall_left - 20


def test_four_honors_of_one_kind_are_a_flower_set() -> None:
    hands = (
        "147m 147p 147s 25m EEE",
        "258m 258p 258s 369m E",
        "369m 369p 369s 147s P",
        "159m 159p 159s 369s P",
    )
    rules = compiled("mcr", tiles={"honors": ["P"], "flowers": ["E", "S", "W", "N"]}, wall=LUOYUAN)
    script = "; ".join(f"0 flower E; 0 replace {tile}" for tile in ("8m", "7m", "8m"))
    table = dealt(rules, *hands, script=f"{script}; 1 flower E; 1 replace 6m")
    assert table.drawable(0) == table.wall_left - 18
    hands = ("147m 147p 147s 2m EEEE", *hands[1:])
    hands = (hands[0], hands[1].replace(" E", " P"), *hands[2:])
    script = "; ".join(f"0 flower E; 0 replace {tile}" for tile in ("8m", "7m", "8m", "8m"))
    table = dealt(rules, *hands, script=script)
    assert table.drawable(0) == table.wall_left - 20


def test_keep_back_parity_follows_the_tiles_drawn_from_the_tail() -> None:
    """Longgang card, item 6: 21 while the number of tail draws is even, 20 when odd.

    The wildcard turned up at the tail is no draw.
    """
    rules = compiled(
        "mcr", wall={"keep_back": 20, "keep_back_parity": True}, wildcard={"kind": "turned"}
    )
    table = dealt(rules, *DEAL, script="0 turn_wildcard 5m; 0 discard P; 1 draw f1")
    assert table.drawable(1) == table.wall_left - 21
    play(table, "1 flower f1; 1 replace f2")
    assert table.drawable(1) == table.wall_left - 20
    play(table, "1 flower f2; 1 replace 9s")
    assert table.drawable(1) == table.wall_left - 21
