"""One hand for each fan of Chinese Official; all of its fans worked out from the printed rules.

Seat and round wind are South unless a hand says otherwise; hands are won on a discard unless they
say ``win_by=BY_SELF_DRAW``. Rule set: `mcr-botzone`, which pays every fan.
"""

from __future__ import annotations

import pytest

from schemas.catalogue import load_catalogue
from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
)
from tests.engine.oracle.engine import score
from tests.engine.oracle.hands import Win, win

NORTH = {"seat_wind": 3, "round_wind": 3}
SELF = {"win_by": BY_SELF_DRAW}

FANS: dict[str, tuple[Win, str]] = {
    # 88
    "big_four_winds": (win("NN 55s", "N", "EEE", "SSS", "WWW"), "大四喜 混一色"),
    "big_three_dragons": (win("PPP 23m 55p", "4m", "CCC", "FFF"), "大三元 缺一门"),
    "all_green": (win("234s 44s 88s", "8s", "666s", "FFF"), "绿一色 箭刻"),
    # 111 234 55 678 999: two terminal pungs, of which nine gates implies one.
    "nine_gates": (win("1112345678999s", "5s"), "九莲宝灯 双暗刻 幺九刻"),
    "four_kongs": (
        win("5p", "5p", "1111m", "3333p", "6666s", "CCCC"),
        "四杠 全求人 箭刻 幺九刻",
    ),
    "seven_shifted_pairs": (win("1122334455667p", "7p"), "连七对"),
    "thirteen_orphans": (win("19m 19p 19s ESWNCFP", "1m"), "十三幺"),
    # 64
    "all_terminals": (win("99p 99s", "9p", "111m", "999m", "111p"), "清幺九"),
    "little_four_winds": (
        win("N 234m", "N", "EEE", "SSS", "WWW", **NORTH),
        "小四喜 混一色 单钓将",
    ),
    "little_three_dragons": (win("P 345p 666s", "P", "CCC", "FFF"), "小三元 缺一门 单钓将"),
    "all_honors": (win("FF WW", "F", "EEE", "SSS", "CCC", **NORTH), "字一色 双箭刻"),
    "four_concealed_pungs": (win("222m 666p 888s 44m 99m", "4m", **SELF), "四暗刻 无字 自摸"),
    "pure_terminal_chows": (win("112233p 77889p 55p", "9p"), "一色双龙会 门前清"),
    # 48
    # 111 222 123 33 99 waits for 9s, too: no wait fan.
    "quadruple_chow": (
        win("11112222333m 99s", "3m"),
        "一色四同顺 全带幺 门前清 平和 缺一门",
    ),
    "four_pure_shifted_pungs": (
        win("55s 88m", "5s", "222s", "333s", "444s"),
        "一色四节高 断幺 缺一门",
    ),
    # 32
    "four_pure_shifted_chows": (win("45p EE", "6p", "123p", "234p", "345p"), "一色四步高 混一色"),
    "three_kongs": (win("67s 99m", "5s", "2222m", "5555p", "(8888s)"), "三杠 无字"),
    "terminals_and_honors": (win("CC 99s", "C", "111m", "999p", "EEE"), "混幺九 五门齐 箭刻"),
    # 24
    "seven_pairs": (win("1133m 5577p 2288s N", "N"), "七对"),
    "greater_knitted_honors": (win("147m 258p 3s ESWNCF", "P"), "七星不靠"),
    "all_even_pungs": (win("88m 88s", "8m", "222m", "444p", "666s"), "全双刻"),
    "full_flush": (win("66p 88p", "6p", "123p", "345p", "789p"), "清一色 老少副"),
    "pure_triple_chow": (win("44556m 999s 22p", "6m", "456m"), "一色三同顺 幺九刻 无字"),
    "pure_shifted_pungs": (win("55s 678m PP", "5s", "333s", "444s"), "一色三节高 缺一门"),
    "upper_tiles": (win("789s 88s 99p", "9p", "789m", "777p"), "全大 喜相逢 幺九刻"),
    "middle_tiles": (win("456s 66s 55p", "5p", "456m", "444p"), "全中 喜相逢"),
    "lower_tiles": (win("123s 33s 11p", "1p", "123m", "222p"), "全小 喜相逢 幺九刻"),
    # 16
    "pure_straight": (win("78s 555m EE", "9s", "123s", "456s"), "清龙 缺一门"),
    "three_suited_terminal_chows": (win("789m 123p 78p 55s", "9p", "123m"), "三色双龙会"),
    "pure_shifted_chows": (win("56m 777p NN", "7m", "123m", "345m"), "一色三步高 缺一门"),
    "all_fives": (win("567s 46s 55m", "5s", "345m", "555p"), "全带五"),
    "triple_pung": (win("88s 123m FF", "8s", "888m", "888p"), "三同刻"),
    "three_concealed_pungs": (win("222m 777p 44s 99s", "4s", "345p", **SELF), "三暗刻 无字 自摸"),
    # 12
    "lesser_knitted_honors": (win("147m 258p 36s ESWNC", "F"), "全不靠"),
    "knitted_straight": (win("147m 258p 369s N", "N", "CCC"), "组合龙 五门齐 箭刻 单钓将"),
    "upper_four": (win("678s 66p 88s", "6p", "678m", "999p"), "大于五 喜相逢 幺九刻"),
    "lower_four": (win("234s 33p 22s", "3p", "234m", "111p"), "小于五 喜相逢 幺九刻"),
    "big_three_winds": (win("WW 345m 88p", "W", "EEE", "SSS", **NORTH), "三风刻 缺一门"),
    # 8
    "mixed_straight": (win("89s 555s NN", "7s", "123m", "456p"), "花龙 边张"),
    "reversible_tiles": (win("888p 99s PP", "9s", "123p", "456s"), "推不倒 幺九刻"),
    "mixed_triple_chow": (win("34s 777m CC", "2s", "234m", "234p"), "三色三同顺"),
    "mixed_shifted_pungs": (win("55s 789m NN", "5s", "333m", "444p"), "三色三节高"),
    "chicken_hand": (win("345s 88s CC", "8s", "123m", "567p"), "无番和"),
    "last_draw": (
        win("345s 88s CC", "8s", "123m", "567p", flags=FLAG_LAST_TILE, **SELF),
        "妙手回春",
    ),
    "last_discard": (win("345s 88s CC", "8s", "123m", "567p", flags=FLAG_LAST_TILE), "海底捞月"),
    "kong_replacement": (
        win("345s 88s NN", "8s", "123m", "7777p", flags=FLAG_KONG_REPLACEMENT, **SELF),
        "杠上开花 明杠",
    ),
    "robbing_kong": (
        win("345s 78m CC", "6m", "123m", "567p", win_by=BY_ROBBED_KONG),
        "抢杠和",
    ),
    # 6
    "all_pungs": (win("777m 99s NN", "9s", "222m", "555p"), "碰碰和 幺九刻"),
    "half_flush": (win("99944m CC", "4m", "123m", "567m"), "混一色 幺九刻"),
    "mixed_shifted_chows": (win("34s 888m EE", "5s", "123m", "234p"), "三色三步高"),
    "all_types": (win("888s EE CC", "E", "123m", "567p"), "五门齐 幺九刻"),
    "all_claimed": (win("C", "C", "123m", "567p", "345s", "888s"), "全求人"),
    "two_concealed_kongs": (win("78s CC", "6s", "(2222m)", "(5555p)", "123s"), "双暗杠"),
    "two_dragon_pungs": (win("123m 56p 99s", "4p", "CCC", "FFF"), "双箭刻"),
    # 4
    "outside_hand": (win("78s CCC 11s", "9s", "123m", "999p"), "全带幺 箭刻 幺九刻"),
    "fully_concealed": (win("123m 567p 345s 88s 44m", "4m", **SELF), "不求人 无字"),
    "two_exposed_kongs": (win("123s 78s CC", "6s", "2222m", "5555p"), "双明杠"),
    "last_copy": (win("345s 78m CC", "6m", "123m", "567p", flags=FLAG_LAST_COPY), "和绝张"),
    # 2
    "dragon_pung": (win("345s 67p 88m", "5p", "CCC", "123m"), "箭刻"),
    "round_wind": (win("345s 67p 88m", "5p", "EEE", "123m", seat_wind=2, round_wind=0), "圈风刻"),
    "seat_wind": (win("345s 67p 88m", "5p", "EEE", "123m", seat_wind=0, round_wind=2), "门风刻"),
    "concealed_hand": (win("123m 345s 67p 777m 99s", "5p"), "门前清 无字"),
    "all_chows": (win("789s 67p 22s", "5p", "123m", "345s"), "平和"),
    "tile_hog": (win("345m 67p CC", "8p", "333m", "567s"), "四归一"),
    "double_pung": (win("123s 78s CC", "6s", "555m", "555p"), "双同刻"),
    "two_concealed_pungs": (win("555m 777p 78s CC", "6s", "123s"), "双暗刻"),
    "concealed_kong": (win("78s CC", "6s", "(5555m)", "123s", "567p"), "暗杠"),
    "all_simples": (win("345s 67m 88s", "8m", "234m", "444p"), "断幺"),
    # 1
    "pure_double_chow": (win("78s 555p CC", "6s", "234m", "234m"), "一般高"),
    "mixed_double_chow": (win("78s 555p CC", "6s", "234m", "234p"), "喜相逢"),
    "short_straight": (win("78s 555p CC", "6s", "234m", "567m"), "连六"),
    "two_terminal_chows": (win("45s 555p CC", "6s", "123m", "789m"), "老少副"),
    "terminal_or_honor_pung": (win("678m 45s CC", "6s", "999m", "123p"), "幺九刻"),
    "exposed_kong": (win("78s CC", "6s", "5555m", "123s", "567p"), "明杠"),
    "one_voided_suit": (win("345m 88p CC", "8p", "123m", "567p"), "缺一门"),
    "no_honors": (win("345s 88s 99m", "8s", "123m", "567p"), "无字"),
    "edge_wait": (win("345s 12m CC", "3m", "567p", "888s"), "边张"),
    "closed_wait": (win("345s 24m CC", "3m", "567p", "888s"), "坎张"),
    "single_wait": (win("345s 123m C", "C", "567p", "888s"), "单钓将"),
    "self_draw": (win("345s 88s CC", "8s", "123m", "567p", **SELF), "自摸"),
    "flower": (win("345s 88s CC", "8s", "123m", "567p", n_flowers=2), "无番和 花牌*2"),
    # The calculator's own
    "mixed_kongs": (win("78s CC", "6s", "5555m", "(2222p)", "123s"), "明暗杠"),
}

