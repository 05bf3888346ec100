"""How likely a target is to be completed, and what it is worth to aim at it.

Copies of a missing tile are taken to arrive like raindrops: with `live` copies unseen and the
player's share of what is still to come, one comes with chance 1 − exp(−way · live · share). The way
says who may give it: a tile for a pair has to be drawn, the third tile of a chow may also come from
one player, that of a pung or of the whole hand from all. A target's chance is the product over its
missing tiles; one of them, the last, may come from anybody.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_LIVE,
    F_GAIN,
    F_KNOWN,
    F_MORE,
    F_ONE,
    FAMILY_CHICKEN,
    FAMILY_CONCEALED,
    FAMILY_LAST_COPY,
    K_ALL_CLAIMED,
    K_BASE,
    K_CHICKEN,
    K_CONCEALED_HAND,
    K_FOUR_CONCEALED_PUNGS,
    K_FULLY_CONCEALED,
    K_LAST_COPY,
    K_MINIMUM,
    K_ROUND_WIND,
    K_SEAT_WIND,
    K_SELF_DRAW,
    K_THREE_CONCEALED_PUNGS,
    K_TWO_CONCEALED_PUNGS,
    K_WIND_LESS,
    M_KONG_PUNGS,
    M_MORE,
    M_ROUND_KIND,
    M_SEAT_KIND,
    M_WILD,
    SETS_FAMILY,
    SETS_PAIR,
    SETS_TOTAL,
    X_GROWTH,
    X_HEADER,
    X_SHARPNESS,
)
from engine.policies.mcr_value.melds import Masks
from engine.policies.mcr_value.waits import missing_tile
from engine.shapes import popcount

DRAWN: Final = 0
BOTH: Final = 1
CHOWED: Final = 2
PUNGED: Final = 3
FROM_ANY: Final = 4
_WAYS: Final = 5
_LIVE: Final = 5
_ONE_SHORT: Final = 0.6
"""What is left of a target's chance that needs its wait or a self-draw to count."""
_TWO_SHORT: Final = 0.25
"""The same where it needs both, or 和绝张."""
_BY_LUCK: Final = 2
"""Fan that wait and self-draw may add."""
_PLAIN: Final = 0.5
"""The same when nothing about the win may count: no wait, no self-draw."""
_THIRD: Final = 0.2
"""Chance of a third copy of a kind when two have come."""
_MOST_SPARED: Final = 3
"""Wildcards of one player; a fourth lies open."""
_DISTANT: Final = 4
"""Hands that lack so many tiles and have to draw all of them are not thought of."""
_PLAIN_AND_OPENED: Final = 0.3
"""The same of a concealed hand, which has to be opened by a claim first."""


@merge
def _rate(way: int) -> float:
    """How many times as often a tile comes by a way as by drawing alone."""
    if way == CHOWED:
        return 1.7
    if way == BOTH:
        return 1.3
    return 3.1 if way >= PUNGED else 1.0


@leaf
def open_chances(flt: NDArray[np.float64], share: float) -> None:
    """Fill the tables of chances; `share`: draws still to come for each unseen tile."""
    for way in range(_WAYS - 1):
        for live in range(_LIVE):
            rain = _rate(way) * live * share
            none = exp(-rain)
            flt[F_ONE + _LIVE * way + live] = 1.0 - none
            more = 1.0 - none - rain * none
            flt[F_MORE + _LIVE * way + live] = more if live > 1 else 0.0
    for live in range(_LIVE):
        flt[F_ONE + _LIVE * FROM_ANY + live] = flt[F_ONE + _LIVE * PUNGED + live]
        flt[F_MORE + _LIVE * FROM_ANY + live] = flt[F_MORE + _LIVE * PUNGED + live]
    for way in range(_WAYS):
        flt[F_GAIN + _LIVE * way] = 1.0
        for live in range(1, _LIVE):
            one = flt[F_ONE + _LIVE * way + live]
            anybody = flt[F_ONE + _LIVE * FROM_ANY + live]
            flt[F_GAIN + _LIVE * way + live] = anybody / one if one > 0.0 else 1.0


