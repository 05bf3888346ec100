"""Reading the fields of one hand of the scoring interface, each with its own error code.

Every function takes what `msgspec` decoded and returns plain values, or raises `InputError` with
a code of the contract and one sentence that names field, value and valid values.
"""

from __future__ import annotations

from typing import Any, Final

from schemas.codes import (
    FLAGS,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    WIN_BY,
)
from schemas.errors import InputError, one_of, shown
from schemas.tiles import N_KINDS, TILE_NAMES, WINDS, parse_tile, parse_tiles

HAND_KEYS: Final = frozenset(
    {
        "id",
        "rules",
        "concealed",
        "melds",
        "win_tile",
        "win_by",
        "flowers",
        "wildcard",
        "seat_wind",
        "round_wind",
        "dealer_streak",
        "flags",
        "table",
    }
)
PASSED_BY: Final = frozenset({"source", "note", "expected_total", "expected_fans"})
_PLAIN_KEYS: Final = HAND_KEYS | PASSED_BY
_MELD_KEYS: Final = frozenset({"kind", "tiles", "concealed"})
_TABLE_KEYS: Final = frozenset({"dealer", "winner", "payer", "losers", "bets"})
_LOSER_KEYS: Final = frozenset({"concealed", "melds", "flowers"})
_MOST: Final = 1_000_000
"""More than any streak or bet; what is paid for it still has room in 32 bits."""
_TILES: Final = {name: tile for tile, name in enumerate(TILE_NAMES)}
_WIN_BY: Final = {name: code for code, name in enumerate(WIN_BY)}
_FLAGS: Final = {name: 1 << bit for bit, name in enumerate(FLAGS)}
_WINDS: Final = {name: code for code, name in enumerate(WINDS)}
# Every exposed meld with its tiles in order, so that a well-written one is a look-up.
_EXPOSED_MELDS: Final[dict[tuple[str, ...], tuple[int, int]]] = {
    **{("pung", *[TILE_NAMES[t]] * 3): (MELD_PUNG, t) for t in range(N_KINDS)},
    **{("kong", *[TILE_NAMES[t]] * 4): (MELD_KONG_EXPOSED, t) for t in range(N_KINDS)},
    **{("chow", *TILE_NAMES[t : t + 3]): (MELD_CHOW, t) for t in range(27) if t % 9 < 7},
}


def check_keys(hand: dict[str, Any]) -> None:
    """Refuse keys that the contract does not know; any ``expected…`` is passed by."""
    if hand.keys() <= _PLAIN_KEYS:
        return
    for key in hand:
        if key not in HAND_KEYS and key not in PASSED_BY and not key.startswith("expected"):
            raise InputError(
                f"unknown key {shown(key)}; keys are {one_of(sorted(HAND_KEYS), most=20)}",
                code="unknown_key",
            )


def tiles(value: Any, field: str) -> list[int]:
    """A list of tile names, or a string of runs such as ``123m55p EEE``."""
    if isinstance(value, list):
        try:
            return [_TILES[name] for name in value]
        except (KeyError, TypeError):
            return [tile(name, field) for name in value]
    if isinstance(value, str):
        try:
            return parse_tiles(value)
        except InputError as error:
            raise InputError(f"{field}: {error.message}", code=error.code) from error
    raise InputError(
        f"{field} = {shown(value)} must be a list of tiles or a string", code="bad_value"
    )


def tile(value: Any, field: str) -> int:
    """One tile name."""
    if not isinstance(value, str):
        raise InputError(f"{field}: {shown(value)} is no tile", code="unknown_tile")
    try:
        return parse_tile(value)
    except InputError as error:
        raise InputError(f"{field}: {error.message}", code=error.code) from error


def melds(value: Any) -> list[tuple[int, int]]:
    """Melds as (code, lowest tile); chow 顺子, pung 刻子, kong 杠."""
    if not isinstance(value, list):
        raise InputError(f"melds = {shown(value)} must be a list")
    return [_meld(meld) for meld in value]


def win_by(value: Any) -> int:
    """How the hand was won, as its code."""
    code = _WIN_BY.get(value) if isinstance(value, str) else None
    if code is None:
        raise InputError(f"win_by = {shown(value)} must be {one_of(WIN_BY)}")
    return code


def wind(value: Any, field: str) -> int:
    """A wind as 0–3."""
    code = _WINDS.get(value) if isinstance(value, str) else None
    if code is None:
        raise InputError(f"{field} = {shown(value)} must be {one_of(WINDS)}")
    return code


