"""What cannot be together: flags and ways to win, tiles of the winner and tiles elsewhere."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.scoring import WinColumns
from engine.situation import F_N_MELDS, F_WIN_TILE, MOST_MELDS
from pipelines.scoring import fields
from pipelines.scoring.showdowns import TableLine
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    FLAG_FIRST_TURN,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
)
from schemas.errors import InputError
from schemas.ruleset import RuleSet
from schemas.tiles import N_TILES, TILE_NAMES

_REPLACEMENT: Final = FLAG_KONG_REPLACEMENT | FLAG_FLOWER_REPLACEMENT


def check_flags(ruleset: RuleSet, flags: int, win_by: int, melds: list[tuple[int, int]]) -> None:
    """Refuse circumstances that cannot be together.

    Raises:
        InputError: ``contradictory_flags``.
    """
    if win_by == BY_ROBBED_KONG and flags & (_REPLACEMENT | FLAG_LAST_TILE):
        raise InputError(
            "flags: a robbed kong is neither a replacement nor the last tile",
            code="contradictory_flags",
        )
    if win_by == BY_DISCARD and flags & _REPLACEMENT:
        raise InputError(
            "flags: a discard is no kong or flower replacement", code="contradictory_flags"
        )
    win = ruleset.win
    timed = win.claims_end_first_turn and (win.earthly == "first_draw" or win.human != "none")
    exposed = any(kind != MELD_KONG_CONCEALED for kind, _ in melds)
    if timed and exposed and flags & FLAG_FIRST_TURN:
        raise InputError(
            "flags: first_turn needs that nobody has claimed, and the hand has an exposed meld",
            code="contradictory_flags",
        )


def check_earthly(ruleset: RuleSet, flags: int, win_by: int, table: TableLine) -> None:
    """Refuse a first turn that another player's discard is said to have won, beside its table.

    Where earthly 地胡 is a win on the dealer's first discard (Longgang card), and there is no human
    人胡, nobody else's discard falls in that time.

    Raises:
        InputError: ``contradictory_flags``.
    """
    win = ruleset.win
    if win_by != BY_DISCARD or not flags & FLAG_FIRST_TURN or table.winner == table.dealer:
        return
    if win.earthly == "dealer_discard" and win.human == "none" and table.payer != table.dealer:
        raise InputError(
            f"flags: first_turn is the dealer's first discard here, and seat {table.payer} gave"
            f" the tile where seat {table.dealer} deals",
            code="contradictory_flags",
        )


def check_human(ruleset: RuleSet, flags: int, win_by: int, table: TableLine) -> None:
    """Refuse a first turn that a player behind the winner is said to have ended by its discard.

    Where human 人胡 is a win before the own first draw and nobody has claimed (Taiwan card), only
    players that sit before the winner, the dealer first, have discarded by then.

    Raises:
        InputError: ``contradictory_flags``.
    """
    win = ruleset.win
    if win_by != BY_DISCARD or not flags & FLAG_FIRST_TURN or table.winner == table.dealer:
        return
    timed = win.human == "before_own_draw" and win.earthly in ("none", "first_draw")
    behind = (table.payer - table.dealer) % 4 > (table.winner - table.dealer) % 4
    if timed and win.claims_end_first_turn and behind:
        raise InputError(
            f"flags: first_turn needs that seat {table.winner} has not drawn and nobody claimed,"
            f" and seat {table.payer}, who gave the tile, sits behind it",
            code="contradictory_flags",
        )


def check_robbed(counts: bytearray, melds: list[tuple[int, int]], win_tile: int) -> None:
    """Refuse a robbed kong's tile that the winner holds: the three others lie with its owner.

    Raises:
        InputError: ``five_copies``.
    """
    if counts[win_tile] or any(win_tile in fields.meld_kinds(*meld) for meld in melds):
        raise InputError(
            f"{TILE_NAMES[win_tile]} is robbed from a kong, so the winner can hold no other",
            code="five_copies",
        )


def copies_elsewhere(table: TableLine | None, wildcard: int, win_by: int, win_tile: int) -> bytes:
    """Counts of the tiles that a line puts outside the winner's hand.

    The turned indicator lies open unless it was robbed; the tile of a robbed kong is the winner's.
    """
    counts = bytearray(N_TILES)
    if wildcard >= 0 and win_by != BY_ROBBED_GOLD:
        counts[wildcard] += 1
    for loser in () if table is None else table.losers:
        for tile in loser.concealed:
            counts[tile] += 1
        for tile, count in enumerate(loser.flowers):
            counts[tile] += count
        for kind, lowest in loser.melds:
            each = 1 if kind == MELD_CHOW else 4 if kind >= MELD_KONG_EXPOSED else 3
            for tile in fields.meld_kinds(kind, lowest):
                counts[tile] += each
            if win_by == BY_ROBBED_KONG and each == 4 and lowest == win_tile:
                counts[win_tile] -= 1
    return bytes(counts)


def copy_errors(
    wins: WinColumns, elsewhere: NDArray[np.int8], copies: NDArray[np.int8]
) -> dict[int, str]:
    """Hands that need more copies of a kind than exist: row → error sentence.

    Args:
        wins: the hands.
        elsewhere: int8 (n, 42), tiles that lie outside them.
        copies: int8 (42), copies in play.
    """
    held = wins.hand.astype(np.int16) + wins.flowers + elsewhere
    rows = np.arange(len(held))
    for index in range(MOST_MELDS):
        here = wins.facts[:, F_N_MELDS] > index
        kind = wins.meld_kind[:, index]
        lowest = wins.meld_tile[:, index].astype(np.intp)
        chow = here & (kind == MELD_CHOW)
        for step in range(3):
            held[rows[chow], lowest[chow] + step] += 1
        same = here & (kind != MELD_CHOW)
        held[rows[same], lowest[same]] += np.where(kind[same] >= MELD_KONG_EXPOSED, 4, 3)
    win_tile = wins.facts[:, F_WIN_TILE]
    drawn = win_tile >= 0
    held[rows[drawn], win_tile[drawn]] += 1
    # A bare number of flowers is taken even where the rule set plays without them.
    over = (held > copies) & (copies > 0)
    return {
        int(row): f"{held[row, tile]} copies of {TILE_NAMES[tile]}: there are {copies[tile]}"
        for row, tile in zip(*np.nonzero(over), strict=True)
    }
