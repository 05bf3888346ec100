"""Writes ``docs/options.md``: every option by preset, and every pattern's value by preset.

``make docs`` runs it; a test keeps the page up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from schemas.catalogue import load_catalogue
from schemas.rules_files import load_ruleset, preset_names
from schemas.rules_text import describe_options, format_value, worth
from schemas.ruleset import RuleSet

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "options.md"
_ABSENT: Final = "·"
"""Stands where a preset's kind of scoring or settlement has no such option."""


def options_page() -> str:
    """The page as Markdown."""
    presets = [load_ruleset(name) for name in preset_names()]
    parts = [
        "# Options and presets",
        "Every option of a rule set, what it means, and what each preset says. A house rule is a "
        "file with `extends` and the lines that differ (`docs/house-rules.md`); `paipu rules "
        "PRESET` shows one preset with the source of its values. `" + _ABSENT + "` means that the "
        "preset's kind of scoring or settlement has no such option.",
        *_option_tables(presets),
        "## Patterns",
        "Values by preset, in the order of the source; a dash is a pattern that does not count, "
        "`limit` one whose hand is worth the limit.",
        *_pattern_tables(presets),
    ]
    return "\n\n".join(parts) + "\n"


def _option_tables(presets: list[RuleSet]) -> Iterable[str]:
    """One table a section; presets are columns."""
    meanings: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    for preset in presets:
        for option in describe_options(preset):
            meanings.setdefault(option.name, option.meaning)
            values.setdefault(option.name, {})[preset.name] = format_value(option.value)
    sections: dict[str, list[str]] = {}
    for name in meanings:
        sections.setdefault(name.split(".")[0] if "." in name else "", []).append(name)
    for section, names in sections.items():
        if section:
            yield f"## `[{section}]`"
        head = ["option", *(preset.name for preset in presets), "meaning"]
        rows = [
            [
                f"`{name.removeprefix(section + '.')}`",
                *(values[name].get(preset.name, _ABSENT) for preset in presets),
                meanings[name],
            ]
            for name in names
        ]
        yield _table(head, rows)


def _pattern_tables(presets: list[RuleSet]) -> Iterable[str]:
    for system in dict.fromkeys(preset.system for preset in presets):
        catalogue = load_catalogue(system)
        ours = [preset for preset in presets if preset.system == system]
        yield f"### {system} ({catalogue.unit} {catalogue.unit_en})"
        rows = [
            [
                f"`{pattern.key}`",
                pattern.name,
                pattern.name_en,
                *(worth(preset, pattern.key) for preset in ours),
            ]
            for pattern in catalogue.patterns
        ]
        yield _table(["key", "name", "", *(preset.name for preset in ours)], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines
    )


if __name__ == "__main__":
    PAGE.write_text(options_page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} written\n")
