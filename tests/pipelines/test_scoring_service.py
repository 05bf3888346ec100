"""``paipu score``: answers in order, errors beside them, vectors and worked examples met."""

import json
from pathlib import Path

import pytest

from pipelines.scoring.service import BLOCK, Scorer
from pipelines.scoring.single import Payment, explain, hand_from_options
from schemas.errors import InputError, RulesError, UsageError
from schemas.rules_files import load_ruleset

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "mcr.jsonl"

SELF_DRAWN = {
    "id": "a", "rules": "mcr", "concealed": "111m456m789mEE11p", "win_tile": "1p",
    "win_by": "self_draw", "flowers": [], "seat_wind": "E", "round_wind": "S", "flags": [],
}  # fmt: skip


def answers(*lines, rules=None):
    scorer = Scorer(rules)
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return [json.loads(answer) for answer in scorer.answers(raw)], scorer


def test_every_vector_has_its_total_and_fans():
    if not VECTORS.is_file():
        pytest.skip("the vectors of known hands lie beside the checkout, and are not there")
    lines = VECTORS.read_bytes().splitlines()
    found, scorer = answers(*lines)
    assert scorer.failed == 0
    assert len(found) == len(lines) > 200
    for answer, line in zip(found, lines, strict=True):
        expected = json.loads(line)
        assert answer["id"] == expected["id"]
        assert answer["total"] == expected["expected_total"], expected["id"]
        if expected.get("expected_fans"):
            fans = {pattern["name"]: pattern["count"] for pattern in answer["patterns"]}
            assert fans == expected["expected_fans"], expected["id"]


def test_mcr_self_draw_of_12_fan_is_paid_by_all():
    # Worked example of the rules: 12 fan by self-draw, each pays 8 + 12.
    # 不求人 4 + 双同刻 2 + 双暗刻 2 + 连六 1 + 幺九刻 1 + 1 + 缺一门 1 = 12.
    line = {**SELF_DRAWN, "table": {"dealer": 0, "winner": 0, "payer": None}}
    (answer,), _ = answers(line)
    assert answer["legal"] is True
    assert answer["total"] == 12
    assert answer["deltas"] == [60, -20, -20, -20]
    assert sorted(answer["reading"]) == ["111m", "111p", "456m", "789m", "EE"]
    assert {p["name"]: p["count"] * p["value"] for p in answer["patterns"]} == {
        "不求人": 4, "双同刻": 2, "双暗刻": 2, "连六": 1, "幺九刻": 2, "缺一门": 1,
    }  # fmt: skip
    assert answer["rules"] == "mcr"
    assert answer["rules_hash"] == load_ruleset("mcr").hash


def test_mcr_discard_of_8_fan_and_2_flowers():
    # Worked example of the rules: fan 10, winner +34, discarder −18, the others −8.
    line = {
        # 三色三同顺 8, won on a two-sided wait, one chow claimed, an honor pair, no other fan.
        "rules": "mcr", "concealed": "234m 234p 34s SS", "win_tile": "2s", "win_by": "discard",
        "melds": [{"kind": "chow", "tiles": ["6m", "7m", "8m"], "concealed": False}],
        "flowers": ["f2", "f7"], "seat_wind": "W", "round_wind": "E",
        "table": {"dealer": 0, "winner": 2, "payer": 3},
    }  # fmt: skip
    (answer,), _ = answers(line)
    assert {p["name"]: p["count"] for p in answer["patterns"]} == {"三色三同顺": 1, "花牌": 2}
    assert (answer["total"], answer["deltas"]) == (10, [-8, -8, 34, -18])


def test_flowers_do_not_help_to_the_minimum():
    line = {
        "rules": "mcr", "concealed": "234m 678p 34s SS", "win_tile": "2s", "win_by": "discard",
        "melds": [{"kind": "chow", "tiles": ["6m", "7m", "8m"], "concealed": False}],
        "flowers": 8, "seat_wind": "W", "round_wind": "E",
        "table": {"dealer": 0, "winner": 2, "payer": 3},
    }  # fmt: skip
    (answer,), scorer = answers(line)
    assert (answer["legal"], answer["reason"], answer["deltas"]) == (False, "below_minimum", None)
    assert {"花牌", "喜相逢"} <= {pattern["name"] for pattern in answer["patterns"]}
    assert scorer.failed == 0  # a hand that is not legal is an answer, not a failure


def test_no_shape_is_an_answer_without_patterns():
    (answer,), scorer = answers({**SELF_DRAWN, "win_tile": "9p"})
    assert (answer["legal"], answer["reason"]) == (False, "no_shape")
    assert (answer["total"], answer["patterns"], answer["reading"]) == (0, [], [])
    assert scorer.failed == 0


@pytest.mark.parametrize(
    "win_by", ["robbed_gold", "three_wildcards", "eight_flowers", "seven_flowers"]
)
def test_wins_of_other_systems_are_not_allowed(win_by):
    (answer,), _ = answers({**SELF_DRAWN, "win_by": win_by, "win_tile": None})
    assert (answer["legal"], answer["reason"], answer["patterns"]) == (False, "not_allowed", [])


