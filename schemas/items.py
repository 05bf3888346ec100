"""Items of points 胡, which some systems count before doubling: names and values."""

from __future__ import annotations

from typing import Final

from schemas.codes import WIN_ITEMS
from schemas.ruleset import RuleSet
from schemas.scoring_sections import PointsDoubled

ITEM_NAMES: Final = dict(
    zip(
        WIN_ITEMS,
        (
            ("底胡", "Base"),
            ("自摸", "Self-draw"),
            ("卡档", "Closed wait"),
            ("边张", "Edge wait"),
            ("单吊", "Single wait"),
            ("客花", "Guest flower"),
            ("将", "Pair"),
            ("小子暗杠", "Concealed kong of 2-8"),
            ("大子暗杠", "Concealed kong of a terminal or honor"),
            ("小子明杠", "Exposed kong of 2-8"),
            ("大子明杠", "Exposed kong of a terminal or honor"),
            ("小子暗刻", "Concealed pung of 2-8"),
            ("大子暗刻", "Concealed pung of a terminal or honor"),
            ("小子明刻", "Exposed pung of 2-8"),
            ("大子明刻", "Exposed pung of a terminal or honor"),
        ),
        strict=True,
    )
)
"""Chinese and English name of each item of `schemas.codes.WIN_ITEMS`."""


def item_values(ruleset: RuleSet) -> list[int]:
    """Points of one of each item, in the order of `schemas.codes.WIN_ITEMS`.

    All are 0 in systems that count no points before doubling.
    """
    scoring = ruleset.scoring
    if not isinstance(scoring, PointsDoubled):
        return [0] * len(WIN_ITEMS)
    fields = ("base_points" if item == "base" else item for item in WIN_ITEMS)
    return [int(getattr(scoring, name)) for name in fields]
