"""Which runs of a lake can be read, and why the others cannot: told run by run.

What is looked at costs next to nothing: manifests, the rule sets in them, and whether the files of
a local lake are there in their size. `pipelines.verify` looks into the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, PartFile
from pipelines.lake.storage import Storage
from schemas.errors import LakeError


@dataclass(frozen=True, slots=True)
class Soundness:
    """The runs of a lake.

    Attributes:
        manifests: those that can be read, in the order of their ids.
        broken: why the others cannot, by their ids, a sentence each that names the run.
    """

    manifests: tuple[Manifest, ...]
    broken: Mapping[str, str]


def sound_runs(lake: Lake, runs: Sequence[str] | None = None, *, files: bool = True) -> Soundness:
    """Look at runs one by one.

    Args:
        lake: the lake.
        runs: which runs; None: all.
        files: look for their files too, and for those of the run whose hands one scores again.

    Raises:
        LakeError: with code ``unknown_run`` where one that is named does not exist.
    """
    sound: dict[str, Manifest] = {}
    broken: dict[str, str] = {}
    for run in lake.runs() if runs is None else dict.fromkeys(runs):
        try:
            sound[run] = lake.manifest(run)
            if sound[run].rule_set is not None:
                sound[run].ruleset()
            if files:
                _check_files(lake, sound[run])
                _check_parent(lake, sound[run])
        except LakeError as error:
            if error.code == "unknown_run" and runs is not None:
                raise
            sound.pop(run, None)
            if error.code != "unknown_run":  # else another process has removed it meanwhile
                broken[run] = error.message if run in error.message else f"{run}: {error.message}"
    return Soundness(tuple(sound.values()), broken)


def wrong_size(storage: Storage, file: PartFile) -> str:
    """What the size of a file says against it; empty where it is the one that is listed."""
    size = storage.size(file.path)
    if size is None:
        return "the file is missing"
    return f"{size:,} bytes where the manifest lists {file.bytes:,}" if size != file.bytes else ""


def _check_files(lake: Lake, manifest: Manifest) -> None:
    """Raise where a file of a run is not there as it is listed."""
    if not lake.storage.local:  # there every look is a request
        return
    for part in manifest.parts:
        for file in part.files.values():
            problem = wrong_size(lake.storage, file)
            if problem:
                place = lake.storage.location(file.path)
                raise LakeError(f"run {manifest.run}: {place}: {problem}", code="damaged_part")


def _check_parent(lake: Lake, manifest: Manifest) -> None:
    if manifest.parent is None:
        return
    try:
        _check_files(lake, lake.manifest(manifest.parent))
    except LakeError as error:
        raise LakeError(
            f"run {manifest.run} scores hands of {manifest.parent} again: {error.message}",
            code="no_parent",
        ) from error
