"""Recorded hands step by step, and the sentence that tells why a record is refused."""

from __future__ import annotations

import numpy as np

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
from engine.machine.words import Move, list_moves
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
        deal=batch.deal[hand],
        wall=batch.wall[hand],
    )
    rows = slice(int(batch.start[hand]), int(batch.start[hand + 1]))
    columns = (batch.seat, batch.action, batch.tile, batch.low, batch.claim)
    moves = [
        Move(*(int(value) for value in row))
        for row in zip(*(column[rows] for column in columns), strict=True)
    ]
    return table, moves


def describe_refusal(
    batch: RecordBatch, hand: int, action_index: int, code: int, rules: Rules, tables: Tables
) -> str:
    """One sentence: which action of the record was illegal, why, and what would have been legal.

    Args:
        batch: the records.
        hand: index of the refused hand.
        action_index: index of the refused action in the batch, −1 where the deal is refused.
        code: refusal code.
        rules: compiled rules.
        tables: distance tables.
    """
    first = int(batch.start[hand])
    n_actions = int(batch.start[hand + 1]) - first
    if action_index < 0 and code != R_MISSING_END:
        return f"the deal: {REFUSAL_REASONS[code]}{_deal_details(batch, hand, code, rules)}"
    table, moves = open_record(batch, hand, rules, tables)
    done = n_actions if code == R_MISSING_END else action_index - first
    for move in moves[:done]:
        table.do(move)
    if code == R_MISSING_END:
        legal = list_moves(table.legal_moves())
        return f"after action {n_actions}: {REFUSAL_REASONS[code]}; legal: {legal}"
    return f"action {done + 1} of {n_actions}: {table.explain(moves[done], code)}"


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
