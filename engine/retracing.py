"""Stored hands once more, without asking whether each act is legal: what the table held when.

Scoring hands again under other rules needs what the wins alone do not tell: the losers' hands, the
hands behind completions that were not taken, the circumstances as the other rules see them, and
the price of false wins and fouls. All of it follows from the events. They are carried out by the
moves of the state machine; nothing is verified, measured or scored, which is most of a replay.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.machine.begin import begin
from engine.machine.declare import declare, declared_flags
from engine.machine.fouls import liable_for_all, note_in_play, note_shown
from engine.machine.log import Log, clear_log, new_log
from engine.machine.marks import ACTIVE
from engine.machine.moves import (
    added_kong,
    claim,
    concealed_kong,
    discard,
    draw,
    flower,
    replace,
    undo_added_kong,
)
from engine.machine.order import pass_standing
from engine.machine.refusals import OK
from engine.machine.remember import note_after, note_before
from engine.machine.special_wins import stake_special_win
from engine.machine.state import (
    BARRED,
    BY,
    DEALER,
    N_EVENTS,
    N_MELDS,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    ROUND_WIND,
    STANDING,
    STARTING,
    STREAK,
    TILE,
    TILE_SEQ,
    WILDCARD,
    WINNERS,
    X_APART,
    X_PAYER,
    X_WINS,
    State,
    new_state,
)
from engine.machine.turning import turn_wildcard
from engine.machine.wins import circumstances
from engine.params import param
from engine.rules import Rules
from engine.scoring import WinColumns, new_win_columns
from engine.settling.false_win import settle_false_win
from engine.settling.parts import PART_PENALTY
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    MOST_MELDS,
    NO_MELD,
)
from engine.walls import DEAL_SIZE, WALL_SIZE
from schemas.codes import (
    BY_EIGHT_FLOWERS,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
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
from schemas.tiles import N_TILES

_N_DEALS: Final = 4
_CIRCUMSTANCES: Final = [
    param(name)
    for name in (
        "win.heavenly_after_kongs",
        "win.earthly",
        "win.human",
        "win.claims_end_first_turn",
        "play.last_tile",
        "play.penalty_discard",
        "settlement.kind",
        "settlement.liability",
        "settlement.late",
    )
]
"""Options that the flags of a win depend on, beside tiles and wall."""


class EventColumns(NamedTuple):
    """The events of n stored hands, m in all, as they stand in the lake.

    Attributes:
        dealer: int8 (n), seat that deals.
        round_wind: int8 (n), 0-3.
        streak: int16 (n), consecutive wins of the dealer before the hand.
        first: int64 (n), first event of each hand; four deals stand before all others.
        end: int64 (n), the event behind its last one.
        seat: int8 (m), who acts.
        action: int8 (m), ``schemas.codes``.
        tile: int8 (m), -1 where the event names none.
        tiles_start: int64 (m + 1), first element of each event's list of tiles.
        tiles: int8, dealt hands and melds.
    """

    dealer: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    streak: NDArray[np.int16]
    first: NDArray[np.int64]
    end: NDArray[np.int64]
    seat: NDArray[np.int8]
    action: NDArray[np.int8]
    tile: NDArray[np.int8]
    tiles_start: NDArray[np.int64]
    tiles: NDArray[np.int8]


class Asked(NamedTuple):
    """What is wanted of n hands: rows of their wins and of their missed completions.

    Attributes:
        win_start: int64 (n + 1), first win of each hand, wins in the order of their events.
        win_by: int8, ``BY_*`` of each win.
        payer: int8, who gave the tile or pays alone, -1 for none.
        chance_start: int64 (n + 1), first completion of each hand, in the order of `seq`.
        seq: int16, the event that brought each completion's tile.
        seat: int8, whose hand it completes.
    """

    win_start: NDArray[np.int64]
    win_by: NDArray[np.int8]
    payer: NDArray[np.int8]
    chance_start: NDArray[np.int64]
    seq: NDArray[np.int16]
    seat: NDArray[np.int8]


class EndColumns(NamedTuple):
    """The tables of n hands when they ended.

    Attributes:
        hand: int8 (n, 4, 42), concealed tiles of each seat.
        meld_kind: int8 (n, 4, 5), NO_MELD behind the last; a robbed kong is a pung again.
        meld_tile: int8 (n, 4, 5), lowest tiles.
        flowers: int8 (n, 4, 42), exposed flowers.
        void: int8 (n), bit for each seat whose hand counts nothing, after a false win or a foul.
        liable: int8 (n), bit for each seat of which one pays for all, after a foul found at the
            end.
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    void: NDArray[np.int8]
    liable: NDArray[np.int8]


