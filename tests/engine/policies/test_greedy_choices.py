"""Choices of `greedy` where its rules name the right one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engine.machine.choices import M_ACTION, M_LOW, M_TILE, MAX_OPTIONS, N_M
from engine.policies.greedy import decide
from engine.policies.policy import Knowledge
from engine.policies.registry import find_policy, resolve_policies
from engine.policies.sight import (
    ASK_BET,
    ASK_ROB,
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_DEALER,
    V_TILE,
    V_WILD,
    Sight,
    new_sight,
)
from engine.tables import load_tables
from schemas.codes import (
    CHOW,
    DECLARE_READY,
    DISCARD,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    OPEN_PLAY,
    PUNG,
    SHOW_READY,
    WIN,
)
from schemas.tiles import N_KINDS, parse_tiles
from tests.engine.oracle.engine import compiled, ruleset
from tests.engine.policies.mcr_player import Option, new_memory, sight


@cache
def known(preset: str, asked: str = "greedy") -> Knowledge:
    spec = resolve_policies(asked)[0]
    prepare = find_policy("greedy").prepare
    return prepare(ruleset(preset), compiled(preset), load_tables(), spec.options)


def choose(
    look: Sight, options: list[Option], asked: str = "greedy", preset: str = "mcr", ask: int = -1
) -> int:
    """The row chosen of the options, −1 for none."""
    rows = np.full((MAX_OPTIONS, N_M), -1, np.int16)
    for row, option in enumerate(options):
        rows[row, M_ACTION] = option.action
        rows[row, M_TILE] = parse_tiles(option.tile)[0] if option.tile else -1
        rows[row, M_LOW] = parse_tiles(option.low)[0] if option.low else -1
    in_window = CHOW <= options[0].action <= KONG_EXPOSED
    look.num[V_ASK] = ask if ask >= 0 else (ASK_WINDOW if in_window else ASK_TURN)
    look.num[V_TILE] = rows[0, M_TILE]
    return int(
        decide(
            compiled(preset),
            load_tables(),
            known(preset, asked),
            look,
            rows,
            len(options),
            np.zeros(1, np.uint64),
            new_memory(),
        )
    )


def discards(hand: str) -> list[Option]:
    return [Option(DISCARD, tile) for tile in hand.split()]


def test_every_win_is_taken_and_flowers_are_exposed_before_anything_else() -> None:
    look = sight("123456789m11p23sC")
    assert choose(look, [Option(WIN, "C"), *discards("1m C")]) == 0
    assert choose(look, [Option(WIN, "C")], ask=ASK_ROB) == 0
    assert choose(look, [*discards("1m C"), Option(FLOWER, "f1")]) == 2


@pytest.mark.parametrize(
    ("hand", "offered", "claimed"),
    [
        ("13m 456m 789m 11p 45p C", Option(CHOW, "2m", "1m"), True),  # two from ready, then one
        ("12m 456m 789m 11p 456p", Option(CHOW, "4m", "4m"), False),  # 456m is a set already
        ("456m 789m 11p 45p 55s C", Option(PUNG, "1p"), True),  # ready without C
        (
            "456m 789m 11p 456p 45s",
            Option(PUNG, "1p"),
            False,
        ),  # it is ready, and would have no pair
    ],
)
def test_claims_that_bring_the_hand_nearer_are_made(
    hand: str, offered: Option, claimed: bool
) -> None:
    assert choose(sight(hand), [offered]) == (0 if claimed else -1)


def test_of_two_claims_the_one_that_leaves_more_live_tiles_is_made() -> None:
    # Both leave 55p and a run of two, ready: 13m for 2m alone, 34m for 2m and 5m.
    claims = [Option(CHOW, "2m", "2m"), Option(CHOW, "2m", "1m")]
    assert choose(sight("1334m 789m 123s 55p C"), claims) == 1
    # No 5m is left, and nothing decides: the first.
    assert choose(sight("1334m 789m 123s 55p C", seen="5555m"), claims) == 0


def test_an_exposed_kong_is_made_where_the_hand_stays_as_near() -> None:
    assert choose(sight("111m 456m 789m 45p 55s"), [Option(KONG_EXPOSED, "1m")]) == 0
    # 11m is the pair beside 123m of a ready hand: without them it is not ready.
    assert choose(sight("11123m 456m 789m 45p"), [Option(KONG_EXPOSED, "1m")]) == -1


def test_own_kongs_are_made_where_the_hand_stays_as_near() -> None:
    held = discards("1m 4m 5m 6m 7m 8m 9m 4p 5p 5s")
    concealed = Option(KONG_CONCEALED, "1m")
    assert choose(sight("1111m 456m 789m 45p 55s"), [concealed, *held]) == 0
    # 1111m 23m are a pung and a chow.
    held = discards("1m 2m 3m 7m 8m 9m 4p 5p 5s")
    assert choose(sight("1111m 23m 789m 45p 555s"), [concealed, *held]) != 0
    added = Option(KONG_ADDED, "C")
    assert choose(sight("456m 789m 45p 55s C", "CCC"), [added, *discards("4m C")]) == 0


@pytest.mark.parametrize(
    ("seen", "asked", "chosen"),
    [
        ("", "greedy", SHOW_READY),  # eight live tiles
        ("333p", "greedy", DECLARE_READY),  # five
        ("3333666p", "greedy", DISCARD),  # one
        ("3333666p", "greedy:declare_from=1", DECLARE_READY),
        ("", "greedy:show_from=9", DECLARE_READY),
    ],
)
def test_ready_is_declared_and_shown_by_the_number_of_live_tiles(
    seen: str, asked: str, chosen: int
) -> None:
    look = sight("123m 456m 789m 123s 11p 45p C", seen=seen)
    options = [*discards("1m C"), Option(DECLARE_READY, ""), Option(SHOW_READY, "")]
    row = choose(look, options, asked, "taiwan-standard")
    assert options[row].action == chosen
    assert chosen != DISCARD or options[row].tile == "C"


def test_a_hand_is_played_openly_where_that_is_asked_for_and_it_is_near_enough() -> None:
    """Yantai card: in simulation open play is never declared, unless a policy's rule says so."""
    near = "123m 456m 789m 45p 5s 7s C"  # one away after C
    options = [*discards("1m C"), Option(OPEN_PLAY, "")]
    assert choose(sight(near), options, preset="yantai") == 1
    assert choose(sight(near), options, "greedy:open_within=1", "yantai") == 2
    assert choose(sight(near), options, "greedy:open_within=0", "yantai") == 1


