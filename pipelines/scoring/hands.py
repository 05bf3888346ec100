"""From lines of the scoring interface to columns for the kernels.

`HandColumns` collects the hands of one rule set; `add` reads one decoded line into it or raises
`InputError` with a code of the contract. What can be checked for all hands at once (too many
copies) is checked by `copy_errors` on the arrays.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.scoring import WinColumns, new_win_columns
from engine.settlement import ShowdownColumns, new_showdown_columns
from engine.situation import (
    F_N_MELDS,
    F_WIN_TILE,
    MOST_MELDS,
    N_FACTS,
    NO_MELD,
    S_PAYER,
    S_WINNERS,
)
from pipelines.scoring import fields
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_EXPOSED,
    WIN_BY,
)
from schemas.errors import InputError, one_of, shown
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, N_TILES, TILE_NAMES

N_FLOWERS: Final = N_TILES - N_KINDS
_REPLACEMENT: Final = FLAG_KONG_REPLACEMENT | FLAG_FLOWER_REPLACEMENT
_SHAPE_WINS: Final = (BY_SELF_DRAW, BY_DISCARD, BY_ROBBED_KONG)


class HandColumns:
    """Hands of one rule set as growing columns.

    Attributes:
        ruleset: the rule set that all of them are scored under.
        places: for each hand, whatever the caller gave to find its line again.
    """

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.places: list[int] = []
        self._size = ruleset.tiles.hand_size
        self._sets = (self._size - 1) // 3
        self._in_hand = frozenset(range(27)) | {
            TILE_NAMES.index(name) for name in ruleset.tiles.honors
        }
        # A bare count of flowers is taken even where the rule set plays without them.
        self._flowers = frozenset(TILE_NAMES.index(name) for name in ruleset.tiles.flowers)
        self._hand = bytearray()
        self._melds = bytearray()
        self._scalars: list[tuple[int, ...]] = []

    def __len__(self) -> int:
        return len(self.places)

    def add(self, line: dict[str, Any], place: int) -> None:
        """Read one decoded line.

        Raises:
            InputError: with a code of the contract, in which case nothing is added.
        """
        fields.check_keys(line)
        get = line.get
        if "concealed" not in line:
            raise InputError("concealed is missing: the tiles in hand without the winning tile")
        concealed = fields.tiles(line["concealed"], "concealed")
        melds = fields.melds(get("melds", []))
        win_by = fields.win_by(get("win_by"))
        win_tile = self._win_tile(get("win_tile"), win_by)
        flags = fields.flags(get("flags", []))
        if get("wildcard") is not None:
            raise InputError(f"wildcard = {shown(line['wildcard'])}: {self.ruleset.name} has none")
        flowers = fields.flowers(get("flowers", 0), self._flowers)
        seat_wind = fields.wind(get("seat_wind", "E"), "seat_wind")
        round_wind = fields.wind(get("round_wind", "E"), "round_wind")
        fields.count(get("dealer_streak", 0), "dealer_streak")
        table = get("table")
        seats = (-1, -1) if table is None else _seats(table, win_by, seat_wind)

        self._check_hand(concealed, melds)
        counts = bytearray(N_TILES)
        for tile in concealed:
            counts[tile] += 1
        _check_flags(flags, win_by)
        if win_by == BY_ROBBED_KONG:
            self._check_robbed(counts, melds, win_tile)

        packed = bytearray(2 * MOST_MELDS)
        for index, (kind, lowest) in enumerate(melds):
            packed[index] = kind
            packed[MOST_MELDS + index] = lowest
        self._hand += counts
        self._melds += packed
        self._scalars.append(
            (len(melds), win_tile, win_by, flags, seat_wind, round_wind, -1, flowers, *seats)
        )
        self.places.append(place)

    def wins(self) -> WinColumns:
        """The hands as the kernels take them."""
        n = len(self)
        melds = np.frombuffer(self._melds, dtype=np.int8).reshape(n, 2, MOST_MELDS)
        wins = new_win_columns(n)
        wins.hand[:] = np.frombuffer(self._hand, dtype=np.int8).reshape(n, N_TILES)
        wins.meld_kind[:] = melds[:, 0]
        wins.meld_tile[:] = melds[:, 1]
        numbers = self._numbers()
        wins.facts[:] = numbers[:, :N_FACTS]
        wins.meld_kind[np.arange(MOST_MELDS) >= numbers[:, F_N_MELDS, None]] = NO_MELD
        wins.flowers[:, N_KINDS:] = np.arange(N_FLOWERS) < numbers[:, N_FACTS, None]
        return wins

    def has_table(self) -> NDArray[np.bool_]:
        """Whether a hand came with its table."""
        return self._numbers()[:, -2] >= 0

    def showdowns(self, info: NDArray[np.int32]) -> ShowdownColumns:
        """The tables of the hands as the settlement takes them.

        Args:
            info: int32 (n, N_INFO), what scoring said of each hand.
        """
        numbers = self._numbers()
        tables = new_showdown_columns(len(self))
        rows = np.arange(len(self))
        winner, payer = numbers[:, -2], numbers[:, -1]
        tables.facts[:, S_WINNERS] = 1 << np.maximum(winner, 0)
        tables.facts[:, S_PAYER] = payer
        tables.info[rows, winner] = info
        return tables

    def _numbers(self) -> NDArray[np.int32]:
        return np.array(self._scalars, dtype=np.int32).reshape(len(self), -1)

    def _win_tile(self, value: Any, win_by: int) -> int:
        if value is None and win_by not in _SHAPE_WINS:
            return -1
        if value is None:
            raise InputError(f"win_tile is missing: a win by {WIN_BY[win_by]} has one")
        tile = fields.tile(value, "win_tile")
        if tile not in self._in_hand:
            raise InputError(f"win_tile: {TILE_NAMES[tile]} cannot stand in a hand here")
        return tile

    def _check_hand(self, concealed: list[int], melds: list[tuple[int, int]]) -> None:
        for tile in set(concealed) - self._in_hand:
            raise InputError(
                f"concealed: {TILE_NAMES[tile]} cannot stand in a hand here; tiles are suits"
                f" and {one_of(self.ruleset.tiles.honors) or 'nothing else'}"
            )
        for _, lowest in melds:
            if lowest not in self._in_hand:
                raise InputError(f"melds: {TILE_NAMES[lowest]} is not in play", code="bad_meld")
        if len(melds) > self._sets:
            raise InputError(
                f"{len(melds)} melds: a hand has at most {self._sets}", code="wrong_tile_count"
            )
        wanted = self._size - 3 * len(melds)
        if len(concealed) != wanted:
            raise InputError(
                f"{len(concealed)} concealed tiles beside {len(melds)} melds: without the winning"
                f" tile it must be {wanted}",
                code="wrong_tile_count",
            )

    def _check_robbed(self, counts: bytearray, melds: list[tuple[int, int]], win_tile: int) -> None:
        held = counts[win_tile] + sum(
            lowest <= win_tile <= lowest + 2 if kind == MELD_CHOW else lowest == win_tile
            for kind, lowest in melds
        )
        if held:
            raise InputError(
                f"{TILE_NAMES[win_tile]} is robbed from a kong, so the winner can hold no other",
                code="five_copies",
            )


def copy_errors(wins: WinColumns, copies: NDArray[np.int8]) -> dict[int, str]:
    """Hands that hold more copies of a kind than exist: row → error sentence."""
    held = wins.hand.astype(np.int16)
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
    over = held[:, :N_KINDS] > copies[:N_KINDS]
    return {
        int(row): f"{held[row, tile]} copies of {TILE_NAMES[tile]}: there are {copies[tile]}"
        for row, tile in zip(*np.nonzero(over), strict=True)
    }


def _check_flags(flags: int, win_by: int) -> None:
    if win_by == BY_ROBBED_KONG and flags & (_REPLACEMENT | FLAG_LAST_TILE):
        raise InputError(
            "flags: a robbed kong is neither a replacement nor the last tile",
            code="contradictory_flags",
        )
    if win_by == BY_DISCARD and flags & _REPLACEMENT:
        raise InputError(
            "flags: a discard is no kong or flower replacement", code="contradictory_flags"
        )


def _seats(table: Any, win_by: int, seat_wind: int) -> tuple[int, int]:
    dealer, winner, payer = fields.table(table)
    if (winner - dealer) % 4 != seat_wind:
        raise InputError(
            f"seat_wind is not that of seat {winner} where seat {dealer} deals",
            code="contradictory_flags",
        )
    if win_by in (BY_DISCARD, BY_ROBBED_KONG):
        if payer in (-1, winner):
            raise InputError(
                f"table.payer must be another seat than the winner on a {WIN_BY[win_by]}"
            )
    elif payer != -1:
        raise InputError(f"table.payer must be null on a {WIN_BY[win_by]}")
    return winner, payer