def test_order_is_kept_over_blocks_rule_sets_and_errors():
    lines = []
    for number in range(BLOCK + 10):
        line = {**SELF_DRAWN, "id": number, "rules": ("mcr", "mcr-botzone")[number % 2]}
        if number % 7 == 3:
            line["win_by"] = "theft"
        lines.append(line)
    found, scorer = answers(*lines)
    assert [answer["id"] for answer in found] == list(range(BLOCK + 10))
    refused = [answer["id"] for answer in found if "error" in answer]
    assert refused == list(range(3, BLOCK + 10, 7))
    assert scorer.failed == len(refused)
    assert {answer["rules"] for answer in found if "rules" in answer} == {"mcr", "mcr-botzone"}


def test_the_lines_own_rules_win_over_the_option():
    found, _ = answers(SELF_DRAWN, {**SELF_DRAWN, "rules": "mcr-botzone"}, rules="mcr-wmo")
    assert [answer["rules"] for answer in found] == ["mcr", "mcr-botzone"]
    found, _ = answers({k: v for k, v in SELF_DRAWN.items() if k != "rules"}, rules="mcr-wmo")
    assert found[0]["rules"] == "mcr-wmo"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "bad_json"),
        (b"[1]", "bad_json"),
        (b'"text"', "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b"[" * 100_000, "bad_json"),
        ({"concealed": "1m", "win_tile": "1m", "win_by": "discard"}, "unknown_rules"),
        ({**SELF_DRAWN, "rules": "mcrr"}, "unknown_rules"),
        ({**SELF_DRAWN, "rules": 3}, "bad_value"),
        ({**SELF_DRAWN, "concealed": "1111m456m789mEE1p", "win_tile": "1m"}, "five_copies"),
    ],
)
def test_a_line_that_cannot_be_scored_is_answered_with_its_code(line, code):
    found, scorer = answers(SELF_DRAWN, line, SELF_DRAWN)
    assert [("error" in answer) for answer in found] == [False, True, False]
    assert found[1]["error"]["code"] == code
    assert found[1]["error"]["message"]
    assert scorer.failed == 1


def test_blank_lines_are_passed_by():
    found, _ = answers(b"\n", SELF_DRAWN, b"  \r\n")
    assert len(found) == 1


def test_an_unknown_default_is_told_at_once():
    with pytest.raises(RulesError, match="mcr-botzone"):
        Scorer("nonsense")


def one(**changes):
    options = {
        "rules": "mcr", "concealed": "123m 456p 789s EE 11p", "win_tile": "1p",
        "win_by": "discard", "melds": [], "concealed_kongs": [], "flowers": "0",
        "seat_wind": "S", "round_wind": "W", "flags": [],
    }  # fmt: skip
    return hand_from_options(**(options | changes))


def test_explanation_says_what_was_excluded_by_what():
    found = explain(one(win_by="self_draw"))
    cancelled = {
        row.pattern.name: row.cancelled_by.name for row in found.patterns if row.cancelled_by
    }
    assert cancelled["自摸"] == "不求人"
    # 花龙 8 + 不求人 4 + 幺九刻 1: each of the three pays 8 + 13.
    assert found.total == 13
    assert found.payments == [Payment(winner=1, giver=None, deltas=(-21, 63, -21, -21))]


def test_explanation_of_a_discard_names_all_payments():
    found = explain(one())
    # 花龙 8 + 门前清 2 + 幺九刻 1.
    assert found.total == 11
    assert found.wait == "pair_pair"
    # Another player than the dealer gives the tile, then the dealer.
    assert [(payment.giver, payment.deltas) for payment in found.payments] == [
        (3, (-8, 35, -8, -19)),
        (0, (-19, 35, -8, -8)),
    ]


def test_melds_are_given_as_runs_of_tiles():
    line = one(concealed="EE11p", melds=["123m", "FFF"], concealed_kongs=["9999s"], flowers="f1f2")
    assert [(meld["kind"], meld["concealed"]) for meld in line["melds"]] == [
        ("chow", False), ("pung", False), ("kong", True),
    ]  # fmt: skip
    assert explain(line).verdict in ("legal", "below_minimum")


def test_one_hand_needs_a_rule_set_and_tiles():
    with pytest.raises(UsageError, match="--rules"):
        one(rules=None)
    with pytest.raises(InputError, match="unknown tile"):
        explain(one(concealed="123x"))


def test_hundreds_of_copies_are_a_wrong_tile_count_and_the_others_go_on():
    found, _ = answers({**SELF_DRAWN, "concealed": "1m" * 300}, SELF_DRAWN)
    assert found[0]["error"]["code"] == "wrong_tile_count"
    assert found[1]["total"] == 12


@pytest.mark.parametrize("rules", ["y" * 100_000, "x" * 300 + ".toml", "../rules/mcr", "\0.toml"])
def test_names_that_are_no_rule_set_are_refused_in_a_short_sentence(rules):
    (answer,), _ = answers({**SELF_DRAWN, "rules": rules})
    assert answer["error"]["code"] == "unknown_rules"
    assert len(answer["error"]["message"]) < 400


@pytest.mark.parametrize(
    "changes", [{"concealed": "1" * 100_000}, {"win_by": "x" * 100_000}, {"k" * 100_000: 1}]
)
def test_long_values_are_shortened_in_the_sentence(changes):
    (answer,), _ = answers({**SELF_DRAWN, **changes})
    assert len(answer["error"]["message"]) < 400