@merge
def weigh(
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    target: Masks,
    hand: Masks,
    sets: int,
    pungs: int,
    solo: int,
    lacks: int,
    exposed: int,
    wait: int,
) -> float:
    """Chance of a target times what it pays; 0 where it cannot be made or may not win.

    Args:
        mem: the player's memory; the hand and the live copies stand in it.
        flt: its floats, the chances among them.
        target: masks of the concealed tiles of the target.
        hand: masks of the hand.
        sets: the target, packed as `layout.T_SETS`.
        pungs: kinds of the pungs that are still to be made or concealed.
        solo: kinds that belong to no set.
        lacks: tiles that the hand lacks of it, those that wildcards stand for not counted.
        exposed: exposed melds.
        wait: what `wait_of` says of a target that lacks one tile; else 0.
    """
    total = (sets >> SETS_TOTAL) & 255
    family = (sets >> SETS_FAMILY) & 127
    pair = (sets >> SETS_PAIR) & 63
    fan = total + mem[M_MORE] + _pung_fans(mem, pungs, hand[2])
    minimum = mem[A_KNOWN + K_MINIMUM]
    drawn = last_drawn = False
    factor = 1.0
    if fan < minimum:
        plain = fan == 0 and mem[A_KNOWN + K_CHICKEN] >= minimum and exposed > 0
        if lacks == 1 and mem[M_WILD] == 0:
            tile = missing_tile(target, hand)
            fan += wait >> 1
            plain = plain and wait & 1 == 1
            if fan < minimum and not plain:
                last = mem[A_LIVE + tile] == 1 and (hand[0] >> tile) & 1 == 0
                if last and fan + mem[A_KNOWN + K_LAST_COPY] >= minimum:
                    fan += mem[A_KNOWN + K_LAST_COPY]
                    family = FAMILY_LAST_COPY
                elif exposed == 4 and fan + mem[A_KNOWN + K_ALL_CLAIMED] >= minimum:
                    fan += mem[A_KNOWN + K_ALL_CLAIMED]
        if fan < minimum:
            if exposed == 0:
                if fan + mem[A_KNOWN + K_CONCEALED_HAND] >= minimum:
                    fan += mem[A_KNOWN + K_CONCEALED_HAND]
                    drawn = True
                elif fan + mem[A_KNOWN + K_FULLY_CONCEALED] >= minimum and lacks < _DISTANT:
                    fan += mem[A_KNOWN + K_FULLY_CONCEALED]
                    drawn = last_drawn = True
                    family = FAMILY_CONCEALED
                elif fan == 0 and lacks > 1 and mem[A_KNOWN + K_CHICKEN] >= minimum:
                    fan = mem[A_KNOWN + K_CHICKEN]
                    factor = _PLAIN_AND_OPENED
                    family = FAMILY_CHICKEN
                else:
                    return 0.0
            elif plain:
                fan = mem[A_KNOWN + K_CHICKEN]
                factor = _PLAIN if lacks > 1 else 1.0
                family = FAMILY_CHICKEN
            elif fan + mem[A_KNOWN + K_SELF_DRAW] >= minimum:
                fan += mem[A_KNOWN + K_SELF_DRAW]
                drawn = last_drawn = lacks == 1
                factor = 1.0 if last_drawn else _ONE_SHORT
            elif lacks > 1 and fan + _BY_LUCK >= minimum:
                fan = minimum
                factor = _TWO_SHORT
            else:
                return 0.0
    chance = _chance(mem, flt, target, hand, pungs, solo | 1 << pair, drawn, last_drawn)
    pay = 3 * mem[A_KNOWN + K_BASE] + flt[F_KNOWN + X_GROWTH] * fan
    return sharpened(flt, chance * factor * pay * flt[F_KNOWN + X_HEADER + family])


@merge
def sharpened(flt: NDArray[np.float64], value: float) -> float:
    """A value in the power in which values are added up.

    Targets share their missing tiles and draws, so that their plain sum would make many distant
    ones worth more than one that is near.
    """
    if flt[F_KNOWN + X_SHARPNESS] == 1.0:
        return value
    return float(value ** flt[F_KNOWN + X_SHARPNESS])


