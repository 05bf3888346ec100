"""What all exporters share: their result, and what a format has no words for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """A hand that a format cannot hold.

    Attributes:
        hand: index in the batch.
        reason: what it cannot hold, as the end of a sentence.
    """

    hand: int
    reason: str


@dataclass(frozen=True, slots=True)
class Exported:
    """A batch in another format.

    Attributes:
        documents: texts that are each a file of their own; formats with one record a line, or one
            after another, give one (or none where every hand is refused), and the texts of
            several batches may follow each other in one file.
        refused: hands that are in none of them.
    """

    documents: tuple[str, ...]
    refused: tuple[Refused, ...]


class CannotHold(Exception):
    """A hand has something that the format has no words for."""


def written(texts: list[str], refused: list[Refused]) -> Exported:
    """The result of a format whose records follow each other in one text."""
    text = "".join(texts)
    return Exported((text,) if text else (), tuple(refused))
