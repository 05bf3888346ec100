"""The project itself: packages come from this checkout, doctests hold, presets are found."""

import doctest
import importlib
from pathlib import Path

import pytest

import dashboards
import engine
import pipelines
import schemas

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (schemas, engine, pipelines, dashboards)

WITH_DOCTESTS = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for package in PACKAGES
    for path in sorted((ROOT / package.__name__).rglob("*.py"))
    if "\n    >>> " in path.read_text(encoding="utf-8")
    or "\n>>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_package_is_the_checkouts(package):
    assert Path(package.__file__).is_relative_to(ROOT)


def test_some_modules_have_doctests():
    assert "schemas.tiles" in WITH_DOCTESTS


@pytest.mark.parametrize("name", WITH_DOCTESTS)
def test_doctests(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
