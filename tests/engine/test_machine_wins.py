"""Wins, false wins and errors: what is legal, with which flags, and what is recorded of them."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from schemas.codes import (
    BY_DISCARD,
    BY_SELF_DRAW,
    CHANCE_REASONS,
    OUT_FALSE_WIN,
    OUT_PENALTY,
    OUT_WIN,
    WAIT_CLOSED,
    WAITS,
)
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import compiled, dealt, deltas, flags_of, play, refused

BOTZONE = "mcr-botzone"
# Seat 2 waits for 5s: 门前清 2, 平和 2, 老少副 1, 坎张 1 are six fan on a discard.
SIX_FAN = (
    "55s 147m 147p ESWNC",
    "5s 258m 258p 28s ESWN",
    "46s 123m 789m 678p 99p",
    "369m 369p 39s 1s CFPW",
)
FIVE_DISCARDED = "0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 5s"
DEALT_WIN = (
    "1133557799m 11p 5s 5s",
    "258p 47p 147s ESWN P",
    "22446688m 2244p C",
    "369p 369s 69m CFPWN",
)
# Seats 1 and 2 have seven pairs but for 5s.
TWO_WAIT = (
    "5s 258p 47p 147s ESWN",
    "1133557799m 11p 5s",
    "22446688m 2244p 5s",
    "369p 369s 69m CFPWN",
)


def chances_of(table: Table) -> list[tuple[int, int, str, int, str]]:
    """Seat, sequence number, tile, total and reason of each chance, in recorded order."""
    rows = table.result().chances
    return [
        (seat, seq, format_tiles([tile]), total, CHANCE_REASONS[reason])
        for seat, seq, tile, total, reason in zip(
            *(rows[name].tolist() for name in ("seat", "seq", "tile", "total", "reason")),
            strict=True,
        )
    ]


def test_win_below_the_minimum_is_refused() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=FIVE_DISCARDED)
    assert refused(table, "2 win 5s") == "win_below_minimum"
    assert refused(table, "2 lost win 5s") == "win_below_minimum"
    assert [str(move) for move in table.options(2)] == ["seat 2: chow 5s with 46s"]


def test_win_without_a_shape_is_refused() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=FIVE_DISCARDED)
    assert refused(table, "3 win 5s") == "win_no_shape"
    assert refused(table, "1 win 5s") == "claim_own_discard"
    assert refused(table, "2 win 4s") == "win_of_other_tile"
    play(table, "2 draw 9m")
    assert refused(table, "2 win 9m") == "win_no_shape"
    assert refused(table, "2 win 5s") == "win_of_other_tile"
    assert refused(table, "3 win 9m") == "out_of_turn"


def test_another_minimum_is_another_answer() -> None:
    table = dealt(compiled(BOTZONE, win={"minimum": 6}), *SIX_FAN, script=FIVE_DISCARDED)
    play(table, "2 win 5s")
    assert deltas(table) == [-8, -14, 30, -8]


def test_completion_below_the_minimum_is_a_chance() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; 2 draw 9s; 0 foul")
    assert chances_of(table) == [(2, 7, "5s", 6, "below_minimum")]
    assert table.result().chances["win_by"].tolist() == [BY_DISCARD]


def test_fourth_copy_with_three_visible_is_the_last() -> None:
    """和绝张 4 lifts the six fan to ten: three copies lie in seat 0's pung."""
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; 0 pung 5s; 0 discard E")
    play(table, "1 draw F; 1 discard F; 2 draw F; 2 discard F; 3 draw 5s; 3 discard 5s; 2 win 5s")
    assert flags_of(table) == {"last_copy"}
    assert table.result().wins["total"].tolist() == [10]
    assert deltas(table) == [-8, -8, 34, -18]


def test_last_copy_drawn_by_oneself() -> None:
    """不求人 4, 和绝张 4, 平和 2, 老少副 1, 坎张 1: twelve fan."""
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; 0 pung 5s; 0 discard E")
    play(table, "1 draw F; 1 discard F; 2 draw 5s; 2 win 5s")
    assert flags_of(table) == {"last_copy"}
    assert deltas(table) == [-20, -20, 60, -20]
    wins = table.result().wins
    assert wins["win_by"].tolist() == [BY_SELF_DRAW]
    assert wins["payer"].tolist() == [-1]


