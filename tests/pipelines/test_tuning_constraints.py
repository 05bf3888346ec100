"""Tables within constraints: they hold, and the nearest table is the nearest there is."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from pipelines.tuning.constraints import Choices, Nearest, choices_of
from pipelines.tuning.fitting import Scale
from pipelines.tuning.rarities import priced_patterns
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset
from schemas.tuning import Constraints

LOG, POWER = Scale("log"), Scale("power")
MCR = load_ruleset("mcr")
KEYS = priced_patterns(MCR)
OFFICIAL = (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 88)


def choices(values, order=()):
    keys = tuple(f"p{at}" for at in range(len(values)))
    return Choices(keys, tuple(np.array(each, np.int64) for each in values), tuple(order))


@st.composite
def problems(draw):
    size = draw(st.integers(2, 4))
    values = [sorted(draw(st.sets(st.integers(1, 9), min_size=1, max_size=4))) for _ in range(size)]
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    order = {pair for pair in draw(st.sets(pairs, max_size=5)) if pair[0] != pair[1]}
    scores = [draw(st.floats(0, 10, allow_nan=False)) for _ in range(size)]
    return choices(values, sorted(order)), np.array(scores)


def allowed(chosen):
    """Every allowed table, by trying all of them."""
    for table in product(*(each.tolist() for each in chosen.values)):
        if all(table[low] <= table[high] for low, high in chosen.order):
            yield np.array(table)


@settings(deadline=None, max_examples=150)
@given(problems(), st.sampled_from([LOG, POWER]))
def test_the_nearest_table_is_the_nearest_of_all(problem, scale):
    chosen, scores = problem
    tables = list(allowed(chosen))
    if not tables:
        with pytest.raises(UsageError, match="the constraints contradict each other"):
            Nearest(chosen, scale)
        return
    found = Nearest(chosen, scale)(scores)
    assert chosen.allows(found)
    best = min(float(((scale.score(table) - scores) ** 2).sum()) for table in tables)
    assert float(((scale.score(found) - scores) ** 2).sum()) == pytest.approx(best, abs=1e-9)


@settings(deadline=None, max_examples=150)
@given(problems(), st.randoms(use_true_random=False))
def test_a_table_is_raised_into_the_orders_and_an_allowed_one_is_kept(problem, chance):
    chosen, _ = problem
    tables = list(allowed(chosen))
    if not tables:
        return
    any_values = np.array([chance.choice(each.tolist()) for each in chosen.values])
    assert chosen.allows(chosen.raised(any_values))
    for table in tables:
        assert np.array_equal(chosen.raised(table), table)


def test_a_chain_on_a_fine_grid_is_the_isotonic_regression():
    scores = np.array([3.0, 1.0, 2.5, 2.0, 7.0, 5.0])
    grid = np.arange(0, 801)
    chain = choices([grid] * 6, [(at, at + 1) for at in range(5)])
    found = Nearest(chain, LOG)(scores * 100) / 100
    assert found == pytest.approx(optimize.isotonic_regression(scores).x, abs=0.01)


@settings(deadline=None, max_examples=12)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["table", "rarity", "none"]),
    st.booleans(),
)
def test_every_constraint_of_a_tuning_file_holds(seed, order, official):
    constraints = Constraints(
        values=OFFICIAL if official else (),
        order=order,
        fixed=("flower",),
        set={"all_green": 64},
        bounds={"half_flush": (6, 12)},
        high=64,
    )
    rarity = np.linspace(12, 0.5, 81)  # in the order of the catalogue, flowers last
    chosen = choices_of(MCR, KEYS, constraints, rarity=rarity, highest=88)
    scores = np.random.default_rng(seed).uniform(0, 90, 81)
    table = Nearest(chosen, LOG)(scores)
    value = dict(zip(KEYS, table.tolist(), strict=True))
    assert value["flower"] == 1
    assert value["all_green"] == 64
    assert 6 <= value["half_flush"] <= 12
    assert max(value.values()) <= 64
    assert min(value.values()) >= 1
    if official:
        assert set(value.values()) <= set(OFFICIAL)
    today = {key: MCR.patterns[key].value for key in KEYS}
    for key in KEYS:
        for other in KEYS:
            if order == "table" and today[key] < today[other]:
                assert value[key] <= value[other]
            if order == "rarity" and KEYS.index(key) > KEYS.index(other):
                assert value[key] <= value[other]
        for other in MCR.patterns[key].excludes:
            if other not in today or key in MCR.patterns[other].excludes:
                continue
            if today[other] <= today[key]:
                assert value[other] <= value[key]


def test_the_rarer_is_never_worth_less():
    rarity = np.full(81, np.nan)
    rarity[:3] = [1.0, 3.0, 2.0]
    chosen = choices_of(
        MCR, KEYS, Constraints(order="rarity", implied=False), rarity=rarity, highest=88
    )
    assert set(chosen.order) == {(0, 2), (2, 1)}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fixed": ("riichi",)}, "constraints.fixed: 'riichi' is no pattern that is priced; these"),
        ({"bounds": {"flower": (5, 7)}, "values": (2, 4)}, "leave flower no value: a value that"),
        ({"set": {"flower": 0}}, "leave flower no value: a value that counts, 0 to 0"),
    ],
)
def test_constraints_that_leave_nothing_are_told(options, sentence):
    with pytest.raises(UsageError) as caught:
        choices_of(MCR, KEYS, Constraints(**options), rarity=np.zeros(81), highest=88)
    assert sentence in caught.value.message


def test_constraints_that_contradict_each_other_are_told_by_name():
    constraints = Constraints(set={"self_draw": 9, "all_green": 4})
    chosen = choices_of(MCR, KEYS, constraints, rarity=np.zeros(81), highest=88)
    with pytest.raises(UsageError, match=r"contradict each other: \w+ may be worth \d+ at most"):
        Nearest(chosen, LOG)
