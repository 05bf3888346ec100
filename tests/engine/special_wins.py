"""What a table offers to win on and what was won: shared by tests of special wins."""

from __future__ import annotations

from engine.machine.table import Table
from schemas.codes import WIN
from schemas.tiles import format_tile


def kinds_of_win(table: Table, seat: int) -> list[str]:
    return [
        format_tile(m.tile) if m.tile >= 0 else "" for m in table.options(seat) if m.action == WIN
    ]


def win_of(table: Table) -> tuple[int, int, int, int]:
    """Winner, how, payer and tile of the hand's only win."""
    wins = table.result().wins
    return tuple(int(wins[name].item()) for name in ("winner", "win_by", "payer", "win_tile"))
