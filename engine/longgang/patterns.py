"""Pattern ids of Longgang: positions in the catalogue ``data/patterns/longgang.toml``.

A set of rows is one integer with a bit for each id. Only three rows count more than once:
honor_pung, wildcard_pung and flower_wildcards.
"""

from __future__ import annotations

from typing import Final

(
    ALL_CHOWS,  # 平胡
    NO_WILDCARD,  # 无财神
    TWO_WILDCARDS,  # 两财神
    SEAT_FLOWER,  # 坐花
    FOUR_FLOWERS,  # 四花
    HONOR_PUNG,  # 字刻
    ALL_PUNGS,  # 对对胡
    FULL_FLUSH,  # 清一色
    HALF_FLUSH,  # 混一色
    ALL_TERMINALS,  # 清老头
    TERMINALS_AND_HONORS,  # 混老头
    ALL_HONORS,  # 字一色
    BIG_FOUR_WINDS,  # 大四喜
    LITTLE_FOUR_WINDS,  # 小四喜
    THREE_WILDCARDS,  # 三财神
    WILDCARD_PUNG,  # 财神会
    HEAVENLY,  # 天胡
    EARTHLY,  # 地胡
    EIGHT_PAIRS,  # 八对半
    FLOWER_WILDCARDS,  # 花财神
    KONG_REPLACEMENT,  # 杠上开花
) = range(21)

N_ROWS: Final = 21
LOSERS_COUNT_NOTHING: Final = 1 << THREE_WILDCARDS | 1 << HEAVENLY | 1 << EARTHLY
"""Rows after which losers do not settle among themselves."""
OUTSIDE_ROWS: Final = 1 << ALL_TERMINALS | 1 << TERMINALS_AND_HONORS
"""Rows that a hand without 2-8 of a suit makes."""
