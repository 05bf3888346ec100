"""Pattern catalogues: keys, Chinese and English names and source rows, one table per system.

The order of a catalogue is the order of the source's rows and defines the pattern ids that the
kernels use; rule sets give each pattern its value and exclusions.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from schemas.errors import RulesError, one_of

DATA_DIR: Final = Path(__file__).resolve().parent.parent / "data"
"""The project's `data` folder: rule sets, pattern tables, sample records."""


@dataclass(frozen=True, slots=True)
class PatternName:
    """One row of a catalogue; `row` is the source's number, 0 where the source has none."""

    key: str
    name: str
    name_en: str
    row: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The patterns of one system in source order, with the unit that their values count."""

    system: str
    unit: str
    unit_en: str
    patterns: tuple[PatternName, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Pattern keys; the position of a key is its id."""
        return tuple(pattern.key for pattern in self.patterns)

    def id_of(self, key: str) -> int:
        """The id of a pattern key."""
        return self.keys.index(key)


def systems() -> list[str]:
    """Names of the systems that have a catalogue."""
    return sorted(path.stem for path in (DATA_DIR / "patterns").glob("*.toml"))


@cache
def load_catalogue(system: str) -> Catalogue:
    """Read the pattern table of a system.

    Raises:
        RulesError: where no such system exists.
    """
    path = DATA_DIR / "patterns" / f"{system}.toml"
    if not path.is_file():
        raise RulesError(f"unknown system {system!r}; systems are {one_of(systems())}")
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    return Catalogue(
        system=raw["system"],
        unit=raw["unit"],
        unit_en=raw["unit_en"],
        patterns=tuple(PatternName(**row) for row in raw["pattern"]),
    )
