"""Wins as the machine sees them: circumstances, legality, and completions that were not taken."""

from __future__ import annotations

from engine.jit import leaf
from engine.machine.declare import declared_flags
from engine.machine.draws import is_last
from engine.machine.first_turn import is_first_turn
from engine.machine.idle import note_idle
from engine.machine.last_round import at_penalty_discard
from engine.machine.log import (
    C_BY,
    C_HAND,
    C_REASON,
    C_SEAT,
    C_SEQ,
    C_TILE,
    C_TOTAL,
    U_CHANCES,
    Log,
)
from engine.machine.marks import LATE_DRAGON
from engine.machine.refusals import (
    OK,
    R_BELOW_MINIMUM,
    R_NO_SHAPE,
    R_NOT_ALLOWED,
)
from engine.machine.restrict import bars_win
from engine.machine.special_wins import special_win, stake_special_win
from engine.machine.state import (
    BARRED,
    BY,
    COMPLETES,
    DEALER,
    FLAGS,
    FROM,
    HAND,
    N_MELDS,
    ROUND_WIND,
    SEAT,
    TILE,
    TILE_SEQ,
    VERDICT,
    WILDCARD,
    WINNERS,
    X_SPECIAL,
    X_WINS,
    State,
)
from engine.rules import P_ROB_KONG, Rules
from engine.scoring import Scorer, score_placed
from engine.scoring_out import I_TOTAL, N_INFO
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    set_tiles,
)
from engine.tables import Tables
from schemas.codes import (
    BELOW_MINIMUM,
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    BY_THREE_WILDCARDS,
    CHANCE_BELOW_MINIMUM,
    CHANCE_NOT_ALLOWED,
    CHANCE_OTHER_WON,
    CHANCE_PASSED,
    FLAG_FIRST_TURN,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    FLAG_LATE_DRAGON,
    FLAG_PENALTY_DISCARD,
    LEGAL,
    NOT_ALLOWED,
)


@leaf
def circumstances(rules: Rules, st: State, seat: int) -> int:
    """Flag mask of a win of the seat on the tile at stake, as the machine knows it.

    The last copy 和绝张 is the fourth of a kind whose three others lie open; a discard lies open
    itself. A robbed kong is neither a last copy nor a last tile. Of the special wins only three
    wildcards on an own turn have circumstances, those of the draw.
    """
    by = st.num[BY]
    flags = FLAG_FIRST_TURN if is_first_turn(rules, st, seat) else 0
    if by == BY_THREE_WILDCARDS and seat == st.num[SEAT]:
        last = FLAG_LAST_TILE if is_last(rules, st, seat) else 0
        return int(flags | st.num[FLAGS] | last)
    if by == BY_ROBBED_KONG:
        return flags
    if by > BY_ROBBED_KONG:
        return 0
    tile = st.num[TILE]
    others = st.seen[tile]
    if by == BY_DISCARD:
        others -= 1
        giver = st.num[FROM]
        if st.course[LATE_DRAGON] == 1:
            flags |= FLAG_LATE_DRAGON
        if at_penalty_discard(rules, st):
            flags |= FLAG_PENALTY_DISCARD
    else:
        flags |= st.num[FLAGS]
        giver = st.num[SEAT]
    if others == rules.copies[tile] - 1:
        flags |= FLAG_LAST_COPY
    if is_last(rules, st, giver):
        flags |= FLAG_LAST_TILE
    return flags


@leaf
def appraise(rules: Rules, tables: Tables, st: State, score: Scorer, seat: int) -> None:
    """Note verdict and total of a win of the seat on the tile at stake.

    The details stay in `score.out` until the next call.
    """
    by = st.num[BY]
    tile = st.num[TILE]
    win = score.win
    set_tiles(win, st.hand[seat], st.meld_kind[seat], st.meld_tile[seat], st.flowers[seat])
    facts = win.facts
    facts[F_N_MELDS] = st.seats[seat, N_MELDS]
    facts[F_WIN_TILE] = tile
    facts[F_WIN_BY] = by
    facts[F_FLAGS] = circumstances(rules, st, seat) | declared_flags(st, seat)
    facts[F_SEAT_WIND] = (seat - st.num[DEALER]) % 4
    facts[F_ROUND_WIND] = st.num[ROUND_WIND]
    facts[F_WILDCARD] = st.num[WILDCARD]
    if by == BY_SELF_DRAW:
        win.hand[tile] -= 1
    st.seats[seat, VERDICT] = score_placed(rules, tables, score)
    for field in range(N_INFO):
        st.info[seat, field] = score.out.info[field]


@leaf
def appraise_completed(rules: Rules, tables: Tables, st: State, score: Scorer) -> None:
    """Note verdict and total for every hand that the tile at stake completes.

    Special wins that are not legal are taken back before.
    """
    if st.special[X_WINS] == 1:
        by, tile, giver = st.num[BY], st.num[TILE], st.num[FROM]
        for seat in range(4):
            if special_win(st, seat) >= 0:
                stake_special_win(rules, st, seat, special_win(st, seat))
                appraise(rules, tables, st, score, seat)
                if st.seats[seat, VERDICT] != LEGAL:
                    st.special[X_SPECIAL + seat] = -1
        st.num[BY], st.num[TILE], st.num[FROM] = by, tile, giver
    for seat in range(4):
        if (st.num[COMPLETES] >> seat) & 1:
            appraise(rules, tables, st, score, seat)
    if st.num[COMPLETES] != 0:
        note_idle(rules, tables, st)


@leaf
def check_worth(st: State, seat: int) -> int:
    """Refuse a win on the tile at stake that the seat's tiles do not carry."""
    if not (st.num[COMPLETES] >> seat) & 1:
        return R_NO_SHAPE
    if (st.num[BARRED] >> seat) & 1:
        return R_NOT_ALLOWED
    verdict = st.seats[seat, VERDICT]
    if verdict == LEGAL:
        return bars_win(st, seat)
    if verdict == BELOW_MINIMUM:
        return R_BELOW_MINIMUM
    return R_NOT_ALLOWED if verdict == NOT_ALLOWED else R_NO_SHAPE


@leaf
def log_chances(rules: Rules, st: State, log: Log) -> None:
    """Write the completions by the tile at stake that no win was made of.

    Called when what follows is certain: before the event that ends a turn or a window, and at the
    end of the hand.
    """
    robbing_barred = st.num[BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0
    waiting = st.num[COMPLETES] & ~st.num[WINNERS]
    for seat in range(4):
        if not (waiting >> seat) & 1:
            continue
        refusal = R_NOT_ALLOWED if robbing_barred else check_worth(st, seat)
        if refusal == OK:
            reason = CHANCE_OTHER_WON if st.num[WINNERS] else CHANCE_PASSED
        elif refusal == R_BELOW_MINIMUM:
            reason = CHANCE_BELOW_MINIMUM
        else:
            reason = CHANCE_NOT_ALLOWED
        row = log.chances[log.used[U_CHANCES]]
        row[C_HAND] = st.num[HAND]
        row[C_SEQ] = st.num[TILE_SEQ]
        row[C_SEAT] = seat
        row[C_TILE] = st.num[TILE]
        row[C_BY] = st.num[BY]
        row[C_TOTAL] = st.info[seat, I_TOTAL]
        row[C_REASON] = reason
        log.used[U_CHANCES] += 1
    st.num[COMPLETES] = 0
