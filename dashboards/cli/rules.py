"""``paipu rules``: list, show, validate and compare rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dashboards.cli.common import JsonOption, print_json
from schemas.errors import UsageError

if TYPE_CHECKING:
    from schemas.ruleset import RuleSet


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PRESET|FILE.toml | diff A B]",
            help="A rule set to show and validate, or two to compare; nothing lists the presets.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """List rule sets, show one in full, validate a file, or tell how two differ.

    Examples: ``paipu rules`` · ``paipu rules mcr-botzone`` · ``paipu rules my-table.toml`` ·
    ``paipu rules diff mcr mcr-wmo``
    """
    words = names or []
    if not words:
        _list(json)
    elif words[0] == "diff":
        if len(words) != 3:
            raise UsageError("rules diff takes two rule sets: paipu rules diff mcr mcr-wmo")
        _diff(words[1], words[2], json)
    elif len(words) == 1:
        _show(words[0], json)
    else:
        raise UsageError(
            f"rules takes one rule set, or diff and two, not {len(words)} words: {' '.join(words)}"
        )


def _list(as_json: bool) -> None:
    from dashboards.cli.text import show, table
    from schemas.rules_files import load_ruleset, preset_names

    presets = [load_ruleset(name) for name in preset_names()]
    if as_json:
        print_json(
            [
                {"name": p.name, "title": p.title, "title_en": p.title_en, "hash": p.hash}
                for p in presets
            ]
        )
        return
    rows = table(
        "rule set 规则",
        "title",
        "",
        "patterns 番种",
        "minimum 起和/起胡",
        "hash",
        right=("patterns 番种",),
    )
    for preset in presets:
        minimum = f"{preset.win.minimum} {preset.catalogue.unit}" if preset.win.minimum else "none"
        rows.add_row(
            preset.name,
            preset.title,
            preset.title_en,
            str(sum(r.limit or r.value != preset.neutral for r in preset.patterns.values())),
            minimum,
            preset.hash[:8],
        )
    show(rows)


def _show(name: str, as_json: bool) -> None:
    from dashboards import terms
    from dashboards.cli.text import show, table
    from schemas.rules_files import load_ruleset
    from schemas.rules_text import describe_options, format_value

    ruleset = load_ruleset(name)
    catalogue = ruleset.catalogue
    if as_json:
        print_json(
            {
                "name": ruleset.name,
                "hash": ruleset.hash,
                "patterns": [
                    {
                        "key": pattern.key,
                        "name": pattern.name,
                        "name_en": pattern.name_en,
                        "value": ruleset.patterns[pattern.key].value,
                        **({"limit": True} if ruleset.patterns[pattern.key].limit else {}),
                    }
                    for pattern in catalogue.patterns
                ],
                "options": ruleset.options(),
            }
        )
        return
    options = table("option", "value", "default", "meaning", "where from")
    options.columns[0].no_wrap = True
    for option in describe_options(ruleset):
        default = "" if option.default is None else format_value(option.default)
        options.add_row(
            option.name, format_value(option.value), default, option.meaning, option.note
        )
    # Where all rows add the same, its name says all; else each value says what it does.
    value = catalogue.unit if terms.adds(ruleset) else "value 值"
    patterns = table(
        value, f"pattern {terms.totals_of(ruleset).rows}", "", "key", "excludes", right=(value,)
    )
    named = {pattern.key: pattern.name for pattern in catalogue.patterns}
    for pattern in catalogue.patterns:
        rule = ruleset.patterns[pattern.key]
        patterns.add_row(
            terms.brief(ruleset, pattern.key, rule.value),
            pattern.name,
            pattern.name_en,
            pattern.key,
            " ".join(named[key] for key in rule.excludes),
        )
    show(_heading(ruleset), options, patterns)


def _diff(left_name: str, right_name: str, as_json: bool) -> None:
    from dashboards.cli.text import show, table
    from schemas.rules_files import load_ruleset
    from schemas.rules_text import differences

    left, right = load_ruleset(left_name), load_ruleset(right_name)
    found = differences(left, right)
    if as_json:
        print_json([{"what": d.what, left.name: d.left, right.name: d.right} for d in found])
        return
    if not found:
        show(f"{left.name} and {right.name} have the same rules.")
        return
    rows = table("what", left.name, right.name)
    for difference in found:
        rows.add_row(difference.what, difference.left, difference.right)
    show(f"{left.name} and {right.name} differ in {len(found)} points.", rows)


def _heading(ruleset: RuleSet) -> str:
    return (
        f"[bold]{ruleset.name}[/] {ruleset.title} · {ruleset.title_en} · hash {ruleset.hash[:16]}"
    )
