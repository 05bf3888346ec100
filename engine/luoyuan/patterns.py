"""Pattern ids of Luoyuan: positions in the catalogue ``data/patterns/luoyuan.toml``.

A set of patterns is one integer of bits. Exactly one win kind stands beside the rows that are
counted.
"""

from __future__ import annotations

from typing import Final

(
    HEAVENLY,  # 天胡
    GOLDEN_DRAGON,  # 金龙
    GOLDEN_PAIR,  # 金雀
    ROBBING_GOLD,  # 抢金
    THREE_GOLDS,  # 三金倒
    BARE_WIN,  # 平胡
    SELF_DRAW,  # 自摸
    DISCARD_WIN,  # 放胡
) = range(8)
"""Kinds of win in the order of the card's table; their value is the multiplier."""
N_WIN_KINDS: Final = 8
(
    FLOWER,  # 花
    FLOWER_SET,  # 一套花
    EXPOSED_KONG,  # 明杠
    CONCEALED_KONG,  # 暗杠
    GOLD,  # 金
) = range(N_WIN_KINDS, 13)
"""Rows that are counted; their value is what one of them adds."""
N_PATTERNS: Final = 13
