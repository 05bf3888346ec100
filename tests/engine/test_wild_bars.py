"""Wildcards that bar a win on another player's tile, under every system (Luoyuan card, "Play")."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules import P_SETS, Rules
from engine.scoring import new_score_columns, score_batch
from engine.tables import load_tables
from schemas.codes import VERDICTS
from tests.engine.machine_script import compiled
from tests.engine.scoring_lines import columns_of

SYSTEMS: dict[str, tuple[str, dict[str, Any], int]] = {
    "mcr": ("mcr-caishen", {}, 0),
    "taiwan": ("taiwan-standard", {"kind": "turned"}, 0),
    "luoyuan": ("luoyuan-20", {}, 0),
    "yantai": ("yantai", {"kind": "turned"}, 1),
}
"""Preset, what gives it wildcards, the least that a win is worth. Longgang's rules know no idle
wildcards (tests/schemas/test_system_limits.py)."""
ALL = pytest.mark.parametrize("system", SYSTEMS)
FREE = {"idle": "free", "discard_is_dead": False, "discardable": True}
# The wildcard is 9s. Whole sets beside one, and two of which 46p needs one: 5p frees both.
IDLE = ("123m 456m 789p 345s 9s", "1s")
IDLE_TWO = ("123m 456m 789p 46p 99s", "1s")
GOLDEN_PAIR = ("123m 456m 789p 46p 99s", "5p")
# One stands in 79p, one in 24s: the pair is to be completed.
IN_USE = ("123m 456m 79p 24s 2p 99s", "2p")
THREE = ("123m 456m 79p 24s 999s", "2p")
# Without one, on a wildcard that is discarded as itself.
ON_WILDCARD = ("123m 456m 789p 22p 78s", "9s")


def rules_of(system: str, *, three_on_discard: bool = True, **wildcard: Any) -> Rules:
    preset, base, minimum = SYSTEMS[system]
    win = {"minimum": minimum, "three_wildcards_on_discard": three_on_discard}
    return compiled(preset, wildcard={**FREE, **base, **wildcard}, win=win)


def verdict(rules: Rules, hand: tuple[str, str], by: str = "discard") -> str:
    concealed, tile = hand
    line = {
        "concealed": concealed + " 111p" * (int(rules.params[P_SETS]) - 4), "melds": [],
        "win_tile": tile, "win_by": by, "flags": [], "seat_wind": "S", "round_wind": "E",
        "wildcard": "9s",
    }  # fmt: skip
    out = new_score_columns(1, rules.n_patterns)
    score_batch(rules, load_tables(), columns_of([line]), out)
    return VERDICTS[out.verdict[0]]


@ALL
@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
@pytest.mark.parametrize("hand", [IDLE, IDLE_TWO])
def test_idle_wildcard_may_not_win_on_another_players_tile(
    system: str, by: str, hand: tuple[str, str]
) -> None:
    rules = rules_of(system, idle="no_discard_win")
    assert verdict(rules, hand, by) == "not_allowed"
    assert verdict(rules, hand, "self_draw") == "legal"


@ALL
@pytest.mark.parametrize("idle", ["free", "no_intercept"])
def test_idle_wildcard_may_win_where_the_rules_let_it(system: str, idle: str) -> None:
    """As no_intercept the bar is on going before another winner, which a hand cannot tell."""
    assert verdict(rules_of(system, idle=idle), IDLE) == "legal"


@ALL
@pytest.mark.parametrize("hand", [GOLDEN_PAIR, IN_USE])
def test_golden_pair_and_wildcards_in_use_may_win(system: str, hand: tuple[str, str]) -> None:
    assert verdict(rules_of(system, idle="no_discard_win"), hand) == "legal"


@ALL
def test_idle_is_judged_beside_melds(system: str) -> None:
    rules = rules_of(system, idle="no_discard_win")
    more = " 111p" * (int(rules.params[P_SETS]) - 4)
    line = {
        "concealed": "456m 345s 9s" + more, "win_tile": "1s", "win_by": "discard", "flags": [],
        "melds": [
            {"kind": "chow", "tiles": ["1m", "2m", "3m"], "concealed": False},
            {"kind": "kong", "tiles": ["8p"] * 4, "concealed": True},
        ],
        "seat_wind": "S", "round_wind": "E", "wildcard": "9s",
    }  # fmt: skip
    out = new_score_columns(1, rules.n_patterns)
    score_batch(rules, load_tables(), columns_of([line]), out)
    assert VERDICTS[out.verdict[0]] == "not_allowed"


@ALL
def test_three_wildcards_may_have_to_draw_their_tile(system: str) -> None:
    assert verdict(rules_of(system, three_on_discard=False), THREE) == "not_allowed"
    assert verdict(rules_of(system, three_on_discard=False), IN_USE) == "legal"
    assert verdict(rules_of(system), THREE) == "legal"


@ALL
def test_discarded_wildcard_may_be_dead(system: str) -> None:
    assert verdict(rules_of(system, discard_is_dead=True), ON_WILDCARD) == "not_allowed"
    assert verdict(rules_of(system, discard_is_dead=True), ON_WILDCARD, "self_draw") == "legal"
    assert verdict(rules_of(system), ON_WILDCARD) == "legal"
