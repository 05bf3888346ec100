"""Scores lines of the scoring interface in blocks, in order, whatever rule sets they name.

A block of lines is read into one `HandColumns` a rule set, scored by the kernel, and answered.
Lines that cannot be scored are answered with an error; the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

import msgspec
import numpy as np

from engine.rules import compile_rules
from engine.scoring import ScoreColumns, WinColumns, new_score_columns, score_batch
from engine.settlement import settle_batch
from engine.tables import load_tables
from pipelines.scoring.answers import AnswerWriter, write_error
from pipelines.scoring.checks import copy_errors
from pipelines.scoring.hands import HandColumns
from schemas.codes import LEGAL
from schemas.errors import InputError, RulesError, shown
from schemas.rules_files import load_ruleset

BLOCK: Final = 4096
"""Lines that are scored together: enough to be fast, few enough to answer at once."""


class Scorer:
    """Scores hands under any number of rule sets, compiled once each."""

    def __init__(self, default_rules: str | None) -> None:
        """Prepare; the default rule set is loaded at once, so that a wrong name is told early.

        Raises:
            RulesError: where the default rule set is unknown or does not validate.
        """
        self.failed = 0
        self._default = default_rules
        self._rules: dict[str, _Compiled] = {}
        self._decode = msgspec.json.Decoder().decode
        if default_rules is not None:
            self._compiled(default_rules)

    def answers(self, lines: Iterable[bytes]) -> Iterator[str]:
        """One JSON text a line, in order; blank lines are passed by. Errors count in `failed`."""
        source = iter(lines)
        while block := list(islice(source, BLOCK)):
            yield from self._block([line for line in block if line.strip()])

    def _block(self, lines: list[bytes]) -> list[str]:
        answers: list[str] = [""] * len(lines)
        names: list[Any] = [None] * len(lines)
        batches: dict[str, HandColumns] = {}
        for place, line in enumerate(lines):
            try:
                hand = self._read(line)
                names[place] = hand.get("id")
                rules = self._name(hand)
                batch = batches.get(rules)
                if batch is None:
                    batch = batches[rules] = HandColumns(self._compiled(rules).ruleset)
                batch.add(hand, place)
            except InputError as error:
                self.failed += 1
                answers[place] = write_error(names[place], error)
        for rules, batch in batches.items():
            self._score(self._compiled(rules), batch, names, answers)
        return answers

    def _score(
        self, compiled: _Compiled, batch: HandColumns, names: list[Any], answers: list[str]
    ) -> None:
        if not len(batch):
            return
        wins = batch.wins()
        out = new_score_columns(len(batch), compiled.rules.n_patterns)
        score_batch(compiled.rules, load_tables(), wins, out)
        texts = compiled.writer.write(
            [names[place] for place in batch.places],
            out,
            _deltas(compiled, batch, wins, out),
        )
        too_many = copy_errors(wins, batch.elsewhere(), compiled.rules.copies)
        for row, (place, text) in enumerate(zip(batch.places, texts, strict=True)):
            if row in too_many:
                self.failed += 1
                text = write_error(names[place], InputError(too_many[row], code="five_copies"))
            answers[place] = text

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            hand = self._decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise InputError(f"not JSON: {error}", code="bad_json") from error
        if not isinstance(hand, dict):
            raise InputError("a line must be one JSON object", code="bad_json")
        return hand

    def _name(self, hand: dict[str, Any]) -> str:
        name = hand.get("rules", self._default)
        if name is None:
            raise InputError(
                "no rule set: the line names none in rules, and --rules gives none",
                code="unknown_rules",
            )
        if not isinstance(name, str):
            raise InputError(f"rules = {shown(name)} must be the name of a rule set")
        try:
            self._compiled(name)
        except RulesError as error:
            raise InputError(error.message, code="unknown_rules") from error
        return name

    def _compiled(self, name: str) -> _Compiled:
        compiled = self._rules.get(name)
        if compiled is None:
            compiled = self._rules[name] = _Compiled(name)
        return compiled


class _Compiled:
    """A rule set with its kernel arrays and answer fragments."""

    def __init__(self, name: str) -> None:
        self.ruleset = load_ruleset(name)
        self.rules = compile_rules(self.ruleset)
        self.writer = AnswerWriter(self.ruleset)


def _deltas(
    compiled: _Compiled, batch: HandColumns, wins: WinColumns, out: ScoreColumns
) -> list[list[int] | None]:
    """Payments by seat; None for hands that are not legal or came without a table."""
    due: list[list[int] | None] = [None] * len(batch)
    paid = np.nonzero((out.verdict == LEGAL) & batch.has_table())[0]
    if len(paid):
        tables = batch.showdowns(wins, out.info, paid)
        deltas = settle_batch(compiled.rules, load_tables(), tables).tolist()
        for row, parts in zip(paid.tolist(), deltas, strict=True):
            due[row] = parts
    return due
