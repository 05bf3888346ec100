"""Pattern ids of Chinese Official: positions in the catalogue ``data/patterns/mcr.toml``.

A set of fans is two integers: bits of the ids below HIGH, and of the others from HIGH on. How
often each counts is packed beside it, four bits a fan: only fans from FIRST_REPEATED on may count
more than once.
"""

from __future__ import annotations

from typing import Final

(
    BIG_FOUR_WINDS,  # 大四喜
    BIG_THREE_DRAGONS,  # 大三元
    ALL_GREEN,  # 绿一色
    NINE_GATES,  # 九莲宝灯
    FOUR_KONGS,  # 四杠
    SEVEN_SHIFTED_PAIRS,  # 连七对
    THIRTEEN_ORPHANS,  # 十三幺
    ALL_TERMINALS,  # 清幺九
    LITTLE_FOUR_WINDS,  # 小四喜
    LITTLE_THREE_DRAGONS,  # 小三元
    ALL_HONORS,  # 字一色
    FOUR_CONCEALED_PUNGS,  # 四暗刻
    PURE_TERMINAL_CHOWS,  # 一色双龙会
    QUADRUPLE_CHOW,  # 一色四同顺
    FOUR_PURE_SHIFTED_PUNGS,  # 一色四节高
    FOUR_PURE_SHIFTED_CHOWS,  # 一色四步高
    THREE_KONGS,  # 三杠
    TERMINALS_AND_HONORS,  # 混幺九
    SEVEN_PAIRS,  # 七对
    GREATER_KNITTED_HONORS,  # 七星不靠
    ALL_EVEN_PUNGS,  # 全双刻
    FULL_FLUSH,  # 清一色
    PURE_TRIPLE_CHOW,  # 一色三同顺
    PURE_SHIFTED_PUNGS,  # 一色三节高
    UPPER_TILES,  # 全大
    MIDDLE_TILES,  # 全中
    LOWER_TILES,  # 全小
    PURE_STRAIGHT,  # 清龙
    THREE_SUITED_TERMINAL_CHOWS,  # 三色双龙会
    PURE_SHIFTED_CHOWS,  # 一色三步高
    ALL_FIVES,  # 全带五
    TRIPLE_PUNG,  # 三同刻
    THREE_CONCEALED_PUNGS,  # 三暗刻
    LESSER_KNITTED_HONORS,  # 全不靠
    KNITTED_STRAIGHT,  # 组合龙
    UPPER_FOUR,  # 大于五
    LOWER_FOUR,  # 小于五
    BIG_THREE_WINDS,  # 三风刻
    MIXED_STRAIGHT,  # 花龙
    REVERSIBLE_TILES,  # 推不倒
    MIXED_TRIPLE_CHOW,  # 三色三同顺
    MIXED_SHIFTED_PUNGS,  # 三色三节高
    CHICKEN_HAND,  # 无番和
    LAST_DRAW,  # 妙手回春
    LAST_DISCARD,  # 海底捞月
    KONG_REPLACEMENT,  # 杠上开花
    ROBBING_KONG,  # 抢杠和
    ALL_PUNGS,  # 碰碰和
    HALF_FLUSH,  # 混一色
    MIXED_SHIFTED_CHOWS,  # 三色三步高
    ALL_TYPES,  # 五门齐
    ALL_CLAIMED,  # 全求人
    TWO_CONCEALED_KONGS,  # 双暗杠
    TWO_DRAGON_PUNGS,  # 双箭刻
    OUTSIDE_HAND,  # 全带幺
    FULLY_CONCEALED,  # 不求人
    TWO_EXPOSED_KONGS,  # 双明杠
    LAST_COPY,  # 和绝张
    DRAGON_PUNG,  # 箭刻
    ROUND_WIND,  # 圈风刻
    SEAT_WIND,  # 门风刻
    CONCEALED_HAND,  # 门前清
    ALL_CHOWS,  # 平和
    TILE_HOG,  # 四归一
    DOUBLE_PUNG,  # 双同刻
    TWO_CONCEALED_PUNGS,  # 双暗刻
    CONCEALED_KONG,  # 暗杠
    ALL_SIMPLES,  # 断幺
    PURE_DOUBLE_CHOW,  # 一般高
    MIXED_DOUBLE_CHOW,  # 喜相逢
    SHORT_STRAIGHT,  # 连六
    TWO_TERMINAL_CHOWS,  # 老少副
    TERMINAL_OR_HONOR_PUNG,  # 幺九刻
    EXPOSED_KONG,  # 明杠
    ONE_VOIDED_SUIT,  # 缺一门
    NO_HONORS,  # 无字
    EDGE_WAIT,  # 边张
    CLOSED_WAIT,  # 坎张
    SINGLE_WAIT,  # 单钓将
    SELF_DRAW,  # 自摸
    FLOWER,  # 花牌
    MIXED_KONGS,  # 明暗杠
    NO_WILDCARD,  # 无财神
) = range(83)

HIGH: Final = 64
"""First id of the second integer."""
FIRST_REPEATED: Final = DRAGON_PUNG
LAST_REPEATED: Final = EXPOSED_KONG
"""Fans whose counts are packed, at ``4 * (id - FIRST_REPEATED)``."""
ONCE: Final = sum(
    1 << 4 * (fan - FIRST_REPEATED)
    for fan in (ROUND_WIND, SEAT_WIND, CONCEALED_HAND, ALL_CHOWS, TWO_CONCEALED_PUNGS, ALL_SIMPLES)
)
"""Counts of those among them that never count more than once."""
