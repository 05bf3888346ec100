"""Wins scored and paid again under other rules, many hands at a time.

The scoring kernel of the rule set's system judges every stored win, and the settlement pays those
that are still wins, by the same code as at the table.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import PARAM_NAMES, choice
from engine.readings import MOST_GROUPS
from engine.retracing.columns import EndColumns, new_end_columns
from engine.rules import P_SETTLEMENT_KIND, Rules
from engine.scoring import Scorer, WinColumns, new_scorer, new_win_columns, score_placed
from engine.scoring_out import I_N_READING, N_INFO, ScoreOut
from engine.settlement import settle
from engine.settling.parts import N_PARTS, PART_PENALTY
from engine.situation import (
    F_FLAGS,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    MOST_MELDS,
    N_FACTS,
    S_DEALER,
    S_FLAGS,
    S_LIABLE,
    S_PAYER,
    S_STREAK,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    Showdown,
    Win,
    new_showdown,
    set_tiles,
)
from engine.tables import Tables
from schemas.codes import LEGAL, WIN_ITEMS
from schemas.tiles import N_TILES

(P_WIN, P_PATTERN, P_COUNT, P_VALUE, P_MARGINAL, N_P) = range(6)
"""Columns of a pattern row; the first is the row of its win."""
(I_WIN, I_ITEM, I_COUNT, I_VALUE, N_I) = range(5)
"""Columns of an item row."""


_LOSERS_SETTLE: Final = (
    choice("settlement.kind", "flower_shares"),
    choice("settlement.kind", "totals"),
)


_PAYING: Final = ("settlement.", "violations.", "session.", "abort.")
"""Sections of options that no scoring kernel looks at."""
_WORTH: Final = [k for k, name in enumerate(PARAM_NAMES) if not name.startswith(_PAYING)]


class WonHands(NamedTuple):
    """n hands with their k wins, hand by hand.

    Attributes:
        start: int64 (n + 1), first win of each hand.
        dealer: int8 (n), seat that deals.
        streak: int16 (n), consecutive wins of the dealer before the hand.
        bets: int32 (n, 4).
        winner: int8 (k), seat.
        payer: int8 (k), who gave the tile or pays alone, -1 for none.
        wins: the hands that won, k rows.
        penalty: int32 (n, 4), what false wins and fouls moved.
        ends: the tables at the end, n rows, or none where `needs_ends` says no.
    """

    start: NDArray[np.int64]
    dealer: NDArray[np.int8]
    streak: NDArray[np.int16]
    bets: NDArray[np.int32]
    winner: NDArray[np.int8]
    payer: NDArray[np.int8]
    wins: WinColumns
    penalty: NDArray[np.int32]
    ends: EndColumns


class Answers(NamedTuple):
    """What k wins of n hands are worth, and who pays.

    Attributes:
        verdict: int8 (k), position in ``schemas.codes.VERDICTS``.
        info: int32 (k, N_INFO), by the ``I_*`` indices of `engine.scoring_out`.
        reading: int16 (k, 14), groups of `engine.readings`, -1 behind the last.
        patterns: int32 (rows, N_P), patterns that count, win by win.
        items: int32 (rows, N_I), items that count.
        winners: int8 (n), bit for each seat whose win is one.
        parts: int32 (n, 4, 7), settlement parts by seat.
    """

    verdict: NDArray[np.int8]
    info: NDArray[np.int32]
    reading: NDArray[np.int16]
    patterns: NDArray[np.int32]
    items: NDArray[np.int32]
    winners: NDArray[np.int8]
    parts: NDArray[np.int32]


def no_hands() -> WonHands:
    """No hand at all."""
    none = np.zeros(0, np.int8)
    return WonHands(
        start=np.zeros(1, np.int64),
        dealer=none,
        streak=np.zeros(0, np.int16),
        bets=np.zeros((0, 4), np.int32),
        winner=none,
        payer=none,
        wins=new_win_columns(0),
        penalty=np.zeros((0, 4), np.int32),
        ends=new_end_columns(0),
    )


def needs_ends(rules: Rules) -> bool:
    """Whether losers settle among themselves, so that their hands have to be known."""
    return int(rules.params[P_SETTLEMENT_KIND]) in _LOSERS_SETTLE


def same_worth(rules: Rules, other: Rules) -> bool:
    """Whether every hand counts the same under two rule sets, in the same circumstances."""
    return bool(
        rules.n_patterns == other.n_patterns
        and np.array_equal(rules.params[_WORTH], other.params[_WORTH])
        and all(
            np.array_equal(getattr(rules, name), getattr(other, name))
            for name in ("copies", "values", "excludes", "items", "limits")
        )
    )


def rescore_hands(rules: Rules, tables: Tables, hands: WonHands, *, rows: bool = True) -> Answers:
    """Score and settle stored wins; free of the GIL, so parts of them may go to threads.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        hands: the hands.
        rows: give patterns, items and readings too; without them their arrays are empty.
    """
    n, k = len(hands.dealer), len(hands.winner)
    room = k if rows else 0
    answers = Answers(
        verdict=np.zeros(k, np.int8),
        info=np.zeros((k, N_INFO), np.int32),
        reading=np.full((room, MOST_GROUPS), -1, np.int16),
        # Reserved, not touched: rows that are never written cost nothing.
        patterns=np.empty((room * int(rules.n_patterns), N_P), np.int32),
        items=np.empty((room * len(WIN_ITEMS), N_I), np.int32),
        winners=np.zeros(n, np.int8),
        parts=np.zeros((n, 4, N_PARTS), np.int32),
    )
    used = np.zeros(2, np.int64)
    _rescore(rules, tables, hands, answers, *new_scorer(rules), new_showdown(), used, rows)
    return answers._replace(
        patterns=answers.patterns[: used[0]].copy(), items=answers.items[: used[1]].copy()
    )


@leaf
def _rescore(
    rules: Rules,
    tables: Tables,
    hands: WonHands,
    answers: Answers,
    kernel: Any,
    win: Win,
    out: ScoreOut,
    table: Showdown,
    used: NDArray[np.int64],
    rows: bool,
) -> None:
    # The parts of a scorer: numba works the type of records in a tuple out anew for every call.
    scorer = Scorer(kernel, win, out)
    with_ends = len(hands.ends.void) > 0
    columns = hands.wins
    for hand in range(len(hands.dealer)):
        parts = answers.parts[hand]
        for seat in range(4):
            parts[seat, PART_PENALTY] = hands.penalty[hand, seat]
        winners, first = 0, -1
        for row in range(hands.start[hand], hands.start[hand + 1]):
            set_tiles(
                win,
                columns.hand[row],
                columns.meld_kind[row],
                columns.meld_tile[row],
                columns.flowers[row],
            )
            for fact in range(N_FACTS):
                win.facts[fact] = columns.facts[row, fact]
            verdict = score_placed(rules, tables, scorer)
            answers.verdict[row] = verdict
            for field in range(N_INFO):
                answers.info[row, field] = out.info[field]
            if verdict != LEGAL:
                continue
            seat = int(hands.winner[row])
            winners |= 1 << seat
            for field in range(N_INFO):
                table.info[seat, field] = out.info[field]
            if first < 0 or seat < hands.winner[first]:
                first = row
            if not with_ends:
                for k in range(MOST_MELDS):
                    table.meld_kind[seat, k] = columns.meld_kind[row, k]
                    table.meld_tile[seat, k] = columns.meld_tile[row, k]
            if rows:
                _note_rows(rules, out, row, answers, used)
        answers.winners[hand] = winners
        if winners != 0:
            _state_facts(hands, hand, winners, first, table)
            if with_ends:
                _lay_out(hands.ends, hand, table)
            settle(rules, tables, table, out.scratch, parts)


@leaf
def _note_rows(
    rules: Rules, out: ScoreOut, row: int, answers: Answers, used: NDArray[np.int64]
) -> None:
    for pattern in range(rules.n_patterns):
        if out.counts[pattern] != 0:
            line = answers.patterns[used[0]]
            line[P_WIN] = row
            line[P_PATTERN] = pattern
            line[P_COUNT] = out.counts[pattern]
            line[P_VALUE] = rules.values[pattern]
            line[P_MARGINAL] = out.marginal[pattern]
            used[0] += 1
    for item in range(len(out.items)):
        if out.items[item] != 0:
            line = answers.items[used[1]]
            line[I_WIN] = row
            line[I_ITEM] = item
            line[I_COUNT] = out.items[item]
            line[I_VALUE] = rules.items[item]
            used[1] += 1
    for group in range(out.info[I_N_READING]):
        answers.reading[row, group] = out.reading[group]


@leaf
def _state_facts(hands: WonHands, hand: int, winners: int, first: int, table: Showdown) -> None:
    """The facts of the table; `first` is the win of the lowest seat."""
    facts, won = table.facts, hands.wins.facts[first]
    facts[S_DEALER] = hands.dealer[hand]
    facts[S_STREAK] = hands.streak[hand]
    facts[S_WINNERS] = winners
    facts[S_PAYER] = hands.payer[first]
    facts[S_WIN_TILE] = won[F_WIN_TILE]
    facts[S_WIN_BY] = won[F_WIN_BY]
    facts[S_FLAGS] = won[F_FLAGS]
    facts[S_WILDCARD] = won[F_WILDCARD]
    facts[S_VOID] = 0
    facts[S_LIABLE] = 0
    for seat in range(4):
        table.bets[seat] = hands.bets[hand, seat]


@leaf
def _lay_out(ends: EndColumns, hand: int, table: Showdown) -> None:
    """All hands as they were at the end."""
    table.facts[S_VOID] = ends.void[hand]
    table.facts[S_LIABLE] = ends.liable[hand]
    for seat in range(4):
        # A loop for each array: each is one order to copy memory.
        for kind in range(N_TILES):
            table.hand[seat, kind] = ends.hand[hand, seat, kind]
        for kind in range(N_TILES):
            table.flowers[seat, kind] = ends.flowers[hand, seat, kind]
        for k in range(MOST_MELDS):
            table.meld_kind[seat, k] = ends.meld_kind[hand, seat, k]
            table.meld_tile[seat, k] = ends.meld_tile[hand, seat, k]
