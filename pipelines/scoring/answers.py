"""From the kernels' columns to answers of the scoring interface, as JSON text.

An answer is put together from fragments that were encoded once for each rule set: a pattern with
its count is always the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.readings import format_group
from schemas.codes import LEGAL, NO_SHAPE, VERDICTS
from schemas.errors import InputError
from schemas.ruleset import RuleSet

_ENCODE: Final = msgspec.json.Encoder().encode


class AnswerWriter:
    """Writes the answers of one rule set's hands."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._patterns = [
            (pattern.key, pattern.name, ruleset.patterns[pattern.key].value)
            for pattern in ruleset.catalogue.patterns
        ]
        self._pattern_texts: dict[tuple[int, int], str] = {}
        self._group_texts: dict[int, str] = {}
        self._tail = f',"rules":{_text(ruleset.name)},"rules_hash":{_text(ruleset.hash)}}}'

    def write(
        self,
        ids: Sequence[Any],
        verdicts: NDArray[np.int8],
        totals: NDArray[np.int32],
        counts: NDArray[np.int16],
        readings: NDArray[np.int16],
        n_groups: NDArray[np.int32],
        deltas: Sequence[list[int] | None],
    ) -> list[str]:
        """One JSON text a hand.

        Args:
            ids: what each line called itself, None where it did not.
            verdicts: (n) codes of `schemas.codes.VERDICTS`.
            totals: (n) totals.
            counts: (n, patterns) how often each pattern counts.
            readings: (n, 14) group codes of `engine.readings`.
            n_groups: (n) groups of each reading.
            deltas: for each hand the payments by seat, or None.
        """
        rows, ids_of_patterns = np.nonzero(counts)
        found: list[list[str]] = [[] for _ in ids]
        for row, pattern, count in zip(
            rows.tolist(), ids_of_patterns.tolist(), counts[rows, ids_of_patterns].tolist(),
            strict=True,
        ):  # fmt: skip
            found[row].append(self._pattern(pattern, count))
        groups = readings.tolist()
        lengths = n_groups.tolist()
        answers = []
        for row, (name, verdict, total, paid) in enumerate(
            zip(ids, verdicts.tolist(), totals.tolist(), deltas, strict=True)
        ):
            legal = verdict == LEGAL
            reason = "" if legal else f'"reason":"{VERDICTS[verdict]}",'
            patterns = "" if verdict == NO_SHAPE else ",".join(found[row])
            reading = ",".join([self._group(code) for code in groups[row][: lengths[row]]])
            due = "null" if paid is None else str(paid).replace(" ", "")
            answers.append(
                f'{{"id":{_text(name)},"legal":{"true" if legal else "false"},{reason}'
                f'"total":{total},"patterns":[{patterns}],"reading":[{reading}],"deltas":{due}'
                f"{self._tail}"
            )
        return answers

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


def _text(value: Any) -> str:
    return _ENCODE(value).decode()
