"""Simulated hands a second, all rows made, one core; beside them the bundled play of riichienv.

riichienv, an environment for riichi mahjong with its own engine in Rust, brings a player that
chooses among the legal actions at random: what `random` does here. It is optional (``pip install
-e '.[bench]'``); without it `random` is measured against its goal alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

from engine.policies.registry import resolve_policies
from engine.simulate import Simulator
from schemas.rules_files import load_ruleset
from tests.bench.rows import Row

GREEDY: Final = {
    "taiwan-standard": 4_000,
    "yantai": 4_000,
    "mcr-botzone": 4_000,
    "luoyuan-20": 2_500,
    "longgang": 2_500,
}
"""Hands a second that `greedy` has to play, by preset."""
VALUE: Final = {
    "mcr-botzone": 2_000,
    "taiwan-standard": 4_000,
    "luoyuan-20": 4_000,
    "longgang": 4_000,
    "yantai": 4_000,
}
"""Hands a second that `value` has to play, by preset."""
RANDOM: Final = 10_000
"""Hands a second that `random` has to play under every preset."""
RANDOM_RATIO: Final = 10.0
"""Times as fast as riichienv's random play."""
ROUNDS: Final = 3
SECONDS: Final = 2.0
"""Processor time of a round."""


def run() -> list[Row]:
    """Measure presets with each policy; the best round counts."""
    reference = riichienv_rounds() if find_spec("riichienv") else None
    rows = []
    for preset, goal in GREEDY.items():
        figure = hands_per_second(preset, "greedy")
        rows.append(Row(f"{preset}, greedy", figure, "hands/s", "goal", goal, at_least=1.0))
        figure = hands_per_second(preset, "random")
        rows.append(Row(f"{preset}, random", figure, "hands/s", "goal", RANDOM, at_least=1.0))
        if reference is not None:
            rows.append(
                Row(
                    f"{preset}, random",
                    figure,
                    "hands/s",
                    "riichienv's random play",
                    reference,
                    at_least=RANDOM_RATIO,
                )
            )
    for preset, goal in VALUE.items():
        figure = hands_per_second(preset, "value")
        rows.append(Row(f"{preset}, value", figure, "hands/s", "goal", goal, at_least=1.0))
    return rows


def hands_per_second(preset: str, policy: str) -> float:
    """Hands a second of processor time with one policy at all seats."""
    simulator = Simulator(load_ruleset(preset), resolve_policies(policy), seed=1)
    session = 0

    def play() -> int:
        nonlocal session
        n = sum(len(batch) for batch in simulator.play(session, 50))
        session += 50
        return n

    return best_rate(play)


def riichienv_rounds() -> float:
    """Rounds a second of riichienv's environment with its own random player at all seats."""
    from riichienv import RiichiEnv
    from riichienv.agents import RandomAgent

    agent = RandomAgent(seed=1)
    env = RiichiEnv(game_mode="4p-red-single")

    def play() -> int:
        for _ in range(20):
            seen = env.reset()
            while not env.done():
                seen = env.step({player: agent.act(what) for player, what in seen.items()})
        return 20

    return best_rate(play)


def best_rate(play: Callable[[], int]) -> float:
    """The best of some rounds of calls; the first call, which may compile, is in none."""
    play()
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        n = 0
        while time.process_time() - start < SECONDS:
            n += play()
        best = max(best, n / (time.process_time() - start))
    return best


if __name__ == "__main__":
    for row in run():
        print(
            f"{row.name}: {row.value:,.0f} {row.unit}; "
            f"{row.reference} {row.reference_value:,.0f}; ratio {row.ratio:.2f}"
        )
