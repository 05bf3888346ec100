"""One figure of a benchmark, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A measured figure.

    Attributes:
        name: what was measured.
        value: the figure, in `unit`.
        unit: such as "hands/s".
        reference: what it is compared with, measured in the same run or a stated goal.
        reference_value: the reference's figure in the same unit.
        at_least: the ratio that is wanted; for an upper limit (`at_most`) its inverse reading.
        at_most: an upper limit of the ratio instead.
    """

    name: str
    value: float
    unit: str
    reference: str
    reference_value: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float:
        """Value over reference."""
        return self.value / self.reference_value

    @property
    def met(self) -> bool:
        """Whether the wanted ratio was reached."""
        low = self.at_least is None or self.ratio >= self.at_least
        return low and (self.at_most is None or self.ratio <= self.at_most)
