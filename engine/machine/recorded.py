"""Recorded hands step by step, and the sentence that tells why a record is refused."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.machine.fouls import recorded_fouls
from engine.machine.refusals import (
    R_BAD_DEAL,
    R_BAD_WALL,
    R_FIVE_COPIES,
    R_MISSING_END,
    R_NOT_IN_PLAY,
    R_WALL_MISMATCH,
    REFUSAL_REASONS,
)
from engine.machine.table import Table
from engine.machine.words import Move
from engine.rules import Rules
from engine.tables import Tables
from engine.walls import dealt_place, dealt_size
from schemas.batch import RecordBatch
from schemas.tiles import N_TILES, format_tile, format_tiles


def open_record(
    batch: RecordBatch, hand: int, rules: Rules, tables: Tables
) -> tuple[Table, list[Move]]:
    """Deal a recorded hand; returns the table and the recorded moves, none of them made.

    Raises:
        ActionError: where the rules refuse the deal.
    """
    table = Table(rules, tables)
    table.begin(
        dealer=int(batch.dealer[hand]),
        round_wind=int(batch.round_wind[hand]),
        streak=int(batch.streak[hand]),
        wildcard=int(batch.wildcard[hand]),
        deal=batch.deal[hand],
        wall=batch.wall[hand],
        bets=recorded_bets(batch, slice(hand, hand + 1))[0],
        fouls=recorded_fouls(batch.seat, batch.action, batch.start[hand], batch.start[hand + 1]),
    )
    rows = range(int(batch.start[hand]), int(batch.start[hand + 1]))
    return table, [recorded_move(batch, row) for row in rows]


def recorded_move(batch: RecordBatch, action_index: int) -> Move:
    """One action of a batch as a move."""
    columns = (batch.seat, batch.action, batch.tile, batch.low, batch.claim)
    return Move(*(int(column[action_index]) for column in columns))


def recorded_bets(batch: RecordBatch, hands: slice = slice(None)) -> NDArray[np.int32]:
    """Bets of recorded hands, int32 (n, 4) by seat: 0 where a record names none.

    What is no list of four numbers becomes -1, which the rules refuse.
    """
    bets = np.zeros((len(batch.dealer[hands]), 4), np.int32)
    if "bets" not in batch.meta.columns:
        return bets
    column = batch.meta["bets"][hands]
    rows = np.flatnonzero(column.is_not_null().to_numpy())
    if len(rows) > 0:
        named = column.drop_nulls()
        whole = named.list.len() == 4
        bets[rows] = -1
        flat = named.filter(whole).explode().fill_null(-1).to_numpy()
        bets[rows[whole.to_numpy()]] = flat.reshape(-1, 4)
    return bets


def describe_refusal(
    table: Table, batch: RecordBatch, hand: int, action_index: int, code: int
) -> str:
    """One sentence: which action of the record was illegal, why, and what would have been legal.

    Args:
        table: the hand as it stood when the action was refused.
        batch: the records.
        hand: index of the refused hand.
        action_index: index of the refused action in the batch, −1 where the deal is refused.
        code: refusal code.
    """
    first = int(batch.start[hand])
    n_actions = int(batch.start[hand + 1]) - first
    if code == R_MISSING_END:
        return f"after action {n_actions}: {table.explain_missing_end()}"
    if action_index < 0:
        return f"the deal: {REFUSAL_REASONS[code]}{_deal_details(batch, hand, code, table.rules)}"
    what = table.explain(recorded_move(batch, action_index), code)
    return f"action {action_index - first + 1} of {n_actions}: {what}"


def _deal_details(batch: RecordBatch, hand: int, code: int, rules: Rules) -> str:
    """What exactly is wrong with deal or wall, as the end of a sentence."""
    deal, wall = batch.deal[hand], batch.wall[hand]
    dealer = int(batch.dealer[hand])
    if code == R_BAD_DEAL:
        for seat in range(4):
            n, size = int((deal[seat] >= 0).sum()), dealt_size(rules, seat, dealer)
            if n != size:
                return f" (seat {seat}: {n} instead of {size})"
    dealt = deal[(deal >= 0) & (deal < N_TILES)]
    if code == R_NOT_IN_PLAY:
        strange = [int(tile) for tile in dealt if rules.copies[tile] == 0]
        return f" ({format_tiles(sorted(set(strange)))})" if strange else ""
    if code == R_FIVE_COPIES:
        counts = np.bincount(dealt, minlength=N_TILES)
        return f" ({format_tile(int(np.argmax(counts > rules.copies)))})"
    if code == R_BAD_WALL:
        held = np.bincount(wall[(wall >= 0) & (wall < N_TILES)], minlength=N_TILES)
        for tile in np.flatnonzero(held != rules.copies).tolist():
            return f" ({held[tile]} of {format_tile(tile)} instead of {rules.copies[tile]})"
    if code == R_WALL_MISMATCH:
        for seat in range(4):
            for k in range(dealt_size(rules, seat, dealer)):
                given = int(deal[seat, k])
                due = int(wall[dealt_place(rules, int(rules.copies.sum()), dealer, seat, k)])
                if given != due:
                    return (
                        f" (tile {k + 1} of seat {seat} is {format_tile(given)}, the wall gives "
                        f"{format_tile(due)})"
                    )
    return ""
