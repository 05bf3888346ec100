"""The rule-set model: every rule of a system as validated, frozen data.

A rule set is read by `schemas.rules_files` from TOML and turned into arrays by `engine.rules`.
Sections name *features*; presets combine them, so that a house rule or a mixture of systems
needs no code. Documentation of a field is its `description`, shown by ``paipu rules``.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schemas.catalogue import Catalogue, load_catalogue, systems
from schemas.errors import one_of
from schemas.tiles import HONORS

Shape = Literal[
    "standard", "seven_pairs", "thirteen_orphans", "knitted_straight", "knitted_singles"
]
Wind = Literal[0, 1, 2, 3]


class Section(BaseModel):
    """A group of options; unknown keys are refused, values cannot change once read."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Tiles(Section):
    """The tiles that are played with, beside the three suits."""

    hand_size: Literal[13, 16] = Field(description="tiles dealt to each player but the dealer")
    honors: tuple[str, ...] = Field(description="honors in play, four copies each")
    flowers: tuple[str, ...] = Field(description="flowers in play, one copy each")

    @model_validator(mode="after")
    def _known_tiles(self) -> Self:
        for tile in self.honors:
            if tile not in set(HONORS):
                raise ValueError(f"{tile!r} is no honor; honors are {one_of(HONORS)}")
        flowers = [f"f{n}" for n in range(1, 9)]
        for tile in self.flowers:
            if tile not in flowers:
                raise ValueError(f"{tile!r} is no flower; flowers are {one_of(flowers)}")
        return self


class Wall(Section):
    """Where tiles are drawn from and when the wall is exhausted."""

    kind: Literal["common", "personal"] = Field(
        description="one wall for all, or a quarter of the tiles for each seat from which all its "
        "draws come"
    )
    keep_back: int = Field(ge=0, description="tiles at the end of the wall that are never drawn")
    dealer_first_tile: Literal["dealt", "drawn"] = Field(
        description="the dealer's extra tile is dealt with the others, or is its first draw"
    )

    @model_validator(mode="after")
    def _personal_walls_are_played_out(self) -> Self:
        if self.kind == "personal" and self.keep_back:
            raise ValueError("personal walls are played out: keep_back must be 0")
        return self


class Play(Section):
    """What may be claimed, and when."""

    rob_kong: bool = Field(description="an added kong may be robbed 抢杠")
    multiple_winners: bool = Field(
        description="every player that can win on a discard wins; otherwise the nearest alone"
    )
    last_discard_claims: bool = Field(
        description="the discard after the last tile may be claimed by more than a win"
    )
    keep_flowers: bool = Field(
        description="a flower may be kept, exposed on a later own turn or discarded; otherwise "
        "it is exposed and replaced at once"
    )
    last_tile: Literal["next_drawer", "own_wall"] = Field(
        description="a drawn tile is the last one when the next drawer's wall is empty, or when "
        "the drawer's own is (the same where the wall is common)"
    )


class Win(Section):
    """What wins."""

    shapes: tuple[Shape, ...] = Field(min_length=1, description="shapes that may win")
    minimum: int = Field(ge=0, description="points that a win needs, flowers not counted")


class Scoring(Section):
    """How patterns are counted."""

    kind: Literal["fan_sum"] = Field(description="how the total is made of patterns")
    knitted_straight_wait: bool = Field(
        description="edge, closed and single waits count beside a knitted straight 组合龙"
    )
    special_hands_fully_concealed: bool = Field(
        description="self-drawn hands that are concealed by nature (seven pairs, orphans, "
        "knitted singles, nine gates, four concealed pungs) take 不求人 instead of 自摸"
    )


class Settlement(Section):
    """Who pays what after a win."""

    kind: Literal["base_plus_points"] = Field(
        description="self-draw: each pays base + points; discard: the discarder base + points, "
        "the others base"
    )
    base: int = Field(ge=0, description="points that every loser pays for any win")


class Violations(Section):
    """What false wins and errors cost."""

    false_win_pays_each: int = Field(ge=0, description="points a false win 错和 pays each other")
    false_win_ends_hand: bool = Field(description="a false win ends the hand")
    player_error_pays_each: int = Field(
        ge=0, description="points a player error (illegal action in a record) pays each other"
    )


class Session(Section):
    """How hands follow one another."""

    hands: int = Field(ge=1, description="hands of a session")
    first_dealer: Wind = Field(description="seat that deals the first hand")
    dealer_stays: tuple[Literal["dealer_win", "draw"], ...] = Field(
        description="outcomes after which the dealer stays; after all others the deal passes"
    )
    seat_rotation: tuple[tuple[Wind, Wind, Wind, Wind], ...] = Field(
        description="players at seats 0-3 in each round; empty: nobody moves"
    )


class PatternRule(Section):
    """The value of one pattern and the patterns that it cancels."""

    value: int = Field(description="what one such pattern adds; 0: neutral, cancels nothing")
    excludes: tuple[str, ...] = Field(default=(), description="patterns that are not counted")


class RuleSet(Section):
    """A complete rule set: a preset, or a house rule that extends one."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$", description="short name")
    title: str = Field(description="name in Chinese")
    title_en: str = Field(description="name in English")
    system: str = Field(description="pattern catalogue and family of shapes")
    tiles: Tiles
    wall: Wall
    play: Play
    win: Win
    scoring: Scoring
    settlement: Settlement
    violations: Violations
    session: Session
    patterns: dict[str, PatternRule]

    @model_validator(mode="after")
    def _patterns_match_catalogue(self) -> Self:
        if self.system not in systems():
            raise ValueError(f"unknown system {self.system!r}; systems are {one_of(systems())}")
        keys = self.catalogue.keys
        for key, rule in self.patterns.items():
            if key not in keys:
                raise ValueError(f"patterns.{key}: no pattern of system {self.system!r}")
            for other in rule.excludes:
                if other not in keys:
                    raise ValueError(f"patterns.{key}.excludes: {other!r} is no pattern")
        missing = [key for key in keys if key not in self.patterns]
        if missing:
            raise ValueError(f"patterns without a value: {one_of(missing)}")
        return self

    @property
    def catalogue(self) -> Catalogue:
        """Names of the patterns, in source order."""
        return load_catalogue(self.system)

    @property
    def hash(self) -> str:
        """SHA-256 of the resolved values, sorted, without names: 64 hex digits."""
        values = self.model_dump(mode="json", exclude={"name", "title", "title_en"})
        text = json.dumps(values, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def options(self) -> dict[str, Any]:
        """Every option by its dotted name, patterns left out."""
        sections = self.model_dump(mode="json", exclude={"patterns"})
        flat: dict[str, Any] = {}
        for name, value in sections.items():
            if isinstance(value, dict):
                flat.update({f"{name}.{key}": inner for key, inner in value.items()})
        return flat
