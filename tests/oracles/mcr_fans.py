"""Fans of Chinese Official 国标麻将 counted slowly and plainly, for hands of any number of copies.

The reference calculator refuses a fifth copy of a tile, which a wildcard may stand for. Here every
reading, every place of the winning tile and every way to combine the sets is tried, by the words of
the source; on hands of up to four copies the answers are the calculator's (`mcr-botzone`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.engine.oracle.hands import ORPHANS
from tests.oracles.mcr_combinations import chow_fans, pung_fans
from tests.oracles.mcr_shapes import Group, divisions, special_shapes, waits

Fans = dict[str, int]

VALUES: Final[dict[str, int]] = {
    "大四喜": 88, "大三元": 88, "绿一色": 88, "九莲宝灯": 88, "四杠": 88, "连七对": 88,
    "十三幺": 88, "清幺九": 64, "小四喜": 64, "小三元": 64, "字一色": 64, "四暗刻": 64,
    "一色双龙会": 64, "一色四同顺": 48, "一色四节高": 48, "一色四步高": 32, "三杠": 32,
    "混幺九": 32, "七对": 24, "七星不靠": 24, "全双刻": 24, "清一色": 24, "一色三同顺": 24,
    "一色三节高": 24, "全大": 24, "全中": 24, "全小": 24, "清龙": 16, "三色双龙会": 16,
    "一色三步高": 16, "全带五": 16, "三同刻": 16, "三暗刻": 16, "全不靠": 12, "组合龙": 12,
    "大于五": 12, "小于五": 12, "三风刻": 12, "花龙": 8, "推不倒": 8, "三色三同顺": 8,
    "三色三节高": 8, "无番和": 8, "妙手回春": 8, "海底捞月": 8, "杠上开花": 8, "抢杠和": 8,
    "碰碰和": 6, "混一色": 6, "三色三步高": 6, "五门齐": 6, "全求人": 6, "双暗杠": 6, "双箭刻": 6,
    "明暗杠": 5, "全带幺": 4, "不求人": 4, "双明杠": 4, "和绝张": 4, "箭刻": 2, "圈风刻": 2,
    "门风刻": 2, "门前清": 2, "平和": 2, "四归一": 2, "双同刻": 2, "双暗刻": 2, "暗杠": 2,
    "断幺": 2, "一般高": 1, "喜相逢": 1, "连六": 1, "老少副": 1, "幺九刻": 1, "明杠": 1,
    "缺一门": 1, "无字": 1, "边张": 1, "坎张": 1, "单钓将": 1, "自摸": 1,
}  # fmt: skip
"""Fan values of `mcr-botzone`: those of the source, and 明暗杠 as its calculator pays it."""

_PUNGS_OF_ENDS: Final = "碰碰和 全带幺 幺九刻"
_CONCEALED: Final = "门前清 不求人"
EXCLUDES: Final[dict[str, str]] = {
    "大四喜": "三风刻 圈风刻 门风刻 碰碰和",
    "大三元": "双箭刻 箭刻",
    "绿一色": "混一色",
    "九莲宝灯": f"清一色 无字 {_CONCEALED}",
    "四杠": "三杠 双暗杠 双明杠 明暗杠 暗杠 明杠 碰碰和 单钓将",
    "连七对": f"七对 清一色 无字 {_CONCEALED}",
    "十三幺": f"五门齐 混幺九 {_CONCEALED}",
    "清幺九": f"混幺九 双同刻 无字 {_PUNGS_OF_ENDS}",
    "小四喜": "三风刻",
    "小三元": "双箭刻 箭刻",
    "字一色": f"混幺九 {_PUNGS_OF_ENDS}",
    "四暗刻": f"三暗刻 双暗刻 碰碰和 {_CONCEALED}",
    "一色双龙会": "清一色 平和 无字",
    "一色四同顺": "四归一",
    "一色四节高": "碰碰和",
    "三杠": "双暗杠 双明杠 明暗杠 暗杠 明杠",
    "混幺九": _PUNGS_OF_ENDS,
    "七对": _CONCEALED,
    "七星不靠": f"全不靠 五门齐 {_CONCEALED}",
    "全双刻": "碰碰和 断幺 无字",
    "清一色": "无字",
    "全大": "大于五 无字",
    "全中": "断幺 无字",
    "全小": "小于五 无字",
    "三色双龙会": "平和 无字",
    "三同刻": "双同刻",
    "全带五": "断幺 无字",
    "三暗刻": "双暗刻",
    "全不靠": f"五门齐 {_CONCEALED}",
    "大于五": "无字",
    "小于五": "无字",
    "推不倒": "缺一门",
    "妙手回春": "自摸",
    "杠上开花": "自摸",
    "抢杠和": "和绝张",
    "全求人": "单钓将",
    "双暗杠": "双暗刻 暗杠",
    "双箭刻": "箭刻",
    "明暗杠": "明杠 暗杠",
    "双明杠": "明杠",
    "平和": "无字",
    "断幺": "无字",
}
"""The source's 不计 lists and what a fan implies by itself; combinations of sets are apart."""

