"""How rare patterns are, with the covariance of what was counted.

The rarity of a pattern is −ln q, q its frequency per win. Counts of one deal hang together, and so
do patterns of one win: the covariance of the frequencies is that of ratios of sums, linearised over
deals (each deal's residual is its wins with the pattern − q × its wins), and that of −ln q follows
by the delta method. An exact frequency has none, a sampled one that of independent hands. A pattern
that no win held has no rarity, only a bound: by the rule of three q is at most 3 / n, where wins on
one wall count once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.luoyuan.patterns import N_WIN_KINDS
from pipelines import analysis
from pipelines.analysis.patterns import counts_in_totals
from pipelines.analysis.rarity import SAMPLED_HANDS
from pipelines.analysis.statistics import Estimate, rate
from pipelines.analysis.sums import rate_of_sums
from pipelines.analysis.walls import alone, have_seatings
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
FEWEST_WINS: Final = 30
"""Fewer wins say nothing about the rarity of patterns."""
_RULE_OF_THREE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Rarities:
    """Rarities of patterns from one source; arrays hold one entry a pattern.

    Attributes:
        patterns: keys.
        wins: wins with the pattern; −1 where its frequency is exact or was not measured.
        n: all wins that were looked at; 0 where exact or not measured.
        alone: as many of them no two of which share a wall.
        low, high: ends of the interval of q, as every share has it; not a number where exact or not
            measured.
        rarity: −ln q; not a number where the pattern was never seen or was not measured.
        covariance: of `rarity`, square; 0 in the rows of patterns without one.
    """

    patterns: tuple[str, ...]
    wins: Ints
    n: Ints
    alone: Ints
    low: Floats
    high: Floats
    rarity: Floats
    covariance: Floats

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Which patterns have a rarity."""
        return np.isfinite(self.rarity)

    @property
    def unseen(self) -> NDArray[np.bool_]:
        """Which patterns were looked for and never seen."""
        return ~self.seen & (self.n > 0)

    @property
    def errors(self) -> Floats:
        """Standard errors of the rarities; 0 where exact."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def least(self) -> Floats:
        """What the rarity of a pattern is at least: where never seen by the rule of three.

        Not a number where it was not measured.
        """
        bound = np.full(len(self.patterns), np.nan)
        bound[self.unseen] = np.log(np.maximum(self.alone[self.unseen] / _RULE_OF_THREE, 1.0))
        return np.where(self.seen, self.rarity, bound)


def priced_patterns(ruleset: RuleSet) -> tuple[str, ...]:
    """The patterns whose values are prices: they count in a total today and are not the limit.

    Of Luoyuan's table these are the kinds of win; what is counted (flowers, kongs, golds) is no
    price of rarity but a stake.
    """
    keys = ruleset.catalogue.keys
    if ruleset.scoring.kind == "flower_formula":
        keys = keys[:N_WIN_KINDS]
    return tuple(
        key for key in keys if counts_in_totals(ruleset, key) and not ruleset.patterns[key].limit
    )


def counted_rarities(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], patterns: Sequence[str]
) -> Rarities:
    """Rarities from the wins of runs.

    Raises:
        UsageError: where the runs hold fewer wins than `FEWEST_WINS`.
    """
    profiles = analysis.deal_patterns(con, runs)
    return rarities_of_profiles(profiles, patterns, runs, seatings=have_seatings(con, runs))


def rarities_of_profiles(
    profiles: pl.DataFrame,
    patterns: Sequence[str],
    runs: Sequence[str] = (),
    *,
    seatings: bool = False,
) -> Rarities:
    """Rarities from the frame of `pipelines.analysis.deal_patterns`.

    Args:
        profiles: the frame.
        patterns: keys.
        runs: for the sentence.
        seatings: whether a deal is one wall in several seatings.

    Raises:
        UsageError: where there are fewer wins than `FEWEST_WINS`.
    """
    deals = profiles["deals"].to_numpy().astype(np.float64)
    wins = profiles["wins"].to_numpy().astype(np.float64)
    n = int((deals * wins).sum())
    if n < FEWEST_WINS:
        raise UsageError(
            f"{', '.join(runs)}: {n} wins; rarity is measured on {FEWEST_WINS} or more"
        )
    counts = _matrix(profiles, patterns)
    held = (deals @ counts).astype(np.int64)
    share = held / n
    residuals = counts - np.outer(wins, share)
    of_share = (residuals * deals[:, None]).T @ residuals / (float(n) * n)
    n_deals = float(deals.sum())
    of_share *= n_deals / max(1.0, n_deals - 1)
    seen = held > 0
    rarity = np.full(len(patterns), np.nan)
    rarity[seen] = -np.log(share[seen])
    scale = np.zeros(len(patterns))
    scale[seen] = 1.0 / share[seen]
    clusters, sizes_squared = int(n_deals), int(deals @ wins**2)
    squares, cross = deals @ counts**2, (deals * wins) @ counts
    walls = partial(alone, seatings=seatings)
    shares = [
        rate_of_sums(int(k), int(kk), int(kw), sizes_squared, n, clusters, alone=walls)
        for k, kk, kw in zip(held, squares, cross, strict=True)
    ]
    return Rarities(
        tuple(patterns),
        held,
        np.full(len(held), n),
        np.full(len(held), walls(n, clusters)),
        *_ends(shares),
        rarity,
        of_share * np.outer(scale, scale),
    )


def combined_rarities(rarity: pl.DataFrame, patterns: Sequence[str]) -> Rarities:
    """Rarities among all complete hands, from the frame of `pipelines.analysis.rarity`.

    Patterns that the tiles do not decide have none.
    """
    rows = {row["pattern"]: row for row in rarity.iter_rows(named=True)}
    wins, n = np.full(len(patterns), -1), np.zeros(len(patterns), np.int64)
    rarities, variances = np.full(len(patterns), np.nan), np.zeros(len(patterns))
    for place, key in enumerate(patterns):
        row = rows[key]
        if row["method"] == "play":
            continue
        if row["method"] == "sampled":
            n[place] = SAMPLED_HANDS
            wins[place] = round(row["q"] * SAMPLED_HANDS)
        if row["q"] > 0:
            rarities[place] = -np.log(row["q"])
            variances[place] = (1 / row["q"] - 1) / n[place] if n[place] else 0.0
    shares = [rate(max(k, 0), cases) for k, cases in zip(wins.tolist(), n.tolist(), strict=True)]
    low, high = _ends(shares)
    return Rarities(tuple(patterns), wins, n, n, low, high, rarities, np.diag(variances))


def _ends(shares: Sequence[Estimate]) -> tuple[Floats, Floats]:
    """Lower and upper ends of intervals; not a number where there is none."""
    ends = [(one.low, one.high) for one in shares]
    low, high = np.array(ends, np.float64).reshape(-1, 2).T
    return low, high


def _matrix(profiles: pl.DataFrame, patterns: Sequence[str]) -> Floats:
    """Wins with each pattern of a deal of each profile: profiles × patterns."""
    place = {key: column for column, key in enumerate(patterns)}
    long = (
        profiles.with_row_index("profile")
        .select("profile", "patterns", "counts")
        .explode("patterns", "counts", empty_as_null=False)
        .filter(pl.col("patterns").is_in(list(patterns)))
    )
    made = np.zeros((profiles.height, len(patterns)))
    columns = [place[key] for key in long["patterns"]]
    made[long["profile"].to_numpy(), columns] = long["counts"].to_numpy()
    return made
