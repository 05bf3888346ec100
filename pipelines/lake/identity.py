"""Names of runs: what a run's result depends on, and nothing else, makes its id.

A run is called ``<rules>-<kind>-<12 hex>``. The hash covers the kind, the rule set, the engine's
version and what the kind takes in; not the number of hands, not paths, not dates. So the same
work has the same name wherever and whenever it is done.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any, Final

from engine import ENGINE_VERSION
from schemas.errors import UsageError, one_of
from schemas.records import HANDS_PER_SESSION
from schemas.ruleset import RuleSet

UNKNOWN_RULES: Final = "unknown"
"""Stands for the rule set in runs that hold nothing but records of no known rule set."""
_RUN_ID: Final = re.compile(r"(?P<rules>.+)-(sim|ingest|rescore)-[0-9a-f]{12}")


def identity_hash(kind: str, ruleset: RuleSet | None, **inputs: Any) -> str:
    """SHA-256 of all that a run's result depends on: 64 hex digits.

    Args:
        kind: ``sim``, ``ingest`` or ``rescore``.
        ruleset: None where the rule set cannot be known.
        inputs: what the kind takes in, as JSON values.
    """
    values = {
        "kind": kind,
        "rules": ruleset.name if ruleset else UNKNOWN_RULES,
        "rules_hash": ruleset.hash if ruleset else None,
        "engine_version": ENGINE_VERSION,
        **inputs,
    }
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def ingest_identity(ruleset: RuleSet | None, inputs: Iterable[tuple[str, str]]) -> str:
    """Identity of an ingest run from (content hash, format) of its inputs, in any order."""
    return identity_hash("ingest", ruleset, inputs=sorted(map(list, set(inputs))))


def run_id(kind: str, ruleset: RuleSet | None, identity: str) -> str:
    """The name of a run: ``<rules>-<kind>-<12 hex>``."""
    return f"{ruleset.name if ruleset else UNKNOWN_RULES}-{kind}-{identity[:12]}"


def is_run_id(name: str) -> bool:
    """Whether a name is one that a run could have.

    >>> is_run_id("mcr-sim-0123456789ab"), is_run_id("mcr-botzone")
    (True, False)
    """
    return _RUN_ID.fullmatch(name) is not None


def rules_of(name: str) -> str:
    """Name of the rule set that a run id begins with; empty where the name is no run id.

    >>> rules_of("mcr-botzone-sim-0123456789ab"), rules_of("mcr-botzone")
    ('mcr-botzone', '')
    """
    found = _RUN_ID.fullmatch(name)
    return found["rules"] if found else ""


def listed_runs(known: Iterable[str], *, like: str = "", most: int = 6) -> str:
    """Run ids for the end of an error sentence; where there are many, the nearest of them.

    Args:
        known: ids.
        like: an id that is not among them: runs under its rule set come first, then those of rule
            sets that begin with the same word, as those of one system do.
        most: how many are listed.

    >>> runs = ["mcr-sim-00000000000a", "taiwan-standard-sim-00000000000b",
    ...         "taiwan-system-sim-00000000000c", "yantai-sim-00000000000d"]
    >>> listed_runs(runs, like="taiwan-system-sim-000000000000", most=2)
    'taiwan-system-sim-00000000000c, taiwan-standard-sim-00000000000b and 2 more (`paipu runs`)'
    """
    rules = rules_of(like)
    family = rules.partition("-")[0]

    def distance(run: str) -> tuple[int, str]:
        of = rules_of(run)
        alike = (of == rules) + (of.partition("-")[0] == family)
        return (-alike if rules else 0, run)

    found = sorted(known, key=distance)
    if len(found) <= most:
        return one_of(found)
    return f"{', '.join(found[:most])} and {len(found) - most:,} more (`paipu runs`)"


def other_engine(run: str, version: int) -> str:
    """What is said of a run that another version of the engine has made; empty for this one's.

    >>> other_engine("mcr-sim-0123456789ab", ENGINE_VERSION)
    ''
    """
    if version == ENGINE_VERSION:
        return ""
    return (
        f"{run} was made by engine version {version}, this is {ENGINE_VERSION}: some differences "
        "may come from that"
    )


def hand_id(session: int, hand_in_session: int) -> int:
    """The id of a hand within its run.

    >>> hand_id(2, 5)
    2053
    """
    return session * HANDS_PER_SESSION + hand_in_session


def parse_hand_id(text: str) -> tuple[str | None, int]:
    """Read ``<run>/<hand_id>``, or a hand id alone.

    Raises:
        UsageError: where it is neither.

    >>> parse_hand_id("mcr-sim-0123456789ab/2053")
    ('mcr-sim-0123456789ab', 2053)
    """
    match = re.fullmatch(r"(?:(.+)/)?(\d{1,18})", text)
    if match is None:
        raise UsageError(
            f"{text!r} is no hand id; write RUN/NUMBER as `paipu sql` shows run and hand_id, "
            "or the number alone"
        )
    return match[1], int(match[2])