WINDS: Final = range(27, 31)
DRAGONS: Final = range(31, 34)
GREEN: Final = {19, 20, 21, 23, 25, 32}
REVERSIBLE: Final = {*(9 + rank for rank in (0, 1, 2, 3, 4, 7, 8)), 19, 21, 22, 23, 25, 26, 33}


@dataclass(frozen=True)
class Facts:
    """The circumstances of a win, as they are; winds 0–3."""

    self_draw: bool = False
    robbed_kong: bool = False
    last_copy: bool = False
    last_tile: bool = False
    kong_replacement: bool = False
    seat_wind: int = 0
    round_wind: int = 0


def fan_lists(
    concealed: Sequence[int], win: int, melds: Sequence[Group], facts: Facts
) -> list[Fans]:
    """The fans of every reading that wins; of one reading, every best way to count it.

    Empty where the tiles are no win. Flowers are not counted.
    """
    tiles = sorted([*concealed, win])
    every_tile = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
    around = [*_circumstances(melds, facts), *_by_tiles(every_tile)]
    found: list[Fans] = []
    if not melds:
        for special in special_shapes(tiles):
            hogs = _tile_hogs([Group("loose", tuple(tiles))])
            found.append(_settled([*around, *special, *hogs]))
    wait_alone = len(waits(concealed, len(melds))) == 1
    for parts in divisions(tiles, len(melds)):
        ways: list[Fans] = []
        for place, part in enumerate(parts):
            if win in part.tiles:
                placed = [*parts[:place], Group(part.kind, part.tiles, wins=True)]
                groups = [*placed, *parts[place + 1 :], *melds]
                waiting = _wait_fan(groups, win) if wait_alone else []
                ways += _ways(groups, win, [*around, *waiting], facts)
        best = max(worth(way) for way in ways)
        found += [way for way in ways if worth(way) == best]
    return [fans or {"无番和": 1} for fans in found]


def worth(fans: Fans) -> int:
    """What the fans are worth together."""
    return sum(VALUES[fan] * count for fan, count in fans.items())


def _circumstances(melds: Sequence[Group], facts: Facts) -> Iterator[str]:
    """Fans of how the hand was won and of what was laid down."""
    if facts.self_draw:
        yield "自摸"
    if facts.last_tile:
        yield "妙手回春" if facts.self_draw else "海底捞月"
    if facts.kong_replacement:
        yield "杠上开花"
    if facts.robbed_kong:
        yield "抢杠和"
    if facts.last_copy:
        yield "和绝张"
    if not any(meld.shown for meld in melds):
        yield "不求人" if facts.self_draw else "门前清"
    if len(melds) == 4 and all(meld.shown for meld in melds) and not facts.self_draw:
        yield "全求人"


