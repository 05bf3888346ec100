"""Agreement with the plain scorer of Chinese Official with wildcards on hands that nobody chose.

It tries every substitution with the reference calculator. ``PAIPU_ORACLE_HANDS`` sets the number of
random hands (default 1,200: every one is many substitutions).
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from schemas.catalogue import load_catalogue
from tests.engine.machine_script import compiled
from tests.engine.scoring_lines import differences
from tests.oracles import mcr_caishen
from tests.oracles.mcr_caishen_hands import random_hand

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "1200"))
BLOCK = 10_000
KEYS = load_catalogue("mcr").keys
WILDCARD = {"kind": "turned", "on_flower": "flowers_wild"}
VARIANTS: dict[str, tuple[str, float, dict[str, Any], dict[str, dict[str, Any]]]] = {
    "preset": ("mcr-caishen", 0.6, {}, {}),
    "four copies": (
        "mcr-caishen",
        0.2,
        {"wildcard_fifth_copy": False, "no_wildcard": 5, "minimum": 6},
        {
            "wildcard": {"fifth_copy": False},
            "patterns": {"no_wildcard": {"value": 5}},
            "win": {"minimum": 6},
        },
    ),
    "the calculator's table": (
        "mcr-botzone",
        0.2,
        {"base": "botzone"},
        {
            "wildcard": WILDCARD,
            "wall": {"kind": "common"},
            "patterns": {"no_wildcard": {"value": 2}},
        },
    ),
}
"""Preset, share of the hands, the plain scorer's options and the sections that say the same."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_caishen_hands_have_the_plain_scorers_answers(variant: str) -> None:
    preset, share, options, sections = VARIANTS[variant]
    rules = compiled(preset, **sections)
    rng = Random(f"caishen {variant}")
    n = int(HANDS * share)
    wrong: list[str] = []
    for first in range(0, n, BLOCK):
        lines = [random_hand(rng, options) for _ in range(min(BLOCK, n - first))]
        wrong += differences(
            lines, rules, KEYS, lambda line: mcr_caishen.score(line, options), set()
        )
    assert not wrong, f"{len(wrong)} of {n} hands differ:\n" + "\n".join(wrong[:5])