def test_copies_in_the_own_hand_are_not_visible() -> None:
    """Two copies lie open, one is in seat 2's own hand: the fourth is not the last one.

    箭刻 2, 双暗刻 2, 门前清 2, 幺九刻 1, 缺一门 1: eight fan.
    """
    hands = (
        "4s 147m 147p ESWNFP",
        "4s 258m 258p 28s ESWN",
        "56s 345s CCC 999m 11m",
        "369m 369p 39s 8s EFPW",
    )
    table = dealt(compiled(BOTZONE), *hands, script="0 draw 9s; 0 discard 4s; 1 draw 9p")
    play(table, "1 discard 4s; 2 draw 9p; 2 discard 9p; 3 draw 4s; 3 discard 4s; 2 win 4s")
    assert flags_of(table) == set()
    assert table.result().wins["total"].tolist() == [8]


def test_discard_win_names_its_payer_and_hand() -> None:
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 1 win 5s")
    wins = table.result().wins
    assert wins["winner"].tolist() == [1]
    assert wins["payer"].tolist() == [0]
    assert wins["win_by"].tolist() == [BY_DISCARD]
    assert format_tiles(wins["concealed"].values.tolist()) == "1133557799m 11p 5s"
    assert len(wins["melds"].values) == 0
    assert (wins["turn"].item(), wins["first_ready_turn"].item()) == (1, 0)
    event = table.events()[-1]
    assert (event.tile, event.from_seat, event.from_seq) == (parse_tile("5s"), 0, 5)


def test_nearest_of_several_wins() -> None:
    """Of two that win on one discard the nearest counter-clockwise wins alone."""
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s")
    play(table, "2 lost win 5s; 1 win 5s")
    assert table.result().hands["winners"].item() == 0b0010
    other = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 1 lost win 5s")
    assert refused(other, "2 win 5s") == "claim_priority"


def test_farther_winner_when_the_nearest_passes() -> None:
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 2 win 5s")
    assert [row[0] for row in chances_of(table)] == [1]
    assert chances_of(table)[0][4] == "other_won"


def test_win_goes_before_every_other_claim() -> None:
    hands = (TWO_WAIT[0], TWO_WAIT[1], "55s 24688m 2244p 6m C", TWO_WAIT[3])
    table = dealt(compiled(BOTZONE), *hands, script="0 draw 9s; 0 discard 5s; 1 lost win 5s")
    assert refused(table, "2 pung 5s") == "claim_priority"
    play(table, "2 lost pung 5s")
    assert refused(table, "1 win 5s") == "claimed_twice"


