"""PyMahjongGB, the reference calculator for `mcr-botzone`, behind the tests' own types."""

from __future__ import annotations

from MahjongGB import MahjongFanCalculator

from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
)
from schemas.tiles import BOTZONE_NAMES
from tests.engine.oracle.hands import Win

NAMES = {"独听・单钓": "单钓将", "独听・嵌张": "坎张", "独听・边张": "边张"}
"""Names in which the calculator differs from the rule cards."""


def calculator_arguments(hand: Win) -> tuple[object, ...]:
    """The arguments that the calculator takes."""
    packs = []
    for kind, tile in hand.melds:
        offer = 0 if kind == MELD_KONG_CONCEALED else 1
        if kind == MELD_CHOW:
            packs.append(("CHI", BOTZONE_NAMES[tile + 1], offer))
        else:
            packs.append(("PENG" if kind == MELD_PUNG else "GANG", BOTZONE_NAMES[tile], offer))
    kong = hand.win_by == BY_ROBBED_KONG or bool(hand.flags & FLAG_KONG_REPLACEMENT)
    return (
        tuple(packs),
        tuple(BOTZONE_NAMES[tile] for tile in hand.concealed),
        BOTZONE_NAMES[hand.win_tile],
        hand.n_flowers,
        hand.win_by == BY_SELF_DRAW,
        bool(hand.flags & FLAG_LAST_COPY),
        kong,
        bool(hand.flags & FLAG_LAST_TILE),
        hand.seat_wind,
        hand.round_wind,
        True,
    )


def calculator_fans(hand: Win) -> dict[str, int] | None:
    """The calculator's fans by the cards' names, with their counts; None where it sees no win."""
    try:
        answer = MahjongFanCalculator(*calculator_arguments(hand))
    except TypeError as error:
        if "ERROR_NOT_WIN" in str(error):
            return None
        raise
    return {NAMES.get(name, name): count for _, count, name, _ in answer}
