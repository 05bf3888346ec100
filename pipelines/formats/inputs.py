"""Which files to read: paths, folders and globs become inputs; Botzone pairs find each other.

A folder is searched with all its subfolders for files that can hold records, by their suffix;
a file that is named is always taken. The order here is that of names; a run orders its inputs by
content (`pipelines.formats.planning`).
"""

from __future__ import annotations

import glob
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from pipelines.formats.base import Input
from schemas.errors import UsageError, one_of

SUFFIXES: Final = (".txt", ".json", ".jsonl", ".ndjson")
"""Suffixes of record files in a folder, each also with ``.gz`` behind it."""
_LITE: Final = "_lite.json"
_METADATA: Final = "_metadata.json"


def find_inputs(paths: Iterable[str | Path]) -> tuple[list[Input], list[str]]:
    """Expand paths, folders and globs into inputs, each file once.

    A Botzone ``X_lite.json`` takes ``X_metadata.json`` of the same folder as its companion where
    both are among the files; metadata alone is passed by.

    Returns:
        The inputs, sorted by name, and notices about what was passed by.

    Raises:
        UsageError: ``no_such_file`` where a path or glob names nothing.
    """
    found: dict[Path, str] = {}
    passed_by: list[str] = []
    for given in paths:
        for path in _expand(str(given), passed_by):
            found.setdefault(path.resolve(), path.as_posix())
    notices = []
    if passed_by:
        notices.append(
            f"{len(passed_by)} files passed by ({one_of(sorted(passed_by), most=3)}): record "
            f"files in a folder end in {one_of(SUFFIXES)}, with or without .gz"
        )
    inputs, alone = _pair(found)
    if alone:
        notices.append(
            f"{len(alone)} metadata files passed by ({one_of(sorted(alone), most=3)}): "
            "each belongs to a _lite.json file that is not there"
        )
    return sorted(inputs, key=lambda source: source.name), notices


def _expand(given: str, passed_by: list[str]) -> Sequence[Path]:
    path = Path(given)
    if path.is_dir():
        return _walk(path, passed_by)
    if path.is_file():
        return [path]
    if path.exists():
        raise UsageError(f"{given}: neither a file nor a folder", code="no_such_file")
    if glob.has_magic(given):
        matches = [Path(name) for name in sorted(glob.glob(given, recursive=True))]  # noqa: PTH207
        files = [match for match in matches if match.is_file()]
        if files:
            return files
        raise UsageError(f"{given}: no file matches", code="no_such_file")
    raise UsageError(f"{given}: no such file or folder", code="no_such_file")


def _walk(folder: Path, passed_by: list[str]) -> list[Path]:
    files = []
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or not path.is_file():
            continue
        if path.name.removesuffix(".gz").endswith(SUFFIXES):
            files.append(path)
        else:
            passed_by.append(path.as_posix())
    return files


def _pair(found: dict[Path, str]) -> tuple[list[Input], list[str]]:
    metadata = {
        str(path).removesuffix(".gz").removesuffix(_METADATA): path
        for path in found
        if path.name.removesuffix(".gz").endswith(_METADATA)
    }
    inputs = []
    for path, name in found.items():
        plain = str(path).removesuffix(".gz")
        if plain.endswith(_METADATA):
            continue
        companion = metadata.pop(plain.removesuffix(_LITE), None) if plain.endswith(_LITE) else None
        inputs.append(Input(path, name, companion))
    return inputs, [found[path] for path in metadata.values()]
