"""Makes the weights of `value-fitted`: ``python -m engine.policies.mcr_value.fit [hands] [steps]``.

Each step plays single hands of `mcr-botzone`, four players alike, and moves the weight of each
fitted family by the ratio of the share that its fan should have to the one that it has.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.policies.mcr_value.fitted import FAMILY_WEIGHTS, FITTED_ON, JUDGED_BY
from engine.policies.registry import resolve_policies
from engine.simulate import Simulator
from schemas.rules_files import load_ruleset

_HANDS: Final = 10_000
_STEPS: Final = 8
_FLOOR: Final = 0.1
"""A share below this, in %, is taken for this one."""
_DAMPING: Final = 0.5


def main(n_hands: int, n_steps: int) -> None:
    """Fit, printing what each step finds and the weights of the last one."""
    for step in range(n_steps):
        shares = fan_shares(n_hands, seed=step)
        sys.stdout.write(
            f"step {step}: mean deviation {deviation(shares, FITTED_ON):.2f} of the fitted fans, "
            f"{deviation(shares, JUDGED_BY):.2f} of the others\n"
        )
        for key, wanted in FITTED_ON.items():
            FAMILY_WEIGHTS[key] *= (wanted / max(shares[key], _FLOOR)) ** _DAMPING
    for key, weight in FAMILY_WEIGHTS.items():
        sys.stdout.write(f'    "{key}": {weight:.3f},\n')


def fan_shares(n_hands: int, seed: int) -> dict[str, float]:
    """Share of wins, in %, with each fan, of hands played with the present weights."""
    ruleset = load_ruleset("mcr-botzone")
    keys = ruleset.catalogue.keys
    counts, wins = np.zeros(len(keys)), 0
    simulator = Simulator(ruleset, resolve_policies("value-fitted"), seed=seed, single=True)
    for batch in simulator.play(0, n_hands):
        patterns = np.asarray(batch.played.win_patterns["pattern"])
        counts += np.bincount(patterns, minlength=len(keys))
        wins += len(batch.played.wins["winner"])
    return {key: 100 * count / max(wins, 1) for key, count in zip(keys, counts, strict=True)}


def deviation(shares: Mapping[str, float], wanted: Mapping[str, float]) -> float:
    """Mean absolute deviation of some fans' shares, in points."""
    return float(np.mean([abs(shares[key] - share) for key, share in wanted.items()]))


if __name__ == "__main__":
    main(*(int(text) for text in (sys.argv[1:] + [str(_HANDS), str(_STEPS)][len(sys.argv) - 1 :])))
