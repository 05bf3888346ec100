"""Wins of stored hands under another table, in memory and as often as asked.

For optimising a table and for editing one: hands are read once (`load_stored`), then every table
takes a second or less for 100,000 wins.

    stored = load_stored(lake, run)
    before = rescore(stored, stored.ruleset, rows=False)
    after = rescore(stored, changed, rows=False)
    moved = (after.deltas - before.deltas).mean(axis=0)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.rescoring import Answers, needs_ends, rescore_hands
from engine.retracing.notes import same_circumstances
from engine.rules import compile_rules
from engine.scoring_out import I_TOTAL
from engine.tables import load_tables
from pipelines.rescoring.differences import check_rescorable
from pipelines.rescoring.preparing import StoredHands
from schemas.codes import LEGAL
from schemas.errors import UsageError
from schemas.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Rescored:
    """What stored hands are worth under a rule set: n hands, k wins in stored order.

    Attributes:
        ruleset: the rules.
        answers: all that scoring and settlement say (`engine.rescoring.Answers`); patterns, items
            and readings only where they were asked for.
    """

    ruleset: RuleSet
    answers: Answers

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Whether each stored win is one, bool (k)."""
        found: NDArray[np.bool_] = self.answers.verdict == LEGAL
        return found

    @property
    def totals(self) -> NDArray[np.int32]:
        """Total of each win, int32 (k); of one that is none what it would count."""
        return self.answers.info[:, I_TOTAL]

    @property
    def deltas(self) -> NDArray[np.int32]:
        """Points that each seat receives in each hand, int32 (n, 4); rows sum to zero."""
        deltas: NDArray[np.int32] = self.answers.parts.sum(axis=2, dtype=np.int32)
        return deltas


def is_prepared(stored: StoredHands, ruleset: RuleSet) -> bool:
    """Whether stored hands tell all that these rules ask of them; else they have to be read anew.

    Args:
        stored: the hands.
        ruleset: rules of the same system.
    """
    rules, prepared = compile_rules(ruleset), compile_rules(stored.ruleset)
    lacks_ends = needs_ends(rules) and not len(stored.won.ends.void)
    return same_circumstances(rules, prepared) and not lacks_ends


def rescore(stored: StoredHands, ruleset: RuleSet, *, rows: bool = True) -> Rescored:
    """Score and settle stored hands under a rule set.

    Free of the GIL; one thread does more than 100,000 wins a second.

    Args:
        stored: the hands (`pipelines.rescoring.load_stored`).
        ruleset: differs from ``stored.ruleset`` in pattern values, exclusions, scoring and
            settlement alone.
        rows: give patterns, items and readings too; without them it is faster.

    Raises:
        UsageError: where the hands were not prepared for such rules.
    """
    check_rescorable(stored.ruleset, ruleset)
    rules = compile_rules(ruleset)
    if not is_prepared(stored, ruleset):
        raise UsageError(
            f"hands of {stored.run} were prepared for {stored.ruleset.name}, whose circumstances "
            f"of wins or whose losers' payments are not those of {ruleset.name}: load them again"
        )
    return Rescored(ruleset, rescore_hands(rules, load_tables(), stored.won, rows=rows))
