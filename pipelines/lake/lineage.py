"""Where the hands of a run lie: its own, or of a rescored run those of its parent."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from schemas.errors import LakeError
from schemas.records import HANDS_PER_SESSION


def played_run(lake: Lake, manifest: Manifest) -> Manifest:
    """The run whose hands these are: the run itself, or its parent.

    Raises:
        LakeError: with code ``no_parent`` where the parent is gone.
    """
    if manifest.parent is None:
        return manifest
    if not lake.has(manifest.parent):
        raise LakeError(
            f"run {manifest.run} scores the hands of {manifest.parent} again, which is gone: "
            "remove it with `paipu runs --delete`, or make its parent again",
            code="no_parent",
        )
    return lake.manifest(manifest.parent)


def played_tables(
    lake: Lake, manifest: Manifest, part: Part, *, hand_ids: Sequence[int] | None = None
) -> tuple[pa.Table, pa.Table]:
    """`hands` and `events` of a part as they were played, all or those of some hands.

    Raises:
        LakeError: ``no_parent``, or ``damaged_part`` where a file is missing or cannot be read.
    """
    played = played_part(lake, manifest, part)
    hands, events = (
        read_table(lake.storage, played, table, hand_ids=hand_ids) for table in ("hands", "events")
    )
    return within(part, hands), within(part, events)


def played_part(lake: Lake, manifest: Manifest, part: Part) -> Part:
    """The part that holds the hands of a part: itself, or its parent's of the same number."""
    if manifest.parent is None:
        return part
    parts = played_run(lake, manifest).parts
    if part.part >= len(parts):
        raise LakeError(
            f"run {manifest.run}: its parent {manifest.parent} has no part {part.part} any more: "
            "run the `paipu rescore` that made it again",
            code="no_parent",
        )
    return parts[part.part]


def within(part: Part, rows: pa.Table) -> pa.Table:
    """Rows of the hands that a part covers; the parent's may have grown since it was made."""
    if part.sessions is None:
        return rows
    low, high = (session * HANDS_PER_SESSION for session in part.sessions)
    bounds = pc.min_max(rows["hand_id"]).as_py()
    if bounds["min"] is None or (low <= bounds["min"] and bounds["max"] < high):
        return rows
    ids = rows["hand_id"]
    return rows.filter(pc.and_(pc.greater_equal(ids, low), pc.less(ids, high)))
