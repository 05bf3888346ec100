"""Yantai 烟台麻将: a hand for every pattern, with what it counts (Yantai card)."""

from __future__ import annotations

import pytest

from engine.yantai import memory, patterns
from schemas.catalogue import load_catalogue
from schemas.codes import FLAG_KONG_REPLACEMENT
from tests.engine.oracle.engine import score
from tests.engine.oracle.hands import Win
from tests.engine.yantai_wins import (
    DEALER,
    FIRST,
    LAID,
    LAST,
    OPEN,
    ORPHANS,
    PAIRS,
    PLAIN,
    drawn,
    taken,
)


def test_yantai_pattern_ids_are_positions_in_the_catalogue() -> None:
    for place, key in enumerate(load_catalogue("yantai").keys):
        assert getattr(patterns, key.upper()) == place


def test_yantai_working_memory_does_not_overlap() -> None:
    assert memory.LAST_PATTERNS < memory.BEST_TOTAL
    assert memory.BEST_SHAPE < memory.BEST_SPLITS


# What each hand counts, and the product of the card's values.
HANDS: dict[str, tuple[Win, int, set[str]]] = {
    "bare win": (taken(PLAIN), 1, set()),
    "concealed hand is won by self-draw": (drawn(PLAIN), 2, {"门前清"}),
    "concealed hand keeps its concealed kong": (drawn(LAID, "(2222m)"), 2, {"门前清"}),
    "no concealed hand with a chow": (drawn(LAID, "234m"), 1, set()),
    "no concealed hand with a pung": (drawn(LAID, "222m"), 1, set()),
    "no concealed hand with an exposed kong": (drawn(LAID, "2222m"), 1, set()),
    "half flush": (taken(("234m 567m 11m EE", "E"), "CCC"), 2, {"混一色"}),
    "two suits and honors are no half flush": (taken(("234m 567p 11m EE", "E"), "CCC"), 1, set()),
    "full flush of a suit": (taken(("234m 345m 11m 67m", "8m"), "999m"), 4, {"清一色"}),
    "full flush of honors": (
        taken(("EEE SSS CC FF", "F"), "NNN"),
        8,
        {"清一色", "碰碰胡"},
    ),
    "pure straight in hand": (taken(("123456m 78m 55p", "9m"), "EEE"), 2, {"一条龙"}),
    "pure straight with claimed chows": (
        taken(("333s 78m 55p", "9m"), "456m", "123m"),
        2,
        {"一条龙"},
    ),
    "straight of three suits is none": (taken(("123m 456p 78s 55p", "9s"), "EEE"), 1, set()),
    "last single tile": (taken(("E", "E"), "123m", "567p", "222s", "999s"), 2, {"大吊车"}),
    "last single tile beside kongs": (
        taken(("E", "E"), "123m", "567p", "2222s", "(9999s)"),
        2,
        {"大吊车"},
    ),
    "last single tile beside concealed kongs only": (
        drawn(("E", "E"), "(1111m)", "(5555p)", "(2222s)", "(9999s)"),
        8,
        {"大吊车", "碰碰胡", "门前清"},
    ),
    "kong replacement": (
        drawn(LAID, "2222m", flags=FLAG_KONG_REPLACEMENT),
        2,
        {"杠上开花"},
    ),
    "last draw": (drawn(PLAIN, flags=LAST), 4, {"门前清", "海底捞月"}),
    "last discard is no last draw": (taken(PLAIN, flags=LAST), 1, set()),
    "all pungs": (taken(("111m 999p 33s 55m", "5m"), "222p"), 2, {"碰碰胡"}),
    "all pungs with a kong": (taken(("111m 999p 33s 55m", "5m"), "2222p"), 2, {"碰碰胡"}),
    "seven pairs": (taken(PAIRS), 2, {"七对"}),
    "seven pairs exclude the concealed hand": (drawn(PAIRS), 2, {"七对"}),
    # The source shows four alike as two pairs: 3万3万3万3万，77条，88条，东东，白白，11饼.
    "luxury seven pairs": (taken(("3333m 77s 88s EE PP 1p", "1p")), 4, {"豪华七对"}),
    "luxury seven pairs by the fourth tile": (
        taken(("333m 77s 88s EE PP 11p", "3m")),
        4,
        {"豪华七对"},
    ),
    "super luxury seven pairs": (taken(("3333m 7777s EE PP 1p", "1p")), 8, {"超级豪华七对"}),
    "supreme luxury seven pairs": (drawn(("3333m 7777s EEEE 1p", "1p")), 16, {"至尊豪华七对"}),
    "seven pairs multiply with half flush": (
        taken(("11m 33m 55m 77m EE CC P", "P")),
        4,
        {"七对", "混一色"},
    ),
    "seven pairs multiply with full flush": (
        taken(("1133557799m 22m 4m", "4m")),
        8,
        {"七对", "清一色"},
    ),
    "thirteen orphans": (taken(ORPHANS), 10, {"十三幺"}),
    "thirteen orphans exclude the concealed hand": (drawn(ORPHANS), 10, {"十三幺"}),
    "earthly by discard": (taken(PLAIN, flags=FIRST), 10, {"地胡"}),
    "earthly by self-draw excludes the concealed hand": (drawn(PLAIN, flags=FIRST), 10, {"地胡"}),
    "earthly after claims": (taken(LAID, "234m", flags=FIRST), 10, {"地胡"}),
    "heavenly excludes the concealed hand": (
        drawn(PLAIN, flags=FIRST, seat_wind=DEALER),
        10,
        {"天胡"},
    ),
    "dealer's first discard win is neither": (
        taken(PLAIN, flags=FIRST, seat_wind=DEALER),
        1,
        set(),
    ),
    "heavenly multiplies with the pairs": (
        drawn(PAIRS, flags=FIRST, seat_wind=DEALER),
        20,
        {"天胡", "七对"},
    ),
    "open play": (drawn(PLAIN, flags=OPEN), 8, {"门前清", "明打"}),
    "open play with a concealed kong": (
        drawn(LAID, "(2222m)", flags=OPEN),
        8,
        {"门前清", "明打"},
    ),
}


@pytest.mark.parametrize("rule", HANDS)
def test_yantai_hand_counts(rule: str) -> None:
    hand, product, names = HANDS[rule]
    found = score(hand, "yantai")
    assert found.verdict == "legal"
    assert found.fans == dict.fromkeys(names, 1)
    assert found.total == product


def test_yantai_every_pattern_has_a_hand() -> None:
    counted = {name for _, _, names in HANDS.values() for name in names}
    assert counted == {pattern.name for pattern in load_catalogue("yantai").patterns}
