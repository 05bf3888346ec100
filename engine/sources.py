"""Which source files a kernel is made of: its module and all that it imports, to the last one.

numba's cache sees only the file of a function, not those of the functions that it calls. A module's
fingerprint covers every engine and schema file that its kernels can depend on, so that a change
recompiles what it touches and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_PACKAGES: Final = ("engine", "schemas")
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:import[ \t]+(?P<module>[\w.]+)"
    r"|from[ \t]+(?P<source>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n]*))",
    re.MULTILINE,
)
BY_ADDRESS: Final = ("engine.scorers", "engine.policies.registry")
"""Modules whose kernels others call by their address alone: what stands behind them is compiled
apart and is no part of those who call it."""


def fingerprint(module: str) -> str:
    """Hash of all sources that the kernels of a module depend on: 16 hex digits.

    Args:
        module: dotted name of a module of engine or schemas, or of any other file's module; of
            those only what they import of engine and schemas is known.
    """
    digest = hashlib.sha256()
    for name in sorted(_reach(module)):
        path = _file_of(name)
        if path is not None:
            digest.update(name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _reach(module: str) -> set[str]:
    """The module and all that it imports, directly or not."""
    found = {module}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in BY_ADDRESS and name != module:
            continue
        for other in imports_of(name) - found:
            found.add(other)
            waiting.append(other)
    return found


@cache
def imports_of(module: str) -> frozenset[str]:
    """Modules of engine and schemas that a module imports itself, packages around them too."""
    path = _file_of(module)
    if path is None:
        return frozenset()
    found: set[str] = set()
    for match in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        source = match["module"] or match["source"]
        if source.partition(".")[0] not in _PACKAGES:
            continue
        names = re.findall(r"\w+", match["names"] or "")
        for name in (source, *(f"{source}.{each}" for each in names)):
            if _file_of(name) is not None:
                parts = name.split(".")
                found.update(".".join(parts[: k + 1]) for k in range(len(parts)))
    return frozenset(found)


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module or package of ours, None where the name is neither."""
    base = _ROOT.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None
