"""Fouls put into played hands, and the play that follows: refereed, tried, replayed.

A hand is played up to some event; a seat fouls, and random players go on from there. Seats that
stand are left out of every turn (Luoyuan card, "Fouls"), those that play on cannot win, and no bar
holds them.
"""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from engine.machine.recorded import open_record
from engine.machine.state import PHASE_ROB, PHASE_WINDOW, PHASE_WON
from engine.machine.table import Event, Table
from engine.machine.words import Move
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas import codes
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from tests.engine.conformance.conceivable import check_state
from tests.engine.conformance.hand_referee import Referee, act_of
from tests.engine.conformance.house_rules import changed
from tests.engine.conformance.plain_play import Act
from tests.engine.conformance.plain_results import check_results
from tests.engine.conformance.suite_tools import Played, events_of, n_hands, play, referee_of
from tests.engine.machine_script import same_rows

STANDS = {"foul": "stands", "shown_foul": "void", "player_error_pays_each": 0}
PLAYS_ON = {"foul": "plays_on", "player_error_pays_each": 0}
RULES = [
    *(load_ruleset(name) for name in ("luoyuan-20", "luoyuan-36", "longgang")),
    *(
        changed(base, f"{base}-{options['foul']}".replace("_", "-"), {"violations": options})
        for base in ("mcr", "taiwan-standard", "longgang", "yantai", "mcr-caishen")
        for options in (STANDS, PLAYS_ON)
        if load_ruleset(base).violations.foul != options["foul"]
    ),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_play_goes_on_after_fouls(rules: RuleSet) -> None:
    played = play(rules, "minimal", n_hands(8))
    random = Random(rules.name)
    ends = {_play_with_fouls(played, hand, random) for hand in range(len(played.batch))}
    assert ends & {codes.OUT_WIN, codes.OUT_DRAW}


def _play_with_fouls(played: Played, hand: int, random: Random) -> int:
    """Foul once or twice, play to the end, and check everything; returns the outcome."""
    compiled = compile_rules(played.rules)
    table, moves = open_record(played.batch, hand, compiled, load_tables())
    referee = referee_of(played, hand)
    for event in events_of(played.rows, hand)[:4]:
        referee.follow(event)
    chosen = random.randrange(len(moves) * 3 // 4)
    for move in moves[:chosen]:
        _follow(table, referee, table.do(move))
    passes = referee.play.passes
    for seq in [seq for seq in passes if seq >= referee.play.tile_seq]:
        del passes[seq]
    for seat in random.sample(range(4), random.choice((1, 1, 2))):
        foul = Move(seat, codes.FOUL)
        assert table.can(foul) == (not referee.why_not(Act(seat, codes.FOUL)))
        if table.can(foul):
            _follow(table, referee, table.do(foul))
    check_state(table, referee)
    stops = 0
    while not table.over and table.phase != PHASE_WON:
        stops += 1
        _follow(table, referee, table.apply(_answers(table, referee, random)))
        if stops in (1, 9):
            check_state(table, referee)
    if table.phase == PHASE_WON:
        table.finish()
    if played.rules.violations.shown_foul != "refused":
        _show_foul(table, referee, random)
    result = table.result()
    assert len(result.hands["hand"]) == 1
    check_results(referee, result, 0, len(table.events()))
    _check_replay(played, hand, table)
    return int(result.hands["outcome"][0])


def _show_foul(table: Table, referee: Referee, random: Random) -> None:
    """Let a foul be found at the end, where the referee says that it can be."""
    foul = Move(random.randrange(4), codes.FOUL)
    can = not referee.why_not(Act(foul.seat, codes.FOUL))
    assert table.can(foul) == can
    if can:
        _follow(table, referee, table.do(foul))


def _answers(table: Table, referee: Referee, random: Random) -> list[Move]:
    """What random players answer at a stop; wins that they let go by are told to the referee."""
    if table.phase not in (PHASE_WINDOW, PHASE_ROB):
        options = [move for seat in range(4) for move in table.options(seat)]
        wins = [move for move in options if move.action == codes.WIN]
        own = [move for move in options if move.seat == table.seat and move not in wins]
        if wins and random.random() < 0.3:
            return [random.choice(wins)]
        return [random.choice(own)] if own else []
    answers = []
    for seat in range(4):
        options = table.options(seat)
        wins = [move for move in options if move.action == codes.WIN]
        if options and random.random() < 0.4:
            answers.append(random.choice(options))
        passed = not any(move.seat == seat and move.action == codes.WIN for move in answers)
        if any(move.tile == referee.play.tile for move in wins) and passed:
            referee.play.passes.setdefault(referee.play.tile_seq, set()).add(seat)
    return answers


def _follow(table: Table, referee: Referee, events: list[Event]) -> None:
    for event in events:
        referee.follow(_row(event))


def _row(event: Event) -> dict[str, Any]:
    return {**asdict(event), "tiles": list(event.tiles)}


def _check_replay(played: Played, hand: int, table: Table) -> None:
    """The events alone, without the wall, give the same rows."""
    again = Table(compile_rules(played.rules), load_tables())
    fouls = sum({1 << event.seat for event in table.events() if event.action == codes.FOUL})
    batch = played.batch
    again.begin(
        dealer=int(batch.dealer[hand]),
        round_wind=int(batch.round_wind[hand]),
        streak=int(batch.streak[hand]),
        deal=batch.deal[hand],
        fouls=fouls,
    )
    for event in table.events(4):
        act = act_of(_row(event))
        again.do(Move(*act._replace(tile=event.tile)))
    if again.phase == PHASE_WON:
        again.finish()
    assert same_rows(again.result(), table.result())
