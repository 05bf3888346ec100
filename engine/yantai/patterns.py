"""Pattern ids of Yantai: positions in the catalogue ``data/patterns/yantai.toml``.

A set of patterns is one integer, a bit for each id; none counts more than once.
"""

from __future__ import annotations

(
    CONCEALED_HAND,  # 门前清
    HALF_FLUSH,  # 混一色
    FULL_FLUSH,  # 清一色
    PURE_STRAIGHT,  # 一条龙
    LAST_SINGLE,  # 大吊车
    KONG_REPLACEMENT,  # 杠上开花
    THIRTEEN_ORPHANS,  # 十三幺
    LAST_DRAW,  # 海底捞月
    SEVEN_PAIRS,  # 七对
    LUXURY_SEVEN_PAIRS,  # 豪华七对
    SUPER_LUXURY_SEVEN_PAIRS,  # 超级豪华七对
    SUPREME_LUXURY_SEVEN_PAIRS,  # 至尊豪华七对
    ALL_PUNGS,  # 碰碰胡
    EARTHLY,  # 地胡
    HEAVENLY,  # 天胡
    OPEN_PLAY,  # 明打
) = range(16)
