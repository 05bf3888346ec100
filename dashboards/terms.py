"""A rule set's numbers in its own terms: what totals count, and what one row does to a total.

Chinese Official adds fan 番, Taiwan tai 台. Longgang doubles points 胡 once a tai 台, up to a
limit. Luoyuan adds flowers 花 and multiplies them by the kind of win. Yantai multiplies. All that
is said here follows from the kind of scoring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schemas.ruleset import RuleSet
from schemas.scoring_sections import PointsDoubled

LIMIT: Final = "limit 满"
"""Value of a row that is worth the limit by itself."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What the totals of one kind of scoring are.

    Attributes:
        unit: Chinese word beside a total.
        unit_en: what it counts.
        rows: Chinese word for its patterns.
        note: what a reader has to know of its totals, a sentence; empty where nothing.
        sign: stands before a total.
        between: whose payment it is, where that has to be said.
    """

    unit: str
    unit_en: str
    rows: str
    note: str = ""
    sign: str = ""
    between: str = ""

    @property
    def name(self) -> str:
        """Both names, for axes and heads."""
        return f"{self.unit} {self.unit_en} {self.between}".strip()


_TOTALS: Final = {
    "fan_sum": Totals("番", "fan", "番种"),
    "tai_sum": Totals(
        "台",
        "tai",
        "台",
        note="Totals leave out the tai of the dealer and its streak, which are paid apart.",
    ),
    "points_doubled": Totals(
        "胡",
        "points",
        "台",
        note="A total is points 胡 × 2^tai, and never more than the limit.",
    ),
    "flower_formula": Totals(
        "花",
        "points",
        "胡法",
        note="A total is what one player who does not deal pays another: flowers, kongs and golds, "
        "times the kind of win.",
        between="between non-dealers",
    ),
    "product": Totals(
        "",
        "multiplier",
        "大和",
        note="A total is the product of the multipliers of all rows.",
        sign="×",
    ),
}
_ADDS_ALONE: Final = ("fan_sum", "tai_sum")
"""Kinds of scoring whose total is the sum of their rows."""
_COUNTED: Final = ("flower", "flower_set", "exposed_kong", "concealed_kong", "gold")
"""Rows of the flower formula that are counted; the others are kinds of win, which multiply."""


def totals_of(ruleset: RuleSet) -> Totals:
    """What the totals of a rule set are."""
    return _TOTALS[ruleset.scoring.kind]


def total(ruleset: RuleSet, value: int) -> str:
    """A total with its sign.

    >>> from schemas.rules_files import load_ruleset
    >>> total(load_ruleset("mcr"), 12), total(load_ruleset("taiwan-standard"), 5)
    ('12 番', '5 台')
    """
    terms = totals_of(ruleset)
    return f"{terms.sign}{value} {terms.unit}".strip()


def value(ruleset: RuleSet, key: str, amount: int) -> str:
    """What one row of a pattern does to a total: adds, multiplies, or is worth the limit.

    Args:
        ruleset: whose row it is.
        key: the pattern.
        amount: its value.

    >>> from schemas.rules_files import load_ruleset
    >>> value(load_ruleset("taiwan-standard"), "all_chows", 2)
    '+2 台'
    """
    if ruleset.patterns[key].limit:
        return LIMIT
    if multiplies(ruleset, key):
        return f"×{amount}"
    return f"+{amount} {ruleset.catalogue.unit}"


def multiplies(ruleset: RuleSet, key: str) -> bool:
    """Whether one row of a pattern multiplies a total instead of adding to it."""
    kind = ruleset.scoring.kind
    return kind == "product" or (kind == "flower_formula" and key not in _COUNTED)


def brief(ruleset: RuleSet, key: str, amount: int) -> str:
    """The same for lists: bare where all rows add the same.

    >>> from schemas.rules_files import load_ruleset
    >>> brief(load_ruleset("mcr"), "seven_pairs", 24)
    '24'
    """
    return str(amount) if adds(ruleset) else value(ruleset, key, amount)


def adds(ruleset: RuleSet) -> bool:
    """Whether a total is the sum of its rows' counts times values."""
    return ruleset.scoring.kind in _ADDS_ALONE


def limit_of(ruleset: RuleSet) -> int | None:
    """The most that a hand is worth; None where there is no limit."""
    scoring = ruleset.scoring
    return scoring.limit if isinstance(scoring, PointsDoubled) else None
