"""The address of a page holds its state: where it is, what is chosen, which page of a list.

Whatever a reader sees can be sent to somebody else as a link, and the back button works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from schemas.errors import UsageError, one_of

_MOST: Final = 2**31 - 1
Value = str | int | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Address:
    """A path, and values by name in the order of the address; a name may have several.

    >>> address = Address.parse("/hands", "?run=a&run=b&seat=0")
    >>> address.every("run"), address.one("seat"), address.one("turn")
    (('a', 'b'), '0', '')
    >>> address.with_values(run=None, page=2).href
    '/hands?seat=0&page=2'
    """

    path: str
    values: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, path: str | None, search: str | None) -> Address:
        """Read a path and what follows the question mark."""
        pairs = parse_qsl((search or "").lstrip("?"), keep_blank_values=False)
        return cls((path or "/").rstrip("/") or "/", tuple(pairs))

    @classmethod
    def of(cls, path: str, **values: Value) -> Address:
        """An address from values; None and empty ones are left out."""
        return cls(path).with_values(**values)

    @property
    def names(self) -> list[str]:
        """Names that have a value, each once."""
        return list(dict.fromkeys(name for name, _ in self.values))

    @property
    def search(self) -> str:
        """What follows the path, with its question mark."""
        return f"?{urlencode(self.values)}" if self.values else ""

    @property
    def href(self) -> str:
        """The whole, for links."""
        return self.path + self.search

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a name."""
        return tuple(value for key, value in self.values if key == name)

    def one(self, name: str) -> str:
        """The value of a name; empty where it has none.

        Raises:
            UsageError: where it has several.
        """
        found = self.every(name)
        if len(found) > 1:
            raise UsageError(f"the address says {name} {len(found)} times; once is enough")
        return found[0] if found else ""

    def number(self, name: str, *, least: int = 0) -> int | None:
        """A whole number; None where the address does not say it.

        Raises:
            UsageError: where it is none, or below `least`.
        """
        text = self.one(name)
        if not text:
            return None
        if not text.isascii() or not text.isdigit() or not least <= int(text[:12]) <= _MOST:
            raise UsageError(
                f"the address says {name}={text}; it is a whole number, {least} or more"
            )
        return int(text)

    def choice(self, name: str, valid: Iterable[str]) -> str:
        """One of the valid values; empty where the address does not say it.

        Raises:
            UsageError: where it is another.
        """
        text, choices = self.one(name), list(valid)
        if text and text not in choices:
            raise UsageError(f"the address says {name}={text}; it is {one_of(choices, most=16)}")
        return text

    def only(self, known: Iterable[str]) -> None:
        """Take no name that the page does not know.

        Raises:
            UsageError: where there is one.
        """
        valid = sorted(known)
        for name in self.names:
            if name not in valid:
                knows = f"this page knows {one_of(valid, most=24)}" if valid else "it knows none"
                raise UsageError(f"the address says {name}, which nobody knows here; {knows}")

    def with_values(self, **changes: Value) -> Address:
        """The same address with other values, each where the name stood before, else at the end."""
        pairs: list[tuple[str, str]] = []
        told: set[str] = set()
        for name, value in self.values:
            if name not in changes:
                pairs.append((name, value))
            elif name not in told:
                told.add(name)
                pairs += _pairs(name, changes[name])
        for name, changed in changes.items():
            if name not in told:
                pairs += _pairs(name, changed)
        return Address(self.path, tuple(pairs))


def _pairs(name: str, value: Value) -> list[tuple[str, str]]:
    if value is None or value == "":
        return []
    if isinstance(value, str | int):
        return [(name, str(value))]
    return [(name, one) for one in value]
