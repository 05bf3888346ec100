"""The model of a tuning result: the document that ``paipu tune FILE --json`` prints.

Other commands read it back from a file, so that a result can be shown later and elsewhere without
the lake and the tuning file that it came from. Everything is validated; a file that is no such
document is told with the first place that is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from schemas.errors import UsageError, shown
from schemas.sections import Section
from schemas.tuning import Form, Frequency, Measure, Target

Positive = Annotated[FiniteFloat, Field(gt=0)]
Share = Annotated[FiniteFloat, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


class ResultPart(Section):
    """A part of the document; what it does not know is left for later versions."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class FittedLine(ResultPart):
    """The line score = a − k·ln q (``log``) or ln score = a − k·ln q (``power``)."""

    form: Form
    a: FiniteFloat
    a_error: FiniteFloat
    k: Positive
    k_error: FiniteFloat
    scatter: FiniteFloat


class PricedPattern(ResultPart):
    """One pattern; columns of `pipelines.tuning.proposing.proposal_frame`, and ``new``."""

    pattern: str
    name: str
    name_en: str
    value: int
    wins: Count | None
    n: Count | None
    share: Share | None
    low: Share | None
    high: Share | None
    measured: Literal["seen", "unseen", "no"]
    line: FiniteFloat | None
    line_low: FiniteFloat | None
    line_high: FiniteFloat | None
    mispricing: FiniteFloat | None
    mispricing_low: FiniteFloat | None
    mispricing_high: FiniteFloat | None
    q_value: Share | None
    proposed: int
    new: int

    @model_validator(mode="after")
    def _measured_has_values(self) -> Self:
        if self.measured != "no":
            for name in ("share", "line", "mispricing"):
                if getattr(self, name) is None:
                    raise ValueError(f"{self.pattern} is {self.measured} and has no {name}")
        return self


class MeasureRow(ResultPart):
    """One measure of today's table, of the proposed one, of the new one, and new − today."""

    measure: Measure | Literal["unwon", "earlier"]
    n: Count
    today: FiniteFloat
    today_low: FiniteFloat | None
    today_high: FiniteFloat | None
    proposed: FiniteFloat
    proposed_low: FiniteFloat | None
    proposed_high: FiniteFloat | None
    new: FiniteFloat
    new_low: FiniteFloat | None
    new_high: FiniteFloat | None
    move: FiniteFloat
    move_low: FiniteFloat | None
    move_high: FiniteFloat | None


class FrontTable(ResultPart):
    """A table that no other one beats, and its measures by name."""

    values: dict[str, int]
    measures: dict[str, FiniteFloat]
    chosen: bool


class MeasureMove(ResultPart):
    """How a measure of hands differs on the same walls; `pipelines.analysis.paired_measures`."""

    measure: str
    hands: Count
    value: FiniteFloat | None
    low: FiniteFloat | None
    high: FiniteFloat | None


class PatternMove(ResultPart):
    """How often wins hold a pattern, before and after; `pipelines.analysis.pattern_moves`."""

    pattern: str
    name: str
    name_en: str
    wins: Count
    n: Count
    before: Share | None
    before_low: FiniteFloat | None
    before_high: FiniteFloat | None
    other_wins: Count
    other_n: Count
    after: Share | None
    after_low: FiniteFloat | None
    after_high: FiniteFloat | None
    move: FiniteFloat | None
    move_low: FiniteFloat | None
    move_high: FiniteFloat | None
    q_value: Share | None


class PlayedAgain(ResultPart):
    """The new table played like one run of today's."""

    play: Literal["natural", "strategic"]
    run: str
    new_run: str
    measures: tuple[MeasureMove, ...]
    patterns: tuple[PatternMove, ...]


class TuningResult(ResultPart):
    """What a tuning file led to.

    ``measured_on``, ``tried``, ``measures`` and ``front`` are there where targets were stated,
    ``played`` where the new table was played.
    """

    rules: str
    title: str
    title_en: str
    unit: str
    output: str
    name: str
    frequency: Frequency
    effects: Literal["single", "joint"]
    runs: tuple[str, ...]
    wins: Count | None
    line: FittedLine
    patterns: tuple[PricedPattern, ...] = Field(min_length=1)
    targets: tuple[Target, ...]
    measured_on: Count | None = None
    tried: Count | None = None
    measures: tuple[MeasureRow, ...] = ()
    front: tuple[FrontTable, ...] = ()
    played: tuple[PlayedAgain, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.frequency == "exact") != (self.wins is None):
            raise ValueError("wins is a number where the frequency is measured, else null")
        if not self.targets:
            if self.measures or self.front:
                raise ValueError("measures or a front are there, and targets is empty")
            return self
        if self.measured_on is None or self.tried is None:
            raise ValueError("targets are stated, and measured_on or tried is missing")
        known = {row.measure for row in self.measures}
        for target in self.targets:
            if target.measure not in known:
                raise ValueError(f"measures: the target {target.measure} is missing")
            for at, one in enumerate(self.front, start=1):
                if target.measure not in one.measures:
                    raise ValueError(f"front.{at}: the target {target.measure} is missing")
        chosen = sum(one.chosen for one in self.front)
        if chosen != 1:
            raise ValueError(f"front: {chosen} of {len(self.front)} tables are chosen, not 1")
        return self


def load_tuning_result(name: str | Path) -> TuningResult:
    """Read a document from a file.

    Raises:
        UsageError: where the file cannot be read or is no such document; the message holds the file
            and what is wrong.
    """
    path = Path(name)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise _refused(path, f"it is not UTF-8 text (byte {error.start})") from error
    try:
        return TuningResult.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ")
        if first["type"] == "missing":
            what = "is missing"
        elif first["type"] not in ("value_error", "json_invalid"):
            what = f"{shown(first['input'])}: {what[0].lower()}{what[1:]}"
        raise _refused(path, f"{place}: {what}" if place else what) from error


def _refused(path: Path, what: str) -> UsageError:
    return UsageError(f"{path}: no tuning result as `paipu tune FILE --json` prints it: {what}")
