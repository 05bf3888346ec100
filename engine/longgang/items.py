"""Points 胡 by item: which item of `schemas.codes.WIN_ITEMS` a set is, and what it is worth."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.rules import Rules
from engine.shapes import ORPHANS
from schemas.codes import MELD_CHOW, MELD_KONG_CONCEALED, MELD_PUNG, WIN_ITEMS

(
    BASE,
    SELF_DRAW,
    CLOSED_WAIT,
    EDGE_WAIT,
    SINGLE_WAIT,
    FLOWER,
    PAIR,
    CONCEALED_KONG,
    _CONCEALED_KONG_BIG,
    EXPOSED_KONG,
    _EXPOSED_KONG_BIG,
    CONCEALED_PUNG,
    _CONCEALED_PUNG_BIG,
    EXPOSED_PUNG,
    _EXPOSED_PUNG_BIG,
) = range(15)
"""Positions in `schemas.codes.WIN_ITEMS`; of sets the small one, the big one follows it."""

N_ITEMS: Final = len(WIN_ITEMS)


@merge
def item_points(rules: Rules, item: int) -> int:
    """Points of one item."""
    return int(np.int64(rules.items[item]))


@merge
def is_big(kind: int) -> int:
    """1 for a big tile 大子: terminal or honor; 0 for a small one 小子, 2-8 of a suit."""
    return (ORPHANS >> kind) & 1


@leaf
def meld_item(meld_kind: int, kind: int) -> int:
    """The item that a melded set counts as, -1 for a chow."""
    if meld_kind == MELD_CHOW:
        return -1
    item = EXPOSED_KONG
    if meld_kind == MELD_PUNG:
        item = EXPOSED_PUNG
    elif meld_kind == MELD_KONG_CONCEALED:
        item = CONCEALED_KONG
    return item + is_big(kind)
