"""Special wins: three wildcards, robbing the gold, eight flowers and seven; first-turn wins.

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
from schemas.codes import (
    BY_DISCARD,
    BY_EIGHT_FLOWERS,
    BY_ROBBED_GOLD,
    BY_SELF_DRAW,
    BY_SEVEN_FLOWERS,
    BY_THREE_WILDCARDS,
    WIN,
)
from schemas.tiles import format_tile, format_tiles, parse_tile, parse_tiles
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    deltas,
    flags_of,
    moves_of,
    play,
    refused,
)

DEAL = (f"{QUIET[0]} P", *QUIET[1:])
TURN = "0 turn_wildcard 3m"
THREE = "333m 258p 258s ESWN"
"""Three wildcards beside tiles that make nothing."""
OTHER = "69m 369p 369s ESWN P"
"""A hand that holds no 3m."""


def golds(wildcard: dict[str, Any] | None = None, **win: Any) -> Rules:
    turned = {"kind": "turned", **(wildcard or {})}
    return compiled("mcr", wildcard=turned, win={"minimum": 0, **win})


def kinds_of_win(table: Table, seat: int) -> list[str]:
    return [
        format_tile(m.tile) if m.tile >= 0 else "" for m in table.options(seat) if m.action == WIN
    ]


def win_of(table: Table) -> tuple[int, int, int, int]:
    """Winner, how, payer and tile of the hand's only win."""
    wins = table.result().wins
    return tuple(int(wins[name].item()) for name in ("winner", "win_by", "payer", "win_tile"))


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


EIGHT = "f1 f2 f3 f4 f5 f6 f7"
EIGHT_TILES = "147m 147p ES"
SIXTEEN = (
    "147m 147p 147s ESWN CFP",
    "258m 258p 258s ESWN CFP",
    "369m 369p 369s ESWN CFP",
    "159m 159p 159s ESWN CFP",
)


