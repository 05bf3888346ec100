"""A tuned table as a rule-set file: what it extends, and no more than what differs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from pipelines.files import writing
from pipelines.rules_writing import ruleset_text
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset, ruleset_from_values
from schemas.ruleset import RuleSet


def name_of(out: Path) -> str:
    """The name of a rule set from that of its file, of letters, digits and hyphens.

    >>> name_of(Path("My Table_2.toml"))
    'my-table-2'
    """
    return re.sub(r"[^a-z0-9]+", "-", out.stem.lower()).strip("-") or "tuned"


def with_values(ruleset: RuleSet, table: Mapping[str, int]) -> RuleSet:
    """A rule set with other values of some patterns, all else as it was."""
    values = ruleset.model_dump(mode="json")
    for key, value in table.items():
        values["patterns"][key]["value"] = value
    return ruleset_from_values(values)


def check_output(out: Path, rules: str) -> None:
    """Tell before a table is sought that its file cannot be written.

    Raises:
        UsageError: where there is no such folder, or the file is the one that the table extends.
    """
    if rules.endswith(".toml") and out.resolve() == Path(rules).resolve():
        raise UsageError(f"{out}: the new table would replace the one that it extends")
    if not out.resolve().parent.is_dir():
        raise UsageError(f"{out}: cannot be written: there is no folder {out.resolve().parent}")


def write_table(
    out: Path, rules: str, ruleset: RuleSet, table: Mapping[str, int], *, name: str
) -> RuleSet:
    """Write a rule-set file whole or not at all, and read it back.

    Args:
        out: the file.
        rules: the preset or the path of the rule-set file that it extends.
        ruleset: that rule set.
        table: values of patterns.
        name: of the new rule set.

    Raises:
        UsageError: where the file cannot be written.
    """
    extends = rules
    if rules.endswith(".toml"):
        extends = os.path.relpath(Path(rules).resolve(), out.resolve().parent)
    text = ruleset_text(with_values(ruleset, table), ruleset, name=name, extends=extends)
    with writing(out) as staged:
        staged.write_text(text, encoding="utf-8")
    return load_ruleset(str(out))
