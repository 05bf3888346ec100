"""Stored hands once more, without asking whether each act is legal: what the table held when.

Scoring hands again under other rules needs what the wins alone do not tell: the losers' hands, the
hands behind completions that were not taken, the circumstances as the other rules see them, and
the price of false wins and fouls. All of it follows from the events. They are carried out by the
moves of the state machine; nothing is verified, measured or scored, which is most of a replay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.machine.begin import lay_out
from engine.machine.declare import declare
from engine.machine.fouls import note_in_play, note_shown
from engine.machine.late import is_late_dragon
from engine.machine.log import Log, clear_log, new_log
from engine.machine.marks import DISCARDED, LATE_DRAGON, late_dragons_count
from engine.machine.moves import (
    added_kong,
    claim,
    concealed_kong,
    discard,
    draw,
    flower,
    replace,
)
from engine.machine.order import pass_standing
from engine.machine.refusals import OK
from engine.machine.special_wins import stake_special_win
from engine.machine.state import (
    N_EVENTS,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    STANDING,
    STARTING,
    TILE_SEQ,
    WINNERS,
    X_PAYER,
    X_WINS,
    State,
    new_state,
)
from engine.machine.turning import turn_wildcard
from engine.retracing.columns import N_DEALS, Asked, EventColumns, Retraced, new_end_columns
from engine.retracing.notes import note_end, note_win, pay_false_win
from engine.rules import Rules
from engine.scoring import new_win_columns
from engine.walls import DEAL_SIZE, WALL_SIZE
from schemas.codes import (
    BY_ROBBED_GOLD,
    CHOW,
    DECLARE_READY,
    DISCARD,
    DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FLOWER,
    FOUL,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    OPEN_PLAY,
    REPLACE,
    TURN_WILDCARD,
    WIN,
)


def retrace(
    rules: Rules, events: EventColumns, asked: Asked, *, wins: bool = True, ends: bool = True
) -> Retraced:
    """Carry out the events of stored hands and note what is asked for.

    Safe to call from several threads on different hands; free of the GIL.

    Args:
        rules: compiled rules with the tiles, wildcards and wall that the hands were played with.
            Circumstances and penalties are those of these rules.
        events: what happened; it has been verified before it was stored.
        asked: which wins and completions.
        wins: note the hands that won.
        ends: note the tables at the end.
    """
    n = len(events.dealer)
    found = Retraced(
        new_win_columns(len(asked.win_by) if wins else 0),
        new_win_columns(len(asked.seq)),
        np.zeros(len(asked.seq), np.int8),
        new_end_columns(n if ends else 0),
        np.zeros((n, 4), np.int32),
        np.zeros(n, np.int64),
    )
    deal = np.empty((N_DEALS, DEAL_SIZE), np.int8)
    wall = np.full(WALL_SIZE, -1, np.int8)
    n_broken = _retrace_hands(rules, events, asked, found, new_state(), new_log(), deal, wall)
    return found._replace(broken=found.broken[:n_broken])


@leaf
def _retrace_hands(
    rules: Rules,
    events: EventColumns,
    asked: Asked,
    found: Retraced,
    st: State,
    log: Log,
    deal: NDArray[np.int8],
    wall: NDArray[np.int8],
) -> int:
    """Retrace all hands; returns how many are broken."""
    n_broken = 0
    for hand in range(len(events.dealer)):
        if not _retrace_hand(rules, events, asked, found, st, log, deal, wall, hand):
            found.broken[n_broken] = hand
            n_broken += 1
    return n_broken


@leaf
def _retrace_hand(
    rules: Rules,
    events: EventColumns,
    asked: Asked,
    found: Retraced,
    st: State,
    log: Log,
    deal: NDArray[np.int8],
    wall: NDArray[np.int8],
    hand: int,
) -> bool:
    """Retrace one hand; returns whether all that was asked for was found."""
    first, end = events.first[hand], events.end[hand]
    win, wins_end = asked.win_start[hand], asked.win_start[hand + 1]
    chance, chances_end = asked.chance_start[hand], asked.chance_start[hand + 1]
    # The log has room for the longest hand there can be; it is not read.
    if not N_DEALS <= end - first <= len(log.events):
        return False
    _read_deal(events, first, deal)
    clear_log(log)
    dealer, wind = int(events.dealer[hand]), int(events.round_wind[hand])
    code = lay_out(rules, st, hand, dealer, wind, int(events.streak[hand]), deal, wall)
    if code != OK:
        return False
    late = late_dragons_count(rules)
    event = first + N_DEALS - 1
    shown = False
    while event < end:
        action = int(events.action[event])
        if event >= first + N_DEALS:
            seat, tile = int(events.seat[event]), int(events.tile[event])
            st.num[N_EVENTS] = event - first
            if action == WIN:
                if win >= wins_end:
                    return False
                past = chance - 1
                while past >= asked.chance_start[hand] and asked.seq[past] == st.num[TILE_SEQ]:
                    found.beaten[past] = 1
                    past -= 1
                _stake(rules, st, seat, asked, win)
                if len(found.wins.facts) > 0:
                    note_win(rules, st, seat, found.wins, win)
                st.num[WINNERS] |= 1 << seat
                win += 1
                shown = True
            elif action == FALSE_WIN:
                pay_false_win(rules, st, seat)
            elif action == FOUL and shown:
                note_shown(rules, st, seat)
            elif action == FOUL:
                note_in_play(rules, st, seat)
            elif action == EXHAUSTED:
                shown = True
            elif _declares(action):
                declare(st, log, seat, action)
            elif FLOWER <= action <= KONG_CONCEALED:
                low = -1
                if action == CHOW:
                    low = int(events.tiles[events.tiles_start[event]])
                if late and action == DISCARD:
                    _note_discard(rules, st, seat, tile)
                _carry_out(rules, st, log, seat, action, tile, low)
            if st.num[STANDING] != 0:
                pass_standing(st)
        if action == OPEN_PLAY or (st.special[X_WINS] == 1 and _declares(action)):
            # The machine looks at the completed hand again, which is worth more now.
            while chance > asked.chance_start[hand] and asked.seq[chance - 1] == st.num[TILE_SEQ]:
                chance -= 1
        phase = st.num[PHASE]
        if phase == PHASE_TURN or PHASE_WINDOW <= phase <= PHASE_ROB:
            while chance < chances_end and asked.seq[chance] == st.num[TILE_SEQ]:
                note_win(rules, st, int(asked.seat[chance]), found.chances, chance)
                chance += 1
        event += 1
    note_end(rules, st, found, hand)
    return bool(win == wins_end and chance == chances_end)


@merge
def _declares(action: int) -> bool:
    return DECLARE_READY <= action <= OPEN_PLAY


@leaf
def _read_deal(events: EventColumns, first: int, deal: NDArray[np.int8]) -> None:
    for row in range(first, first + N_DEALS):
        at = events.tiles_start[row]
        n = min(events.tiles_start[row + 1] - at, DEAL_SIZE)
        for k in range(DEAL_SIZE):
            deal[events.seat[row], k] = events.tiles[at + k] if k < n else -1


@merge
def _note_discard(rules: Rules, st: State, seat: int, tile: int) -> None:
    """Note before a discard whether it makes its giver liable for a win on it.

    Of all that the machine remembers for later events (`engine.machine.remember`) nothing else
    bears upon what a win is worth: the rest says which acts are legal.
    """
    st.course[LATE_DRAGON] = 1 if is_late_dragon(rules, st, seat, tile) else 0
    st.course[DISCARDED] |= 1 << tile


@leaf
def _carry_out(
    rules: Rules, st: State, log: Log, seat: int, action: int, tile: int, low: int
) -> None:
    """A move of the machine."""
    if action == FLOWER:
        flower(rules, st, log, seat, tile)
    elif action == REPLACE:
        replace(rules, st, log, seat, tile)
    elif action == TURN_WILDCARD:
        turn_wildcard(rules, st, log, tile)
    else:
        st.num[STARTING] = 0
        if action == DISCARD:
            discard(st, log, seat, tile)
        elif action == DRAW:
            draw(rules, st, log, seat, tile)
        elif action == KONG_ADDED:
            added_kong(st, log, seat, tile)
        elif action == KONG_CONCEALED:
            concealed_kong(st, log, seat, tile)
        elif CHOW <= action <= KONG_EXPOSED:
            claim(st, log, seat, action, low)


@merge
def _stake(rules: Rules, st: State, seat: int, asked: Asked, win: int) -> None:
    """Turn to the tile of a special win; others are won on the tile at stake."""
    by = int(asked.win_by[win])
    if by >= BY_ROBBED_GOLD:
        st.special[X_PAYER] = asked.payer[win]
        stake_special_win(rules, st, seat, by)