class Retraced(NamedTuple):
    """What `retrace` finds.

    Attributes:
        wins: the hands that won, a row for each win that was asked for.
        chances: the hands that a tile completed, a row for each completion.
        beaten: int8, 1 for each completion by a tile on which somebody won.
        ends: the tables at the end.
        penalty: int32 (n, 4), what false wins and fouls moved.
        broken: indices of the hands whose events do not fit together; their rows mean nothing.
    """

    wins: WinColumns
    chances: WinColumns
    beaten: NDArray[np.int8]
    ends: EndColumns
    penalty: NDArray[np.int32]
    broken: NDArray[np.int64]


def same_circumstances(rules: Rules, other: Rules) -> bool:
    """Whether the flags of every win are the same under two rule sets with one wall."""
    return bool(np.array_equal(rules.params[_CIRCUMSTANCES], other.params[_CIRCUMSTANCES]))


def new_end_columns(n: int) -> EndColumns:
    """Tables of n hands at which nobody holds anything."""
    return EndColumns(
        hand=np.zeros((n, 4, N_TILES), np.int8),
        meld_kind=np.full((n, 4, MOST_MELDS), NO_MELD, np.int8),
        meld_tile=np.zeros((n, 4, MOST_MELDS), np.int8),
        flowers=np.zeros((n, 4, N_TILES), np.int8),
        void=np.zeros(n, np.int8),
        liable=np.zeros(n, np.int8),
    )


def no_events() -> EventColumns:
    """The events of no hand."""
    none, index = np.zeros(0, np.int8), np.zeros(0, np.int64)
    return EventColumns(
        dealer=none,
        round_wind=none,
        streak=np.zeros(0, np.int16),
        first=index,
        end=index,
        seat=none,
        action=none,
        tile=none,
        tiles_start=np.zeros(1, np.int64),
        tiles=none,
    )


def nothing_asked() -> Asked:
    """No win and no completion of no hand."""
    none, start = np.zeros(0, np.int8), np.zeros(1, np.int64)
    return Asked(start, none, none, start, np.zeros(0, np.int16), none)


def retrace(rules: Rules, events: EventColumns, asked: Asked) -> Retraced:
    """Carry out the events of stored hands and note what is asked for.

    Safe to call from several threads on different hands; free of the GIL.

    Args:
        rules: compiled rules with the tiles, wildcards and wall that the hands were played with.
            Circumstances and penalties are those of these rules.
        events: what happened; it has been verified before it was stored.
        asked: which wins and completions.
    """
    n = len(events.dealer)
    found = Retraced(
        new_win_columns(len(asked.win_by)),
        new_win_columns(len(asked.seq)),
        np.zeros(len(asked.seq), np.int8),
        new_end_columns(n),
        np.zeros((n, 4), np.int32),
        np.zeros(n, np.int64),
    )
    deal = np.empty((_N_DEALS, DEAL_SIZE), np.int8)
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
    if end - first < _N_DEALS:
        return False
    _read_deal(events, first, deal)
    clear_log(log)
    dealer, wind = int(events.dealer[hand]), int(events.round_wind[hand])
    code = begin(rules, st, log, hand, dealer, wind, int(events.streak[hand]), deal, wall)
    if code != OK:
        return False
    event = first + _N_DEALS - 1
    shown = False
    while event < end:
        action = int(events.action[event])
        if event >= first + _N_DEALS:
            clear_log(log)
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
                _note_win(rules, st, seat, found.wins, win)
                st.num[WINNERS] |= 1 << seat
                win += 1
                shown = True
            elif action == FALSE_WIN:
                _pay_false_win(rules, st, seat)
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
                _note_win(rules, st, int(asked.seat[chance]), found.chances, chance)
                chance += 1
        event += 1
    for seat in range(4):
        found.penalty[hand, seat] = st.parts[seat, PART_PENALTY]
    _note_end(rules, st, found.ends, hand)
    return bool(win == wins_end and chance == chances_end)


