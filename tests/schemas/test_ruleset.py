"""Rule sets: presets, `extends`, identity, and errors with file, line, value, valid values."""

import pytest

from schemas.catalogue import load_catalogue
from schemas.errors import RulesError
from schemas.rules_files import (
    changed_ruleset,
    load_ruleset,
    preset_names,
    ruleset_from_values,
)
from schemas.rules_text import describe_options, differences
from schemas.ruleset import RuleSet


@pytest.fixture
def house_rule(tmp_path):
    def write(text, name="house.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("name", preset_names())
def test_preset_validates_and_explains_every_option(name):
    ruleset = load_ruleset(name)
    assert ruleset.name == name
    options = describe_options(ruleset)
    assert len(options) > 15
    assert all(option.meaning for option in options)
    assert {option.name for option in options} - {"system"} == set(ruleset.options())


def test_mcr_catalogue_has_81_fans_no_wildcard_and_the_mixed_kongs():
    catalogue = load_catalogue("mcr")
    assert len(catalogue.patterns) == 83
    assert len({pattern.name for pattern in catalogue.patterns}) == 83
    rows = sorted(pattern.row for pattern in catalogue.patterns if pattern.row)
    assert rows == [row for row in range(1, 84) if row != 81]


def test_mcr_values_are_those_of_the_source():
    # How many fans the printed list has of each value, headings 88 to 1.
    counts = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13}
    values = [rule.value for rule in load_ruleset("mcr").patterns.values()]
    assert {value: values.count(value) for value in counts} == counts
    assert values.count(0) == 2  # 明暗杠, which only the calculator pays, and 无财神


@pytest.mark.parametrize("name", [name for name in preset_names() if name.startswith("mcr")])
def test_no_wildcard_counts_two_where_there_are_wildcards_and_nowhere_else(name):
    ruleset = load_ruleset(name)
    expected = 2 if ruleset.wildcard.kind == "turned" else 0
    assert ruleset.patterns["no_wildcard"].value == expected


def test_caishen_is_mcr_with_wildcards_and_one_fan_more():
    changes = {d.what.split()[0] for d in differences(*map(load_ruleset, ("mcr", "mcr-caishen")))}
    assert {change for change in changes if not change.startswith("wildcard.")} == {"no_wildcard"}


def test_extends_changes_what_it_says_and_nothing_else(house_rule):
    path = house_rule('extends = "mcr"\nname = "low"\n[win]\nminimum = 6\n')
    low, mcr = load_ruleset(path), load_ruleset("mcr")
    assert low.win.minimum == 6
    assert [d.what.split()[0] for d in differences(mcr, low)] == ["win.minimum"]
    assert low.name == f"low-{low.hash[:8]}"


def test_extends_another_file(house_rule):
    house_rule('extends = "mcr"\nname = "a"\n[win]\nminimum = 6\n', "a.toml")
    path = house_rule('extends = "a.toml"\nname = "b"\n[settlement]\nbase = 4\n', "b.toml")
    ruleset = load_ruleset(path)
    assert (ruleset.win.minimum, ruleset.settlement.base) == (6, 4)


def test_hash_ignores_names_and_comments_but_no_value(house_rule):
    same = load_ruleset(house_rule('# a comment\nextends = "mcr"\nname = "x"\ntitle = "y"\n'))
    other = load_ruleset(
        house_rule('extends = "mcr"\nname = "x"\n[patterns.all_pungs]\nvalue = 7\n', "o.toml")
    )
    assert same.hash == load_ruleset("mcr").hash
    assert other.hash != load_ruleset("mcr").hash


def test_stored_values_give_the_same_rule_set():
    ruleset = load_ruleset("mcr-botzone")
    assert ruleset_from_values(ruleset.model_dump(mode="json")) == ruleset


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('extends = "mcr"\n[win]\nminimun = 6\n', ["line 3", "minimun", "minimum"]),
        ('extends = "mcr"\n\n[wall]\nkind = "round"\n', ["line 4", "'round'", "personal"]),
        ('extends = "mcr"\n[win]\nminimum = -1\n', ["line 3", "-1"]),
        ('extends = "mcrr"\n', ["line 1", "mcrr", "mcr-botzone"]),
        ('extends = "mcr"\n[patterns.xyz]\nvalue = 1\n', ["xyz", "no pattern"]),
        ('extends = "mcr"\n[patterns.all_pungs]\nexcludes = ["xyz"]\n', ["xyz", "all_pungs"]),
        ('extends = "mcr"\n[tiles]\nhonors = ["Q"]\n', ["'Q'", "E, S, W"]),
        ('extends = "mcr"\n[wall]\nkind = "personal"\nkeep_back = 4\n', ["keep_back must be 0"]),
        ("not toml at all\n", ["not TOML", "line 1"]),
        ('name = "x"\n', ["missing"]),
        ('extends = "house.toml"\n', ["circle"]),
    ],
)
def test_invalid_file_names_line_value_and_valid_values(house_rule, text, parts):
    path = house_rule(text)
    with pytest.raises(RulesError) as error:
        load_ruleset(path)
    assert error.value.code == "bad_rules"
    assert error.value.exit_status == 1
    for part in [path, *parts]:
        assert part in error.value.message


