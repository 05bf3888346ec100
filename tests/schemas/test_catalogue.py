"""Pattern tables: names and aliases by which records call patterns."""

from __future__ import annotations

import pytest

from schemas.catalogue import load_catalogue, systems


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("坎张", "closed_wait"),
        ("嵌张", "closed_wait"),
        ("独听・嵌张", "closed_wait"),
        ("独听·嵌张", "closed_wait"),
        ("独听•嵌张", "closed_wait"),
        ("单钓将", "single_wait"),
        ("单调将", "single_wait"),
        ("独听・单钓", "single_wait"),
        ("边张", "edge_wait"),
        ("独听・边张", "edge_wait"),
        (" 混一色 ", "half_flush"),
        ("half_flush", "half_flush"),
        ("一色四连环", "four_pure_shifted_chows"),
        ("一色三连环", "pure_shifted_chows"),
    ],
)
def test_name_of_a_record_finds_its_pattern(name: str, key: str) -> None:
    mcr = load_catalogue("mcr")
    found = mcr.find(name)
    assert found is not None
    assert mcr.keys[found] == key


@pytest.mark.parametrize("name", ["", "??", "???", "混?色", "混一", "立直"])
def test_name_that_is_none_is_not_guessed(name: str) -> None:
    assert load_catalogue("mcr").find(name) is None


@pytest.mark.parametrize("system", systems())
def test_every_name_and_alias_means_one_pattern(system: str) -> None:
    catalogue = load_catalogue(system)
    for index, pattern in enumerate(catalogue.patterns):
        for name in (pattern.key, pattern.name, *pattern.aliases):
            assert catalogue.find(name) == index
