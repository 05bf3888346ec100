"""Wins of the first turn: heavenly 天胡, earthly 地胡 and human 人胡, and what ends that time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.machine_script import compiled, dealt, flags_of

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
