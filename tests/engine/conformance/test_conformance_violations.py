"""False wins and fouls put into played hands: what they cost, and how the hand goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.machine.recorded import open_record
from engine.machine.table import Table
from engine.machine.words import Move
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas import codes
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet
from tests.engine.conformance.hand_referee import Referee
from tests.engine.conformance.house_rules import changed
from tests.engine.conformance.suite_tools import events_of, n_hands, play, referee_of

PAID: dict[str, Any] = {
    "false_win": "fixed",
    "false_win_pays_each": 7,
    "false_win_dealer_factor": 2,
    "player_error_pays_each": 5,
}
PLAYS_ON = {"false_win_ends_hand": False, "foul": "plays_on"}
ENDS = {"false_win_ends_hand": True, "foul": "ends_hand"}
RULES = [
    *(load_ruleset(name) for name in preset_names()),
    *(
        changed(base, f"{base}-{ending}", {"violations": {**PAID, **options}})
        for base in ("mcr", "taiwan-standard", "longgang", "yantai")
        for ending, options in (("ends", ENDS), ("plays-on", PLAYS_ON))
    ),
]


@pytest.mark.parametrize("action", [codes.FALSE_WIN, codes.FOUL], ids=["false_win", "foul"])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_violations_cost_what_the_rules_say(rules: RuleSet, action: int) -> None:
    played = play(rules, "minimal", n_hands(6))
    random = Random(rules.name)
    compiled = compile_rules(rules)
    for hand in range(len(played.batch)):
        table, moves = open_record(played.batch, hand, compiled, load_tables())
        referee = referee_of(played, hand)
        events = events_of(played.rows, hand)
        for event in events[:4]:
            referee.follow(event)
        chosen = random.randrange(len(moves) // 4, len(moves) - 1)
        for number, move in enumerate(moves[:chosen]):
            table.do(move)
            referee.follow(events[4 + number])
        for seat in range(4):
            if action == codes.FALSE_WIN:
                assert table.can(Move(seat, action)) == may_be_false(table, referee, seat)
        offenders = [seat for seat in range(4) if table.can(Move(seat, action))]
        if not offenders:
            continue
        offender = random.choice(offenders)
        streak = int(played.batch.streak[hand])
        due = dues(referee, offender, action, streak)
        table.do(Move(offender, action))
        ends = {
            codes.FALSE_WIN: rules.violations.false_win_ends_hand,
            codes.FOUL: rules.violations.foul == "ends_hand",
        }[action]
        assert table.over == ends
        if not ends:
            play_on(table, moves[chosen:], offender, action)
        if not table.over:
            continue  # the offender would have won or was claimed from: the record fits no more
        result = table.result()
        assert result.settlements["penalty"].tolist() == due
        for part in codes.SETTLEMENT_PARTS:
            assert result.settlements[part].sum() == 0
        if ends:
            outcome = codes.OUT_FALSE_WIN if action == codes.FALSE_WIN else codes.OUT_PENALTY
            assert result.hands["outcome"].tolist() == [outcome]
            assert result.settlements["delta"].tolist() == due
        assert not int(result.hands["winners"][0]) >> offender & 1


def may_be_false(table: Table, referee: Referee, seat: int) -> bool:
    """A false win is announced where a win could be, and none is legal."""
    state = referee.play
    on_turn = state.phase == "turn" and state.seat == seat and not state.must_expose(seat)
    offered = state.phase in ("window", "rob") and seat != state.giver
    legal = any(option.action == codes.WIN for option in table.options(seat))
    return (on_turn or offered) and not legal


def dues(referee: Referee, offender: int, action: int, streak: int) -> list[int]:
    """The penalty by seat; of flowers and golds as the Luoyuan card counts them."""
    state, violations = referee.play, referee.rules.violations
    due = [0] * 4
    for other in range(4):
        if other == offender:
            continue
        with_dealer = state.dealer in (offender, other)
        if action == codes.FOUL:
            each = violations.player_error_pays_each
        elif violations.false_win == "fixed":
            factor = violations.false_win_dealer_factor if with_dealer else 1
            each = violations.false_win_pays_each * factor
        else:
            own = state.flowers[offender]
            fan = own.total() + sum(2 for tile in range(27, 34) if own[tile] == 4)
            fan += sum(2 for first in (34, 38) if all(own[first + k] for k in range(4)))
            for meld in state.melds[offender]:
                fan += 2 * (meld.kind == codes.MELD_KONG_CONCEALED)
                fan += meld.kind in (codes.MELD_KONG_EXPOSED, codes.MELD_KONG_ADDED)
            gold = state.count_golds(offender)
            each = violations.false_win_times * (fan + gold + 1 + streak * with_dealer)
        due[offender] -= each
        due[other] += each
    return due


def play_on(table: Table, moves: list[Move], offender: int, action: int) -> None:
    """Go on with the record while it can be; the offender wins no more."""
    for move in moves:
        wins = codes.WIN in (move.action, move.claim)
        if wins and move.seat == offender:
            assert not table.can(move)
            return
        if not table.can(move):
            return
        table.do(move)
