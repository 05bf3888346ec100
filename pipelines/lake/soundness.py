"""Which runs of a lake can be read, and why the others cannot: told run by run.

What is looked at costs next to nothing: manifests, the rule sets in them, and whether the files of
a local lake are there in their size. `pipelines.verify` looks into the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.lake.manifest import (
    Manifest,
    PartFile,
    list_runs,
    manifest_name,
    read_manifest,
    way_out,
)
from pipelines.lake.storage import Storage
from schemas.errors import LakeError


@dataclass(frozen=True, slots=True)
class Soundness:
    """The runs of a lake.

    Attributes:
        manifests: those that can be read, in the order of their ids.
        broken: why the others cannot, by their ids, a sentence each that names the run and says
            what to do.
    """

    manifests: tuple[Manifest, ...]
    broken: Mapping[str, str]


def sound_runs(
    storage: Storage, runs: Sequence[str] | None = None, *, files: bool = True
) -> Soundness:
    """Look at runs one by one.

    Args:
        storage: the lake.
        runs: which runs; None: all.
        files: look for their files too, and for those of the run whose hands one scores again.

    Raises:
        LakeError: with code ``unknown_run`` where one that is named does not exist.
    """
    sound: dict[str, Manifest] = {}
    broken: dict[str, str] = {}
    for run in list_runs(storage) if runs is None else dict.fromkeys(runs):
        try:
            manifest = read_manifest(storage, run)
            if manifest.rule_set is not None:
                manifest.ruleset()
            if files:
                _check_files(storage, manifest)
                _check_parent(storage, manifest)
            sound[run] = manifest
        except LakeError as error:
            if error.code != "unknown_run":
                broken[run] = error.message if run in error.message else f"{run}: {error.message}"
            elif runs is not None:
                raise
            # Else another process has removed it meanwhile.
    return Soundness(tuple(sound.values()), broken)


def still_sound(storage: Storage, found: Soundness) -> bool:
    """Whether a look at all runs finds what it found, as long as no manifest changes."""
    if found.broken:
        return sound_runs(storage).broken == found.broken
    if not storage.local:
        return True
    files = [
        file for each in found.manifests for part in each.parts for file in part.files.values()
    ]
    return storage.sizes([file.path for file in files]) == [file.bytes for file in files]


def wrong_size(storage: Storage, file: PartFile) -> str:
    """What the size of a file says against it; empty where it is the one that is listed."""
    size = storage.size(file.path)
    if size is None:
        return "the file is missing"
    return f"{size:,} bytes where the manifest lists {file.bytes:,}" if size != file.bytes else ""


def _check_files(storage: Storage, manifest: Manifest) -> None:
    """Raise where a file of a run is not there as it is listed."""
    if not storage.local:  # there every look is a request
        return
    for part in manifest.parts:
        for file in part.files.values():
            problem = wrong_size(storage, file)
            if problem:
                raise LakeError(
                    f"run {manifest.run}: {storage.location(file.path)}: {problem}; `paipu verify "
                    f"--repair` makes it again where that is possible, {way_out(manifest.run)}",
                    code="damaged_part",
                )


def _check_parent(storage: Storage, manifest: Manifest) -> None:
    """Raise where the run whose hands one scores again is gone, or its files are not there."""
    if manifest.parent is None:
        return
    scores = f"run {manifest.run} scores hands of {manifest.parent} again"
    if not storage.exists(manifest_name(manifest.parent)):
        raise LakeError(
            f"{scores}, which is gone; {way_out(manifest.run)}, or make its parent again",
            code="no_parent",
        )
    try:
        _check_files(storage, read_manifest(storage, manifest.parent))
    except LakeError as error:
        raise LakeError(
            f"{scores}: {error.message}; {way_out(manifest.run)}", code="no_parent"
        ) from error