def flags(value: Any) -> int:
    """Circumstances of the win as a bit mask."""
    if not isinstance(value, list):
        raise InputError(f"flags = {shown(value)} must be a list")
    mask = 0
    for name in value:
        bit = _FLAGS.get(name) if isinstance(name, str) else None
        if bit is None:
            raise InputError(f"flags: {shown(name)} must be {one_of(FLAGS)}")
        mask |= bit
    return mask


def count(value: Any, field: str) -> int:
    """A whole number that is not negative, and small enough to be paid for."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise InputError(
            f"{field} = {shown(value)} must be a whole number from 0 to {_MOST}", code="bad_value"
        )
    return value


def table(value: Any) -> tuple[int, int, int, dict[int, dict[str, Any]], list[int]]:
    """Seats of dealer, winner and payer (−1: nobody in particular), losers by seat, bets."""
    if not isinstance(value, dict):
        raise InputError(f"table = {shown(value)} must be an object")
    _known(value, _TABLE_KEYS, "table")
    payer = value.get("payer")
    return (
        _seat(value.get("dealer"), "table.dealer"),
        _seat(value.get("winner"), "table.winner"),
        -1 if payer is None else _seat(payer, "table.payer"),
        _losers(value.get("losers", {})),
        _bets(value.get("bets")),
    )


def meld_kinds(kind: int, lowest: int) -> range:
    """The kinds of tiles that a meld holds."""
    return range(lowest, lowest + 3 if kind == MELD_CHOW else lowest + 1)


def _meld(meld: Any) -> tuple[int, int]:
    if not isinstance(meld, dict):
        raise InputError(f"melds: {shown(meld)} must be an object", code="bad_meld")
    if len(meld) == 3 and meld.get("concealed") is False:
        try:
            written = _EXPOSED_MELDS.get((meld["kind"], *meld["tiles"]))
        except (KeyError, TypeError):
            written = None
        if written is not None:
            return written
    # Not in canonical form: read it with care.
    _known(meld, _MELD_KEYS, "melds")
    kind = meld.get("kind")
    parts = tiles(meld.get("tiles"), "melds.tiles")
    concealed = meld.get("concealed", False)
    if not isinstance(concealed, bool):
        raise InputError(f"melds: concealed = {shown(concealed)} must be true or false")
    lowest = min(parts, default=0)
    alike = len(set(parts)) == 1 and lowest < N_KINDS
    if concealed and kind in ("chow", "pung"):
        raise InputError(
            f"melds: a {kind} laid down is never concealed; only a kong may be", code="bad_meld"
        )
    if kind == "pung" and alike and len(parts) == 3:
        return MELD_PUNG, lowest
    if kind == "kong" and alike and len(parts) == 4:
        return (MELD_KONG_CONCEALED if concealed else MELD_KONG_EXPOSED), lowest
    if kind == "chow" and lowest < 27 and lowest % 9 < 7:
        parts.sort()
        if parts == [lowest, lowest + 1, lowest + 2]:
            return MELD_CHOW, lowest
    names = " ".join(TILE_NAMES[part] for part in parts)
    if kind not in ("chow", "pung", "kong"):
        raise InputError(f"melds: kind {shown(kind)} must be chow, pung or kong", code="bad_meld")
    raise InputError(f"melds: {names or 'no tile'} is no {kind}", code="bad_meld")


def _seat(value: Any, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 3:
        raise InputError(f"{field} = {shown(value)} must be a seat from 0 to 3")
    return value


def _losers(losers: Any) -> dict[int, dict[str, Any]]:
    if losers is None:
        return {}
    if not isinstance(losers, dict):
        raise InputError("table.losers must be an object of seats")
    for seat, hand in losers.items():
        if seat not in ("0", "1", "2", "3"):
            raise InputError(
                f"table.losers: seat {shown(seat)} must be 0, 1, 2 or 3", code="bad_value"
            )
        if not isinstance(hand, dict):
            raise InputError(f"table.losers.{seat} must be an object")
        _known(hand, _LOSER_KEYS, f"table.losers.{seat}")
    return {int(seat): hand for seat, hand in losers.items()}


def _bets(bets: Any) -> list[int]:
    if bets is None:
        return [0, 0, 0, 0]
    if not isinstance(bets, list) or len(bets) != 4:
        raise InputError(f"table.bets = {bets!r} must be four whole numbers")
    return [count(bet, "table.bets") for bet in bets]


def _known(value: dict[str, Any], keys: frozenset[str], where: str) -> None:
    for key in value:
        if key not in keys:
            raise InputError(
                f"{where}: unknown key {shown(key)}; keys are {one_of(sorted(keys))}",
                code="unknown_key",
            )
