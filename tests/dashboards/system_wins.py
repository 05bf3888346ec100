"""Of each rule system one win, counted by hand: for tests of how hands are shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SystemWin:
    """A self-drawn win, how its total comes about and how it is told.

    Attributes:
        total: in the system's terms.
        patterns: key, count, value.
        formula: empty where the total is the sum of what is listed.
        told: the total as people read it.
        mean: the total in a sentence about the mean of such wins.
        items: key, count, value.
        columns: further ones of the table `wins`.
    """

    total: int
    patterns: list[tuple[str, int, int]]
    formula: str
    told: str
    mean: str
    items: list[tuple[str, int, int]] = field(default_factory=list)
    columns: dict[str, Any] = field(default_factory=dict)


WINS = {
    "mcr": SystemWin(12, [("mixed_straight", 1, 8), ("tile_hog", 2, 2)], "", "12 番", "12.0 fan"),
    "taiwan": SystemWin(6, [("half_flush", 1, 4), ("dragon_pung", 2, 1)], "", "6 台", "6.0 tai"),
    # Three flowers, a kong, a gold and the base, twice for the self-draw.
    "luoyuan": SystemWin(
        12,
        [("self_draw", 1, 2), ("flower", 3, 1), ("exposed_kong", 1, 1), ("gold", 1, 1)],
        "6 × 2",
        "12 花",
        "12.0 points between non-dealers",
    ),
    # The first worked example of its card.
    "longgang": SystemWin(
        52,
        [("honor_pung", 1, 1)],
        "26 胡 × 2^1 = 52",
        "52 胡",
        "52.0 points",
        items=[
            ("base", 1, 10),
            ("self_draw", 1, 2),
            ("closed_wait", 1, 2),
            ("flower", 1, 4),
            ("exposed_pung_big", 1, 4),
            ("concealed_pung_small", 1, 4),
        ],
        columns={"uncapped": 52},
    ),
    "yantai": SystemWin(8, [("concealed_hand", 1, 2), ("full_flush", 1, 4)], "2 × 4", "×8", "×8.0"),
}
