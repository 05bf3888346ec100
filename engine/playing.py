"""The one loop that plays hands, whoever chooses: policies, or the simple players of tests.

Hands follow one another as the sessions of the rule set say. Between two choices everything is
forced (`engine.machine.choices`), and what is chosen is one of the machine's own options: events
are carried out without being verified again (`engine.machine.step.perform`). Kernels that are
called from here alone are merged: with a desk among their arguments calls take longer than work.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.desk import (
    N_PERMUTATIONS,
    PL_END,
    PL_OPEN,
    PL_PERMUTED,
    PL_PLACE,
    PL_SEED,
    PL_SESSION,
    PL_SINGLE,
    Desk,
    Hands,
)
from engine.jit import leaf, merge
from engine.machine.begin import begin
from engine.machine.bets import place_bets
from engine.machine.choices import (
    M_ACTION,
    M_CLAIM,
    M_LOW,
    M_SEAT,
    M_TILE,
    N_M,
    PASS,
    copy_move,
    forced,
    is_stop,
    may_choose,
    options,
    plan_window,
)
from engine.machine.log import E_SEAT, E_TILE, U_EVENTS, BatchLog, Log, append_hand, clear_log
from engine.machine.special_wins import special_win
from engine.machine.state import (
    FROM,
    OUTCOME,
    PHASE,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    WILDCARD,
    WINNERS,
    State,
)
from engine.machine.step import END_OF_RECORD, OPEN_HAND, perform
from engine.params import param
from engine.policies.look import forget_hand, look, look_at_bet
from engine.policies.policy import Memory
from engine.policies.sight import V_PLAYER
from engine.random import PURPOSE_LOT, PURPOSE_PLAYER, below, open_stream
from engine.rules import P_KEEP_FLOWERS, Rules
from engine.scoring import Scorer
from engine.succession import (
    Q_DEALER,
    Q_STREAK,
    Q_WITHIN,
    next_hand,
    open_session,
    round_wind_of,
)
from engine.tables import Tables
from engine.walls import deal_from_wall, shuffled_wall
from schemas.codes import OUT_FALSE_WIN, WIN

_MOST_BET: Final = param("play.most_bet")


@leaf
def play_hands(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    rows: BatchLog,
    hands: Hands,
    desk: Desk,
    course: NDArray[np.int64],
) -> int:
    """Play hands one after another until there is no more room or the sessions have ended.

    Args:
        rules: compiled rules.
        tables: distance tables.
        st: room for a hand.
        score: the scoring kernel.
        log: room for the rows of a hand.
        rows: those of all hands, written.
        hands: columns, written.
        desk: who plays.
        course: the plan of play; changed so that the next call goes on.

    Returns:
        How many hands were played.
    """
    n_tiles = 0
    for copies in rules.copies:
        n_tiles += int(np.int64(copies))
    single = course[PL_SINGLE] == 1
    place = course[PL_PLACE:]
    hand = 0
    while hand < len(hands.session) and course[PL_SESSION] < course[PL_END]:
        session = course[PL_SESSION]
        key = session // N_PERMUTATIONS if course[PL_PERMUTED] == 1 else session
        seed = course[PL_SEED]
        if course[PL_OPEN] == 0:
            open_stream(desk.streams[4], seed, key, 0, PURPOSE_LOT)
            open_session(rules, place, below(desk.streams[4], 4))
            course[PL_OPEN] = 1
        dealer = 0 if single else place[Q_DEALER]
        within = place[Q_WITHIN]
        round_wind = round_wind_of(place)
        streak = place[Q_STREAK]
        hands.session[hand] = session
        hands.within[hand] = within
        hands.dealer[hand] = dealer
        hands.round_wind[hand] = round_wind
        hands.streak[hand] = streak
        permutation = session % N_PERMUTATIONS if course[PL_PERMUTED] == 1 else 0
        for seat in range(4):
            number = desk.seating[round_wind % len(desk.seating), seat]
            hands.players[hand, seat] = desk.permutations[permutation, number]
            open_stream(desk.streams[seat], seed, key, within, PURPOSE_PLAYER + seat)
            desk.ints[seat, 0] = 0
            forget_hand(desk.sights[seat])
        row = hand % len(hands.wall)
        wall, deal = hands.wall[row], hands.deal[row]
        shuffled_wall(rules, wall, desk.streams[4], seed, key, within)
        deal_from_wall(rules, wall, n_tiles, dealer, deal)
        clear_log(log)
        begin(rules, st, log, hand, dealer, round_wind, streak, deal, wall)
        if not desk.simple and rules.params[_MOST_BET] > 0:
            _bet(rules, tables, st, hands.players[hand], hands.bets[hand], desk)
        else:
            hands.bets[hand] = 0
        n_moves = _play_hand(
            rules, tables, st, score, log, hands, desk, hands.start[hand], hands.players[hand]
        )
        if desk.fault[0] != 0:
            return hand
        append_hand(rows, log)
        hands.start[hand + 1] = hands.start[hand] + n_moves
        hands.wildcard[hand] = st.num[WILDCARD]
        offender = -1
        if st.num[OUTCOME] == OUT_FALSE_WIN:
            offender = int(log.events[log.used[U_EVENTS] - 1, E_SEAT])
        goes_on = next_hand(rules, place, st.num[OUTCOME], st.num[WINNERS], offender)
        if single or not goes_on:
            course[PL_OPEN] = 0
            course[PL_SESSION] += 1
        hand += 1
    return hand


@leaf
def _play_hand(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    hands: Hands,
    desk: Desk,
    start: int,
    players: NDArray[np.int8],
) -> int:
    """Play a dealt hand to its end; returns how many moves were recorded from `start` on."""
    plan = desk.plan
    n_moves = 0
    n = 1
    plan[0, M_ACTION] = OPEN_HAND
    while st.num[PHASE] != PHASE_OVER and desk.fault[0] == 0:
        for k in range(n):
            perform(
                rules,
                tables,
                st,
                score,
                log,
                int(plan[k, M_SEAT]),
                int(plan[k, M_ACTION]),
                int(plan[k, M_TILE]),
                int(plan[k, M_LOW]),
                int(plan[k, M_CLAIM]),
            )
            if plan[k, M_ACTION] < OPEN_HAND and len(hands.moves) > 0:
                row = hands.moves[start + n_moves]
                event = log.events[log.used[U_EVENTS] - 1]
                row[M_SEAT] = event[E_SEAT]
                row[M_ACTION] = plan[k, M_ACTION]
                row[M_TILE] = event[E_TILE]
                row[M_LOW] = plan[k, M_LOW]
                row[M_CLAIM] = plan[k, M_CLAIM]
                n_moves += 1
        if st.num[PHASE] == PHASE_WON:
            plan[0, M_ACTION] = END_OF_RECORD
            n = 1
        elif desk.simple:
            n = desk.mover(rules, tables, st, desk.streams[0], desk.found, desk.answers, desk.plan)
        else:
            n = _choose(rules, tables, st, players, desk)
    return n_moves


@merge
def _choose(rules: Rules, tables: Tables, st: State, players: NDArray[np.int8], desk: Desk) -> int:
    """Write what happens next to the plan, asking whoever may choose; returns how many events."""
    phase = st.num[PHASE]
    # A kept flower is a choice of its owner; `forced` would expose it.
    free = phase == PHASE_TURN and rules.params[P_KEEP_FLOWERS] == 1
    if not free and forced(rules, st, False, desk.plan[0]):
        return 1
    answers = desk.answers
    if PHASE_WINDOW <= phase <= PHASE_ROB:
        for seat in range(4):
            answers[seat, M_ACTION] = PASS
        n = 0
        for turn in range(1, 5):
            seat = (st.num[FROM] + turn) % 4
            if may_choose(st, seat):
                _ask(rules, tables, st, seat, True, players, desk, seat)
                n += 1
        if n > 0:
            n = plan_window(rules, st, answers, desk.plan)
        if n == 0:
            forced(rules, st, True, desk.plan[0])
            return 1
        return n
    passes = is_stop(rules, st) and forced(rules, st, True, desk.plan[0])
    on_turn = st.num[SEAT] if phase == PHASE_TURN else -1
    answers[0, M_ACTION] = PASS
    if on_turn >= 0:
        _ask(rules, tables, st, on_turn, passes, players, desk, 0)
    # Others may win on it where the rules let them at any time; a win of its own goes first.
    for turn in range(4):
        seat = (st.num[SEAT] + turn) % 4
        if answers[0, M_ACTION] != WIN and seat != on_turn and special_win(st, seat) >= 0:
            answers[1, M_ACTION] = PASS
            _ask(rules, tables, st, seat, True, players, desk, 1)
            if answers[1, M_ACTION] != PASS:
                copy_move(answers, 1, answers[0])
                break
    if answers[0, M_ACTION] != PASS:
        copy_move(answers, 0, desk.plan[0])
    return 1


@merge
def _ask(
    rules: Rules,
    tables: Tables,
    st: State,
    seat: int,
    may_pass: bool,
    players: NDArray[np.int8],
    desk: Desk,
    row: int,
) -> None:
    """Ask a seat, where it has anything to choose; its choice goes to a row of the answers."""
    n = options(rules, st, seat, desk.found)
    if n > 0:
        look(rules, st, seat, desk.found, may_pass, desk.sights[seat])
        chosen = _decide(rules, tables, seat, players[seat], n, desk)
        if chosen >= n or (chosen < 0 and not may_pass):
            desk.fault[0] = 1 + players[seat]
        elif chosen >= 0:
            copy_move(desk.found, chosen, desk.answers[row])


@merge
def _decide(rules: Rules, tables: Tables, seat: int, player: int, n: int, desk: Desk) -> int:
    sight = desk.sights[seat]
    sight.num[V_PLAYER] = player
    memory = Memory(desk.ints[player], desk.floats[player])
    chosen: int = desk.kernels[player](
        rules,
        tables,
        desk.knowledge[player],
        sight,
        desk.found,
        n,
        desk.streams[player],
        memory,
    )
    return chosen


@leaf
def _bet(
    rules: Rules,
    tables: Tables,
    st: State,
    players: NDArray[np.int8],
    bets: NDArray[np.int32],
    desk: Desk,
) -> None:
    """Ask every seat for its bet, nobody seeing the others', and place them."""
    most = rules.params[_MOST_BET]
    n = min(most + 1, len(desk.found))
    for seat in range(4):
        look_at_bet(st, seat, desk.sights[seat])
        for k in range(n):
            for column in range(N_M):
                desk.found[k, column] = -1
            desk.found[k, M_SEAT] = seat
            desk.found[k, M_TILE] = k * most // (n - 1)
        chosen = _decide(rules, tables, seat, players[seat], n, desk)
        if chosen < 0 or chosen >= n:
            desk.fault[0] = 1 + players[seat]
            return
        bets[seat] = desk.found[chosen, M_TILE]
    place_bets(rules, st, bets)
