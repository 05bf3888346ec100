"""Recorded hands through the state machine: columns in, columns out.

Each recorded action is verified by the machine that also plays simulated hands; a hand that the
rules do not allow is refused with the reason and leaves no row. Kernels write rows for a whole
batch; no Python runs per hand or event except to word a refusal.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.begin import begin
from engine.machine.bets import place_bets
from engine.machine.fouls import expect_fouls, recorded_fouls
from engine.machine.log import BatchLog, Log, append_hand, clear_log, new_batch_log, new_log
from engine.machine.played import played_batch
from engine.machine.recorded import describe_refusal, recorded_bets
from engine.machine.refusals import OK, REFUSAL_NAMES
from engine.machine.state import State, new_state
from engine.machine.step import END_OF_RECORD, OPEN_HAND, step
from engine.machine.table import Table
from engine.machine.turning import expect_wildcard
from engine.rules import Rules
from engine.scoring import Scorer, new_scorer
from engine.tables import Tables
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import WIN

_N_REFUSED: Final = 3
"""Columns of a refused row: hand, code, action (index into the batch's actions, −1 the deal)."""


def replay_batch(batch: RecordBatch, rules: Rules, tables: Tables) -> PlayedBatch:
    """Replay recorded hands under a rule set.

    Safe to call from several threads on different batches: the kernel holds no Python lock and
    shares nothing but rules and tables.

    Args:
        batch: the recorded hands.
        rules: compiled rules (`engine.rules.compile_rules`).
        tables: `engine.tables.load_tables()`.

    Returns:
        The rows of all tables for the hands that the rules allow, and one refusal for each other
        hand: `hand`, stable `code`, `message` (what was illegal, where, what was legal) and
        `action_index` into the batch's action columns, −1 where the deal itself is at fault.
    """
    n_wins = int(np.count_nonzero(batch.action == WIN))
    rows = new_batch_log(len(batch), len(batch.action), n_wins, rules.n_patterns)
    score = new_scorer(rules)
    refused = _replay(batch, rules, tables, new_state(), score, new_log(), rows)
    played = played_batch(rows)
    table = Table(rules, tables)
    for hand, code, action_index in refused.tolist():
        one = slice(hand, hand + 1)
        _replay(batch, rules, tables, table.state, table.score, table.log, rows, one)
        played.refusals.append(
            {
                "hand": hand,
                "code": REFUSAL_NAMES[code],
                "message": describe_refusal(table, batch, hand, action_index, code),
                "action_index": action_index,
            }
        )
    return played


def _replay(
    batch: RecordBatch,
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    rows: BatchLog,
    hands: slice = slice(None),
) -> NDArray[np.int64]:
    """Replay some hands; returns a row for each that is refused: hand, code, action.

    The state is left as it was when the last hand ended or was refused.
    """
    n_hands = len(batch.dealer[hands])
    refused = np.empty((n_hands, _N_REFUSED), np.int64)
    starts = batch.start if hands == slice(None) else batch.start[hands.start : hands.stop + 1]
    n_refused = _replay_hands(
        rules,
        tables,
        st,
        score,
        log,
        rows,
        refused,
        batch.dealer[hands],
        batch.round_wind[hands],
        batch.streak[hands],
        batch.wildcard[hands],
        batch.deal[hands],
        batch.wall[hands],
        starts,
        batch.seat,
        batch.action,
        batch.tile,
        batch.low,
        batch.claim,
        recorded_bets(batch, hands),
    )
    return refused[:n_refused]


@leaf
def _replay_hands(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    rows: BatchLog,
    refused: NDArray[np.int64],
    dealer: NDArray[np.int8],
    round_wind: NDArray[np.int8],
    streak: NDArray[np.int16],
    wildcard: NDArray[np.int8],
    deal: NDArray[np.int8],
    wall: NDArray[np.int8],
    start: NDArray[np.int64],
    seat: NDArray[np.int8],
    action: NDArray[np.int8],
    tile: NDArray[np.int8],
    low: NDArray[np.int8],
    claim: NDArray[np.int8],
    bets: NDArray[np.int32],
) -> int:
    """Replay all hands; returns how many are refused, their rows in `refused`."""
    n_refused = 0
    for hand in range(len(dealer)):
        clear_log(log)
        code = begin(
            rules,
            st,
            log,
            hand,
            int(dealer[hand]),
            int(round_wind[hand]),
            int(streak[hand]),
            deal[hand],
            wall[hand],
        )
        if code == OK:
            code = place_bets(rules, st, bets[hand])
        if code == OK:
            code = expect_wildcard(rules, st, int(wildcard[hand]))
        if code == OK:
            expect_fouls(st, recorded_fouls(seat, action, start[hand], start[hand + 1]))
        # The actions stand between two steps that are none: hands measured, nothing follows.
        first = start[hand]
        end = start[hand + 1]
        k = first - 1
        while code == OK and k <= end:
            who = which = lowest = announced = -1
            what = OPEN_HAND if k < first else END_OF_RECORD
            if first <= k < end:
                who, what, which = seat[k], action[k], tile[k]
                lowest, announced = low[k], claim[k]
            code = step(rules, tables, st, score, log, who, what, which, lowest, announced)
            k += 1
        if code == OK:
            append_hand(rows, log)
        else:
            refused[n_refused, 0] = hand
            refused[n_refused, 1] = code
            refused[n_refused, 2] = _refused_action(k, first, end)
            n_refused += 1
    return n_refused


@leaf
def _refused_action(following: int, first: int, end: int) -> int:
    """The action that was refused, the last one where the end is missing, -1 for the deal."""
    if following < first:
        return -1
    return min(following, end) - 1 if end > first else -1
