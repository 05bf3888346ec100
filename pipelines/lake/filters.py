"""Filters: which hands, and which players of these hands, a question looks at.

There are two kinds. `run`, `rules`, `since`, `until`, `match`, `round`, `dealer` and `win_by`
choose hands, whole. `player`, `policy` and `seat` choose players of hands: wins, payments and dealt
hands are those of the chosen players alone, and rates per player-hand are per hand that a chosen
player sat in. What is told of hands as a whole (how they end, how many points change hands) is told
of all hands in which a chosen player sat. Values of one filter are alternatives, filters add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from schemas.codes import WIN_BY
from schemas.errors import UsageError, nearest, one_of, shown

SEATS: Final = (0, 1, 2, 3)
"""Seats counted from the dealer: the dealer, the next (right of it), across, the previous."""
ROUNDS: Final = ("E", "S", "W", "N")
"""Prevailing winds by the code of `hands.round_wind`."""
OF_PLAYERS: Final = ("player", "policy", "seat")
"""Filters that choose players of hands; all others choose hands."""


def _several(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return tuple(dict.fromkeys(value))
    return (value,)


def _texts(value: Any) -> tuple[str, ...]:
    values = _several(value)
    for one in values:
        if not isinstance(one, str) or not one:
            raise UsageError(f"a filter's value is text, not {shown(one)}", code="bad_filter")
    return values


def _seats(value: Any) -> tuple[int, ...]:
    values = _several(value)
    for one in values:
        if one not in SEATS or isinstance(one, bool):
            raise UsageError(
                f"seat {shown(one)}: seats are counted from the dealer, {one_of(SEATS)}",
                code="bad_filter",
            )
    return tuple(int(one) for one in values)


def _rounds(value: Any) -> tuple[str, ...]:
    values = tuple(one.upper() for one in _texts(value))
    for one in values:
        if one not in ROUNDS:
            raise UsageError(f"round {shown(one)}: rounds are {one_of(ROUNDS)}", code="bad_filter")
    return values


def _win_kinds(value: Any) -> tuple[str, ...]:
    values = _texts(value)
    for one in values:
        if one not in WIN_BY:
            raise UsageError(
                f"win kind {shown(one)}{nearest(one, WIN_BY)}: kinds are {one_of(WIN_BY)}",
                code="bad_filter",
            )
    return values


def _day(value: Any) -> date | None:
    if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"date {shown(value)}: a date is written as 2026-05-31", code="bad_filter"
        ) from error


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
Day = Annotated[date | None, BeforeValidator(_day)]


class Filter(BaseModel):
    """What to look at; every field may be one value or several, and says nothing where left out.

    Attributes:
        run: run ids.
        rules: names of rule sets, as in the column ``rules``.
        since: first day on which a hand was played (UTC); hands without a date are left out.
        until: last day on which a hand was played (UTC); hands without a date are left out.
        match: ids of recorded matches.
        round: prevailing winds 圈风, out of `ROUNDS`.
        dealer: name or policy of the player who deals 庄.
        win_by: hands won in one of these ways, out of `schemas.codes.WIN_BY`.
        player: names of players, as the record or the simulation has them.
        policy: policies of simulated players, with their options.
        seat: seats counted from the dealer, out of `SEATS`.

    Raises:
        UsageError: with code ``bad_filter`` where a value cannot be one, or a name is no filter.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: Texts = ()
    rules: Texts = ()
    since: Day = None
    until: Day = None
    match: Texts = ()
    round: Annotated[tuple[str, ...], BeforeValidator(_rounds)] = ()
    dealer: Texts = ()
    win_by: Annotated[tuple[str, ...], BeforeValidator(_win_kinds)] = ()
    player: Texts = ()
    policy: Texts = ()
    seat: Annotated[tuple[int, ...], BeforeValidator(_seats)] = ()

    @model_validator(mode="before")
    @classmethod
    def _known_names(cls, values: Any) -> Any:
        for name in values:
            if name not in cls.model_fields:
                raise UsageError(
                    f"unknown filter {name!r}{nearest(name, cls.model_fields)}: "
                    f"filters are {one_of(cls.model_fields)}",
                    code="bad_filter",
                )
        return values

    @model_validator(mode="after")
    def _days_in_order(self) -> Filter:
        if self.since and self.until and self.since > self.until:
            raise UsageError(
                f"no day is since {self.since} and until {self.until}", code="bad_filter"
            )
        return self

    @property
    def given(self) -> dict[str, Any]:
        """The filters that say something, by name."""
        return {name: value for name in type(self).model_fields if (value := getattr(self, name))}

    @property
    def of_players(self) -> bool:
        """Whether players of hands are chosen."""
        return any(name in OF_PLAYERS for name in self.given)

    @property
    def of_hands(self) -> bool:
        """Whether a part of the hands of runs may be left out."""
        return any(name not in ("run", "rules") for name in self.given)

    def __bool__(self) -> bool:
        """Whether anything is filtered."""
        return bool(self.given)

    def __str__(self) -> str:
        """The filters as they were set, for people.

        >>> str(Filter(rules="mcr", seat=(0, 1), since="2026-05-01"))
        'rules mcr, since 2026-05-01, seat 0 or 1'
        """
        told = []
        for name, value in self.given.items():
            values = one_of(value) if isinstance(value, tuple) else value
            told.append(f"{name.replace('_', ' ')} {values}")
        return ", ".join(told)
