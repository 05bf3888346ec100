"""Where the presets of Chinese Official part, and the options that an analyst may set."""

from __future__ import annotations

import pytest

from engine.rules import Rules, compile_rules
from schemas.codes import BY_ROBBED_KONG, BY_SELF_DRAW
from tests.engine.oracle.engine import ruleset, score
from tests.engine.oracle.hands import Win, win

PRESETS = ("mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo")
SELF = {"win_by": BY_SELF_DRAW}

TERMINALS = win("99p 99s", "9p", "111m", "999m", "111p")
TERMINALS_THREE_SUITS = win("99p 99m", "9p", "111m", "111p", "111s")
MIXED_KONGS = win("78s CC", "6s", "5555m", "(2222p)", "123s")
TWO_CONCEALED_KONGS = win("78s CC", "6s", "(2222m)", "(5555p)", "123s")
GREEN = win("234s 44s 88s", "8s", "666s", "FFF")
GREEN_WITHOUT_F = win("234s 44s 88s", "8s", "666s", "222s")
THREE_KONGS_ONE_CONCEALED = win("67s 99m", "5s", "2222m", "5555p", "(8888s)")
THREE_KONGS_TWO_CONCEALED = win("78m 33s", "6m", "(2222m)", "(5555p)", "9999s")
FOUR_KONGS_ONE_CONCEALED = win("5p", "5p", "1111m", "3333p", "6666s", "(CCCC)")
FOUR_KONGS_TWO_CONCEALED = win("5p", "5p", "1111m", "3333p", "(6666s)", "(CCCC)")

CASES: list[tuple[str, Win, dict[str, dict[str, int]]]] = [
    (
        "清幺九: the print leaves out all 同刻, the calculator 双同刻, the world organisation none",
        TERMINALS,
        {
            "mcr": {"清幺九": 1},
            "mcr-botzone": {"清幺九": 1},
            "mcr-tziakcha": {"清幺九": 1},
            "mcr-wmo": {"清幺九": 1, "双同刻": 2},
        },
    ),
    (
        "清幺九 with 三同刻",
        TERMINALS_THREE_SUITS,
        {
            "mcr": {"清幺九": 1},
            "mcr-botzone": {"清幺九": 1, "三同刻": 1},
            "mcr-tziakcha": {"清幺九": 1, "三同刻": 1},
            "mcr-wmo": {"清幺九": 1, "三同刻": 1},
        },
    ),
    (
        "one exposed and one concealed kong",
        MIXED_KONGS,
        {
            "mcr": {"明杠": 1, "暗杠": 1},
            "mcr-botzone": {"明暗杠": 1},
            "mcr-tziakcha": {"明暗杠": 1},
            "mcr-wmo": {"明暗杠": 1},
        },
    ),
    (
        "绿一色 may add 混一色 in the 2014 rulebook",
        GREEN,
        {
            "mcr": {"绿一色": 1, "箭刻": 1},
            "mcr-botzone": {"绿一色": 1, "箭刻": 1},
            "mcr-tziakcha": {"绿一色": 1, "箭刻": 1},
            "mcr-wmo": {"绿一色": 1, "混一色": 1, "箭刻": 1},
        },
    ),
    (
        "绿一色 without 发 is 清一色, too",
        GREEN_WITHOUT_F,
        {name: {"绿一色": 1, "清一色": 1, "断幺": 1, "四归一": 1} for name in PRESETS},
    ),
    (
        "三杠 adds its concealed kong in the 2014 rulebook",
        THREE_KONGS_ONE_CONCEALED,
        {
            "mcr": {"三杠": 1, "无字": 1},
            "mcr-botzone": {"三杠": 1, "无字": 1},
            "mcr-tziakcha": {"三杠": 1, "无字": 1},
            "mcr-wmo": {"三杠": 1, "暗杠": 1, "无字": 1},
        },
    ),
    (
        "三杠 adds 双暗杠, which implies 双暗刻",
        THREE_KONGS_TWO_CONCEALED,
        {
            "mcr": {"三杠": 1, "双暗刻": 1, "幺九刻": 1, "无字": 1},
            "mcr-botzone": {"三杠": 1, "双暗刻": 1, "幺九刻": 1, "无字": 1},
            "mcr-tziakcha": {"三杠": 1, "双暗刻": 1, "幺九刻": 1, "无字": 1},
            "mcr-wmo": {"三杠": 1, "双暗杠": 1, "幺九刻": 1, "无字": 1},
        },
    ),
    (
        "四杠 adds its concealed kong",
        FOUR_KONGS_ONE_CONCEALED,
        {
            "mcr": {"四杠": 1, "箭刻": 1, "幺九刻": 1},
            "mcr-botzone": {"四杠": 1, "箭刻": 1, "幺九刻": 1},
            "mcr-tziakcha": {"四杠": 1, "箭刻": 1, "幺九刻": 1},
            "mcr-wmo": {"四杠": 1, "箭刻": 1, "幺九刻": 1, "暗杠": 1},
        },
    ),
    (
        "四杠 adds 双暗杠",
        FOUR_KONGS_TWO_CONCEALED,
        {
            "mcr": {"四杠": 1, "箭刻": 1, "幺九刻": 1, "双暗刻": 1},
            "mcr-botzone": {"四杠": 1, "箭刻": 1, "幺九刻": 1, "双暗刻": 1},
            "mcr-tziakcha": {"四杠": 1, "箭刻": 1, "幺九刻": 1, "双暗刻": 1},
            "mcr-wmo": {"四杠": 1, "箭刻": 1, "幺九刻": 1, "双暗杠": 1},
        },
    ),
]

