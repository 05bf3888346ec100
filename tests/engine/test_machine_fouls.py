"""False wins 诈胡, fouls 犯规, bets 押注 and late dragons: what they cost and what goes on."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from engine.machine.marks import LATE_DRAGON
from engine.machine.state import COMPLETES
from engine.machine.table import Table
from engine.minimal import play_batch
from engine.params import choice, param
from engine.replay import replay_batch
from engine.rules import Rules
from engine.settling.false_win import flower_fan, settle_false_win
from engine.settling.parts import N_PARTS, PART_PENALTY
from engine.situation import F_FLAGS, MOST_MELDS, NO_MELD, S_VOID
from engine.tables import load_tables
from schemas.batch import META_SCHEMA
from schemas.codes import (
    FLAG_LATE_DRAGON,
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    OUT_FALSE_WIN,
    OUT_WIN,
)
from schemas.errors import ActionError
from schemas.tiles import N_TILES, parse_tiles
from tests.engine.machine_script import (
    compiled,
    dealt,
    deltas,
    filled,
    play,
    quiet_turns,
    refused,
    ruleset,
)

LONGGANG = {"false_win_pays_each": 10, "false_win_dealer_factor": 2, "false_win_ends_hand": False}
"""Longgang card, "Payment": 20 between the dealer and another, else 10, and play goes on."""
# Seat 2 waits for 5s; seats 0 and 3 hold one.
HANDS = filled("5s", "", "123m 789m 678p 46s 99p", "5s")


def table_of(script: str, **changes: Any) -> Table:
    return dealt(compiled("mcr-botzone", win={"minimum": 0}, **changes), *HANDS, script=script)


@pytest.mark.parametrize(
    ("dealer", "seat", "penalty"),
    [
        (0, 0, [-60, 20, 20, 20]),
        (0, 1, [20, -40, 10, 10]),
        (2, 3, [10, 10, 20, -40]),
    ],
)
def test_false_win_between_the_dealer_and_another_is_doubled(
    dealer: int, seat: int, penalty: list[int]
) -> None:
    """Longgang card: the dealer pays 20 to each, another 20 to the dealer and 10 to the others."""
    rules = compiled("mcr-botzone", violations={**LONGGANG, "false_win_ends_hand": True})
    table = dealt(rules, *filled("", "", "", ""), dealer=dealer)
    play(table, f"{dealer} draw ?")
    if seat != dealer:
        play(table, f"{dealer} discard ?")
    play(table, f"{seat} false_win")
    assert table.result().settlements["penalty"].tolist() == penalty
    assert deltas(table) == penalty
    assert table.result().hands["outcome"].item() == OUT_FALSE_WIN


def test_hand_goes_on_after_a_false_win_and_the_offender_is_void() -> None:
    table = table_of("0 draw ?; 0 discard ?; 2 false_win", violations=LONGGANG)
    quiet_turns(table, until=3)
    play(table, "3 draw ?; 3 discard 5s")
    assert refused(table, "2 win 5s") == "win_not_allowed"
    assert refused(table, "2 false_win") == "win_not_allowed"
    play(table, "0 draw ?; 0 foul")
    assert table.result().settlements["penalty"].tolist() == [20 - 30, 10 + 10, -40 + 10, 10 + 10]


def test_win_while_barred_by_a_passed_win_is_a_false_win() -> None:
    """Seat 2 has let 5s go by; its shape does not help before its next draw."""
    table = table_of(
        "0 draw ?; 0 discard ?; 1 draw ?; 1 discard ?; 2 draw ?; 2 discard ?; 3 draw ?",
        play={"passed_win": "any_kind"},
        violations=LONGGANG,
    )
    play(table, "3 discard 5s; 0 draw ?; 0 discard 5s; 2 false_win")
    play(table, "1 draw ?; 0 foul")
    assert table.result().settlements["penalty"][2] == -40 + 10


def counts(tiles: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.bincount(parse_tiles(tiles), minlength=N_TILES).astype(np.int8)


def melds(*kinds: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    row = np.full(MOST_MELDS, NO_MELD, np.int8)
    row[: len(kinds)] = kinds
    return row


@pytest.mark.parametrize(
    ("flowers", "kongs", "fan"),
    [
        ("", (), 0),
        ("EES", (), 3),
        ("EEEE", (), 6),  # Luoyuan card, example 2
        ("EEEE CCCC f5", (), 13),
        ("f1 f2 f3 f4", (), 6),
        ("f1 f2 f3 f5", (), 4),
        ("f1 f2 f3 f4 f5 f6 f7 f8", (), 12),
        ("EES", (MELD_KONG_EXPOSED,), 4),  # example 1: three flowers and an exposed kong
        ("", (MELD_CHOW, MELD_KONG_ADDED, MELD_KONG_CONCEALED), 3),
    ],
)
def test_flower_fan(flowers: str, kongs: tuple[int, ...], fan: int) -> None:
    """Luoyuan card, "Points": F = flowers + 1 an exposed kong + 2 a concealed one; sets count 6."""
    for preset in ("luoyuan-36", "mcr"):  # MCR's table has no such rows: the card's values
        assert flower_fan(compiled(preset), counts(flowers), melds(*kongs)) == fan


def formula(base: int = 1) -> Rules:
    rules = compiled("mcr", violations={"false_win": "flower_formula"})
    rules.params[param("scoring.base")] = base
    return rules


def test_false_win_is_worth_what_the_table_says() -> None:
    """Flower 3, set 5, exposed kong 7, concealed kong 11, gold 13, base 2, times 4."""
    values = {"flower": 3, "flower_set": 5, "exposed_kong": 7, "concealed_kong": 11, "gold": 13}
    rules = compiled(
        "luoyuan-36",
        patterns={key: {"value": value} for key, value in values.items()},
        scoring={"base": 2},
        violations={"false_win_times": 4},
    )
    kongs = melds(MELD_KONG_ADDED, MELD_KONG_CONCEALED, MELD_CHOW)
    parts = np.zeros((4, N_PARTS), np.int32)
    settle_false_win(rules, 1, 0, 1, counts("EEEE S"), kongs, 2, parts)
    # 5 flowers 15 + set 5 + 7 + 11 + 2 golds 26 + base 2 = 66; with the dealer's streak 67.
    assert parts[:, PART_PENALTY].tolist() == [4 * 67, -4 * (67 + 66 + 66), 4 * 66, 4 * 66]


@pytest.mark.parametrize("rules", [formula(), compiled("luoyuan-20")], ids=["mcr", "luoyuan"])
@pytest.mark.parametrize(
    ("seat", "flowers", "golds", "streak", "expected"),
    [
        (1, "ES", 0, 1, [12, -30, 9, 9]),  # Luoyuan card, example 7
        (0, "ES", 0, 1, [-36, 12, 12, 12]),
        (3, "EEEE", 2, 0, [27, 27, 27, -81]),
    ],
)
def test_luoyuan_example_7_false_win(
    rules: Rules, seat: int, flowers: str, golds: int, streak: int, expected: list[int]
) -> None:
    """(F + G + 1) × 3, with L wherever the dealer is one of the two."""
    parts = np.zeros((4, N_PARTS), np.int32)
    settle_false_win(rules, seat, 0, streak, counts(flowers), melds(), golds, parts)
    assert parts[:, PART_PENALTY].tolist() == expected
    assert parts.sum() == sum(expected) == 0


def test_false_win_by_the_formula_counts_the_exposed_flowers() -> None:
    """Two flowers lie open, one is on the way: 3 × (2 + 0) from each, with no base here."""
    rules = compiled("mcr", violations={"false_win": "flower_formula"})
    hands = filled("f1 f2 1m 2m 3m", "", "", "")
    table = dealt(rules, f"{hands[0]} 9s", *hands[1:], streak=4)
    play(table, "0 flower f1; 0 replace ?; 0 flower f2; 0 replace ?; 0 discard 1m; 1 false_win")
    assert deltas(table) == [12, -12, 0, 0]


def test_foul_ends_the_hand_by_default() -> None:
    assert table_of("0 draw ?; 0 foul").over


def test_foul_that_plays_on_bars_from_winning() -> None:
    """Longgang card, "Other fouls": no win, counts 0; the player goes on."""
    table = table_of(
        "0 draw ?; 2 foul; 0 discard 5s",
        violations={"foul": "plays_on", "player_error_pays_each": 0},
    )
    assert refused(table, "2 win 5s") == "win_not_allowed"
    quiet_turns(table, until=2)
    play(table, "2 draw 5s")
    assert refused(table, "2 win 5s") == "win_not_allowed"
    play(table, "2 discard ?; 3 draw ?; 3 discard ?")


def test_foul_that_plays_on_pays_what_the_rules_say() -> None:
    table = table_of(
        "0 draw ?; 0 foul; 0 discard 5s; 2 win 5s",
        violations={"foul": "plays_on", "player_error_pays_each": 7},
    )
    assert table.result().settlements["penalty"].tolist() == [-21, 7, 7, 7]
    assert table.result().hands["outcome"].item() == OUT_WIN


def test_offender_may_claim_and_its_hand_is_void() -> None:
    hands = filled("9m", "", "123m 789m 678p 46s 99p", "99m")
    rules = compiled("mcr-botzone", win={"minimum": 0}, violations={"foul": "plays_on"})
    table = dealt(rules, *hands, script="0 draw ?; 3 foul; 0 discard 9m; 3 pung 9m")
    move = table.options(3)[0]
    table.do(move)
    play(table, "0 draw 5s; 0 discard 5s; 2 win 5s")
    assert table.state.showdown[S_VOID] == 0b1000


BETS = np.array([3, 0, 10, 1], np.int32)


def test_bets_are_placed_before_the_deal() -> None:
    """Yantai card, "Bets": up to ten."""
    table = Table(compiled("mcr-botzone", play={"most_bet": 10}), load_tables())
    table.begin(deal=dealt_hands(), bets=BETS)
    assert table.state.bets.tolist() == [3, 0, 10, 1]
    table.begin(deal=dealt_hands())
    assert table.state.bets.tolist() == [0, 0, 0, 0]


def dealt_hands() -> np.ndarray[Any, np.dtype[np.int8]]:
    deal = np.full((4, 17), -1, np.int8)
    for seat, hand in enumerate(HANDS):
        deal[seat, :13] = parse_tiles(hand)
    return deal


@pytest.mark.parametrize(("most", "bets"), [(0, [1, 0, 0, 0]), (9, BETS), (10, [-1, 0, 0, 0])])
def test_bets_beyond_the_rules_are_refused(most: int, bets: Any) -> None:
    table = Table(compiled("mcr-botzone", play={"most_bet": most}), load_tables())
    with pytest.raises(ActionError) as error:
        table.begin(deal=dealt_hands(), bets=np.array(bets, np.int32))
    assert error.value.code == "bad_bet"
    assert table.over


def test_bets_of_records() -> None:
    """No bets, bets, a bet too high, three bets, a bet that is none."""
    rules = ruleset("mcr", play={"most_bet": 10})
    batch, _ = play_batch(rules, load_tables(), seed=1, first_session=0, n_hands=5)
    named = [None, [3, 0, 10, 1], [11, 0, 0, 0], [1, 2, 3], [0, None, 0, 0]]
    column = pl.Series("bets", named, META_SCHEMA["bets"])
    changed = replace(batch, meta=batch.meta.with_columns(column))
    played = replay_batch(changed, compiled("mcr", play={"most_bet": 10}), load_tables())
    assert played.hands["hand"].tolist() == [0, 1]
    assert [refusal["code"] for refusal in played.refusals] == ["bad_bet"] * 3
    assert [refusal["action_index"] for refusal in played.refusals] == [-1] * 3
    assert played.refusals[0]["message"].startswith("the deal: bets are four whole numbers")


KIND_TOTALS = choice("settlement.kind", "totals")
WAITING = "123m 789m 678p 456s C"
"""Waits for C."""


def late_dragon(*hands: str, script: str, late: int = 20, liability: bool = True) -> bool:
    """Whether the last discard is a late dragon, as the seat that it completes is told.

    The dealer's first draw leaves it 20 drawable tiles. Of Longgang's settlement only what
    concerns late dragons is set, and the hand is not played to its end.
    """
    rules = compiled("mcr-botzone", win={"minimum": 0})
    rules.params[param("settlement.kind")] = KIND_TOTALS
    rules.params[param("settlement.late")] = late
    rules.params[param("settlement.liability")] = int(liability)
    table = dealt(rules, *hands, script=script)
    assert table.state.num[COMPLETES] != 0
    noted = bool(table.state.course[LATE_DRAGON])
    assert noted == bool(table.score.win.facts[F_FLAGS] & FLAG_LATE_DRAGON)
    return noted


FIRST = "0 draw ?; 0 discard C"


def hands_with(dealer: str, *others: str, spared: str = "ECF") -> tuple[str, ...]:
    return filled(dealer, *(others or ("", WAITING, "")), spared=spared)


def test_late_dragon_with_a_single_own_wind_at_hand() -> None:
    """Longgang card, "Liability" (b)(i): the single own wind had to go first."""
    assert late_dragon(*hands_with("EC"), script=FIRST)


@pytest.mark.parametrize("held", ["C", "EEC", "SC"])
def test_late_dragon_without_a_single_own_wind(held: str) -> None:
    assert not late_dragon(*hands_with(held), script=FIRST)


def test_late_dragon_begins_with_the_drawable_tiles_that_the_rules_say() -> None:
    """20 drawable tiles are left."""
    assert late_dragon(*hands_with("EC"), script=FIRST, late=20)
    assert not late_dragon(*hands_with("EC"), script=FIRST, late=19)


def test_late_dragons_only_where_the_rules_know_liability() -> None:
    assert not late_dragon(*hands_with("EC"), script=FIRST, liability=False)


BOTH = "0 draw ?; 0 discard ?; 1 draw ?; 1 discard F; 2 draw ?; 2 discard ?; 3 draw ?; 3 discard ?"


def test_late_dragon_of_both_when_the_other_is_known_to_be_safe() -> None:
    """(b)(ii): F has been discarded without a win; the unseen C is thrown, F was at hand."""
    hands = hands_with("CF", "F", WAITING, "")
    assert late_dragon(*hands, script=f"{BOTH}; 0 draw ?; 0 discard C")


def test_late_dragon_of_both_when_the_other_is_not_known_either() -> None:
    hands = hands_with("CF", "N", WAITING, "")
    script = BOTH.replace("1 discard F", "1 discard N")
    assert not late_dragon(*hands, script=f"{script}; 0 draw ?; 0 discard C")


def test_late_dragon_of_which_a_copy_lies_open() -> None:
    """The other C, discarded before, was let go by."""
    hands = hands_with("CF", "F", WAITING, "C")
    script = BOTH.replace("3 discard ?", "3 discard C")
    assert not late_dragon(*hands, script=f"{script}; 0 draw ?; 0 discard C")


def test_late_dragon_without_the_other_at_hand() -> None:
    hands = hands_with("C", "F", WAITING, "")
    assert not late_dragon(*hands, script=f"{BOTH}; 0 draw ?; 0 discard C")


def test_other_late_discards_are_no_dragons() -> None:
    hands = hands_with("EP", "", "123m 789m 678p 456s P", "", spared="EP")
    assert not late_dragon(*hands, script="0 draw ?; 0 discard P")


@pytest.mark.parametrize(
    ("go_on", "noted"),
    [("3 pung C; 3 discard 9p", 0), ("2 draw ?; 2 discard ?; 3 draw ?; 3 discard ?", 1)],
)
def test_late_dragon_that_somebody_has_punged(go_on: str, noted: int) -> None:
    """The dealer discards the fourth C beside a single E; only wildcards could win on it."""
    hands = filled("EC", "C", "", "CC9p", spared="EC")
    rules = copy(compiled("mcr-botzone"))
    rules.params[param("settlement.kind")] = KIND_TOTALS
    rules.params[param("settlement.late")] = 20
    rules.params[param("settlement.liability")] = 1
    table = dealt(rules, *hands, script="0 draw ?; 0 discard ?; 1 draw ?; 1 discard C")
    play(table, f"{go_on}; 0 draw ?; 0 discard C")
    assert table.state.course[LATE_DRAGON] == noted
