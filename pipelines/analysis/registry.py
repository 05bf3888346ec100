"""Every statistic by its name: what it answers, what it counts, and what it has to be told.

A function joins with one line, ``@statistic(PER_WIN)`` above it. It takes a connection and the run
ids of one population; what else it takes is known by name: ``ruleset`` is that of the population,
``other_runs`` are those of another one; keywords with a default are left to who asks.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import polars as pl

from pipelines.analysis.texts import header, query_names, query_text
from pipelines.lake.filters import Filter
from pipelines.statistic_names import check_statistic
from schemas.errors import UsageError, nearest, one_of, shown

PER_HAND: Final = "hand"
"""Told of whole hands; a filter on players leaves all hands in which one of them sat."""
PER_PLAYER: Final = "player-hand"
"""Told of players of hands; a filter on players leaves theirs alone."""
PER_WIN: Final = "win"
"""Told of wins; a filter on players leaves theirs alone."""
PER_RECORD: Final = "record"
"""Told of records that were refused, of which no more is known than run and rule set."""

_RESOLVED: Final = ("con", "runs", "ruleset", "other_runs")

Asked = TypeVar("Asked", bound=Callable[..., pl.DataFrame])


@dataclass(frozen=True)
class Statistic:
    """A question that can be asked by name.

    Attributes:
        name: of the statistic.
        function: takes a connection and run ids, and returns the answer as a frame.
        per: what is counted, one of the constants above.
        across: whether runs of different rule sets may be asked about at once.
        paired: whether two populations have to share their walls.
        grain: what one row is.
    """

    name: str
    function: Callable[..., pl.DataFrame]
    per: str
    across: bool
    paired: bool
    grain: str

    @property
    def text(self) -> str:
        """The documentation of the function."""
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """What is told, in one sentence."""
        return " ".join(self.text.split("\n\n")[0].split())

    @property
    def question(self) -> str:
        """What is asked: the question of the SQL file of this name, or the summary."""
        return _header(self.name, "Question") or self.summary

    @property
    def returns(self) -> str:
        """What the columns of the answer are, from the documentation of the function."""
        found = re.search(r"^Returns:\n((?:[ ]+.*\n?|\n)+)", self.text, re.MULTILINE)
        return " ".join(found[1].split()) if found else ""

    @cached_property
    def arguments(self) -> Mapping[str, Any]:
        """What may be told beside filters: names with the values that stand where nothing is."""
        parameters = inspect.signature(self.function).parameters.values()
        return {one.name: one.default for one in parameters if one.name not in _RESOLVED}

    @cached_property
    def needs(self) -> frozenset[str]:
        """What is resolved for the function: ``ruleset``, ``other_runs``."""
        return frozenset(inspect.signature(self.function).parameters) & frozenset(_RESOLVED[2:])

    @property
    def compares(self) -> bool:
        """Whether a second population has to be named."""
        return "other_runs" in self.needs

    def argument(self, name: str, value: Any) -> Any:
        """A value for one of the arguments, also from its text.

        Raises:
            UsageError: where there is no such argument, or the value is none for it.
        """
        if name not in self.arguments:
            raise UsageError(
                f"{self.name} has no argument {name!r}{nearest(name, self.arguments)}; it takes "
                f"{one_of(self.arguments) or 'filters alone'}",
                code="bad_argument",
            )
        hint = get_type_hints(self.function)[name]
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        if get_origin(hint) is Literal:
            if value not in kinds:
                raise UsageError(
                    f"{name} of {self.name} is {one_of(kinds)}, not {shown(value)}",
                    code="bad_argument",
                )
            return value
        return _read(self.name, name, value, kinds[0] if kinds else hint)

    def check(self, chosen: Filter) -> None:
        """Refuse a filter under which the question makes no sense.

        Raises:
            UsageError: with code ``no_sense``.
        """
        given = list(chosen.given)
        if self.per == PER_HAND and "seat" in given:
            raise UsageError(
                f"{self.name} is told of whole hands, in which every seat plays: "
                "a filter by seat makes no sense",
                code="no_sense",
            )
        beyond = [name for name in given if name not in ("run", "rules")]
        if self.per == PER_RECORD and beyond:
            raise UsageError(
                f"{self.name} is told of refused records, of which no {one_of(beyond)} is known; "
                "filters are run and rules",
                code="no_sense",
            )
        if self.compares and "win_by" in given:
            raise UsageError(
                f"{self.name} compares how hands end: a filter by win_by makes no sense",
                code="no_sense",
            )


_MOST_NUMBER: Final = 2**31 - 1
_STATISTICS: Final[dict[str, Statistic]] = {}


def statistic(
    per: str,
    *,
    name: str | None = None,
    grain: str | None = None,
    across: bool = False,
    paired: bool = False,
) -> Callable[[Asked], Asked]:
    """Let a function be asked for by its name.

    Args:
        per: what is counted, `PER_HAND` …
        name: the name; None: that of the function.
        grain: what one row of the answer is; None: what the SQL file of this name says.
        across: whether it is asked about all runs at once, not population by population.
        paired: whether the other population has to be dealt the same walls.

    Raises:
        TypeError: where the function takes something that can neither be resolved nor be told, or
            the grain is nowhere said.
    """

    def register(function: Asked) -> Asked:
        known = name or function.__name__
        for one in list(inspect.signature(function).parameters.values())[2:]:
            if one.name not in _RESOLVED and one.default is inspect.Parameter.empty:
                raise TypeError(f"statistic {known}: argument {one.name} has no default")
        said = grain or _header(known, "Grain")
        if not said:
            raise TypeError(f"statistic {known}: what is one row? `grain` has to say it")
        _STATISTICS[known] = Statistic(known, function, per, across, paired, said)
        return function

    return register


def statistics() -> list[Statistic]:
    """All statistics, in the order of their names."""
    return [_STATISTICS[name] for name in sorted(_STATISTICS)]


def find_statistic(name: str) -> Statistic:
    """A statistic by name.

    Raises:
        UsageError: with code ``unknown_statistic``.
    """
    check_statistic(name, _STATISTICS)
    return _STATISTICS[name]


def _read(asked: str, name: str, value: Any, kind: type) -> Any:
    """A value of a plain type, also from its text."""
    if isinstance(value, str) and kind is bool:
        value = {"true": True, "false": False}.get(value, value)
    elif isinstance(value, str):
        with contextlib.suppress(ValueError):
            value = kind(value)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        words = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
        raise UsageError(
            f"{name} of {asked} is {words[kind]}, not {shown(value)}", code="bad_argument"
        )
    if isinstance(value, int) and kind is int and not 0 <= value <= _MOST_NUMBER:
        raise UsageError(
            f"{name} of {asked} is a number from 0 to {_MOST_NUMBER:,}, not {value}",
            code="bad_argument",
        )
    return value


def _header(name: str, part: str) -> str:
    """A part of the comment of the SQL file of this name; empty where there is none."""
    return header(query_text(name), part) if name in query_names() else ""
