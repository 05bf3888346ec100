"""Rule sets as files: what differs from the nearest preset, and nothing else."""

import tomllib

import pytest

from pipelines.rules_writing import nearest_preset, preset_text
from schemas.errors import RulesError, UsageError
from schemas.rules_files import changed_ruleset, load_ruleset, preset_names

CHANGES = {
    "mcr": {
        "win.minimum": 6,
        "patterns.all_pungs.value": 10,
        "patterns.big_four_winds.excludes": [],
    },
    "taiwan-standard": {"settlement.payer": "all", "scoring.straight": "tiles"},
    "longgang": {"scoring.limit": 500, "settlement.liability": False},
    "yantai": {"patterns.full_flush.value": 3, "win.shapes": ["standard"]},
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_means_the_rule_set_and_states_what_was_changed_alone(name, tmp_path):
    changed = changed_ruleset(load_ruleset(name), CHANGES[name])
    file = tmp_path / "mine.toml"
    file.write_text(preset_text(changed, name="mine"), encoding="utf-8")
    again = load_ruleset(str(file))
    assert again.hash == changed.hash
    assert again.name == f"mine-{changed.hash[:8]}"
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    assert values.pop("extends") == name
    for option in ("name", "title", "title_en"):
        values.pop(option)
    stated = {}
    for section, options in values.items():
        for option, value in options.items():
            if section == "patterns":
                stated |= {f"patterns.{option}.{key}": inner for key, inner in value.items()}
            else:
                stated[f"{section}.{option}"] = value
    assert stated == CHANGES[name]


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_nearest_to_itself(name):
    ruleset = load_ruleset(name)
    assert load_ruleset(nearest_preset(ruleset)).hash == ruleset.hash


def test_another_kind_of_settlement_states_all_of_its_options(tmp_path):
    taiwan = load_ruleset("taiwan-standard")
    values = taiwan.model_dump(mode="json")
    values |= {"settlement": {"kind": "multiplied", "unit": 3}, "notes": {}}
    other = type(taiwan).model_validate(values)
    file = tmp_path / "other.toml"
    file.write_text(preset_text(other, name="other"), encoding="utf-8")
    assert load_ruleset(str(file)).hash == other.hash


@pytest.mark.parametrize("name", ["", "a b", "a/b", "../up", "表", "mcr"])
def test_a_name_that_is_none_or_a_preset_s_is_refused(name):
    with pytest.raises(UsageError):
        preset_text(load_ruleset("mcr"), name=name)


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("win.minimum", "x", "win.minimum: 'x': Input should be a valid integer"),
        ("settlement.payer", "me", "settlement.payer: 'me': Input should be 'discarder' or 'all'"),
        ("patterns.all_pungs.excludes", ["zz"], "patterns.all_pungs.excludes: 'zz' is no pattern"),
        ("patterns.nothing.value", 1, "'patterns.nothing.value': taiwan-standard has no such"),
        ("settlement", 1, "settlement: 1: "),
        ("base", 1, "'base': taiwan-standard has no such option"),
    ],
)
def test_a_value_that_is_none_is_told_with_its_option(option, value, told):
    with pytest.raises(RulesError) as refused:
        changed_ruleset(load_ruleset("taiwan-standard"), {option: value})
    assert refused.value.message.startswith(told)
    assert "\n" not in refused.value.message
