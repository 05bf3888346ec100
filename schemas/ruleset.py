"""The rule-set model: every rule of a system as validated, frozen data.

A rule set is read by `schemas.rules_files` from TOML and turned into arrays by `engine.rules`.
Its sections are in `schemas.sections` (play), `schemas.ending_sections` (wins, aborts, violations,
sessions) and `schemas.scoring_sections` (worth and payment); presets combine them, so that a house
rule or a mixture of systems needs no code.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Self

from pydantic import Field, model_validator

from schemas.catalogue import Catalogue, load_catalogue, systems
from schemas.ending_sections import Abort, Session, Violations, Win
from schemas.errors import one_of
from schemas.scoring_sections import (
    HAS_LIMIT,
    NEEDS_SCORING,
    NEUTRAL,
    SCORING_OF_SYSTEM,
    SHAPES_OF_SYSTEM,
    Scoring,
    Settlement,
)
from schemas.sections import MOST_POINTS, Play, Section, Tiles, Wall, Wildcard
from schemas.system_limits import unknown_to_system

__all__ = ["PatternRule", "RuleSet", "Section"]


class PatternRule(Section):
    """The value of one pattern and the patterns that it cancels."""

    value: int = Field(
        ge=0,
        le=MOST_POINTS,
        description="what one such pattern adds, or multiplies by; 0 (in products 1): neutral, "
        "cancels nothing",
    )
    excludes: tuple[str, ...] = Field(default=(), description="patterns that are not counted")
    limit: bool = Field(
        default=False,
        description="such a hand is worth the limit 腊子 (points_doubled only); it counts and "
        "cancels also with a neutral value",
    )


class RuleSet(Section):
    """A complete rule set: a preset, or a house rule that extends one."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$", description="short name")
    title: str = Field(description="name in Chinese")
    title_en: str = Field(description="name in English")
    system: str = Field(description="pattern catalogue and family of shapes")
    tiles: Tiles
    wildcard: Wildcard = Wildcard()
    wall: Wall
    play: Play
    win: Win
    abort: Abort = Abort()
    scoring: Scoring
    settlement: Settlement
    violations: Violations
    session: Session
    patterns: dict[str, PatternRule]
    notes: dict[str, str] = Field(
        default_factory=dict,
        description="where an option's value comes from, by dotted name: the source's words, or "
        "that it is a choice",
    )

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
        if self.scoring.kind not in HAS_LIMIT:
            for key, rule in self.patterns.items():
                if rule.limit:
                    raise ValueError(
                        f"patterns.{key}.limit: scoring.kind {self.scoring.kind!r} has no limit"
                    )
        if self.scoring.kind in NEUTRAL:
            for key, rule in self.patterns.items():
                if rule.value < 1:
                    raise ValueError(f"patterns.{key}: {rule.value} is no multiplier; from 1 on")
        return self

    @model_validator(mode="after")
    def _sections_fit(self) -> Self:
        expected = SCORING_OF_SYSTEM[self.system]
        if self.scoring.kind != expected:
            raise ValueError(
                f"scoring.kind {self.scoring.kind!r}: the patterns of {self.system} are counted by "
                f"{expected!r}"
            )
        needed = NEEDS_SCORING.get(self.settlement.kind, expected)
        if needed != expected:
            raise ValueError(
                f"settlement.kind {self.settlement.kind!r} needs scoring.kind {needed!r}"
            )
        for name in self.notes:
            if name not in self.options():
                raise ValueError(f"notes: {name!r} is no option of this rule set")
        for shape in self.win.shapes:
            if shape not in SHAPES_OF_SYSTEM.get(self.system, (shape,)):
                raise ValueError(
                    f"win.shapes: {shape!r}: the patterns of {self.system} are counted on "
                    f"{one_of(SHAPES_OF_SYSTEM[self.system])} alone"
                )
        unknown = unknown_to_system(self.system, self.options())
        if unknown:
            raise ValueError(unknown)
        turned = self.wildcard.kind == "turned"
        if turned and self.wall.kind == "personal":
            raise ValueError("wildcard.kind 'turned' needs a common wall, from which it is turned")
        if self.violations.shown_foul == "pays_all" and self.settlement.kind != "flower_shares":
            raise ValueError(
                "violations.shown_foul 'pays_all' needs settlement.kind 'flower_shares', whose "
                "losers have flowers and golds to be paid"
            )
        for option, wanted in (
            ("win.three_wildcards", self.win.three_wildcards != "none"),
            ("win.robbing_gold", self.win.robbing_gold),
            ("wildcard.idle", self.wildcard.idle != "free"),
        ):
            if wanted and not turned:
                raise ValueError(f"{option} needs wildcard.kind 'turned'")
        if self.wildcard.seat_flower and not {"f1", "f2", "f3", "f4"} <= set(self.tiles.flowers):
            raise ValueError("wildcard.seat_flower needs the flowers f1, f2, f3 and f4")
        if (self.win.eight_flowers or self.win.seven_rob_one) and not all(
            f"f{n}" in self.tiles.flowers for n in range(1, 9)
        ):
            raise ValueError("win.eight_flowers and win.seven_rob_one need the flowers f1 to f8")
        if self.play.penalty_discard and not self.wall.last_round:
            raise ValueError("play.penalty_discard needs wall.last_round")
        return self

    @property
    def catalogue(self) -> Catalogue:
        """Names of the patterns, in source order."""
        return load_catalogue(self.system)

    @property
    def neutral(self) -> int:
        """Value of a pattern that counts for nothing."""
        return NEUTRAL.get(self.scoring.kind, 0)

    @property
    def hash(self) -> str:
        """SHA-256 of the resolved values, sorted, without names and notes: 64 hex digits."""
        values = self.model_dump(mode="json", exclude={"name", "title", "title_en", "notes"})
        text = json.dumps(values, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def options(self) -> dict[str, Any]:
        """Every option by its dotted name, patterns left out."""
        sections = self.model_dump(mode="json", exclude={"patterns", "notes"})
        flat: dict[str, Any] = {}
        for name, value in sections.items():
            if isinstance(value, dict):
                flat.update({f"{name}.{key}": inner for key, inner in value.items()})
        return flat