@merge
def _declares(action: int) -> bool:
    return DECLARE_READY <= action <= OPEN_PLAY


@leaf
def _read_deal(events: EventColumns, first: int, deal: NDArray[np.int8]) -> None:
    for row in range(first, first + _N_DEALS):
        at = events.tiles_start[row]
        n = min(events.tiles_start[row + 1] - at, DEAL_SIZE)
        for k in range(DEAL_SIZE):
            deal[events.seat[row], k] = events.tiles[at + k] if k < n else -1


@leaf
def _carry_out(
    rules: Rules, st: State, log: Log, seat: int, action: int, tile: int, low: int
) -> None:
    """A move of the machine, and what it leaves behind for later ones."""
    if st.course[ACTIVE] != 0:
        note_before(rules, st, seat, action, tile, low, 0)
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
    if st.course[ACTIVE] != 0:
        note_after(rules, st, seat, action)


@merge
def _stake(rules: Rules, st: State, seat: int, asked: Asked, win: int) -> None:
    """Turn to the tile of a special win; others are won on the tile at stake."""
    by = int(asked.win_by[win])
    if by >= BY_ROBBED_GOLD:
        st.special[X_PAYER] = asked.payer[win]
        stake_special_win(rules, st, seat, by)


@leaf
def _note_win(rules: Rules, st: State, seat: int, columns: WinColumns, row: int) -> None:
    """Write the hand of a seat with the tile at stake, as scoring takes it."""
    by, tile = st.num[BY], st.num[TILE]
    for kind in range(N_TILES):
        columns.hand[row, kind] = st.hand[seat, kind]
        columns.flowers[row, kind] = st.flowers[seat, kind]
    for k in range(MOST_MELDS):
        columns.meld_kind[row, k] = st.meld_kind[seat, k]
        columns.meld_tile[row, k] = st.meld_tile[seat, k]
    if by == BY_SELF_DRAW:
        columns.hand[row, tile] -= 1
    elif by >= BY_EIGHT_FLOWERS and st.special[X_APART] >= 0:
        columns.hand[row, st.special[X_APART]] -= 1
    facts = columns.facts[row]
    facts[F_N_MELDS] = st.seats[seat, N_MELDS]
    facts[F_WIN_TILE] = tile
    facts[F_WIN_BY] = by
    facts[F_FLAGS] = circumstances(rules, st, seat) | declared_flags(st, seat)
    facts[F_SEAT_WIND] = (seat - st.num[DEALER]) % 4
    facts[F_ROUND_WIND] = st.num[ROUND_WIND]
    facts[F_WILDCARD] = st.num[WILDCARD]


@leaf
def _pay_false_win(rules: Rules, st: State, seat: int) -> None:
    """A false win as it was played: it pays, and the hand is void if play went on."""
    wildcard = st.num[WILDCARD]
    golds = int(np.int64(st.hand[seat, wildcard])) if wildcard >= 0 else 0
    dealer, streak = st.num[DEALER], st.num[STREAK]
    flowers, melds = st.flowers[seat], st.meld_kind[seat]
    settle_false_win(rules, seat, dealer, streak, flowers, melds, golds, st.parts)
    st.num[BARRED] |= 1 << seat


@leaf
def _note_end(rules: Rules, st: State, ends: EndColumns, hand: int) -> None:
    if st.num[WINNERS] != 0 and st.num[BY] == BY_ROBBED_KONG:
        undo_added_kong(st)
    for seat in range(4):
        for kind in range(N_TILES):
            ends.hand[hand, seat, kind] = st.hand[seat, kind]
            ends.flowers[hand, seat, kind] = st.flowers[seat, kind]
        for k in range(MOST_MELDS):
            ends.meld_kind[hand, seat, k] = st.meld_kind[seat, k]
            ends.meld_tile[hand, seat, k] = st.meld_tile[seat, k]
    ends.void[hand] = st.num[BARRED]
    ends.liable[hand] = liable_for_all(rules, st)
