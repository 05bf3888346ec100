"""Duplicate runs: which of a lake's runs can tell skill from luck, and what they tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import polars as pl

from pipelines import analysis
from pipelines.lake import Lake, Manifest
from schemas.errors import UsageError


@dataclass(frozen=True, slots=True)
class SkillAndLuck:
    """What one duplicate run tells.

    Attributes:
        manifest: of the run.
        components: frame of `pipelines.analysis.skill`.
        policies: frame of `pipelines.analysis.policy_points`.
        pairs: frame of `pipelines.analysis.policy_pairs`.
    """

    manifest: Manifest
    components: pl.DataFrame
    policies: pl.DataFrame
    pairs: pl.DataFrame

    @property
    def deals(self) -> int:
        """Deals that were played in all seatings."""
        return int(self.components["deals"][0]) if self.components.height else 0


def is_duplicate(manifest: Manifest) -> bool:
    """Whether a run plays each deal in all seatings."""
    return bool(manifest.options.get("duplicate"))


def duplicate_runs(lake: Lake, names: Sequence[str]) -> list[Manifest]:
    """The runs that are named, or all duplicate runs of a lake.

    Raises:
        LakeError: where a run is not in the lake, or cannot be read.
        UsageError: where a run is no duplicate run, or the lake has none.
    """
    how = (
        "`paipu simulate RULES --duplicate --policy A,B,C,D --hands N` plays each deal in all "
        "seatings"
    )
    if not names:
        found = [manifest for manifest in lake.manifests() if is_duplicate(manifest)]
        if not found:
            raise UsageError(f"{lake.uri}: no duplicate run; {how}", code="no_duplicate")
        return found
    known = {one.run: one for one in lake.manifests(names)}
    manifests = [known[name] for name in names]
    for manifest in manifests:
        if not is_duplicate(manifest):
            raise UsageError(
                f"{manifest.run} is no duplicate run, so that skill and luck cannot be told "
                f"apart: {how}",
                code="no_duplicate",
            )
    return manifests


def skill_and_luck(con: duckdb.DuckDBPyConnection, manifest: Manifest) -> SkillAndLuck:
    """What a duplicate run tells about skill and luck; empty frames with fewer than two deals."""
    runs = [manifest.run]
    return SkillAndLuck(
        manifest,
        analysis.skill(con, runs),
        analysis.policy_points(con, runs),
        analysis.policy_pairs(con, runs),
    )
