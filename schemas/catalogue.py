"""Pattern catalogues: keys, Chinese and English names and source rows, one table per system.

The order of a catalogue is the order of the source's rows and defines the pattern ids that the
kernels use; rule sets give each pattern its value and exclusions.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from schemas.errors import RulesError, one_of

DATA_DIR: Final = Path(__file__).resolve().parent.parent / "data"
"""The project's `data` folder: rule sets, pattern tables, sample records."""

_POINTS: Final = re.compile("[·•‧∙⋅・･]")


@dataclass(frozen=True, slots=True)
class PatternName:
    """One row of a catalogue.

    Attributes:
        key: what rule sets and tables call it.
        name: Chinese name.
        name_en: English name.
        row: the source's number, 0 where the source has none.
        aliases: what records call it beside `name`.
    """

    key: str
    name: str
    name_en: str
    row: int
    aliases: tuple[str, ...] = ()


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

    def find(self, name: str) -> int | None:
        """The id of the pattern that a record calls so, None where no pattern is called so.

        Names are compared as they stand, but for the point in ``独听・嵌张``, which every source
        writes in its own way; a name with lost characters is never guessed.

        >>> mcr = load_catalogue("mcr")
        >>> mcr.keys[mcr.find("独听·嵌张")], mcr.find("??")
        ('closed_wait', None)
        """
        return _ids_by_name(self).get(_plain(name))


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
        patterns=tuple(
            PatternName(**{**row, "aliases": tuple(row.get("aliases", ()))})
            for row in raw["pattern"]
        ),
    )


@cache
def _ids_by_name(catalogue: Catalogue) -> dict[str, int]:
    return {
        _plain(name): index
        for index, pattern in enumerate(catalogue.patterns)
        for name in (pattern.key, pattern.name, *pattern.aliases)
    }


def _plain(name: str) -> str:
    """A name without blanks around it and with one kind of middle point."""
    return _POINTS.sub("・", name.strip())
