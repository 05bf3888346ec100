"""tziakcha sessions: wall, dice, flowers, bit fields, claims, fans, what is refused.

The wall of these hands holds the tile ids in order from where the dice break it, so that every
tile can be told by counting: four copies each of 1m…9m (ids 0–35), 1s…9s (36–71, bamboo first),
1p…9p (72–107), E S W N (108–123), C F P (124–135), eight flowers (136–143).
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from formats_data import meta_of, read_text, rows_of, the_reject

from pipelines.formats.tziakcha_step import fan_name
from pipelines.formats.tziakcha_wall import Ends, Wall, break_of, kind_of
from schemas.catalogue import load_catalogue

DICE = 0x4321  # 1, 2, 3, 4
# Sides are 36 tiles; the break side is (12 − (1 + 2 − 1)) mod 4 = 2, and 2 × 10 tiles further.
BREAK = 2 * 36 + 20
PLAYERS = [{"n": name} for name in ("East", "South", "West", "North")]


def wall_digits() -> str:
    """Ids in order from the break on."""
    ids = list(range(144))
    return bytes(ids[144 - BREAK :] + ids[: 144 - BREAK]).hex()


def act(seat: int, kind: int, data: int) -> list[int]:
    return [seat << 4 | kind, data, 0]


# East is dealt ids 0–3, 16–19, 32–35, 48, 52: four 1m, 5m, 9m, a 4s and a 5s. Its concealed kong
# of 1m has data 0, like an announcement, but it is its own turn. The kong's replacement is the
# upper tile of the last stack, flower 142, and so on.
ACTIONS = [
    act(0, 0, 0),
    act(0, 5, 0),
    act(0, 7, 142 | 1 << 8),
    act(0, 1, 143 | 6 << 8 | 1 << 12),
    act(0, 1, 140 | 7 << 8),
    act(0, 1, 141 | 4 << 8),
    act(0, 1, 138 | 5 << 8),
    act(0, 1, 139 | 2 << 8),
    act(0, 1, 136 | 3 << 8),
    act(0, 1, 137 | 0 << 8),
    act(0, 1, 134 | 1 << 8),  # 134 is the third 白
    act(0, 2, 134 | 1 << 8),
    act(3, 4, 0),  # North announces a pung …
    act(1, 3, 0),  # South a chow …
    act(1, 9, 0),  # … and withdraws it
    act(2, 4, 33 | 2 << 6),  # West's pung takes it, two seats on
    act(2, 2, 100),  # 8p (100 >> 2 = 25, 72–107 are dots)
    act(3, 3, 24 | 1 << 6),  # North chows 678p: 24 is 7p on the site
    act(3, 2, 36),  # 1s
    act(0, 5, 9 | 1 << 6),  # East's exposed kong of 1s
    act(0, 7, 135 | 1 << 8),  # from the back again: the lower tile under 134
    act(0, 2, 135),
    act(1, 7, 53),
    act(1, 5, 27 | 0x300),  # South's added kong of E …
    act(2, 6, 12 << 1 | 1),  # … is robbed
]
ROWS = [
    # seat, action, tile, low, claim, index
    (0, 10, 0, -1, -1, 1),
    (0, 4, 40, -1, -1, 2),
    (0, 1, 40, -1, -1, 3),
    (0, 2, 41, -1, -1, 3),
    (0, 1, 41, -1, -1, 4),
    (0, 2, 38, -1, -1, 4),
    (0, 1, 38, -1, -1, 5),
    (0, 2, 39, -1, -1, 5),
    (0, 1, 39, -1, -1, 6),
    (0, 2, 36, -1, -1, 6),
    (0, 1, 36, -1, -1, 7),
    (0, 2, 37, -1, -1, 7),
    (0, 1, 37, -1, -1, 8),
    (0, 2, 34, -1, -1, 8),
    (0, 1, 34, -1, -1, 9),
    (0, 2, 35, -1, -1, 9),
    (0, 1, 35, -1, -1, 10),
    (0, 2, 33, -1, -1, 10),
    (0, 5, 33, -1, -1, 11),
    (3, 14, 33, -1, 7, 15),
    (2, 7, 33, -1, -1, 15),
    (2, 5, 16, -1, -1, 16),
    (3, 6, 16, 14, -1, 17),
    (3, 5, 18, -1, -1, 18),
    (0, 8, 18, -1, -1, 19),
    (0, 4, 33, -1, -1, 20),
    (0, 5, 33, -1, -1, 21),
    (1, 4, 22, -1, -1, 22),
    (1, 9, 27, -1, -1, 23),
    (2, 15, 27, -1, -1, 24),
]


def step(**changes: Any) -> dict[str, Any]:
    return {
        "p": PLAYERS,
        "w": wall_digits(),
        "d": DICE,
        "i": 5,
        "t": 1_784_789_969_354,
        "s": [-8, -20, 36, -8],
        "b": 4 | 2 << 4,
        "a": ACTIONS,
        "y": [{}, {}, {"f": 12, "t": {"49": 8, "71": 1, "74": 257, "83": 1}}, {}],
        **changes,
    }


def session(*steps: Any, match_id: str | None = "2u8pwkTG") -> str:
    head = {"id": match_id} if match_id else {}
    return json.dumps({"session": head, "records": [{"step": each} for each in steps]})


def test_dice_say_where_the_wall_is_broken() -> None:
    assert break_of(DICE) == BREAK
    # Hand-reckoned: dice 5 5 4 6 (0x6455): side (12 − 9) mod 4 = 3, 108 + 40 = 148 ≡ 4.
    assert break_of(0x6455) == 4


def test_tile_ids_have_bamboo_before_dots() -> None:
    assert [kind_of(tile_id) for tile_id in (0, 35, 36, 71, 72, 107)] == [0, 8, 18, 26, 9, 17]
    assert [kind_of(tile_id) for tile_id in (108, 123, 124, 135, 136, 143)] == [
        27, 30, 31, 33, 34, 41,
    ]  # fmt: skip


def test_deal_of_four_tiles_three_times_then_one(tmp_path: Path) -> None:
    batch = read_text(tmp_path, session(step())).batch
    assert batch.deal[0, 0].tolist() == [0] * 4 + [4] * 4 + [8] * 4 + [21, 22] + [-1] * 3
    assert batch.deal[0, 1].tolist() == [1] * 4 + [5] * 4 + [18] * 4 + [21] + [-1] * 4
    assert batch.deal[0, 3].tolist() == [3] * 4 + [7] * 4 + [20] * 4 + [21] + [-1] * 4


def test_actions_of_a_hand(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, session(step()))
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == ROWS


def test_meta_of_a_hand(tmp_path: Path) -> None:
    batch = read_text(tmp_path, session(step())).batch
    meta = meta_of(batch)
    assert (meta["session"], meta["hand_in_session"]) == (0, 5)
    assert batch.round_wind.tolist() == [1]
    assert batch.dealer.tolist() == [0]
    assert meta["match_id"] == "2u8pwkTG"
    assert meta["players"] == ["East", "South", "West", "North"]
    assert meta["played_at"].isoformat() == "2026-07-23T06:59:29.354000+00:00"
    assert meta["rules"] == "mcr-tziakcha"
    assert meta["recorded_total"] == 12
    assert meta["recorded_deltas"] == [-8, -20, 36, -8]
    assert meta["recorded_patterns"] == ["抢杠和*1", "一般高*1", "老少副*2", "花牌*1"]


def test_wall_gives_draws_from_its_front_and_replacements_from_its_end_backwards(
    tmp_path: Path,
) -> None:
    batch = read_text(tmp_path, session(step())).batch
    wall = batch.wall[0].tolist()
    drawn = [row[2] for row in ROWS if row[1] == 4 and row[0] == 1]
    replaced = [row[2] for row in ROWS if row[1] in (2, 4) and row[0] == 0]
    assert wall[53 : 53 + len(drawn)] == drawn
    assert wall[::-1][: len(replaced)] == replaced
    assert sorted(wall) == sorted([*range(34)] * 4 + [*range(34, 42)])


def test_ends_meet_where_the_front_takes_an_upper_tile() -> None:
    """With two tiles left in one stack: the front takes the upper one, the back the lower."""
    ends = Ends()
    for _ in range(144 - 53 - 2):
        ends.take_front()
    assert (ends.take_front(), ends.take_back(), ends.left) == (142, 143, 0)
    assert ends.turn([*range(144)]) == [*range(144)]


def test_ends_meet_where_the_back_takes_an_upper_tile() -> None:
    ends = Ends()
    for _ in range(144 - 53 - 2):
        ends.take_front()
    assert (ends.take_back(), ends.take_front(), ends.left) == (142, 143, 0)
    assert ends.turn([*range(144)])[-2:] == [143, 142]


def test_replacements_take_the_upper_tile_of_a_stack_first() -> None:
    ends = Ends()
    assert [ends.take_back() for _ in range(5)] == [142, 143, 140, 141, 138]
    assert ends.turn([*range(144)])[-6:] == [139, 138, 141, 140, 143, 142]


def test_wall_that_runs_out_is_refused() -> None:
    wall = Wall(wall_digits(), DICE)
    for _ in range(91):
        wall.take(back=False)
    with pytest.raises(Exception, match="empty wall"):
        wall.take(back=False)


def test_fan_numbers_follow_the_sites_list() -> None:
    """Rows 17 and 32 are second rows of the official list; from there numbers run ahead."""
    mcr = load_catalogue("mcr")
    for number, key in [
        (1, "big_four_winds"),
        (16, "four_pure_shifted_chows"),
        (17, "four_pure_shifted_chows"),
        (18, "three_kongs"),
        (31, "pure_shifted_chows"),
        (32, "pure_shifted_chows"),
        (33, "all_fives"),
        (52, "mixed_shifted_chows"),
        (80, "closed_wait"),
        (82, "self_draw"),
        (83, "flower"),
        (84, "mixed_kongs"),
    ]:
        found = mcr.find(fan_name(str(number)))
        assert found is not None
        assert mcr.keys[found] == key
    assert fan_name("85") == "天和"
    assert fan_name("200") == "200"
    assert fan_name("x") == "x"


def test_false_win_has_no_total(tmp_path: Path) -> None:
    actions = [*ACTIONS[:-1], act(2, 6, 0)]
    hand = step(a=actions, b=0, s=[10, 10, -30, 10], y=[{}, {}, {}, {}])
    batch = read_text(tmp_path, session(hand)).batch
    assert rows_of(batch)[-1] == (2, 16, 27, -1, -1, 24)
    assert meta_of(batch)["recorded_total"] is None


def test_hand_without_a_win_is_exhausted(tmp_path: Path) -> None:
    batch = read_text(tmp_path, session(step(a=ACTIONS[:12], b=0, s=[0, 0, 0, 0]))).batch
    assert rows_of(batch)[-1] == (-1, 19, -1, -1, -1, 12)


def test_announced_chow_that_loses_has_no_run(tmp_path: Path) -> None:
    actions = [*ACTIONS[:14], *ACTIONS[15:]]
    rows = rows_of(read_text(tmp_path, session(step(a=actions))).batch)
    assert rows[19:21] == [(3, 14, 33, -1, 7, 14), (1, 14, 33, -1, 6, 14)]


def test_session_without_an_id_is_told_apart_by_its_deals(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, session(step(), step(i=8), step(), match_id=None))
    reject = the_reject(parsed, hands=2)
    assert (reject.code, reject.place) == ("duplicate", "record 3")


def test_same_hand_twice_is_a_duplicate(tmp_path: Path) -> None:
    reject = the_reject(read_text(tmp_path, session(step(), step(s=[0, 0, 0, 0]))), hands=1)
    assert reject.code == "duplicate"
    assert "record 1 of" in reject.message


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"i": 16}, "bad_value", "0 to 15"),
        ({"i": "x"}, "bad_value", "$.step.i"),
        ({"i": None}, "bad_value", "$.step.i"),
        ({"p": PLAYERS[:3]}, "bad_value", "3 players"),
        ({"s": [36, -20, -8]}, "bad_value", "3 scores"),
        ({"s": [36, -20, -8, -7]}, "score_not_zero", "sum to 1"),
        ({"s": [1 << 40, -(1 << 40), 0, 0]}, "bad_value", "$.step.s[0]"),
        ({"w": "zz"}, "bad_wall", "hexadecimal"),
        ({"w": wall_digits()[2:]}, "bad_wall", "143 tiles"),
        ({"w": "00" * 144}, "bad_wall", "each of 144 ids once"),
        ({"t": -1}, "bad_value", "$.step.t"),
        ({"a": [[1]]}, "bad_value", "a[0]"),
        ({"a": [act(0, 2, 200)]}, "unknown_tile", "ids are 0 to 143"),
        ({"a": [act(0, 7, 99)]}, "bad_wall", "tile 99 is drawn where the wall holds 53"),
        ({"a": [act(0, 1, 140)]}, "bad_wall", "holds 142"),
        ({"a": [act(0, 1, 142 | 9 << 8)]}, "unknown_tile", "145"),
        ({"a": [act(0, 10, 0)]}, "bad_value", "kinds are 0 to 9"),
        ({"a": [act(0, 4, 40 | 1 << 6)]}, "unknown_tile", "number 40"),
        ({"a": [*ACTIONS[:17], act(3, 3, 27 | 1 << 6)]}, "bad_meld", "2…8"),
        ({"a": ACTIONS[:-1]}, "truncated", "before the win"),
        ({"y": [{"f": "x"}]}, "bad_value", "$.step.y[0].f"),
    ],
)
def test_bad_hand_costs_itself_alone(
    tmp_path: Path, change: dict[str, Any], code: str, words: str
) -> None:
    parsed = read_text(tmp_path, session(step(i=4), step(**change), step(i=6)))
    reject = the_reject(parsed, hands=2)
    assert (reject.code, reject.place) == (code, "record 2")
    assert words in reject.message
    assert reject.match_id == "2u8pwkTG"
    assert parsed.batch.meta["hand_in_session"].to_list() == [4, 6]


@pytest.mark.parametrize("key", ["p", "w", "d", "a", "i", "s"])
def test_missing_key_costs_its_own_hand(tmp_path: Path, key: str) -> None:
    hand = step()
    del hand[key]
    reject = the_reject(read_text(tmp_path, session(hand, step(i=6))), hands=1)
    assert reject.code == "missing_key"
    assert f"`{key}`" in reject.message


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (session(step())[:-30], "truncated"),
        (session(step()) + "x", "bad_json"),
        ('{"records": 5}', "bad_value"),
        ('{"session": {"id": 5}, "records": []}', "bad_value"),
        ("[]", "bad_value"),
        ('{"records": [' + "[" * 200_000, "bad_json"),
    ],
)
def test_bad_document_is_one_reject(tmp_path: Path, content: str, code: str) -> None:
    assert the_reject(read_text(tmp_path, content, "tziakcha")).code == code


def test_hands_of_one_file_are_one_session(tmp_path: Path) -> None:
    batch = read_text(tmp_path, session(step(i=0), step(i=1), copy.deepcopy(step(i=15)))).batch
    assert batch.meta["session"].to_list() == [0, 0, 0]
    assert batch.meta["hand_in_session"].to_list() == [0, 1, 15]
    assert np.array_equal(batch.round_wind, [0, 0, 3])