CONCEALED_BY_NATURE = {
    "七对": win("1133m 5577p 2288s N", "N", **SELF),
    "连七对": win("1122334455667p", "7p", **SELF),
    "十三幺": win("19m 19p 19s ESWNCFP", "1m", **SELF),
    "九莲宝灯": win("1112345678999s", "5s", **SELF),
    "四暗刻": win("222m 444m 666p 888s 9m", "9m", **SELF),
    "七星不靠": win("147m 258p 3s ESWNCF", "P", **SELF),
    "全不靠": win("147m 258p 36s ESWNC", "F", **SELF),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("rule", "hand", "expected"), CASES, ids=[case[0] for case in CASES])
def test_mcr_presets_part(
    rule: str, hand: Win, expected: dict[str, dict[str, int]], preset: str
) -> None:
    assert score(hand, preset).fans == expected[preset]


@pytest.mark.parametrize(
    ("preset", "mixed", "concealed"),
    [("mcr", 3, 6), ("mcr-botzone", 5, 6), ("mcr-tziakcha", 5, 6), ("mcr-wmo", 6, 8)],
)
def test_values_of_two_kongs(preset: str, mixed: int, concealed: int) -> None:
    assert score(MIXED_KONGS, preset).total == mixed
    assert score(TWO_CONCEALED_KONGS, preset).total == concealed


@pytest.mark.parametrize("name", CONCEALED_BY_NATURE)
def test_self_drawn_hands_concealed_by_nature(name: str) -> None:
    hand = CONCEALED_BY_NATURE[name]
    for preset in ("mcr", "mcr-botzone", "mcr-tziakcha"):
        found = score(hand, preset).fans
        assert found["自摸"] == 1
        assert "不求人" not in found
    found = score(hand, "mcr-wmo").fans
    assert found[name] == 1
    assert found["不求人"] == 1
    assert "自摸" not in found
    assert score(hand, "mcr-wmo").total == score(hand, "mcr").total + 3


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", CONCEALED_BY_NATURE)
def test_concealed_hand_is_implied_by_hands_concealed_by_nature(name: str, preset: str) -> None:
    drawn = CONCEALED_BY_NATURE[name]
    assert "门前清" not in score(Win(drawn.concealed, drawn.win_tile), preset).fans


def test_tziakcha_plays_the_calculators_table_with_flowers_and_one_wall() -> None:
    tziakcha, botzone = ruleset("mcr-tziakcha"), ruleset("mcr-botzone")
    assert tziakcha.patterns == botzone.patterns
    assert tziakcha.scoring == botzone.scoring
    assert len(tziakcha.tiles.flowers) == 8
    assert botzone.tiles.flowers == ()
    assert (tziakcha.wall.kind, botzone.wall.kind) == ("common", "personal")


def _with_options(preset: str, section: str, **options: object) -> Rules:
    base = ruleset(preset)
    changed = getattr(base, section).model_copy(update=options)
    return compile_rules(base.model_copy(update={section: changed}))


def test_option_knitted_straight_wait() -> None:
    hand = win("147m 258p 369s N", "N", "CCC")
    assert score(hand, "mcr").fans["单钓将"] == 1
    rules = _with_options("mcr", "scoring", knitted_straight_wait=False)
    assert score(hand, "mcr", rules).fans == {"组合龙": 1, "五门齐": 1, "箭刻": 1}


def test_option_special_hands_fully_concealed() -> None:
    rules = _with_options("mcr", "scoring", special_hands_fully_concealed=True)
    assert score(CONCEALED_BY_NATURE["七对"], "mcr", rules).fans == {"七对": 1, "不求人": 1}


def test_option_minimum_looks_at_the_total_without_flowers() -> None:
    five = win("123m 567p 345s 88s 44m", "4m", n_flowers=4, **SELF)
    answer = score(five, "mcr")
    assert (answer.verdict, answer.total) == ("below_minimum", 5 + 4)
    eight = win("345s 88s CC", "8s", "123m", "567p", n_flowers=1)
    assert (score(eight, "mcr").verdict, score(eight, "mcr").total) == ("legal", 9)
    lenient = _with_options("mcr", "win", minimum=5)
    assert score(five, "mcr", lenient).verdict == "legal"


def test_option_rob_kong() -> None:
    hand = win("345s 78m CC", "6m", "123m", "567p", win_by=BY_ROBBED_KONG)
    assert score(hand, "mcr").verdict == "legal"
    rules = _with_options("mcr", "play", rob_kong=False)
    answer = score(hand, "mcr", rules)
    assert (answer.verdict, answer.total) == ("not_allowed", 8)


@pytest.mark.parametrize(
    ("shape", "hand"),
    [
        ("seven_pairs", win("1133m 5577p 2288s N", "N")),
        ("thirteen_orphans", win("19m 19p 19s ESWNCFP", "1m")),
        ("knitted_straight", win("147m 258p 369s N", "N", "CCC")),
        ("knitted_singles", win("147m 258p 36s ESWNC", "F")),
        ("standard", win("345s 88s CC", "8s", "123m", "567p")),
    ],
)
def test_option_shapes(shape: str, hand: Win) -> None:
    others = tuple(other for other in ruleset("mcr").win.shapes if other != shape)
    assert score(hand, "mcr", _with_options("mcr", "win", shapes=others)).verdict == "no_shape"
    assert score(hand, "mcr", _with_options("mcr", "win", shapes=(shape,))).verdict == "legal"
