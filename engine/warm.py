"""Compiles all kernels ahead of use, two at a time: ``python -m engine.warm``.

Whatever needs a kernel compiles it by itself and keeps it on disk; this only spares the wait, on
machines with more than one core half of it. What is compiled already is loaded and nothing more.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from engine.minimal import play_batch
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.scorers import kernel_of
from engine.scoring import new_score_columns, new_win_columns, score_batch
from engine.settlement import new_showdown_columns, settle_batch
from engine.tables import load_tables
from schemas.rules_files import load_ruleset

_MACHINE: Final = "the state machine"
_SCORED: Final = ("mcr", "taiwan-standard", "luoyuan-20", "longgang", "yantai", "mcr-caishen")
"""A rule set for each scoring kernel."""
_LONG: Final = 5.0
"""Seconds after which it is worth saying what was waited for."""


def main() -> None:
    """Compile what is not compiled yet and say how long it took."""
    load_tables()
    started = time.monotonic()
    sys.stderr.write("kernels: loading, or compiling once (some minutes)\n")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for name, seconds in pool.map(_compile, (_MACHINE, *_SCORED)):
            if seconds > _LONG:
                sys.stderr.write(f"kernels: {name} compiled in {seconds:.0f} s\n")
    sys.stderr.write(f"kernels: ready after {time.monotonic() - started:.0f} s\n")


def _compile(name: str) -> tuple[str, float]:
    """Compile one kernel; returns its name and the seconds that it took."""
    started = time.monotonic()
    if name == _MACHINE:
        ruleset = load_ruleset("mcr")
        batch, _ = play_batch(ruleset, load_tables(), seed=1, first_session=0, n_hands=1)
        replay_batch(batch, compile_rules(ruleset), load_tables())
    else:
        rules = compile_rules(load_ruleset(name))
        kernel_of(rules)
        empty = new_score_columns(0, len(rules.values))
        score_batch(rules, load_tables(), new_win_columns(0), empty)
        settle_batch(rules, load_tables(), new_showdown_columns(0))
    return name, time.monotonic() - started


if __name__ == "__main__":
    main()
