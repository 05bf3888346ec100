"""Tuning files: what they say, and every mistake in one sentence with line and valid values."""

import pytest

from schemas.errors import InputError, UsageError
from schemas.tuning_files import load_tuning

GOOD = """\
rules = "mcr"
output = "new.toml"

[rarity]
natural = ["mcr-sim-0123456789ab"]

[constraints]
values = [1, 2, 4, 6, 8]
fixed = ["flower"]

[constraints.bounds]
all_green = [24, 88]

[[target]]
measure = "gini"
goal = "least"

[[target]]
measure = "dealer_advantage"
goal = 0.0
within = 0.5
"""


@pytest.fixture
def load(tmp_path):
    def loaded(text):
        path = tmp_path / "tuning.toml"
        path.write_text(text, encoding="utf-8")
        return load_tuning(path)

    return loaded


def test_a_tuning_file_is_read(load):
    tuning = load(GOOD)
    assert tuning.rarity.natural == ("mcr-sim-0123456789ab",)
    assert tuning.constraints.bounds == {"all_green": (24, 88)}
    assert [target.goal for target in tuning.target] == ["least", 0.0]
    assert tuning.search.seed == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("natural =", "naturl =", "line 5: rarity.naturl: no such option; options are frequency"),
        ("natural = ", "strategic = ", "line 4: rarity: frequency 'natural' needs run ids"),
        ('"gini"', '"ginny"', "line 15: target.1.measure: 'ginny': input should be"),
        ("goal = 0.0", 'goal = "near"', "line 20: target.2.goal: 'near': a goal is a number, 'le"),
        ('"least"', "1.5", "line 14: target.1: goal 1.5: gini is between 0 and 1"),
        ("[24, 88]", "[88, 24]", "bounds.all_green: 88 is above 24"),
        ("6, 8]", "6, -8]", "values: -8 is out of range; 0 to 1,000,000"),
        ('fixed = ["flower"]', "low = 9\nhigh = 3", "low 9 is above high 3"),
        ('"dealer_advantage"', '"gini"', "target: gini stands twice"),
        ("within = 0.5", "within = 0", "target.2.within: 0: input should be greater than 0"),
        ('rules = "mcr"\n', "", "rules: is missing"),
        ('"new.toml"', '"new.txt"', "line 2: output: 'new.txt'"),
        ("natural = [", "natural = [[", "not TOML"),
        ('["mcr-sim-', '["x", "x", "mcr-sim-', "line 4: rarity: natural: x stands twice"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_the_valid_values(load, old, new, sentence):
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        load(GOOD.replace(old, new))
    assert sentence in caught.value.message
    assert "tuning.toml" in caught.value.message
    assert caught.value.exit_status == 1


def test_valid_measures_are_listed(load):
    with pytest.raises(InputError) as caught:
        load(GOOD.replace('"gini"', '"ginny"'))
    assert "'dealer_advantage'" in caught.value.message
    assert "'distance'" in caught.value.message


def test_joint_effects_need_wins(load):
    text = GOOD.replace("[rarity]", '[rarity]\nfrequency = "exact"\neffects = "joint"')
    with pytest.raises(InputError, match="effects 'joint' needs wins"):
        load(text)


def test_a_missing_file_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="there is no such tuning file") as caught:
        load_tuning(tmp_path / "none.toml")
    assert caught.value.exit_status == 2
