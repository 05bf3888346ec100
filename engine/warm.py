"""Compiles all kernels ahead of use, in two processes: ``python -m engine.warm``.

Whatever needs a kernel compiles it by itself and keeps it on disk; this only spares the wait, on
machines with more than one core half of it. What is compiled already is loaded and nothing more.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from engine.jit import is_compiled
from engine.minimal import play_batch
from engine.policies.registry import compiled_policy, find_policy, policy_names
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.scorers import kernel_of
from engine.scoring import new_score_columns, new_win_columns, score_batch
from engine.settlement import new_showdown_columns, settle_batch
from engine.tables import load_tables
from schemas.rules_files import load_ruleset

_MACHINE: Final = "mcr"
"""The rule set that the state machine is compiled with."""
_SCORED: Final = ("taiwan-standard", "longgang", "luoyuan-20", "yantai", "mcr-caishen")
"""A rule set for each other scoring kernel. The last contains that of the machine's rule set, and
by then finds it compiled."""
_EXPECTED: Final = 60
"""Seconds that all takes on two cores, roughly."""
_LONG: Final = 2.0
"""Seconds after which a kernel was not merely loaded."""


def main() -> None:
    """Compile what is not compiled yet, telling what is ready and how long it took."""
    started = time.monotonic()
    if not is_compiled("engine.replay"):
        _tell(f"compiling them once for this machine, about {_EXPECTED} s on two cores")
    load_tables()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        scoring = other.submit(_compile_scoring_and_policies)
        _compile_machine()
        scoring.result()
    _tell(f"ready after {time.monotonic() - started:.0f} s")


def _compile_machine() -> None:
    """The state machine and what plays and replays hands on it."""
    ruleset = load_ruleset(_MACHINE)
    rules, tables = compile_rules(ruleset), load_tables()
    started = time.monotonic()
    kernel_of(rules)
    _tell_compiled(f"scoring of {_MACHINE}", started)
    started = time.monotonic()
    batch, _ = play_batch(ruleset, tables, seed=1, first_session=0, n_hands=1)
    _tell_compiled("the state machine and its simple players", started)
    started = time.monotonic()
    replay_batch(batch, rules, tables)
    _tell_compiled("replay", started)


def _compile_scoring_and_policies() -> None:
    """The scoring kernels, what scores and settles without a machine, and how policies decide."""
    for name in _SCORED:
        started = time.monotonic()
        rules = compile_rules(load_ruleset(name))
        kernel_of(rules)
        empty = new_score_columns(0, rules.n_patterns)
        score_batch(rules, load_tables(), new_win_columns(0), empty)
        settle_batch(rules, load_tables(), new_showdown_columns(0))
        _tell_compiled(f"scoring of {name}", started)
    for name in policy_names():
        started = time.monotonic()
        for ruleset in map(load_ruleset, (_MACHINE, *_SCORED)):
            compiled_policy(find_policy(name).kernel_for(ruleset))
        _tell_compiled(f"policy {name}", started)


def _tell_compiled(what: str, started: float) -> None:
    seconds = time.monotonic() - started
    if seconds > _LONG:
        _tell(f"{what} compiled in {seconds:.0f} s")


def _tell(text: str) -> None:
    sys.stderr.write(f"kernels: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
