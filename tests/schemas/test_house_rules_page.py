"""The page on house rules: each of its files loads and changes what it says and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

from schemas.catalogue import systems
from schemas.errors import RulesError
from schemas.rules_files import load_ruleset

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```toml\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
IDENTITY = {"extends", "name", "title", "title_en", "notes", "patterns"}


def options_said(values):
    """The options that a file states, by dotted name."""
    return {
        f"{section}.{key}": value
        for section, table in values.items()
        if section not in IDENTITY
        for key, value in table.items()
    }


def test_page_has_a_house_rule_for_every_system_and_a_mixture():
    extended = [load_ruleset(tomllib.loads(text)["extends"]).system for text in FILES]
    assert set(extended) == set(systems()) == {"mcr", "taiwan", "luoyuan", "longgang", "yantai"}
    assert len(FILES) == len({tomllib.loads(text)["name"] for text in FILES}) == 6


@pytest.mark.parametrize("text", FILES, ids=[tomllib.loads(text)["name"] for text in FILES])
def test_house_rule_of_the_page_changes_what_it_says_and_nothing_else(tmp_path, text):
    values = tomllib.loads(text)
    path = tmp_path / f"{values['name']}.toml"
    path.write_text(text, encoding="utf-8")
    house, parent = load_ruleset(str(path)), load_ruleset(values["extends"])

    assert house.hash != parent.hash
    assert house.name == f"{values['name']}-{house.hash[:8]}"
    assert (house.title, house.title_en) == (values["title"], values["title_en"])

    said, ours, theirs = options_said(values), house.options(), parent.options()
    assert {name: ours[name] for name in said} == said
    assert {name for name in ours if ours[name] != theirs[name]} == set(said)

    rules = values.get("patterns", {})
    changed = {key for key in house.patterns if house.patterns[key] != parent.patterns[key]}
    assert changed == set(rules)
    for key, rule in rules.items():
        assert house.patterns[key].model_dump(mode="json") == {
            **parent.patterns[key].model_dump(mode="json"),
            **rule,
        }

    for name, note in values["notes"].items():
        assert name in said
        assert house.notes[name] == note


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'extends = "mcr"\n[settlement]\nbas = 8\n',
            "line 3: settlement.bas: no such option; options are kind or base",
        ),
        (
            'extends = "mcr"\n[wall]\nkind = "round"\n',
            "line 3: wall.kind: 'round': Input should be 'common' or 'personal'",
        ),
        ('extends = "mrc"\n', "line 1: extends unknown rule set 'mrc'; presets are "),
        (
            'extends = "mcr"\n[patterns.all_pung]\nvalue = 7\n',
            "patterns.all_pung: no pattern of system 'mcr'",
        ),
        (
            'extends = "mcr"\n[settlement]\nkind = "totals"\n',
            "settlement.kind 'totals' needs scoring.kind 'points_doubled'",
        ),
        (
            'extends = "mcr"\n[wildcard]\nidle = "no_intercept"\n',
            "wildcard.idle needs wildcard.kind 'turned'",
        ),
        (
            'extends = "mcr"\n[notes]\n"win.minimun" = "house"\n',
            "notes: 'win.minimun' is no option of this rule set",
        ),
    ],
)
def test_error_of_the_page_is_what_a_file_gets(tmp_path, text, message):
    assert f"`{message}" in PAGE
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_ruleset(str(path))
    assert error.value.message.startswith(f"{path}: {message}")
    assert error.value.message == f"{path}: {message}" or message.endswith("presets are ")
