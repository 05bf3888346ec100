"""The random player: each of its choices is equally likely, letting go by is one of them.

It discards flowers and wildcards where it may, claims and lays down whatever it can, declares at
once and lets wins go by, so that it comes to states that nobody seeks. For tests. A random hand is
seldom ready; who plays well but for a whim comes to other states.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import (
    PASS,
    Moves,
    copy_move,
    forced,
    is_stop,
    options,
    plan_window,
)
from engine.machine.state import (
    FROM,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    State,
)
from engine.random import below
from engine.rules import P_KEEP_FLOWERS, Rules

_SEATS: Final = 4
_WINDOW_WHIM: Final = 2
_TURN_WHIM: Final = 16
"""One random choice in so many of a player that is random now and then."""


@leaf
def random_moves(
    rules: Rules,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    """Write what happens next to `plan` (MAX_PLAN, N_M); returns how many events it is.

    Args:
        rules: compiled rules.
        st: the state, unchanged, not ended.
        stream: the players' random numbers.
        found: (MAX_OPTIONS, N_M), scratch.
        answers: (4, N_M), scratch.
        plan: written.
    """
    phase = st.num[PHASE]
    # A kept flower is a choice of its owner; `forced` would expose it.
    free = phase == PHASE_TURN and rules.params[P_KEEP_FLOWERS] == 1
    if not free and forced(rules, st, False, plan[0]):
        return 1
    if PHASE_WINDOW <= phase <= PHASE_ROB:
        answers[:] = PASS
        for turn in range(1, _SEATS + 1):
            seat = (st.num[FROM] + turn) % _SEATS
            n = options(rules, st, seat, found)
            chosen = below(stream, n + 1) if n > 0 else 0
            if chosen < n:
                copy_move(found, chosen, answers[seat])
        n_events = plan_window(rules, st, answers, plan)
        if n_events == 0:
            forced(rules, st, True, plan[0])
            return 1
        return n_events
    passes = is_stop(rules, st) and forced(rules, st, True, plan[0])
    seen = 1 if passes else 0
    for seat in range(_SEATS):
        n = options(rules, st, seat, found)
        for k in range(n):
            seen += 1
            if below(stream, seen) == 0:
                copy_move(found, k, plan[0])
    return 1


@leaf
def has_whim(st: State, stream: NDArray[np.uint64]) -> bool:
    """Whether a player that is random now and then is so now: often in windows, seldom on turns."""
    window = PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB
    return below(stream, _WINDOW_WHIM if window else _TURN_WHIM) == 0
