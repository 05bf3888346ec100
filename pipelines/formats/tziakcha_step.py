"""One hand of a tziakcha session: bit fields become tiles and actions (`tziakcha_wall`: the wall).

An action is ``[seat and kind, data, time]``. The announcement of a claim (data 0) changes nothing
by itself; if another player's claim then wins the window, it is a lost claim (a chow's run is
then unknown, since it is named only when it succeeds).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from pipelines.formats.columns import Hand, Points, Row, Time
from pipelines.formats.tziakcha_wall import (
    DEALT,
    FIRST_FLOWER,
    N_TILES,
    Wall,
    kind_of,
    site_kind,
)
from schemas import codes
from schemas.catalogue import load_catalogue
from schemas.errors import InputError

(START, FLOWER, DISCARD, CHOW, PUNG, KONG, WIN, DRAW, PASS, WITHDRAW) = range(10)
"""Kinds of actions."""

_HANDS: Final = 16
_CLAIMS: Final = {CHOW: codes.CHOW, PUNG: codes.PUNG, KONG: codes.KONG_EXPOSED}
_HEAVENLY: Final = {85: "天和", 86: "地和", 87: "人和Ⅰ", 88: "人和Ⅱ"}


class Player(msgspec.Struct):
    """A player, in the order of seats."""

    n: str | None = None


class Detail(msgspec.Struct):
    """What a winner scored: total, and fans by number: (count − 1) << 8 | points."""

    f: Points | None = None
    t: dict[str, Points] | None = None


class Step(msgspec.Struct):
    """A hand as the site keeps it; the names are the site's."""

    p: list[Player]
    w: str
    d: int
    a: list[list[int]]
    i: int
    s: list[Points]
    b: int = 0
    t: Time | None = None
    y: list[Detail] | None = None


def read_step(step: Step, rules: str, session: int, match_id: str | None, place: str) -> Hand:
    """Read one hand.

    Args:
        step: the decoded record.
        rules: for the column `rules`.
        session: ordinal of the session over all inputs.
        match_id: id of the session.
        place: where the record stands.

    Raises:
        InputError: what cannot be, with its place in the step.
    """
    if not 0 <= step.i < _HANDS:
        raise InputError(f"hand number i = {step.i}; a session has hands 0 to {_HANDS - 1}")
    if len(step.p) != 4 or len(step.s) != 4:
        raise InputError(f"{len(step.p)} players and {len(step.s)} scores; a hand has four each")
    if sum(step.s) != 0:
        message = f"the scores {step.s} sum to {sum(step.s)} and not to zero"
        raise InputError(message, code="score_not_zero")
    wall = Wall(step.w, step.d)
    rows = _Actions(wall).read(step.a, step.b & 15)
    total, patterns = _recorded(step)
    return Hand(
        rules=rules,
        session=session,
        hand=step.i,
        place=place,
        match_id=match_id,
        deal=wall.deal(),
        rows=rows,
        played_at=step.t,
        round_wind=step.i // 4,
        wall=wall.normal(),
        players=[player.n for player in step.p],
        total=total,
        deltas=step.s,
        patterns=patterns,
    )


