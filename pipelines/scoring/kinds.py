"""Which tiles of a rule set may stand where: in a hand, exposed as flowers, as the wildcard."""

from __future__ import annotations

from typing import Any, Final

from engine.rules import Rules
from engine.wild import wild_tiles
from pipelines.scoring import fields
from schemas.codes import BY_EIGHT_FLOWERS, BY_ROBBED_GOLD, BY_SEVEN_FLOWERS
from schemas.errors import InputError, one_of, shown
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, N_TILES, TILE_NAMES

_MOST_FLOWERS: Final = N_TILES - N_KINDS


class Kinds:
    """The kinds of tiles of one rule set."""

    def __init__(self, ruleset: RuleSet, rules: Rules) -> None:
        self.ruleset = ruleset
        self.flower_kinds = frozenset(TILE_NAMES.index(name) for name in ruleset.tiles.flowers)
        self._rules = rules
        self._plain = frozenset(range(27)) | {
            TILE_NAMES.index(name) for name in ruleset.tiles.honors
        }
        self._wild: dict[tuple[int, int], frozenset[int]] = {}
        self._hands: dict[tuple[int, int], frozenset[int]] = {}
        turned = self._plain if ruleset.wildcard.stands_for == "any" else frozenset(range(27))
        if ruleset.wildcard.on_flower == "flowers_wild":
            turned |= self.flower_kinds
        self._turned = turned if ruleset.wildcard.kind == "turned" else frozenset()

    def wild(self, wildcard: int, seat_wind: int) -> frozenset[int]:
        """Kinds that are wild for the player of a seat wind."""
        found = self._wild.get((wildcard, seat_wind))
        if found is None:
            mask = int(wild_tiles(self._rules, wildcard, seat_wind))
            found = frozenset(tile for tile in range(N_TILES) if mask >> tile & 1)
            self._wild[wildcard, seat_wind] = found
        return found

    def in_hand(self, wildcard: int, seat_wind: int) -> frozenset[int]:
        """Kinds that may stand in the hand of the player of a seat wind."""
        found = self._hands.get((wildcard, seat_wind))
        if found is None:
            found = self._plain | self.wild(wildcard, seat_wind)
            self._hands[wildcard, seat_wind] = found
        return found

    def wildcard(self, value: Any, win_by: int, win_tile: Any) -> int:
        """The kind turned up, −1 for none.

        Where one is always turned up a line names it, unless its way to win makes it known (a
        robbed gold that is named) or may come before it is turned up (wins by flowers).

        Raises:
            InputError: ``bad_value`` for a kind that is never turned up here, in a rule set without
                wildcards, or where it is missing; ``unknown_tile``.
        """
        if value is None and self._turned and win_by == BY_ROBBED_GOLD:
            value = win_tile
        if value is None:
            if self._turned and win_by not in (BY_EIGHT_FLOWERS, BY_SEVEN_FLOWERS):
                raise InputError(
                    f"wildcard is missing: under {self.ruleset.name} one is always turned up",
                    code="bad_value",
                )
            return -1
        if not self._turned:
            raise InputError(f"wildcard = {shown(value)}: {self.ruleset.name} has none")
        tile = fields.tile(value, "wildcard")
        if tile not in self._turned:
            names = [TILE_NAMES[kind] for kind in sorted(self._turned) if kind >= 27]
            also = f" and {one_of(names, most=20)}" if names else ""
            raise InputError(
                f"wildcard: {TILE_NAMES[tile]} cannot be the wildcard here; suit tiles{also} can",
                code="bad_value",
            )
        return tile

    def flowers(self, value: Any, wildcard: int, seat_wind: int) -> bytes:
        """Counts of the exposed flowers by kind: a list of tiles, or in MCR a bare number."""
        counts = bytearray(N_TILES)
        if isinstance(value, int) and not isinstance(value, bool):
            if self.ruleset.system != "mcr" and value != 0:
                raise InputError(
                    f"flowers = {value} must be a list of tiles: under {self.ruleset.name} it "
                    "matters which flowers they are"
                )
            if not 0 <= value <= _MOST_FLOWERS:
                raise InputError(f"flowers = {value} must be from 0 to {_MOST_FLOWERS}")
            counts[N_KINDS : N_KINDS + value] = b"\x01" * value
            return bytes(counts)
        if not isinstance(value, list | str):
            raise InputError(f"flowers = {shown(value)} must be a list of flowers or their number")
        for one in fields.tiles(value, "flowers"):
            self._count_flower(one, counts, wildcard, seat_wind)
        return bytes(counts)

    def check_melds(self, melds: list[tuple[int, int]], wildcard: int, seat_wind: int) -> None:
        """Refuse a meld of tiles that are not in play, or with a wildcard in it."""
        if not melds:
            return
        wild = self.wild(wildcard, seat_wind)
        for kind, lowest in melds:
            if lowest not in self._plain:
                raise InputError(f"melds: {TILE_NAMES[lowest]} is not in play", code="bad_meld")
            for tile in wild.intersection(fields.meld_kinds(kind, lowest)):
                raise InputError(
                    f"melds: {TILE_NAMES[tile]} is the wildcard, which is never laid down",
                    code="bad_meld",
                )

    def _count_flower(self, one: int, counts: bytearray, wildcard: int, seat_wind: int) -> None:
        if one not in self.flower_kinds:
            raise InputError(
                f"flowers: {TILE_NAMES[one]} is no flower here; flowers are "
                f"{one_of(self.ruleset.tiles.flowers, most=20) or 'not in play'}",
                code="bad_value",
            )
        if one in self.wild(wildcard, seat_wind):
            raise InputError(
                f"flowers: {TILE_NAMES[one]} is wild for this player: it stands in the hand",
                code="bad_value",
            )
        counts[one] += 1
        if counts[one] > self._rules.copies[one]:
            many = "is one copy" if one >= N_KINDS else f"are {self._rules.copies[one]} copies"
            raise InputError(f"flowers: there {many} of {TILE_NAMES[one]}", code="five_copies")
