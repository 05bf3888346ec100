"""Rarity of patterns that occur together: each one's part in the log rarity of its wins.

Wins that hold the same set of priced patterns are one cell. The log rarity of a cell is −ln of its
share of all wins; it is explained by the patterns that the cell holds, one effect a pattern, by
least squares in which every win counts once (a cell's weight is its wins, the information of its
share). Where patterns occur independently, the effect of a pattern is −ln of its odds; where one
nearly always brings another, the two share the rarity of occurring at all instead of being paid
for it twice.

Cells of fewer than `FEWEST_IN_CELL` wins are left out: their shares say little, and those that
were not seen at all would be missing beside them. A pattern in fewer than `FEWEST_EXPLAINED` wins
of the other cells, or one that cannot be told from others because they always occur together, has
no effect here. The covariance is that of the delete-a-group jackknife over groups of deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines import analysis
from pipelines.tuning.rarities import Floats, Rarities
from schemas.errors import UsageError

FEWEST_IN_CELL: Final = 5
FEWEST_EXPLAINED: Final = 30
_SINGULAR: Final = 1e-8


def joint_rarities(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], single: Rarities
) -> Rarities:
    """Rarities of patterns as their effects on the log rarity of wins.

    Args:
        con: a connection with the views of the lake.
        runs: run ids of one population.
        single: the rarities of the patterns by themselves, from the same runs.

    Raises:
        UsageError: where the runs hold too few wins to explain any.
    """
    return effects_of_sets(analysis.pattern_sets(con, runs), single)


def effects_of_sets(sets: pl.DataFrame, single: Rarities) -> Rarities:
    """Effects from the frame of `pipelines.analysis.pattern_sets`.

    Raises:
        UsageError: where no pattern can be explained.
    """
    cells, design = _cells(sets, single.patterns)
    whole = cells.sum(axis=1)
    kept = whole >= FEWEST_IN_CELL
    cells, design, whole = cells[kept], design[kept], whole[kept]
    known = np.flatnonzero(whole @ design >= FEWEST_EXPLAINED)
    known = known[_told_apart(design[:, known], whole)] if len(known) else known
    if not len(known):
        raise UsageError(
            f"no pattern stands in {FEWEST_EXPLAINED} wins of sets that occur {FEWEST_IN_CELL} "
            "times: effects 'joint' needs more hands"
        )
    explaining = np.column_stack([np.ones(len(whole)), design[:, known]])
    effects = _effects(whole, explaining)
    folds = cells.shape[1]
    left_out = np.array([_effects(whole - cells[:, fold], explaining) for fold in range(folds)])
    distances = left_out - effects
    covariance = distances.T @ distances * (folds - 1) / folds if folds > 1 else None
    rarity = np.full(len(single.patterns), np.nan)
    rarity[known] = effects
    spread = np.zeros((len(rarity), len(rarity)))
    if covariance is not None:
        spread[np.ix_(known, known)] = covariance
    # Seen by themselves or not: without an effect nothing is known of them here.
    n = np.where(np.isfinite(rarity), single.n, 0)
    return replace(single, n=n, rarity=rarity, covariance=spread)


def _cells(sets: pl.DataFrame, patterns: Sequence[str]) -> tuple[Floats, Floats]:
    """Wins of each cell by group of deals, and which patterns each cell holds (0 or 1)."""
    priced = sets.select(
        pl.col("patterns").list.filter(pl.element().is_in(list(patterns))), "fold", "wins"
    ).group_by("patterns", "fold", maintain_order=True)
    numbered = priced.agg(pl.col("wins").sum()).select(
        pl.col("patterns").list.join("\x1f").rank("dense").cast(pl.Int64).alias("cell") - 1,
        pl.col("fold").rank("dense").cast(pl.Int64).alias("fold") - 1,
        "patterns",
        "wins",
    )
    n_cells = 1 + int(numbered["cell"].max() or 0)  # type: ignore[arg-type]
    n_folds = 1 + int(numbered["fold"].max() or 0)  # type: ignore[arg-type]
    cells = np.zeros((n_cells, n_folds))
    cells[numbered["cell"].to_numpy(), numbered["fold"].to_numpy()] = numbered["wins"].to_numpy()
    place = {key: column for column, key in enumerate(patterns)}
    design = np.zeros((n_cells, len(patterns)))
    held = numbered.select("cell", "patterns").unique("cell").explode("patterns").drop_nulls()
    design[held["cell"].to_numpy(), [place[key] for key in held["patterns"]]] = 1.0
    return cells, design


def _effects(wins: Floats, explaining: Floats) -> Floats:
    """Least squares of −ln share on the patterns of the cells, every win counting once."""
    used = wins > 0
    root = np.sqrt(wins[used])
    log_rarity = -np.log(wins[used] / wins.sum())
    found = np.linalg.lstsq(explaining[used] * root[:, None], log_rarity * root, rcond=None)[0]
    return np.asarray(found[1:], np.float64)


def _told_apart(design: Floats, wins: Floats) -> NDArray[np.bool_]:
    """Which columns are no mixture of the others and the constant, over the cells that occur."""
    rooted = np.column_stack([np.ones(len(wins)), design]) * np.sqrt(wins)[:, None]
    norms = np.linalg.norm(rooted, axis=0)
    _, values, rows = np.linalg.svd(rooted / norms, full_matrices=True)
    values = np.pad(values, (0, rooted.shape[1] - len(values)))
    null_space = rows[values <= _SINGULAR * values[0]]
    mixed = np.abs(null_space).max(axis=0, initial=0.0) > _SINGULAR**0.5
    return np.asarray(~mixed[1:], np.bool_)
