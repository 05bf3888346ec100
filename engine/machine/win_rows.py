"""The rows of a win: the win itself, its lists and its patterns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.declare import declared_flags
from engine.machine.log import (
    U_CONCEALED,
    U_FLOWERS,
    U_ITEMS,
    U_MELDS,
    U_PATTERNS,
    U_READING,
    U_WINS,
    W_BY,
    W_FIRST_READY,
    W_FLAGS,
    W_HAND,
    W_LIMIT_HIT,
    W_N_CONCEALED,
    W_N_FLOWERS,
    W_N_MELDS,
    W_N_PATTERNS,
    W_N_READING,
    W_N_WAITS,
    W_PAYER,
    W_TILE,
    W_TOTAL,
    W_TURN,
    W_UNCAPPED,
    W_WAIT,
    W_WILDCARDS,
    W_WINNER,
    WI_COUNT,
    WI_HAND,
    WI_ITEM,
    WI_VALUE,
    WI_WINNER,
    WP_COUNT,
    WP_HAND,
    WP_MARGINAL,
    WP_PATTERN,
    WP_VALUE,
    WP_WINNER,
    Log,
)
from engine.machine.state import (
    BY,
    FIRST_READY,
    HAND,
    N_DISCARDS,
    N_MELDS,
    TILE,
    X_APART,
    State,
)
from engine.machine.wins import circumstances
from engine.rules import Rules
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    ScoreOut,
)
from schemas.codes import BY_EIGHT_FLOWERS, BY_SELF_DRAW


@leaf
def log_win(rules: Rules, st: State, score: ScoreOut, log: Log, seat: int, giver: int) -> None:
    """Write the rows of a win, whose score stands in `score`; giver -1 where nobody gave it."""
    tile = st.num[TILE]
    for pattern in range(rules.n_patterns):
        count = score.counts[pattern]
        if count == 0:
            continue
        pattern_row = log.patterns[log.used[U_PATTERNS]]
        pattern_row[WP_HAND] = st.num[HAND]
        pattern_row[WP_WINNER] = seat
        pattern_row[WP_PATTERN] = pattern
        pattern_row[WP_COUNT] = count
        pattern_row[WP_VALUE] = rules.values[pattern]
        pattern_row[WP_MARGINAL] = score.marginal[pattern]
        log.used[U_PATTERNS] += 1
    for item in range(len(score.items)):
        if score.items[item] != 0:
            item_row = log.items[log.used[U_ITEMS]]
            item_row[WI_HAND] = st.num[HAND]
            item_row[WI_WINNER] = seat
            item_row[WI_ITEM] = item
            item_row[WI_COUNT] = score.items[item]
            item_row[WI_VALUE] = rules.items[item]
            log.used[U_ITEMS] += 1
    row = log.wins[log.used[U_WINS]]
    row[W_HAND] = st.num[HAND]
    row[W_WINNER] = seat
    row[W_PAYER] = giver
    row[W_BY] = st.num[BY]
    row[W_TILE] = tile
    row[W_FLAGS] = circumstances(rules, st, seat) | declared_flags(st, seat)
    row[W_WAIT] = score.info[I_WAIT]
    row[W_N_WAITS] = score.info[I_N_WAITS]
    row[W_TURN] = st.seats[seat, N_DISCARDS] + 1
    row[W_FIRST_READY] = st.seats[seat, FIRST_READY]
    row[W_TOTAL] = score.info[I_TOTAL]
    row[W_UNCAPPED] = score.info[I_UNCAPPED]
    row[W_LIMIT_HIT] = score.info[I_LIMIT_HIT]
    row[W_WILDCARDS] = score.info[I_WILDCARDS_USED]
    row[W_N_PATTERNS] = score.info[I_N_PATTERNS]
    row[W_N_MELDS] = st.seats[seat, N_MELDS]
    row[W_N_CONCEALED] = _copy_tiles(
        st.hand[seat],
        _left_out(st, tile),
        log.concealed,
        log.used,
        U_CONCEALED,
    )
    row[W_N_FLOWERS] = _copy_tiles(st.flowers[seat], -1, log.flowers, log.used, U_FLOWERS)
    for k in range(st.seats[seat, N_MELDS]):
        meld = log.melds[log.used[U_MELDS]]
        meld[0] = st.meld_kind[seat, k]
        meld[1] = st.meld_tile[seat, k]
        meld[2] = st.meld_from[seat, k]
        log.used[U_MELDS] += 1
    n_reading = score.info[I_N_READING]
    for k in range(n_reading):
        log.reading[log.used[U_READING]] = score.reading[k]
        log.used[U_READING] += 1
    row[W_N_READING] = n_reading
    log.used[U_WINS] += 1


@leaf
def _left_out(st: State, tile: int) -> int:
    """The tile of the hand that is told apart from it, -1 for none."""
    if st.num[BY] == BY_SELF_DRAW:
        return tile
    return int(st.special[X_APART]) if st.num[BY] >= BY_EIGHT_FLOWERS else -1


@leaf
def _copy_tiles(
    counts: NDArray[np.int8],
    left_out: int,
    target: NDArray[np.int8],
    used: NDArray[np.int64],
    counter: int,
) -> int:
    """Write counted tiles as an ascending list, one copy of `left_out` less; returns how many."""
    n = 0
    for tile in range(len(counts)):
        copies = counts[tile] - (1 if tile == left_out else 0)
        for _ in range(copies):
            target[used[counter]] = tile
            used[counter] += 1
            n += 1
    return n
