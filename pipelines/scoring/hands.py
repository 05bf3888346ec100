"""From lines of the scoring interface to columns for the kernels.

`HandColumns` collects the hands of one rule set; `add` reads one decoded line into it or raises
`InputError` with a code of the contract. What can be checked for all hands at once (too many
copies) is checked by `pipelines.scoring.copies` on the arrays.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.rules import compile_rules
from engine.scoring import WinColumns, new_win_columns, take_wins
from engine.settlement import ShowdownColumns
from engine.situation import F_N_MELDS, MOST_MELDS, N_FACTS, NO_MELD
from pipelines.scoring import checks, fields
from pipelines.scoring.kinds import Kinds
from pipelines.scoring.showdowns import TableLine, fill_showdowns, read_table
from schemas.codes import BY_ROBBED_GOLD, BY_ROBBED_KONG, BY_THREE_WILDCARDS, WIN_BY
from schemas.errors import InputError, one_of
from schemas.ruleset import RuleSet
from schemas.tiles import N_TILES, TILE_NAMES

_TAKES_A_TILE: Final = ("self_draw", "discard", "robbed_kong")
_BY_FLOWERS: Final = ("eight_flowers", "seven_flowers")
_NOTHING: Final = bytes(N_TILES)


class HandColumns:
    """Hands of one rule set as growing columns.

    Attributes:
        ruleset: the rule set that all of them are scored under.
        places: for each hand, whatever the caller gave to find its line again.
    """

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.places: list[int] = []
        self._kinds = Kinds(ruleset, compile_rules(ruleset))
        self._size = ruleset.tiles.hand_size
        self._sets = (self._size - 1) // 3
        self._hand = bytearray()
        self._flowers = bytearray()
        self._melds = bytearray()
        self._elsewhere = bytearray()
        self._facts: list[tuple[int, ...]] = []
        self._streaks: list[int] = []
        self._tables: list[TableLine | None] = []

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
        wildcard = self._kinds.wildcard(get("wildcard"), win_by, get("win_tile"))
        seat_wind = fields.wind(get("seat_wind", "E"), "seat_wind")
        round_wind = fields.wind(get("round_wind", "E"), "round_wind")
        win_tile = self._win_tile(get("win_tile"), win_by, wildcard, seat_wind)
        flags = fields.flags(get("flags", []))
        flowers = self._kinds.flowers(get("flowers", 0), wildcard, seat_wind)
        streak = fields.count(get("dealer_streak", 0), "dealer_streak")
        self._check_hand(concealed, melds, win_by, win_tile, wildcard, seat_wind)
        counts = bytearray(N_TILES)
        for tile in concealed:
            counts[tile] += 1
        checks.check_flags(self.ruleset, flags, win_by, melds)
        if win_by == BY_ROBBED_KONG:
            checks.check_robbed(counts, melds, win_tile)
        table = None
        if get("table") is not None:
            table = read_table(
                line["table"], self._kinds, win_by, seat_wind, wildcard, self.ruleset.play.most_bet
            )
            checks.check_earthly(self.ruleset, flags, win_by, table)
            checks.check_human(self.ruleset, flags, win_by, table)

        packed = bytearray(2 * MOST_MELDS)
        for index, (kind, lowest) in enumerate(melds):
            packed[index] = kind
            packed[MOST_MELDS + index] = lowest
        self._hand += counts
        self._flowers += flowers
        self._melds += packed
        elsewhere = _NOTHING
        if wildcard >= 0 or table is not None:
            elsewhere = checks.copies_elsewhere(table, wildcard, win_by, win_tile)
        self._elsewhere += elsewhere
        self._facts.append((len(melds), win_tile, win_by, flags, seat_wind, round_wind, wildcard))
        self._streaks.append(streak)
        self._tables.append(table)
        self.places.append(place)

    def wins(self) -> WinColumns:
        """The hands as the kernels take them."""
        n = len(self)
        melds = np.frombuffer(self._melds, dtype=np.int8).reshape(n, 2, MOST_MELDS)
        wins = new_win_columns(n)
        wins.hand[:] = _counts(self._hand, n)
        wins.flowers[:] = _counts(self._flowers, n)
        wins.meld_kind[:] = melds[:, 0]
        wins.meld_tile[:] = melds[:, 1]
        wins.facts[:] = np.array(self._facts, dtype=np.int64).reshape(n, N_FACTS)
        wins.meld_kind[np.arange(MOST_MELDS) >= wins.facts[:, F_N_MELDS, None]] = NO_MELD
        return wins

    def elsewhere(self) -> NDArray[np.int8]:
        """int8 (n, 42): tiles known to lie outside the winner's hand, the indicator among them."""
        return _counts(self._elsewhere, len(self))

    def has_table(self) -> NDArray[np.bool_]:
        """Whether a hand came with its table."""
        return np.array([table is not None for table in self._tables], dtype=bool)

    def showdowns(
        self, wins: WinColumns, info: NDArray[np.int32], rows: NDArray[np.intp]
    ) -> ShowdownColumns:
        """The tables of some hands as the settlement takes them.

        Args:
            wins: all hands (`wins`).
            info: int32 (n, N_INFO), what scoring said of each hand.
            rows: the hands that are paid; all of them have a table.
        """
        tables = [self._tables[row] for row in rows.tolist()]
        streaks = [self._streaks[row] for row in rows.tolist()]
        return fill_showdowns(tables, streaks, take_wins(wins, rows), info[rows])

    def _win_tile(self, value: Any, win_by: int, wildcard: int, seat_wind: int) -> int:
        if value is None and WIN_BY[win_by] not in _TAKES_A_TILE:
            return wildcard if win_by == BY_ROBBED_GOLD else -1
        if value is None:
            raise InputError(f"win_tile is missing: a win by {WIN_BY[win_by]} has one")
        if WIN_BY[win_by] in _BY_FLOWERS:
            raise InputError(f"win_tile must be null: a win by {WIN_BY[win_by]} has none")
        tile = fields.tile(value, "win_tile")
        if tile not in self._kinds.in_hand(wildcard, seat_wind):
            raise InputError(f"win_tile: {TILE_NAMES[tile]} cannot stand in a hand here")
        if win_by == BY_ROBBED_GOLD and wildcard >= 0 and tile != wildcard:
            raise InputError(
                f"win_tile: {TILE_NAMES[tile]} is not the robbed gold {TILE_NAMES[wildcard]}"
            )
        return tile

    def _check_hand(
        self,
        concealed: list[int],
        melds: list[tuple[int, int]],
        win_by: int,
        win_tile: int,
        wildcard: int,
        seat_wind: int,
    ) -> None:
        for tile in set(concealed) - self._kinds.in_hand(wildcard, seat_wind):
            raise InputError(
                f"concealed: {TILE_NAMES[tile]} cannot stand in a hand here; tiles are suits"
                f" and {one_of(self.ruleset.tiles.honors) or 'nothing else'}"
            )
        self._kinds.check_melds(melds, wildcard, seat_wind)
        if len(melds) > self._sets:
            raise InputError(
                f"{len(melds)} melds: a hand has at most {self._sets}", code="wrong_tile_count"
            )
        wanted = self._size - 3 * len(melds)
        what = f"without the winning tile it must be {wanted}"
        valid = {wanted}
        if win_by == BY_THREE_WILDCARDS and win_tile < 0:
            # All tiles in hand: on an own draw that tile is among them, at any time perhaps not.
            on_draw = self.ruleset.win.three_wildcards == "own_draw"
            valid = {wanted + 1} if on_draw else {wanted, wanted + 1}
            what = f"with the tile drawn it must be {wanted + 1}" if on_draw else what
        if len(concealed) not in valid:
            raise InputError(
                f"{len(concealed)} concealed tiles beside {len(melds)} melds: {what}",
                code="wrong_tile_count",
            )


def _counts(packed: bytearray, n: int) -> NDArray[np.int8]:
    return np.frombuffer(packed, dtype=np.int8).reshape(n, N_TILES)
