"""How much one policy gains over another in duplicate play: ``python -m tests.bench.strength``.

Two players of each policy sit at a table; every deal is played in all 24 seat permutations on the
same wall, so that luck of tiles and seats cancels. The hands of a deal are no independent figures:
the interval is that of the means by deal.

    python -m tests.bench.strength taiwan-standard value greedy --deals 500
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from engine.desk import N_PERMUTATIONS
from engine.policies.registry import resolve_policies
from engine.simulate import SimulatedBatch, Simulator
from schemas.rules_files import load_ruleset

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Strength:
    """Points a hand that a player of the first policy gains.

    Attributes:
        mean: points a hand.
        low, high: 95 % interval, clustered by deal.
        deals: deals played, 24 hands each.
        wins: share of the hands that a player of each policy wins.
        won: points a won hand brings, by policy.
        drawn: share of the hands without a winner.
    """

    mean: float
    low: float
    high: float
    deals: int
    wins: tuple[float, float]
    won: tuple[float, float]
    drawn: float

    def __str__(self) -> str:
        return (
            f"{self.mean:+.3f} points a hand, 95 % interval {self.low:+.3f} to {self.high:+.3f} "
            f"({self.deals} deals × {N_PERMUTATIONS}); wins {self.wins[0]:.1%} against "
            f"{self.wins[1]:.1%}, a win brings {self.won[0]:.2f} against {self.won[1]:.2f}, "
            f"drawn {self.drawn:.1%}"
        )


def strength(rules: str, first: str, second: str, *, deals: int, seed: int = 1) -> Strength:
    """Play two players of a policy against two of another.

    Args:
        rules: preset or rule-set file.
        first, second: policies as they are asked for, options included.
        deals: walls, each played in 24 seat permutations.
        seed: of walls and choices.
    """
    one, two = resolve_policies(first)[0], resolve_policies(second)[0]
    simulator = Simulator(load_ruleset(rules), (one, one, two, two), seed=seed, duplicate=True)
    sums = np.zeros(deals)
    wins, won, drawn = np.zeros(2), np.zeros(2), 0
    for batch in simulator.play(0, deals * N_PERMUTATIONS):
        gains = by_player(batch)
        np.add.at(sums, batch.deal, gains[:, :2].sum(axis=1) / 2 / N_PERMUTATIONS)
        ours = np.asarray(batch.played.wins["winner"])
        hand = np.asarray(batch.played.wins["hand"])
        side = (batch.players[hand, ours] >= 2).astype(np.int64)
        np.add.at(wins, side, 1)
        np.add.at(won, side, gains[hand, batch.players[hand, ours]])
        drawn += len(batch) - len(np.unique(hand))
    low, high = interval(sums)
    hands = deals * N_PERMUTATIONS
    return Strength(
        mean=float(sums.mean()),
        low=low,
        high=high,
        deals=deals,
        wins=(float(wins[0]) / hands / 2, float(wins[1]) / hands / 2),
        won=(float(won[0] / max(1, wins[0])), float(won[1] / max(1, wins[1]))),
        drawn=drawn / hands,
    )


def by_player(batch: SimulatedBatch) -> NDArray[np.int64]:
    """What each player gained in each hand: int64 (n, 4)."""
    rows = batch.played.settlements
    hand, seat = np.asarray(rows["hand"]), np.asarray(rows["seat"])
    gains = np.zeros((len(batch), 4), np.int64)
    np.add.at(gains, (hand, batch.players[hand, seat]), np.asarray(rows["delta"]))
    return gains


def interval(means: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval of the mean of independent figures, by Student's t."""
    error = float(stats.sem(means))
    low, high = stats.t.interval(CONFIDENCE, len(means) - 1, loc=means.mean(), scale=error)
    return float(low), float(high)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play, print one line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", help="preset or rule-set file")
    parser.add_argument("first", help="policy, options after colons")
    parser.add_argument("second", help="policy that it is compared with")
    parser.add_argument("--deals", type=int, default=400, help="walls, 24 hands each")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    found = strength(told.rules, told.first, told.second, deals=told.deals, seed=told.seed)
    print(f"{told.rules}: {told.first} over {told.second}: {found}")


if __name__ == "__main__":
    main()
