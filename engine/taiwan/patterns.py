"""Pattern ids of Taiwan sixteen-tile: positions in the catalogue ``data/patterns/taiwan.toml``.

A set of patterns is one integer, bit ``1 << id``. How often each counts stands in the working
memory for those that may count more than once, ids FIRST_REPEATED to LAST_REPEATED; the others
count once.
"""

from __future__ import annotations

from typing import Final

(
    DEALER,  # 莊家
    DEALER_STREAK,  # 連莊/拉莊
    SELF_DRAW,  # 自摸
    CONCEALED_HAND,  # 門清
    CONCEALED_SELF_DRAW,  # 門清自摸
    HEAVENLY,  # 天胡
    EARTHLY,  # 地胡
    HUMAN,  # 人胡
    BIG_FOUR_WINDS,  # 大四喜
    LITTLE_FOUR_WINDS,  # 小四喜
    BIG_THREE_DRAGONS,  # 大三元
    LITTLE_THREE_DRAGONS,  # 小三元
    FIVE_CONCEALED_PUNGS,  # 五暗刻
    FOUR_CONCEALED_PUNGS,  # 四暗刻
    THREE_CONCEALED_PUNGS,  # 三暗刻
    ALL_HONORS,  # 字一色
    FULL_FLUSH,  # 清一色
    HALF_FLUSH,  # 混一色
    ALL_PUNGS,  # 對對胡
    ALL_CHOWS,  # 平胡
    ALL_CLAIMED,  # 全求人
    KONG_REPLACEMENT,  # 槓上開花
    LAST_DRAW,  # 海底摸月
    LAST_DISCARD,  # 河底撈魚
    EIGHT_FLOWERS,  # 八仙過海
    SEVEN_ROB_ONE,  # 七搶一
    FLOWER_SET,  # 花槓
    ROBBING_KONG,  # 搶槓胡
    DRAGON_PUNG,  # 三元台
    SEAT_FLOWER,  # 花牌
    ROUND_WIND,  # 圈風台
    SEAT_WIND,  # 門風台
    ANY_FLOWER,  # 見花見台
    ANY_WIND,  # 見風見台
    NO_HONORS_NO_FLOWERS,  # 無字無花
    EXPOSED_KONG,  # 槓牌
    CONCEALED_KONG,  # 暗槓
    DECLARED_READY,  # 宣告聽牌
    SHOWN_READY,  # 聽牌現牌
    ALL_TERMINALS,  # 清老頭
    TERMINALS_AND_HONORS,  # 混老頭
    PURE_OUTSIDE,  # 純全帶么
    MIXED_OUTSIDE,  # 混全帶么
    ALL_SIMPLES,  # 斷么九
    PURE_STRAIGHT,  # 一氣通貫
    MIXED_TRIPLE_CHOW,  # 三色同順
    MIXED_TRIPLE_PUNG,  # 三色同刻
) = range(47)

FIRST_REPEATED: Final = FLOWER_SET
LAST_REPEATED: Final = CONCEALED_KONG
FLOWER_ROWS: Final = 1 << FLOWER_SET | 1 << SEAT_FLOWER | 1 << ANY_FLOWER
"""Patterns of flowers: what a minimum of the rule set does not look at."""