def test_eight_flowers_win_at_once() -> None:
    """Taiwan card: 八仙過海, without a shape, before the flower is replaced."""
    rules = compiled("mcr", win={"minimum": 0, "eight_flowers": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    table = dealt(rules, *hands, script=f"{flowers}; 0 discard P")
    play(table, "1 draw f8")
    assert kinds_of_win(table, 1) == []
    play(table, "1 flower f8")
    assert kinds_of_win(table, 1) == [""]
    play(table, "1 win")
    assert win_of(table) == (1, BY_EIGHT_FLOWERS, -1, -1)
    assert len(table.result().wins["concealed"].values) == 13
    assert len(table.result().wins["flowers"].values) == 8


@pytest.mark.parametrize(
    ("seat", "script"),
    [
        (1, "1 flower f8; 1 replace 6m"),  # fifteen tiles are no hand: the last one is replaced
        (0, "0 flower f8"),  # the dealer holds sixteen without it
    ],
)
def test_eight_dealt_flowers_win_with_a_hand_of_its_size(seat: int, script: str) -> None:
    """A win by flowers names no tile: sixteen concealed ones beside the eight."""
    rules = compiled("taiwan-standard")
    hands = list(SIXTEEN)
    hands[seat] = f"{EIGHT_TILES} {EIGHT} f8"
    hands[0] += " 9s"
    quiet = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    first = "; ".join(f"{seat} flower f{n}; {seat} replace {t}" for n, t in enumerate(quiet, 1))
    table = dealt(rules, *hands, script=first)
    *before, last = moves_of(script)
    for move in before:
        table.do(move)
        assert kinds_of_win(table, seat) == []
    table.do(last)
    play(table, f"{seat} win")
    assert win_of(table) == (seat, BY_EIGHT_FLOWERS, -1, -1)
    assert len(table.result().wins["concealed"].values) == 16
    assert len(table.result().wins["flowers"].values) == 8


def test_dealer_with_seven_flowers_leaves_its_last_tile_out() -> None:
    """Seat 2 is dealt the eighth; the dealer has replaced all and holds seventeen tiles."""
    rules = compiled("taiwan-standard")
    hands = list(SIXTEEN)
    hands[0] = f"{EIGHT_TILES} 1s {EIGHT} 9s"
    hands[2] = f"{format_tiles(parse_tiles(hands[2])[:15])} f8"
    quiet = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    first = "; ".join(f"0 flower f{n}; 0 replace {t}" for n, t in enumerate(quiet, 1))
    table = dealt(rules, *hands, script=f"{first}; 2 flower f8; 0 win")
    assert win_of(table) == (0, BY_SEVEN_FLOWERS, 2, -1)
    concealed = table.result().wins["concealed"].values.tolist()
    assert len(concealed) == 16
    # The dealer's last tile, the replacement 6m of its seventh flower, stands apart.
    assert concealed == sorted(parse_tiles(f"{EIGHT_TILES} 1s 9s 99m 88m 77m"))


def test_eight_flowers_may_be_let_go() -> None:
    rules = compiled("mcr", win={"minimum": 0, "eight_flowers": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tail = "9m 9m 8m 8m 7m 7m 6m 6m"
    table = Table(rules, load_tables())
    table.begin(wall=common_wall("mcr", hands, front="f8", tail=tail))
    table.apply([])
    table.apply(moves_of("0 discard P"))
    table.apply([])
    assert actions_of(table)[-1] == "1 flower"
    assert kinds_of_win(table, 1) == [""]
    table.apply([])
    assert actions_of(table)[-1] == "1 replace"
    assert kinds_of_win(table, 1) == []


def seven(script: str) -> Table:
    """Seat 1 has exposed seven flowers but for f8, which seat 2 holds or draws."""
    rules = compiled("mcr", win={"minimum": 0, "seven_rob_one": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    return dealt(rules, *hands, script=f"{flowers}; 0 discard P; {script}")


def test_seven_flowers_rob_the_eighth() -> None:
    """Taiwan card: seat 2 draws the eighth; seat 1 wins at once, and seat 2 pays alone."""
    table = seven("1 draw 9s; 1 discard 9s; 2 draw f8; 2 flower f8")
    assert [kinds_of_win(table, seat) for seat in range(4)] == [[], [""], [], []]
    play(table, "1 win")
    assert win_of(table) == (1, BY_SEVEN_FLOWERS, 2, -1)
    assert deltas(table) == [-8, 24, -8, -8]
    events = table.events()
    assert (events[-1].from_seat, events[-1].from_seq) == (2, -1)


def test_seventh_flower_robs_an_eighth_that_lies_open() -> None:
    rules = compiled("mcr", win={"minimum": 0, "seven_rob_one": True})
    hands = ("147m 147p 147s ESWN f8", f"258m 258p 2s {EIGHT[:-3]}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    table = dealt(rules, *hands, script=f"0 flower f8; 0 replace P; {flowers}; 0 discard P")
    play(table, "1 draw f7; 1 flower f7; 1 win")
    assert win_of(table) == (1, BY_SEVEN_FLOWERS, 0, -1)


SEVEN_PAIRS = "1133557799m 11p 5s"


def first_turn(seat: int, script: str, hand: str = SEVEN_PAIRS, **win: Any) -> bool:
    """Whether the flag stands at the win of a seat that waits for 5s."""
    hands = [
        "258m 147p 147s ESWN P",
        "468m 258p 268s ESWN",
        "246m 369p 369s SWNC",
        "2468m 259p 19s CFPE",
    ]
    hands[seat] = hand + (" P" if seat == 0 else "")
    table = dealt(compiled("mcr", win={"minimum": 0, **win}), *hands, script=script)
    return "first_turn" in flags_of(table)


def test_heavenly_is_the_dealers_dealt_hand() -> None:
    hands = (
        "1133557799m 11p 55s",
        "468m 258p 268s ESWN",
        "246m 369p 369s SWNC",
        "2468m 259p 19s CFPE",
    )
    options = {"minimum": 0, "heavenly_after_kongs": True}
    assert "first_turn" in flags_of(dealt(compiled("mcr", win=options), *hands, script="0 win"))
    assert "first_turn" not in flags_of(
        dealt(compiled("mcr", win={"minimum": 0}), *hands, script="0 win")
    )


@pytest.mark.parametrize(("after_kongs", "flag"), [(True, True), (False, False)])
def test_heavenly_after_the_dealers_concealed_kong(after_kongs: bool, flag: bool) -> None:
    """Longgang and Luoyuan cards: heavenly may follow concealed kongs."""
    hands = (
        "1111m 234p 456p 789s 9s",
        "468m 258p 268s ESWN",
        "36m 369p 369s SWNCC",
        "2468m 25p 1s CFPE SW",
    )
    rules = compiled(
        "mcr", win={"minimum": 0, "heavenly_after_kongs": after_kongs, "earthly": "first_draw"}
    )
    table = dealt(rules, *hands, script="0 concealed 1m; 0 draw 9s; 0 win")
    assert ("first_turn" in flags_of(table)) is flag


def test_taiwan_earthly_is_a_self_draw_on_the_first_draw_without_a_claim() -> None:
    earthly = {"earthly": "first_draw"}
    assert first_turn(1, "0 discard P; 1 draw 5s; 1 win", **earthly)
    later = "0 discard P; 1 draw 6p; 1 discard 6p; 2 draw 6p; 2 discard 6p; 3 draw 8p; 3 discard 8p"
    assert not first_turn(1, f"{later}; 0 draw 8p; 0 discard 8p; 1 draw 5s; 1 win", **earthly)


def test_taiwan_human_is_a_win_on_a_discard_before_the_first_draw() -> None:
    human = {"human": "before_own_draw"}
    hands = ("258m 147p 147s ESWN 5s", SEVEN_PAIRS, "246m 369p 369s SWNC", "2468m 259p 19s CFPE")
    table = dealt(
        compiled("mcr", win={"minimum": 0, **human}), *hands, script="0 discard 5s; 1 win 5s"
    )
    assert "first_turn" in flags_of(table)
    script = "0 discard P; 1 draw 6p; 1 discard 6p; 2 draw 5s; 2 discard 5s; 1 win 5s"
    assert not first_turn(1, script, **human)


@pytest.mark.parametrize(("claims_end", "flag"), [(True, False), (False, True)])
def test_claim_ends_the_first_turn_where_the_rules_say_so(claims_end: bool, flag: bool) -> None:
    """Taiwan: nobody has claimed; Yantai: claims before it or not."""
    script = "0 discard E; 3 pung E; 3 discard 5s; 2 win 5s"
    hands = (
        "258m 147p 147s ESWN P",
        "468m 258p 268s SWNP",
        SEVEN_PAIRS,
        "2468m 259p 5s EE CFP",
    )
    rules = compiled(
        "mcr",
        win={"minimum": 0, "earthly": "first_go_round", "claims_end_first_turn": claims_end},
    )
    table = dealt(rules, *hands, script=script)
    assert ("first_turn" in flags_of(table)) is flag


def test_yantai_earthly_lasts_until_the_second_draw() -> None:
    """Any win of a non-dealer before its own second draw, by draw or discard."""
    earthly = {"earthly": "first_go_round", "claims_end_first_turn": False}
    start = "0 discard P; 1 draw 6p; 1 discard 6p"
    assert first_turn(1, f"{start}; 2 draw 5s; 2 discard 5s; 1 win 5s", **earthly)
    assert first_turn(1, "0 discard P; 1 draw 5s; 1 win", **earthly)
    rest = "2 draw 6p; 2 discard 6p; 3 draw 8p; 3 discard 8p; 0 draw 8p; 0 discard 8p"
    assert not first_turn(1, f"{start}; {rest}; 1 draw 5s; 1 win", **earthly)


def test_longgang_earthly_is_a_win_on_the_dealers_first_discard() -> None:
    earthly = {"earthly": "dealer_discard"}
    hands = ("258m 147p 147s ESWN 5s", "468m 258p 268s ESWN", SEVEN_PAIRS, "2468m 259p 19s CFPE")
    rules = compiled("mcr", win={"minimum": 0, **earthly})
    assert flags_of(dealt(rules, *hands, script="0 discard 5s; 2 win 5s")) == {"first_turn"}
    assert not first_turn(2, "0 discard P; 1 draw 5s; 1 discard 5s; 2 win 5s", **earthly)


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
