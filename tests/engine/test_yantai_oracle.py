"""Agreement with the plain Yantai scorer on hands that nobody chose, under changed tables too.

``PAIPU_ORACLE_HANDS`` sets the number of random hands (default 4,000); every pattern must occur.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from schemas.catalogue import load_catalogue
from tests.engine.machine_script import compiled
from tests.engine.scoring_lines import differences
from tests.oracles import yantai
from tests.oracles.yantai_hands import random_hand

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "4000"))
BLOCK = 10_000
KEYS = load_catalogue("yantai").keys
VARIANTS: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {
    "preset": ({}, {}),
    "options": (
        {
            "honors_full_flush": False,
            "payer": "all",
            "unit": 3,
            "dealer_factor": 3,
            "exposed_kong": 4,
            "concealed_kong": 7,
            "bet_scope": "all_losers",
        },
        {
            "scoring": {"honors_are_a_kind": False},
            "settlement": {
                "payer": "all",
                "unit": 3,
                "dealer_factor": 3,
                "exposed_kong": 4,
                "concealed_kong": 7,
                "bet_scope": "all_losers",
            },
        },
    ),
}
"""The plain scorer's options and the sections of the rule set that say the same."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_yantai_hands_have_the_plain_scorers_answers(variant: str) -> None:
    options, sections = VARIANTS[variant]
    rules = compiled("yantai", **sections)
    rng = Random(f"yantai {variant}")
    n = HANDS // len(VARIANTS)
    wrong: list[str] = []
    seen: set[str] = set()
    for first in range(0, n, BLOCK):
        lines = [random_hand(rng, options) for _ in range(min(BLOCK, n - first))]
        wrong += differences(lines, rules, KEYS, lambda line: yantai.score(line, options), seen)
    assert not wrong, f"{len(wrong)} of {n} hands differ:\n" + "\n".join(wrong[:5])
    assert n < 2000 or seen == {*KEYS}


def test_random_yantai_tables_have_the_plain_scorers_answers() -> None:
    """Values and exclusions as no preset has them: other readings become the best."""
    rng = Random(5)
    n_tables = 20
    for _ in range(n_tables):
        values = {key: rng.choice([1, 1, 2, 3, 5, 10]) for key in KEYS}
        excludes = {key: rng.sample(KEYS, rng.choice([0, 0, 1, 2, 4])) for key in KEYS}
        patterns = {key: {"value": values[key], "excludes": tuple(excludes[key])} for key in KEYS}
        rules = compiled("yantai", patterns=patterns)
        options = {"values": values, "excludes": excludes}
        lines = [random_hand(rng) for _ in range(HANDS // n_tables)]
        wrong = differences(
            lines, rules, KEYS, lambda line, chosen=options: yantai.score(line, chosen), set()
        )
        assert not wrong, f"{values} {excludes}\n" + "\n".join(wrong[:3])