class _Actions:
    """Reads the actions in order; keeps what a claim or win is about."""

    def __init__(self, wall: Wall) -> None:
        self.wall = wall
        self.rows: list[Row] = []
        # The tile drawn, discarded or added last; at first the dealer's fourteenth.
        self.tile = kind_of(wall.ids[DEALT - 1])
        self.actor = 0
        self.window = False  # the last tile may be claimed
        self.announced: dict[int, int] = {}

    def read(self, actions: Sequence[Sequence[int]], winners: int) -> list[Row]:
        """Rows of all actions; `winners` is the record's mask of seats that won."""
        for index, action in enumerate(actions):
            if len(action) < 2:
                raise InputError(f"a[{index}] = {list(action)}; an action is [seat and kind, data]")
            try:
                self._take(index, (action[0] >> 4) & 3, action[0] & 15, action[1])
            except InputError as error:
                raise InputError(f"a[{index}]: {error.message}", code=error.code) from error
        ended = self.rows[-1][1] in (codes.WIN, codes.FALSE_WIN) if self.rows else False
        if not ended and winners:
            raise InputError("the actions end before the win that b tells", code="truncated")
        if not ended:
            self._add(len(actions), -1, codes.EXHAUSTED, -1)
        return self.rows

    def _take(self, index: int, seat: int, kind: int, data: int) -> None:
        if kind in (START, PASS):
            return
        if kind == WITHDRAW:
            self.announced.pop(seat, None)
        elif kind == FLOWER:
            self._flower(index, seat, data)
        elif kind == DISCARD:
            self._set(seat, kind_of(_tile_id(data)), window=True)
            self._add(index, seat, codes.DISCARD, self.tile)
        elif kind == DRAW:
            self._draw(index, seat, data)
        elif kind in _CLAIMS and data == 0 and self.window:
            self.announced[seat] = kind
        elif kind == CHOW:
            self._chow(index, seat, data)
        elif kind == PUNG:
            self._add_lost_claims(index, seat)
            self._add(index, seat, codes.PUNG, self._kind(data))
            self.window = False
        elif kind == KONG:
            self._kong(index, seat, data)
        elif kind == WIN:
            self._win(index, seat, data)
        else:
            raise InputError(f"unknown kind of action {kind}; kinds are 0 to 9")

    def _flower(self, index: int, seat: int, data: int) -> None:
        replacement = _tile_id(data)
        self._draw_from_wall(replacement, back=True)
        flower = _tile_id(FIRST_FLOWER + ((data >> 8) & 15))
        self._add(index, seat, codes.FLOWER, kind_of(flower))
        self._set(seat, kind_of(replacement), window=False)
        self._add(index, seat, codes.REPLACE, self.tile)

    def _draw(self, index: int, seat: int, data: int) -> None:
        tile_id = _tile_id(data)
        self._draw_from_wall(tile_id, back=data >> 8 != 0)
        self._set(seat, kind_of(tile_id), window=False)
        self._add(index, seat, codes.DRAW, self.tile)

    def _draw_from_wall(self, tile_id: int, *, back: bool) -> None:
        expected = self.wall.take(back=back)
        if tile_id != expected:
            message = f"tile {tile_id} is drawn where the wall holds {expected}"
            raise InputError(message, code="bad_wall")

    def _chow(self, index: int, seat: int, data: int) -> None:
        middle = self._kind(data)
        if middle >= 27 or not 1 <= middle % 9 <= 7:
            message = f"the chow's middle tile is number {data & 63}; it is 2…8 of a suit"
            raise InputError(message, code="bad_meld")
        self._add_lost_claims(index, seat)
        self.rows.append((seat, codes.CHOW, self.tile, middle - 1, -1, index))
        self.window = False

    def _kong(self, index: int, seat: int, data: int) -> None:
        tile = self._kind(data)
        if data & 0x300 == 0x300:
            self._set(seat, tile, window=True)
            self._add(index, seat, codes.KONG_ADDED, tile)
        elif (data >> 6) & 3 == 0:
            self._add(index, seat, codes.KONG_CONCEALED, tile)
        else:
            self._add_lost_claims(index, seat)
            self._add(index, seat, codes.KONG_EXPOSED, tile)
            self.window = False

    def _win(self, index: int, seat: int, data: int) -> None:
        if data >> 1 == 0:
            self._add(index, seat, codes.FALSE_WIN, self.tile)
            return
        self._add_lost_claims(index, seat)
        self._add(index, seat, codes.WIN, self.tile)

    def _add_lost_claims(self, index: int, winner: int) -> None:
        for seat, kind in self.announced.items():
            if seat not in (winner, self.actor):
                row = (seat, codes.LOST_CLAIM, self.tile, -1, _CLAIMS[kind], index)
                self.rows.append(row)
        self.announced.clear()

    def _kind(self, data: int) -> int:
        if data & 63 >= FIRST_FLOWER >> 2:
            raise InputError(f"unknown tile number {data & 63}", code="unknown_tile")
        return site_kind(data & 63)

    def _set(self, actor: int, tile: int, *, window: bool) -> None:
        self.actor, self.tile, self.window = actor, tile, window
        self.announced.clear()

    def _add(self, index: int, seat: int, action: int, tile: int) -> None:
        self.rows.append((seat, action, tile, -1, -1, index))


def _tile_id(data: int) -> int:
    tile_id = data & 255
    if tile_id >= N_TILES:
        raise InputError(
            f"unknown tile id {tile_id}; ids are 0 to {N_TILES - 1}", code="unknown_tile"
        )
    return tile_id


def _recorded(step: Step) -> tuple[int | None, list[str] | None]:
    """Total and patterns of the winner, null where nobody won."""
    winners = [seat for seat in range(4) if step.b >> seat & 1]
    details = step.y or []
    if not winners or winners[0] >= len(details):
        return None, None
    detail = details[winners[0]]
    if detail.t is None:
        return detail.f, None
    return detail.f, [
        f"{fan_name(number)}*{(value >> 8) + 1}" for number, value in detail.t.items()
    ]


def fan_name(number: str) -> str:
    """Chinese name of a fan by the site's number; a number without a fan stays as it is.

    The site's list is that of the official rules, in which 一色四步高 and 一色三步高 have second
    rows for chows that shift by two: 17 and 32.
    """
    n = int(number) if number.isdecimal() else 0
    patterns = load_catalogue("mcr").patterns
    index = n - 1 - (n >= 17) - (n >= 32)
    if n == 17:
        return "一色四连环"
    if n == 32:
        return "一色三连环"
    if n in _HEAVENLY:
        return _HEAVENLY[n]
    return patterns[index].name if 0 <= index < len(patterns) else number
