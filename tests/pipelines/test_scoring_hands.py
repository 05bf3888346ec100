"""Fields of the scoring interface: what is taken, and the error code of each bad input."""

import copy

import numpy as np
import pytest

from engine.scoring_out import N_INFO
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    NO_MELD,
    S_PAYER,
    S_WINNERS,
)
from pipelines.scoring.checks import copy_errors
from pipelines.scoring.hands import HandColumns
from schemas.errors import InputError
from schemas.rules_files import load_ruleset
from schemas.tiles import parse_tiles

COPIES = np.full(42, 4, dtype=np.int8)

HAND = {
    "id": "x1",
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5m"],
    "melds": [{"kind": "pung", "tiles": ["C", "C", "C"], "concealed": False}],
    "win_tile": "5m",
    "win_by": "discard",
    "flowers": ["f1"],
    "wildcard": None,
    "seat_wind": "S",
    "round_wind": "E",
    "dealer_streak": 0,
    "flags": [],
    "table": {
        "dealer": 0,
        "winner": 1,
        "payer": 2,
        "losers": {"0": {"concealed": [], "melds": [], "flowers": []}},
        "bets": [0, 0, 0, 0],
    },
    "source": "by hand",
    "note": "",
    "expected_total": 3,
    "expected_anything": 1,
}


def columns_of(*hands, rules="mcr"):
    columns = HandColumns(load_ruleset(rules))
    for place, hand in enumerate(hands):
        columns.add(hand, place)
    return columns


def errors_of(columns):
    return copy_errors(columns.wins(), columns.elsewhere(), COPIES)


def changed(**changes):
    hand = copy.deepcopy(HAND)
    hand.update(changes)
    return {key: value for key, value in hand.items() if value is not ...}


def test_a_whole_hand_becomes_columns():
    columns = columns_of(HAND)
    wins = columns.wins()
    held = np.repeat(np.arange(42), wins.hand[0])
    assert held.tolist() == parse_tiles("123m5m456p789s")[:3] + parse_tiles("5m456p789s")
    assert (wins.meld_kind[0, 0], wins.meld_tile[0, 0]) == (1, 31)
    assert wins.meld_kind[0, 1:].tolist() == [NO_MELD] * 4
    facts = wins.facts[0]
    assert [facts[F_N_MELDS], facts[F_WIN_TILE], facts[F_WIN_BY], facts[F_FLAGS]] == [1, 4, 1, 0]
    assert [facts[F_SEAT_WIND], facts[F_ROUND_WIND], facts[F_WILDCARD]] == [1, 0, -1]
    assert wins.flowers[0].sum() == 1
    assert columns.has_table().all()
    info = np.full((1, N_INFO), 7, np.int32)
    table = columns.showdowns(wins, info, np.zeros(1, np.intp))
    assert [table.facts[0, S_WINNERS], table.facts[0, S_PAYER]] == [0b10, 2]
    assert table.info[0, :, 0].tolist() == [0, 7, 0, 0]


def test_concealed_may_be_a_string_of_runs():
    listed = columns_of(HAND).wins().hand
    text = columns_of(changed(concealed="123m456p 789s5m")).wins().hand
    assert (listed == text).all()


def test_flowers_may_be_a_bare_count_in_every_preset():
    assert columns_of(changed(flowers=8), rules="mcr-botzone").wins().flowers[0].sum() == 8


def test_only_concealed_win_tile_and_win_by_are_needed():
    hand = {"concealed": "123m456p789sEE55p", "win_tile": "5p", "win_by": "self_draw"}
    assert not columns_of(hand).has_table().any()


def test_a_concealed_kong_and_a_chow_out_of_order_are_melds():
    melds = [
        {"kind": "kong", "tiles": ["5s"] * 4, "concealed": True},
        {"kind": "chow", "tiles": ["3m", "1m", "2m"]},
    ]
    wins = columns_of(changed(melds=melds, concealed="456p789s5m")).wins()
    assert wins.meld_kind[0, :2].tolist() == [4, 0]
    assert wins.meld_tile[0, :2].tolist() == [22, 0]


