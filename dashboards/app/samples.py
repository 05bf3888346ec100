"""Samples of stored hands that the table editor scores again, kept in memory, a few at most."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cachetools import LRUCache, cached

from dashboards.app.reach import check_reach
from pipelines.lake import Lake, Manifest
from pipelines.rescoring.core import Rescored, is_prepared, rescore
from pipelines.rescoring.effects import Effects, table_effects
from pipelines.rescoring.sampling import MOST_WINS, Sample, load_sample
from schemas.ruleset import RuleSet

_SAMPLES: Final = 3
"""Samples that are kept, each some 40 MB."""
_EFFECTS: Final = 64
"""Results that are kept, each some kilobytes."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A sample, and what it is worth under the run's own rules."""

    sample: Sample
    before: Rescored


@dataclass(frozen=True, slots=True)
class Compared:
    """What a table does to a sample.

    Attributes:
        hands: of the sample.
        all_hands: of the run.
        wins: stored ones of the sample.
        effects: the figures.
    """

    hands: int
    all_hands: int
    wins: int
    effects: Effects


def _run_key(lake: Lake, manifest: Manifest, most: int) -> Any:
    return (lake.uri, manifest.identity, manifest.finished, manifest.summary.hands, most)


def _prepare(lake: Lake, manifest: Manifest, most: int) -> Prepared:
    sample = load_sample(lake, manifest.run, most=most)
    return Prepared(sample, rescore(sample.stored, manifest.ruleset()))


# Two requests for one sample: the second waits for the first instead of reading again.
_prepared: Callable[[Lake, Manifest, int], Prepared] = cached(
    LRUCache(_SAMPLES), key=_run_key, condition=threading.Condition()
)(_prepare)


def _options_key(lake: Lake, manifest: Manifest, ruleset: RuleSet, most: int) -> Any:
    return (*_run_key(lake, manifest, most), repr(ruleset.options()))


def _read(lake: Lake, manifest: Manifest, ruleset: RuleSet, most: int) -> Sample:
    return load_sample(lake, manifest.run, ruleset, most=most)


# For options that see circumstances of wins otherwise: seconds, and once for each of them.
_read_anew: Callable[[Lake, Manifest, RuleSet, int], Sample] = cached(
    LRUCache(1), key=_options_key, condition=threading.Condition()
)(_read)


def _effects_key(lake: Lake, manifest: Manifest, ruleset: RuleSet, most: int) -> Any:
    return (*_run_key(lake, manifest, most), ruleset.hash)


def _compare(lake: Lake, manifest: Manifest, ruleset: RuleSet, most: int) -> Compared:
    found = _prepared(lake, manifest, most)
    stored = found.sample.stored
    if not is_prepared(stored, ruleset):
        stored = _read_anew(lake, manifest, ruleset, most).stored
    after = rescore(stored, ruleset)
    check_reach(stored, after)
    effects = table_effects(found.sample, found.before, after)
    return Compared(found.sample.hands, found.sample.all_hands, found.sample.wins, effects)


_compared: Callable[[Lake, Manifest, RuleSet, int], Compared] = cached(
    LRUCache(_EFFECTS), key=_effects_key, condition=threading.Condition()
)(_compare)


def effects_of(
    lake: Lake, manifest: Manifest, ruleset: RuleSet, *, most: int = MOST_WINS
) -> Compared:
    """What a table does to the sample of a run.

    Args:
        lake: the lake.
        manifest: of the run.
        ruleset: the table, the run's own or one that differs in what is edited.
        most: wins of the sample.

    Raises:
        LakeError: where the run cannot be read.
        UsageError: where the hands cannot be scored under this table, or payments could go beyond
            what they are stored as.
    """
    return _compared(lake, manifest, ruleset, most)