@pytest.mark.parametrize("name", ["nonsense", "missing.toml"])
def test_unknown_rule_set_is_wrong_usage(name):
    with pytest.raises(RulesError) as error:
        load_ruleset(name)
    assert error.value.code == "unknown_rules"
    assert error.value.exit_status == 2


def test_a_path_without_toml_is_no_preset(house_rule):
    path = house_rule('extends = "mcr"\nname = "mcr"\n[win]\nminimum = 1\n')
    with pytest.raises(RulesError, match="presets are"):
        load_ruleset(f"../../../../../../..{path.removesuffix('.toml')}")


def test_another_kind_of_settlement_inherits_none_of_the_old_ones_options(house_rule):
    path = house_rule(
        'extends = "mcr"\nname = "a"\n[settlement]\nkind = "base_per_tai"\nper_tai = 2\n'
    )
    settlement = load_ruleset(path).settlement
    assert (settlement.kind, settlement.base, settlement.per_tai) == ("base_per_tai", 3, 2)


def test_kind_of_another_section_names_its_own_options(house_rule):
    path = house_rule('extends = "mcr"\nname = "a"\n[scoring]\nstraight = "chows"\n')
    with pytest.raises(RulesError, match=r"line 4: scoring\.straight: no such option.*knitted"):
        load_ruleset(path)
    path = house_rule('extends = "mcr"\nname = "a"\n[scoring]\nkind = "sum"\n')
    with pytest.raises(RulesError, match=r"line 4: scoring\.kind: 'sum': not fan_sum, tai_sum"):
        load_ruleset(path)


def test_settlement_that_needs_another_scoring_is_refused(house_rule):
    path = house_rule('extends = "mcr"\nname = "a"\n[settlement]\nkind = "totals"\n')
    with pytest.raises(RulesError, match=r"'totals' needs scoring\.kind 'points_doubled'"):
        load_ruleset(path)


def test_a_section_that_is_no_table_is_told_so(house_rule):
    path = house_rule('extends = "mcr"\nname = "a"\nscoring = 3\n')
    with pytest.raises(RulesError, match="line 3: scoring"):
        load_ruleset(path)


def test_notes_of_options_that_a_file_states_are_its_own(house_rule):
    house_rule(
        'extends = "mcr"\nname = "a"\n[notes]\n"win.minimum" = "source: eight"\n'
        '"settlement.base" = "source: eight"\n',
        "a.toml",
    )
    path = house_rule('extends = "a.toml"\nname = "b"\n[win]\nminimum = 6\n')
    notes = load_ruleset(path).notes
    assert "win.minimum" not in notes
    assert notes["settlement.base"] == "source: eight"
    path = house_rule('extends = "a.toml"\nname = "c"\n[settlement]\nkind = "base_per_tai"\n')
    assert "settlement.base" not in load_ruleset(path).notes


def test_rule_sets_of_older_runs_load_without_options_that_are_no_more():
    """Their only value is dropped; another one was never possible and is refused."""
    values = load_ruleset("luoyuan-20").model_dump(mode="json")
    values["wildcard"]["turned_flower_replaced"] = False
    assert ruleset_from_values(values) == load_ruleset("luoyuan-20")
    values["wildcard"]["turned_flower_replaced"] = True
    with pytest.raises(RulesError, match="does not validate"):
        ruleset_from_values(values)


def test_who_pays_for_all_losers_pays_their_flowers_too():
    values = load_ruleset("mcr").model_dump()
    values["violations"]["shown_foul"] = "pays_all"
    with pytest.raises(ValueError, match=r"shown_foul 'pays_all' needs settlement\.kind"):
        RuleSet.model_validate(values)
    values["violations"]["shown_foul"] = "void"
    assert RuleSet.model_validate(values).violations.shown_foul == "void"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("patterns.full_flush.value", 10**9),
        ("settlement.dealer_factor", 1001),
        ("settlement.unit", 10**6),
    ],
)
def test_numbers_whose_products_would_not_be_exact_are_refused(option, value):
    with pytest.raises(RulesError, match="less than or equal to"):
        changed_ruleset(load_ruleset("yantai"), {option: value})


@pytest.mark.parametrize("preset", ["mcr", "taiwan-standard", "luoyuan-20", "longgang"])
def test_a_pattern_takes_nothing_away(preset):
    """No rule card has a pattern that costs its winner points."""
    rules = load_ruleset(preset)
    option = f"patterns.{rules.catalogue.keys[0]}.value"
    with pytest.raises(RulesError, match=r"-1: .*greater than or equal to 0; values are 0 to 100"):
        changed_ruleset(rules, {option: -1})
    assert changed_ruleset(rules, {option: 0}).patterns[rules.catalogue.keys[0]].value == 0


def test_a_rule_set_of_an_older_run_loads_with_a_note_on_an_option_that_is_no_more():
    values = load_ruleset("luoyuan-20").model_dump(mode="json")
    values["wildcard"]["turned_flower_replaced"] = False
    values["notes"]["wildcard.turned_flower_replaced"] = "choice"
    assert ruleset_from_values(values) == load_ruleset("luoyuan-20")


@pytest.mark.parametrize(
    ("option", "value"),
    [("wall.keep_back", 100_000), ("session.hands", 1025), ("session.rounds", 10**9)],
)
def test_numbers_that_no_wall_and_no_session_can_have_are_refused(option, value):
    with pytest.raises(RulesError, match="less than or equal to"):
        changed_ruleset(load_ruleset("mcr"), {option: value})
