"""From the kernels' columns to answers of the scoring interface, as JSON text.

An answer is put together from fragments that were encoded once for each rule set: a pattern with
its count is always the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.readings import format_group
from engine.scoring import ScoreColumns
from engine.scoring_out import I_N_READING, I_POINTS, I_TAI, I_TOTAL
from schemas.codes import LEGAL, NO_SHAPE, VERDICTS, WIN_ITEMS
from schemas.errors import InputError
from schemas.items import ITEM_NAMES, item_values
from schemas.ruleset import RuleSet
from schemas.scoring_sections import PointsDoubled

_ENCODE: Final = msgspec.json.Encoder().encode


class AnswerWriter:
    """Writes the answers of one rule set's hands."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._patterns = [
            (pattern.key, pattern.name, ruleset.patterns[pattern.key].value)
            for pattern in ruleset.catalogue.patterns
        ]
        doubles = isinstance(ruleset.scoring, PointsDoubled)
        self._items = list(zip(WIN_ITEMS, item_values(ruleset), strict=True)) if doubles else []
        self._pattern_texts: dict[tuple[int, int], str] = {}
        self._group_texts: dict[int, str] = {}
        self._tail = f',"rules":{_text(ruleset.name)},"rules_hash":{_text(ruleset.hash)}}}'

    def write(
        self,
        ids: Sequence[Any],
        scored: ScoreColumns,
        deltas: Sequence[list[int] | None],
    ) -> list[str]:
        """One JSON text a hand.

        Args:
            ids: what each line called itself, None where it did not.
            scored: what the kernels said of the n hands.
            deltas: for each hand the payments by seat, or None.
        """
        found = _texts_by_row(scored.counts, self._pattern)
        points = self._points(scored) if self._items else [""] * len(ids)
        totals = scored.info[:, I_TOTAL].tolist()
        groups = scored.reading.tolist()
        lengths = scored.info[:, I_N_READING].tolist()
        answers = []
        for row, (name, verdict, total, paid) in enumerate(
            zip(ids, scored.verdict.tolist(), totals, deltas, strict=True)
        ):
            legal = verdict == LEGAL
            reason = "" if legal else f'"reason":"{VERDICTS[verdict]}",'
            patterns = "" if verdict == NO_SHAPE else ",".join(found[row])
            reading = ",".join([self._group(code) for code in groups[row][: lengths[row]]])
            due = "null" if paid is None else str(paid).replace(" ", "")
            answers.append(
                f'{{"id":{_text(name)},"legal":{"true" if legal else "false"},{reason}'
                f'"total":{total},{points[row]}"patterns":[{patterns}],"reading":[{reading}],'
                f'"deltas":{due}'
                f"{self._tail}"
            )
        return answers

    def _points(self, scored: ScoreColumns) -> list[str]:
        """Points, doublings and items of each hand, in systems that double."""
        items = _texts_by_row(scored.items, self._item)
        points = scored.info[:, I_POINTS].tolist()
        tai = scored.info[:, I_TAI].tolist()
        return [
            f'"points":{points[row]},"tai":{tai[row]},"items":[{",".join(texts)}],'
            for row, texts in enumerate(items)
        ]

    def _item(self, item: int, count: int) -> str:
        key, value = self._items[item]
        return _text({"key": key, "name": ITEM_NAMES[key][0], "count": count, "value": value})

    def _pattern(self, pattern: int, count: int) -> str:
        text = self._pattern_texts.get((pattern, count))
        if text is None:
            key, name, value = self._patterns[pattern]
            text = _text({"key": key, "name": name, "count": count, "value": value})
            self._pattern_texts[pattern, count] = text
        return text

    def _group(self, code: int) -> str:
        text = self._group_texts.get(code)
        if text is None:
            text = self._group_texts[code] = _text(format_group(code))
        return text


def write_error(name: Any, error: InputError) -> str:
    """The answer to a line that cannot be scored."""
    return _text({"id": name, "error": {"code": error.code, "message": error.message}})


def _texts_by_row(counts: NDArray[np.int16], write: Callable[[int, int], str]) -> list[list[str]]:
    """For each row the texts of what counts in it."""
    rows, places = np.nonzero(counts)
    found: list[list[str]] = [[] for _ in range(len(counts))]
    for row, place, count in zip(
        rows.tolist(), places.tolist(), counts[rows, places].tolist(), strict=True
    ):
        found[row].append(write(place, count))
    return found


def _text(value: Any) -> str:
    return _ENCODE(value).decode()
