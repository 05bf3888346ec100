"""At many states every conceivable act: what is offered, accepted, and right by the referee."""

from __future__ import annotations

from random import Random

import pytest

from engine.minimal import Player
from schemas.rules_files import preset_names
from tests.engine.conformance.conceivable import check_states
from tests.engine.conformance.suite_tools import CASES, hands_of, n_hands


@pytest.mark.parametrize(("name", "player"), CASES)
def test_exactly_the_legal_acts_are_offered_and_accepted(name: str, player: Player) -> None:
    played = hands_of(name, player)
    assert check_states(played, n_hands(3), Random(name + player)) > 0


def test_all_presets_are_played() -> None:
    assert {name for name, _ in CASES} == set(preset_names())
