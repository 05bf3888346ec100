"""What `value` works out of rule sets: every preset, house rules, changed tables."""

from __future__ import annotations

import re
import time
from pathlib import Path

import numpy as np
import pytest

from engine.policies.regional_value import layout as at
from engine.policies.regional_value.policy import prepare_regional
from engine.policies.registry import resolve_policies
from engine.rules import compile_rules
from engine.simulate import Simulator
from engine.tables import load_tables
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from tests.bench.strength import by_player, interval
from tests.engine.policies.regional_player import known, rules, ruleset

PRESETS = [
    "taiwan-standard", "taiwan-flowers-honors", "taiwan-system", "luoyuan-20", "luoyuan-36",
    "longgang", "yantai",
]  # fmt: skip
PAGE = Path(__file__).resolve().parents[3] / "docs" / "house-rules.md"


def worth(name: str, kind: int, *, is_open: int, by: int) -> tuple[float, float]:
    """Additive part and factor of a class, with a flower."""
    table = known(name).floats[at.X_WORTH : at.X_PUNG]
    add, times = table.reshape(at.N_CLASSES, 2, 2, 2, at.N_WORTH)[kind, 1, is_open, by]
    return float(add), float(times)


def changed(name: str, **values: int) -> RuleSet:
    """A preset with other values for some patterns."""
    patterns = dict(ruleset(name).patterns)
    for key, value in values.items():
        patterns[key] = patterns[key].model_copy(update={"value": value})
    return ruleset(name).model_copy(update={"patterns": patterns})


def test_taiwan_classes_are_worth_base_and_tai_of_the_card() -> None:
    # Base 3; 門清自摸 3, 門清 1, 自摸 1; 混一色 4, 清一色 8, 對對胡 4.
    assert worth("taiwan-standard", at.CLASS_PLAIN, is_open=0, by=0) == (6, 1)
    assert worth("taiwan-standard", at.CLASS_PLAIN, is_open=0, by=1) == (4, 1)
    assert worth("taiwan-standard", at.CLASS_PLAIN, is_open=1, by=1) == (3, 1)
    assert worth("taiwan-standard", at.CLASS_HALF, is_open=1, by=1) == (7, 1)
    assert worth("taiwan-standard", at.CLASS_FULL, is_open=1, by=0) == (12, 1)
    assert worth("taiwan-standard", at.CLASS_PUNGS, is_open=1, by=1) == (7, 1)


def test_yantai_classes_are_worth_the_products_of_the_card() -> None:
    # 门前清 × 2 by self-draw alone, 清一色 × 4, 碰碰胡 × 2, 七对 × 2, 十三幺 × 10.
    assert worth("yantai", at.CLASS_PLAIN, is_open=0, by=0) == (1, 2)
    assert worth("yantai", at.CLASS_PLAIN, is_open=0, by=1) == (1, 1)
    assert worth("yantai", at.CLASS_FULL, is_open=0, by=0) == (1, 8)
    assert worth("yantai", at.CLASS_PUNGS, is_open=1, by=1) == (1, 2)
    assert worth("yantai", at.CLASS_PAIRS, is_open=0, by=1) == (1, 2)
    assert worth("yantai", at.CLASS_ORPHANS, is_open=0, by=1) == (1, 10)


def test_luoyuan_classes_are_worth_the_factors_of_the_card() -> None:
    assert worth("luoyuan-20", at.CLASS_PLAIN, is_open=1, by=1) == (1, 1)  # 放胡
    assert worth("luoyuan-20", at.CLASS_PLAIN, is_open=1, by=0) == (1, 2)  # 自摸
    assert worth("luoyuan-20", at.CLASS_GOLD_PAIR, is_open=1, by=1) == (1, 6)
    assert worth("luoyuan-20", at.CLASS_GOLD_DRAGON, is_open=0, by=0) == (1, 10)


def test_longgang_classes_are_worth_points_and_tai_of_the_card() -> None:
    # 10 points, self-draw 2; no wildcard 1 tai, 混一色 1 tai; 清一色 is the limit of 300.
    assert worth("longgang", at.CLASS_PLAIN, is_open=1, by=1) == (10, 2)
    assert worth("longgang", at.CLASS_PLAIN, is_open=1, by=0) == (12, 2)
    assert worth("longgang", at.CLASS_HALF, is_open=1, by=1) == (10, 4)
    assert worth("longgang", at.CLASS_FULL, is_open=1, by=1)[0] == 300


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_prepared_quickly(name: str) -> None:
    known(name)  # kernels are compiled
    began = time.process_time()
    knowledge = prepare_regional(ruleset(name), rules(name), load_tables(), {})
    assert time.process_time() - began < 2
    chances = knowledge.floats[at.X_CHANCES :].reshape(3, at.N_LACK, at.N_TURNS, at.N_RATES)
    assert (chances >= 0).all()
    assert (chances <= 1).all()
    assert (np.diff(chances, axis=3) >= -1e-12).all(), "more useful tiles are never worse"
    assert (np.diff(chances[:, 1:], axis=1) <= 1e-12).all(), "a nearer hand is never worse"


def test_house_rules_of_the_page_are_prepared(tmp_path: Path) -> None:
    found = 0
    for block in re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        path = tmp_path / f"{found}.toml"
        path.write_text(block, encoding="utf-8")
        house = load_ruleset(str(path))
        if house.system != "mcr":
            knowledge = prepare_regional(house, compile_rules(house), load_tables(), {})
            assert np.isfinite(knowledge.floats).all()
            found += 1
    assert found >= 5


def test_a_plan_that_pays_no_more_than_any_hand_is_not_aimed_at() -> None:
    assert known("luoyuan-20").ints[at.K_PLANS] >> at.FULL & 0b111 == 0
    flat = changed("taiwan-standard", full_flush=0, half_flush=0)
    knowledge = prepare_regional(flat, compile_rules(flat), load_tables(), {})
    assert knowledge.ints[at.K_PLANS] >> at.HALF & 0b111111 == 0


def test_a_dearer_all_pungs_is_won_more_often() -> None:
    shares = []
    for house in (ruleset("taiwan-standard"), changed("taiwan-standard", all_pungs=30)):
        simulator = Simulator(house, resolve_policies("value"), seed=1, single=True)
        pungs = wins = 0
        for batch in simulator.play(0, 1000):
            pattern = np.asarray(batch.played.win_patterns["pattern"])
            pungs += int((pattern == house.catalogue.id_of("all_pungs")).sum())
            wins += len(batch.played.wins["hand"])
        shares.append(pungs / wins)
    assert shares[1] > 3 * shares[0]


@pytest.mark.parametrize("name", PRESETS)
def test_value_plays_legally_and_payments_sum_to_zero(name: str) -> None:
    simulator = Simulator(ruleset(name), resolve_policies("value"), seed=2)
    hands = 0
    for batch in simulator.play(0, 8):
        assert len(batch.played.refusals) == 0
        assert (by_player(batch).sum(axis=1) == 0).all()
        hands += len(batch)
    assert hands >= 8


def test_strength_interval_is_that_of_the_means_by_deal() -> None:
    # Mean 2, standard error 1/√3, Student's t of two degrees of freedom 4.303.
    low, high = interval(np.array([1.0, 2.0, 3.0]))
    assert (low, high) == pytest.approx((2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5), abs=1e-3)
