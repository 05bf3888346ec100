"""The model of a tuning file: which table is tuned, from which rarity, within which bounds.

Its place in the product is that of a rule-set file: TOML, validated, frozen, every mistake told
with line, value and valid values (`schemas.tuning_files`).
"""

from __future__ import annotations

import math
from typing import Final, Literal, Self, get_args

from pydantic import Field, model_validator

from schemas.errors import one_of
from schemas.sections import Section

Frequency = Literal["natural", "strategic", "exact"]
Form = Literal["log", "power"]
Measure = Literal[
    "dealer_advantage",
    "draw_rate",
    "self_draw_share",
    "top_share",
    "gini",
    "points_moved",
    "mispricing",
    "distance",
]
MEASURES: Final[tuple[str, ...]] = get_args(Measure)
SHARES: Final = ("draw_rate", "self_draw_share", "top_share", "gini")
"""Measures between 0 and 1."""
NOT_NEGATIVE: Final = ("points_moved", "mispricing", "distance")
_MOST_VALUE: Final = 1_000_000


class Rarity(Section):
    """Where rarity is measured, and how a value follows from it."""

    frequency: Frequency = Field(
        default="natural",
        description="natural (play that does not look at values), strategic (play that does), or "
        "exact (counted combinations, for patterns that the tiles alone decide)",
    )
    natural: tuple[str, ...] = Field(default=(), description="run ids of value-blind play")
    strategic: tuple[str, ...] = Field(default=(), description="run ids of play for value")
    form: Form | None = Field(
        default=None,
        description="log: score = a - k ln q; power: ln score = a - k ln q; without it power where "
        "values multiply, log elsewhere",
    )
    effects: Literal["single", "joint"] = Field(
        default="single",
        description="single: each pattern's own rarity; joint: its part in the log rarity of the "
        "wins that hold it",
    )

    @model_validator(mode="after")
    def _has_runs(self) -> Self:
        for play in ("natural", "strategic"):
            runs = getattr(self, play)
            for run in runs:
                if runs.count(run) > 1:
                    raise ValueError(f"{play}: {run} stands twice")
        if self.frequency != "exact" and not getattr(self, self.frequency):
            raise ValueError(
                f"frequency {self.frequency!r} needs run ids in rarity.{self.frequency}"
            )
        if self.frequency == "exact" and self.effects == "joint":
            raise ValueError("effects 'joint' needs wins: frequency is natural or strategic")
        return self


class Constraints(Section):
    """What the new table must hold to."""

    values: tuple[int, ...] = Field(
        default=(), description="the only values that a pattern may have; none: every integer"
    )
    low: int | None = Field(
        default=None, description="no value below it; without it the least that counts"
    )
    high: int | None = Field(
        default=None, description="no value above it; without it today's highest"
    )
    order: Literal["table", "rarity", "none"] = Field(
        default="table",
        description="table: what is worth less today is never worth more afterwards; rarity: the "
        "rarer is never worth less",
    )
    implied: bool = Field(
        default=True,
        description="a pattern that cancels another and is worth no less today stays worth no less",
    )
    fixed: tuple[str, ...] = Field(default=(), description="patterns that keep today's value")
    set: dict[str, int] = Field(default_factory=dict, description="patterns with a given value")
    bounds: dict[str, tuple[int, int]] = Field(
        default_factory=dict, description="least and highest value of a pattern"
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for value in self.values:
            if not 0 <= value <= _MOST_VALUE:
                raise ValueError(f"values: {value} is out of range; 0 to {_MOST_VALUE:,}")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}")
        for key, (low, high) in self.bounds.items():
            if low > high:
                raise ValueError(f"bounds.{key}: {low} is above {high}")
        ends = {"low": self.low, "high": self.high} | {f"set.{k}": v for k, v in self.set.items()}
        for name, end in ends.items():
            if end is not None and not 0 <= end <= _MOST_VALUE:
                raise ValueError(f"{name}: {end} is out of range; 0 to {_MOST_VALUE:,}")
        for key in self.set:
            if key in self.fixed:
                raise ValueError(f"set.{key}: the pattern is in `fixed` too")
        return self


class Target(Section):
    """One thing that the new table is to bring about, measured by scoring stored hands again."""

    measure: Measure = Field(description="what is measured")
    goal: float | Literal["least", "most"] = Field(
        description="the value that is wanted, or least or most"
    )
    within: float | None = Field(
        default=None, gt=0, description="how near the goal the table must come; else as near as can"
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if isinstance(self.goal, str):
            if self.within is not None:
                raise ValueError("within needs a goal that is a number")
            return self
        if not math.isfinite(self.goal):
            raise ValueError(f"goal {self.goal:g}: it must be a number with an end, least or most")
        if self.measure in SHARES and not 0 <= self.goal <= 1:
            raise ValueError(f"goal {self.goal:g}: {self.measure} is between 0 and 1")
        if self.measure in NOT_NEGATIVE and self.goal < 0:
            raise ValueError(f"goal {self.goal:g}: {self.measure} is never below 0")
        return self


class Search(Section):
    """How targets are sought."""

    evaluations: int = Field(default=400, ge=10, le=100_000, description="tables that are tried")
    population: int = Field(default=40, ge=4, le=1_000, description="tables of a generation")
    seed: int = Field(default=1, ge=0, le=(1 << 32) - 1, description="of the search")
    hands: int = Field(
        default=20_000, ge=100, description="stored hands that each table is measured on, at most"
    )


class Tuning(Section):
    """A tuning file."""

    rules: str = Field(
        description="the table to tune: a preset, or a rule-set file beside this one"
    )
    output: str = Field(
        pattern=r"\.toml$", description="the rule-set file to write, beside this one"
    )
    name: str | None = Field(
        default=None, pattern=r"^[a-z0-9][a-z0-9-]*$", description="its name; else that of the file"
    )
    rarity: Rarity
    constraints: Constraints = Constraints()
    target: tuple[Target, ...] = Field(default=(), description="what the table is to bring about")
    search: Search = Search()

    @model_validator(mode="after")
    def _targets_once(self) -> Self:
        names = [one.measure for one in self.target]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"target: {name} stands twice; each of {one_of(MEASURES)} once")
        return self