VALUES = {
    88: "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺",
    64: "清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会",
    48: "一色四同顺 一色四节高",
    32: "一色四步高 三杠 混幺九",
    24: "七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小",
    16: "清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻",
    12: "全不靠 组合龙 大于五 小于五 三风刻",
    8: "花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和",
    6: "碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻",
    5: "明暗杠",
    4: "全带幺 不求人 双明杠 和绝张",
    2: "箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺",
    1: "一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌",
}
VALUE_OF = {name: value for value, names in VALUES.items() for name in names.split()}


def expected_fans(text: str) -> dict[str, int]:
    """``"无番和 花牌*2"`` as counts by name."""
    parts = (word.partition("*") for word in text.split())
    return {name: int(count or 1) for name, _, count in parts}


@pytest.mark.parametrize("key", FANS)
def test_mcr_fan(key: str) -> None:
    hand, text = FANS[key]
    expected = expected_fans(text)
    answer = score(hand)
    assert answer.fans == expected, f"{hand}: {answer}"
    assert answer.total == sum(VALUE_OF[name] * count for name, count in expected.items())


def test_every_fan_has_a_hand_that_shows_it() -> None:
    names = {pattern.key: pattern.name for pattern in load_catalogue("mcr").patterns}
    # 无财神 is a fan of play with wildcards alone.
    assert set(FANS) == set(names) - {"no_wildcard"}
    for key, (_, text) in FANS.items():
        assert names[key] in expected_fans(text), key