def test_several_winners_where_the_rules_allow_them() -> None:
    rules = compiled(BOTZONE, play={"multiple_winners": True})
    table = dealt(rules, *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 1 win 5s")
    assert not table.over
    assert refused(table, "1 win 5s") == "claimed_twice"
    assert refused(table, "2 pung 5s") == "action_after_end"
    play(table, "2 win 5s")
    hands, wins = table.result().hands, table.result().wins
    assert (hands["winners"].item(), hands["outcome"].item()) == (0b0110, OUT_WIN)
    totals = wins["total"].tolist()
    assert deltas(table) == [-16 - sum(totals), 8 + 8 + totals[0], 8 + 8 + totals[1], -16]


def test_one_of_several_possible_winners_ends_the_hand_alone() -> None:
    rules = compiled(BOTZONE, play={"multiple_winners": True})
    table = dealt(rules, *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 1 win 5s")
    table.finish()
    assert table.result().hands["winners"].item() == 0b0010
    assert chances_of(table)[0][4] == "other_won"
    lost = dealt(rules, *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 2 lost win 5s")
    assert refused(lost, "1 win 5s") == "claim_priority"


def test_legal_win_that_is_passed_is_a_chance() -> None:
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s; 1 draw 9s")
    play(table, "0 foul")
    assert [(seat, seq, reason) for seat, seq, _, _, reason in chances_of(table)] == [
        (1, 5, "passed"),
        (2, 5, "passed"),
    ]


def test_passed_self_draw_is_a_chance() -> None:
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 9s; 1 draw 5s")
    assert str(table.options(1)[0]) == "seat 1: win on 5s"
    play(table, "1 discard 1m; 0 foul")
    assert chances_of(table)[0][:3] == (1, 6, "5s")
    assert chances_of(table)[0][4] == "passed"


def test_turn_and_first_ready_turn_count_own_discards() -> None:
    """Seat 1 is ready after its first discard and wins on its third turn."""
    hands = (TWO_WAIT[0], "113355779m 11p 5s P", "224468m 2244p 6m E S", TWO_WAIT[3])
    table = dealt(compiled(BOTZONE), *hands, script="0 draw 9s; 0 discard 9s; 1 draw 9m")
    assert table.waits(1) == []
    play(table, "1 discard P; 2 draw 8m; 2 discard 8m; 3 draw 8m; 3 discard 8m")
    assert table.waits(1) == [parse_tile("5s")]
    play(table, "0 draw 8m; 0 discard 8m; 1 draw 8p; 1 discard 8p; 2 draw 7p; 2 discard 7p")
    play(table, "3 draw 7p; 3 discard 7p; 0 draw 7s; 0 discard 5s; 1 win 5s")
    wins = table.result().wins
    assert (wins["turn"].item(), wins["first_ready_turn"].item()) == (3, 1)
    assert wins["n_waits"].item() == 1


def test_waits_and_reading_of_a_win() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; 0 pung 5s; 0 discard E")
    play(table, "1 draw F; 1 discard F; 2 draw 5s; 2 win 5s")
    wins = table.result().wins
    assert WAITS[wins["wait"].item()] == WAITS[WAIT_CLOSED]
    assert wins["n_waits"].item() == 1
    assert len(wins["reading"].values) == 5


def test_dealt_hand_of_the_dealer_wins() -> None:
    """The last tile dealt is the winning tile."""
    table = dealt(compiled("mcr"), *DEALT_WIN)
    play(table, "0 win 5s")
    wins = table.result().wins
    assert (wins["turn"].item(), wins["first_ready_turn"].item()) == (1, 0)
    assert wins["win_by"].tolist() == [BY_SELF_DRAW]
    assert table.result().hands["dealt_distance"][0, 0] == 0


@pytest.mark.parametrize("script", ["2 false_win", "3 false_win 5s"])
def test_false_win_ends_the_hand_and_pays_ten_to_each(script: str) -> None:
    """错和 −30, +10 to each other (MCR card)."""
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; {script}")
    seat = int(script[0])
    assert deltas(table) == [-30 if other == seat else 10 for other in range(4)]
    assert table.result().hands["outcome"].item() == OUT_FALSE_WIN
    assert table.result().settlements["penalty"].tolist() == deltas(table)


def test_false_win_on_the_own_turn() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script="0 draw 9s; 0 false_win")
    assert deltas(table) == [-30, 10, 10, 10]
    claimed = dealt(compiled(BOTZONE), *SIX_FAN, script=f"{FIVE_DISCARDED}; 0 pung 5s; 0 false_win")
    assert claimed.over


def test_false_win_only_where_a_win_could_be() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script="0 draw 9s")
    assert refused(table, "1 false_win") == "out_of_turn"
    play(table, "0 discard 9s")
    assert refused(table, "0 false_win") == "claim_own_discard"


def test_false_win_names_the_tile_at_stake_or_none() -> None:
    table = dealt(compiled(BOTZONE), *SIX_FAN, script=FIVE_DISCARDED)
    assert refused(table, "2 false_win 9s") == "win_of_other_tile"
    play(table, "2 false_win 5s")
    own = dealt(compiled(BOTZONE), *SIX_FAN, script="0 draw 9s")
    assert refused(own, "0 false_win 5s") == "win_of_other_tile"
    play(own, "0 false_win 9s")


def test_legal_win_is_no_false_win() -> None:
    table = dealt(compiled(BOTZONE), *TWO_WAIT, script="0 draw 9s; 0 discard 5s")
    assert refused(table, "1 false_win") == "false_win_is_legal"


def test_false_win_may_bar_from_winning_instead_of_ending_the_hand() -> None:
    rules = compiled(BOTZONE, violations={"false_win_ends_hand": False})
    table = dealt(rules, *TWO_WAIT, script="0 draw 9s; 0 discard 9s; 1 draw 9s; 1 false_win")
    play(table, "1 discard 9s; 2 draw 8m; 2 discard 8m; 3 draw 8m; 3 discard 8m; 0 draw 7p")
    play(table, "0 discard 5s")
    assert refused(table, "1 win 5s") == "win_not_allowed"
    play(table, "2 win 5s")
    assert chances_of(table)[-1][4] == "not_allowed"
    total = table.result().wins["total"].item()
    assert deltas(table) == [10 - 8 - total, -30 - 8, 10 + 24 + total, 10 - 8]
    assert table.result().settlements["penalty"].tolist() == [10, -30, 10, 10]


def test_players_error_ends_the_hand_as_a_penalty() -> None:
    """Botzone: −30 for the player, +10 for each other."""
    table = dealt(compiled(BOTZONE), *SIX_FAN, script="0 draw 9s; 0 discard 9s; 3 foul")
    assert deltas(table) == [10, 10, 10, -30]
    assert table.result().hands["outcome"].item() == OUT_PENALTY