@pytest.mark.parametrize(
    ("changes", "code", "part"),
    [
        ({"colour": 1}, "unknown_key", "colour"),
        ({"melds": [{"kind": "pung", "tiles": ["C"] * 3, "open": 1}]}, "unknown_key", "open"),
        ({"table": {"dealer": 0, "winner": 1, "seat": 1}}, "unknown_key", "seat"),
        ({"concealed": ["1m", "2x"]}, "unknown_tile", "2x"),
        ({"concealed": "123m4"}, "unknown_tile", "'4'"),
        ({"concealed": [1, 2]}, "unknown_tile", "1"),
        ({"win_tile": "Z"}, "unknown_tile", "Z"),
        ({"concealed": 12}, "bad_value", "12"),
        ({"concealed": ...}, "bad_value", "concealed is missing"),
        ({"win_tile": None}, "bad_value", "win_tile"),
        ({"win_tile": "f1"}, "bad_value", "f1"),
        ({"win_by": "theft"}, "bad_value", "self_draw"),
        ({"win_by": ...}, "bad_value", "win_by"),
        ({"seat_wind": "Z"}, "bad_value", "seat_wind"),
        ({"round_wind": 1}, "bad_value", "round_wind"),
        ({"dealer_streak": -1}, "bad_value", "dealer_streak"),
        ({"flags": ["lucky"]}, "bad_value", "last_copy"),
        ({"flags": "last_tile"}, "bad_value", "flags"),
        ({"flowers": 9}, "bad_value", "9"),
        ({"flowers": ["E"]}, "bad_value", "E"),
        ({"flowers": ["f1", "f1"]}, "five_copies", "one copy"),
        ({"wildcard": "5m"}, "bad_value", "wildcard"),
        ({"concealed": "123m456p789sf1"}, "bad_value", "f1"),
        ({"table": {"dealer": 0, "winner": 4, "payer": 1}}, "bad_value", "winner"),
        ({"table": {"dealer": 0, "winner": 1, "payer": None}}, "bad_value", "payer"),
        ({"table": {"dealer": 0, "winner": 1, "payer": 1}}, "bad_value", "payer"),
        ({"table": {"dealer": 0, "winner": 1, "payer": 0, "bets": [1]}}, "bad_value", "bets"),
        ({"table": []}, "bad_value", "table"),
        ({"table": {"dealer": 0, "winner": 2, "payer": 1}}, "contradictory_flags", "seat_wind"),
        ({"melds": [{"kind": "pair", "tiles": ["C"] * 3}]}, "bad_meld", "pair"),
        ({"melds": [{"kind": "pung", "tiles": ["C", "C", "F"]}]}, "bad_meld", "C C F"),
        ({"melds": [{"kind": "pung", "tiles": ["C"] * 4}]}, "bad_meld", "pung"),
        ({"melds": [{"kind": "chow", "tiles": ["8m", "9m", "1p"]}]}, "bad_meld", "chow"),
        ({"melds": [{"kind": "chow", "tiles": ["E", "S", "W"]}]}, "bad_meld", "chow"),
        ({"melds": [{"kind": "chow", "tiles": []}]}, "bad_meld", "no tile"),
        (
            {"melds": [{"kind": "pung", "tiles": ["C"] * 3, "concealed": True}]},
            "bad_meld", "concealed",
        ),
        ({"melds": ["CCC"]}, "bad_meld", "CCC"),
        ({"melds": [{"kind": "pung", "tiles": ["f1"] * 3}]}, "bad_meld", "f1"),
        ({"concealed": "123m456p789s"}, "wrong_tile_count", "9 concealed"),
        ({"melds": [HAND["melds"][0]] * 5}, "wrong_tile_count", "5 melds"),
        ({"flags": ["kong_replacement"]}, "contradictory_flags", "replacement"),
        ({"flags": ["flower_replacement"]}, "contradictory_flags", "replacement"),
        ({"win_by": "robbed_kong", "win_tile": "1p", "flags": ["last_tile"]},
         "contradictory_flags", "last tile"),
        ({"win_by": "robbed_kong"}, "five_copies", "5m"),
        ({"win_by": "robbed_kong", "win_tile": "C"}, "five_copies", "C"),
    ],
)  # fmt: skip
def test_bad_input_has_its_code_and_names_the_value(changes, code, part):
    with pytest.raises(InputError) as error:
        columns_of(changed(**changes))
    assert error.value.code == code
    assert part in error.value.message


def test_a_payer_is_refused_on_a_self_draw():
    with pytest.raises(InputError, match="payer must be null") as error:
        columns_of(changed(win_by="self_draw"))
    assert error.value.code == "bad_value"


def test_a_refused_hand_leaves_no_trace():
    columns = columns_of(HAND)
    with pytest.raises(InputError):
        columns.add(changed(win_by="theft"), 1)
    assert len(columns) == 1
    assert columns.wins().hand.shape == (1, 42)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"concealed": "5555m123p789s"}, "5 copies of 5m"),
        (
            {
                "melds": [
                    {"kind": "kong", "tiles": ["5m"] * 4, "concealed": True},
                    {"kind": "chow", "tiles": ["4m", "5m", "6m"]},
                ],
                "concealed": "123p789s1m",
                "win_tile": "1m",
            },
            "5 copies of 5m",
        ),
    ],
)
def test_five_copies_are_found(changes, part):
    errors = errors_of(columns_of(HAND, changed(**changes)))
    assert list(errors) == [1]
    assert part in errors[1]


def test_four_copies_are_no_error():
    four_dragons = changed(concealed="123m456p78sC5m")
    assert errors_of(columns_of(four_dragons)) == {}