@merge
def blunted(flt: NDArray[np.float64], value: float) -> float:
    """A sum of sharpened values as a plain value."""
    if flt[F_KNOWN + X_SHARPNESS] == 1.0:
        return value
    return float(value ** (1.0 / flt[F_KNOWN + X_SHARPNESS]))


@merge
def _pung_fans(mem: NDArray[np.int64], pungs: int, held: int) -> int:
    """What concealed pungs and pungs of the own winds add."""
    more = 0
    seat, round_wind = mem[M_SEAT_KIND], mem[M_ROUND_KIND]
    if (pungs >> seat) & 1:
        more += mem[A_KNOWN + K_SEAT_WIND] - mem[A_KNOWN + K_WIND_LESS]
    if (pungs >> round_wind) & 1:
        more += mem[A_KNOWN + K_ROUND_WIND] - (
            mem[A_KNOWN + K_WIND_LESS] if round_wind != seat else 0
        )
    concealed = popcount(pungs & held) + mem[M_KONG_PUNGS]
    if concealed == 2:
        more += mem[A_KNOWN + K_TWO_CONCEALED_PUNGS]
    elif concealed == 3:
        more += mem[A_KNOWN + K_THREE_CONCEALED_PUNGS]
    elif concealed > 3:
        more += mem[A_KNOWN + K_FOUR_CONCEALED_PUNGS]
    return more


@merge
def _chance(
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    target: Masks,
    hand: Masks,
    pungs: int,
    alone: int,
    drawn: bool,
    last_drawn: bool,
) -> float:
    """Product of the chances of all missing tiles."""
    one, two = target[0] & ~hand[0], target[1] & ~hand[1]
    three, four = target[2] & ~hand[2], target[3] & ~hand[3]
    rest = one | two | three | four
    if mem[M_WILD] > 0:
        return _wild_chance(mem, flt, (one, two, three, four))
    several = (one & two) | (two & three) | (three & four)
    beside = rest << 1 | rest >> 1 | rest << 2 | rest >> 2
    thrice = one & two & three
    claims = 0 if drawn else 1
    chance = gain = 1.0
    while rest != 0:
        kind = lowest(rest)
        rest &= rest - 1
        # Without branches: nobody could foretell them.
        twice = (several >> kind) & 1
        by_set = (2 - ((beside >> kind) & 1)) * (1 - ((alone >> kind) & 1))
        way = claims * (3 - 2 * twice if (pungs >> kind) & 1 else by_set)
        place = _LIVE * way + mem[A_LIVE + kind]
        gain = max(gain, flt[F_GAIN + place])
        chance *= flt[F_ONE + (F_MORE - F_ONE) * twice + place]
        if (thrice >> kind) & 1:
            chance *= _THIRD * int(mem[A_LIVE + kind] > 2)
    return chance if last_drawn else chance * gain


@leaf
def _wild_chance(mem: NDArray[np.int64], flt: NDArray[np.float64], missing: Masks) -> float:
    """The same with wildcards, which stand for the rarest of the missing tiles."""
    rest = missing[0] | missing[1] | missing[2] | missing[3]
    chance = least = next_least = third = 1.0
    n = 0
    while rest != 0:
        kind = lowest(rest)
        rest &= rest - 1
        copies = 0
        for place in range(4):
            copies += (missing[place] >> kind) & 1
        for copy in range(copies):
            share = flt[F_ONE + _LIVE * BOTH + max(mem[A_LIVE + kind] - copy, 0)]
            if share < least:
                least, next_least, third = share, least, next_least
            elif share < next_least:
                next_least, third = share, next_least
            elif share < third:
                third = share
            chance *= share if share > 0.0 else 1.0
            n += 1
    spared = min(mem[M_WILD], n)
    hardest = least if spared == 0 else (next_least if spared == 1 else third)
    if spared < _MOST_SPARED and hardest == 0.0:
        return 0.0
    if spared > 0 and least > 0.0:
        chance /= least
    if spared > 1 and next_least > 0.0:
        chance /= next_least
    if spared > 2 and third > 0.0:
        chance /= third
    return chance