def _by_tiles(every_tile: list[int]) -> Iterator[str]:
    """Fans that ask which tiles there are, in whatever shape."""
    kinds = set(every_tile)
    suits = {kind // 9 for kind in kinds if kind < 27}
    ranks = {kind % 9 + 1 for kind in kinds if kind < 27}
    honors = {kind for kind in kinds if kind >= 27}
    if kinds <= GREEN:
        yield "绿一色"
    if kinds <= REVERSIBLE:
        yield "推不倒"
    if not suits:
        yield "字一色"
    if ranks <= {1, 9} and suits:
        yield "混幺九" if honors else "清幺九"  # of seven pairs, too, as the calculator pays it
    if len(suits) == 1:
        yield "混一色" if honors else "清一色"
    if len(suits) == 2:
        yield "缺一门"
    if len(suits) == 3 and honors & {*WINDS} and honors & {*DRAGONS}:
        yield "五门齐"
    if not honors:
        yield "无字"
        if not ranks & {1, 9}:
            yield "断幺"
        wide = {"全大": {7, 8, 9}, "全中": {4, 5, 6}, "全小": {1, 2, 3}}
        wide |= {"大于五": {6, 7, 8, 9}, "小于五": {1, 2, 3, 4}}
        for fan, allowed in wide.items():
            if ranks <= allowed:
                yield fan


def _tile_hogs(groups: Sequence[Group]) -> list[str]:
    """四归一: four alike, or more, that are no kong."""
    loose = Counter(t for group in groups if group.kind != "kong" for t in group.tiles)
    return ["四归一" for count in loose.values() if count >= 4]


def _wait_fan(groups: Sequence[Group], win: int) -> list[str]:
    """边张, 坎张 or 单钓将 of the place that the winning tile has."""
    group = next(group for group in groups if group.wins)
    if group.kind == "pair":
        return ["单钓将"]
    if group.kind == "chow":
        if win == group.tiles[1]:
            return ["坎张"]
        if (win % 9 == 2 and win == group.tiles[2]) or (win % 9 == 6 and win == group.tiles[0]):
            return ["边张"]
    return []


def _ways(groups: Sequence[Group], win: int, around: Sequence[str], facts: Facts) -> list[Fans]:
    """All ways to count one reading with the winning tile in its place."""
    chows = [group.tiles[0] for group in groups if group.kind == "chow"]
    pungs = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    eyes = next(group.tiles[0] for group in groups if group.kind == "pair")
    fixed = [*around, *_by_sets(groups, win, facts), *_tile_hogs(groups)]
    return [
        _settled([*fixed, *of_chows, *of_pungs])
        for of_chows in chow_fans(chows, eyes)
        for of_pungs in pung_fans(pungs)
    ]


def _by_sets(groups: Sequence[Group], win: int, facts: Facts) -> Iterator[str]:
    """Fans that ask which sets there are, but for those that combine chows or pungs."""
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    kinds = [group.tiles[0] for group in pungs]
    eyes = next(group.tiles[0] for group in groups if group.kind == "pair")
    knitted = any(group.kind == "knitted" for group in groups)
    if knitted:
        yield "组合龙"

    winds, dragons = {*kinds} & {*WINDS}, {*kinds} & {*DRAGONS}
    of_winds = "大四喜" if len(winds) == 4 else "三风刻" if len(winds) == 3 else None
    if of_winds == "三风刻" and eyes in {*WINDS} - winds:
        of_winds = "小四喜"
    if of_winds:
        yield of_winds
    if len(dragons) == 3:
        yield "大三元"
    elif len(dragons) == 2:
        yield "小三元" if eyes in {*DRAGONS} - dragons else "双箭刻"
    gates = _is_nine_gates(groups, win)
    if gates:
        yield "九莲宝灯"
    for kind in sorted(kinds):
        own = [
            name
            for name, wind in (("圈风刻", facts.round_wind), ("门风刻", facts.seat_wind))
            if kind == 27 + wind
        ]
        yield from own
        if kind in DRAGONS:
            yield "箭刻"
        elif gates:
            gates = False  # the calculator takes one 幺九刻 off for 九莲宝灯
        elif kind in ORPHANS and not own and not (kind in WINDS and of_winds):
            yield "幺九刻"

    if not knitted:
        if len(pungs) == 4:
            yield "碰碰和"
            if all(kind < 27 and kind % 9 in (1, 3, 5, 7) for kind in [*kinds, eyes]):
                yield "全双刻"
        if all({*group.tiles} & {*ORPHANS} for group in groups):
            yield "全带幺"
        if all(any(t < 27 and t % 9 == 4 for t in group.tiles) for group in groups):
            yield "全带五"
    if not pungs and eyes < 27:
        yield "平和"
    yield from _hidden_and_kongs(pungs, facts)


def _hidden_and_kongs(pungs: Sequence[Group], facts: Facts) -> Iterator[str]:
    """暗刻 and 杠: a pung that a discard completes is not concealed."""
    hidden = sum(not p.shown and (facts.self_draw or not p.wins) for p in pungs)
    if hidden >= 2:
        yield {2: "双暗刻", 3: "三暗刻", 4: "四暗刻"}[hidden]
    kongs = [pung for pung in pungs if pung.kind == "kong"]
    shown = sum(kong.shown for kong in kongs)
    if len(kongs) >= 3:
        yield "四杠" if len(kongs) == 4 else "三杠"
    elif len(kongs) == 2:
        yield {0: "双暗杠", 1: "明暗杠", 2: "双明杠"}[shown]
    yield from ["明杠"] * shown + ["暗杠"] * (len(kongs) - shown)


def _is_nine_gates(groups: Sequence[Group], win: int) -> bool:
    """1112345678999 of one suit in the hand, won on any tile of the suit."""
    if win >= 27 or any(group.shown or group.kind == "kong" for group in groups):
        return False
    gates = [win // 9 * 9 + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    return sorted([*gates, win]) == sorted(tile for group in groups for tile in group.tiles)


def _settled(names: Sequence[str]) -> Fans:
    """Fans with their counts, less those that others exclude.

    不求人 takes the place of 自摸, but not in hands that are concealed by what they are: these
    exclude it and count 自摸.
    """
    gone = {out for name in names for out in EXCLUDES.get(name, "").split()}
    if "不求人" in names and "不求人" not in gone:
        gone.add("自摸")
    return dict(Counter(name for name in sorted(names) if name not in gone))
