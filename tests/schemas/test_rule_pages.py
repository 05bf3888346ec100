"""The pages on the rule systems: the options, patterns, presets and pages they name exist."""

import re
from pathlib import Path
from typing import get_args

import pytest

from schemas.catalogue import load_catalogue, systems
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet, Section

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [*sorted((DOCS / "rules").glob("*.md")), DOCS / "house-rules.md"]
NAME = re.compile(r"`([a-z]+)\.([a-z_]+)(?:\.[a-z]+)?(?: = [^`]+)?`")


def option_names():
    """Every option of every kind of section, by dotted name."""
    names = set()
    for section, field in RuleSet.model_fields.items():
        kinds = get_args(field.annotation) if field.discriminator else (field.annotation,)
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, Section):
                names |= {f"{section}.{key}" for key in kind.model_fields}
    return names


def test_there_is_a_page_for_every_system():
    assert {page.stem for page in PAGES} == {*systems(), "README", "house-rules"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_names_options_and_patterns_that_exist(page):
    catalogues = systems() if page.parent == DOCS else {page.stem} & set(systems())
    patterns = {f"patterns.{key}" for name in catalogues for key in load_catalogue(name).keys}
    named = {
        f"{section}.{key}"
        for section, key in NAME.findall(page.read_text(encoding="utf-8"))
        if section in RuleSet.model_fields
    }
    assert named
    assert named - option_names() - patterns == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_links_to_pages_that_exist(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).is_file()] == []


def test_every_preset_is_listed_with_the_page_of_its_system():
    rows = re.findall(
        r"^\| [^|]+ \| ([^|]+) \| \[(\w+)\]",
        (DOCS / "rules" / "README.md").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    listed = {preset: page for cell, page in rows for preset in re.findall(r"`([^`]+)`", cell)}
    assert listed == {name: load_ruleset(name).system for name in preset_names()}