def test_nobody_bets_but_the_dealer_where_that_is_asked_for() -> None:
    """Yantai card: in simulation all bets are 0, unless something else is given."""
    look = new_sight()
    bets = [Option(DISCARD, "")] * 11
    rows = np.full((MAX_OPTIONS, N_M), -1, np.int16)
    rows[: len(bets), M_TILE] = range(len(bets))
    look.num[V_ASK] = ASK_BET
    for dealer, asked, bet in (
        (0, "greedy", 0),
        (2, "greedy:dealer_bet=4", 0),
        (0, "greedy:dealer_bet=4", 4),
    ):
        look.num[V_DEALER] = dealer
        arguments = (compiled("yantai"), load_tables(), known("yantai", asked), look, rows)
        assert decide(*arguments, len(bets), np.zeros(1, np.uint64), new_memory()) == bet


def test_wildcards_are_kept_and_count_as_whatever_is_missing() -> None:
    # The red dragon is wild: 45p 5s C is ready for 3p 6p 5s with it; 1s is of no use.
    look = sight("123m 456m 789m 45p 5s C 1s")
    look.num[V_WILD] = 1 << parse_tiles("C")[0]
    held = discards("1m 4p 5p 1s 5s C")
    assert held[choose(look, held, preset="mcr-caishen")].tile == "1s"


def test_the_hand_is_left_as_it_was_shown() -> None:
    look = sight("13m 456m 789m 11p 45p C")
    before = look.hand.tolist()
    choose(look, [Option(CHOW, "2m", "1m"), Option(PUNG, "1p")])
    assert look.hand.tolist() == before
    assert len(before) > N_KINDS
