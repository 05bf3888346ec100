"""The scoring kernels by system, as functions that other kernels call by their address.

A kernel that is called by its name becomes part of every function above it and is optimised again
in each; the state machine would be compiled with all systems many times over. By its address it
is compiled once, when a rule set first needs it, and the machine once for all systems.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from engine.brief import asks_totals_only
from engine.jit import by_address
from engine.longgang.kernel import score_longgang
from engine.luoyuan.kernel import score_luoyuan
from engine.mcr.kernel import score_mcr
from engine.params import param
from engine.rules import (
    P_SYSTEM,
    SYSTEM_LONGGANG,
    SYSTEM_LUOYUAN,
    SYSTEM_MCR,
    SYSTEM_TAIWAN,
    SYSTEM_YANTAI,
    Rules,
    compile_rules,
)
from engine.scoring_out import ScoreOut, new_score_out
from engine.situation import F_WIN_TILE, Win, new_win
from engine.substitution import (
    M_COPIES,
    M_CROWDED,
    M_SUBSTITUTED,
    begin_substitution,
    end_substitution,
    go_on,
)
from engine.tables import Tables, load_tables
from engine.taiwan.kernel import score_taiwan
from engine.yantai.kernel import score_yantai
from schemas.codes import NO_SHAPE
from schemas.rules_files import load_ruleset

_WILDCARD: Final = param("wildcard.kind")
_SEAT_FLOWER: Final = param("wildcard.seat_flower")


def kernel_of(rules: Rules) -> Any:
    """The kernel of a rule set's system, compiled on first use.

    It is called as ``kernel(rules, tables, win, out)`` and returns a verdict of `schemas.codes`.
    Systems whose kernels know natural tiles only have another one for rule sets with wildcards.
    """
    system = int(rules.params[P_SYSTEM])
    wild = bool(rules.params[_WILDCARD] or rules.params[_SEAT_FLOWER])
    return _compiled(system, wild and system in _REPLACED)


@cache
def _compiled(system: int, replaced: bool) -> Any:
    function = _REPLACED[system] if replaced else _KERNELS[system]
    return by_address(function, *_example())


@cache
def _example() -> tuple[Rules, Tables, Win, ScoreOut]:
    """Arguments of the types that all calls have."""
    return compile_rules(load_ruleset("mcr")), load_tables(), new_win(), new_score_out()


def _mcr(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    held = int(win.hand[win.facts[F_WIN_TILE]])
    return score_mcr(rules, tables, win, out, 0, False, held, asks_totals_only(out))


def _taiwan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_taiwan(rules, tables, win, out)


def _luoyuan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_luoyuan(rules, tables, win, out)


def _longgang(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_longgang(rules, tables, win, out)


def _yantai(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_yantai(rules, tables, win, out, False)


def _mcr_replaced(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    memory, verdict = out.scratch, NO_SHAPE
    more = begin_substitution(rules, tables, win, out)
    while more:
        substituted, crowded = memory[M_SUBSTITUTED], memory[M_CROWDED] != 0
        copies = memory[M_COPIES]
        verdict = score_mcr(rules, tables, win, out, substituted, crowded, copies, False)
        more = go_on(rules, tables, win, out, verdict)
    return end_substitution(win, out, verdict)


def _taiwan_replaced(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    verdict = NO_SHAPE
    more = begin_substitution(rules, tables, win, out)
    while more:
        verdict = score_taiwan(rules, tables, win, out)
        more = go_on(rules, tables, win, out, verdict)
    return end_substitution(win, out, verdict)


def _yantai_replaced(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    verdict = NO_SHAPE
    more = begin_substitution(rules, tables, win, out)
    while more:
        verdict = score_yantai(rules, tables, win, out, out.scratch[M_CROWDED] != 0)
        more = go_on(rules, tables, win, out, verdict)
    return end_substitution(win, out, verdict)


_KERNELS: Final[dict[int, Callable[..., int]]] = {
    SYSTEM_MCR: _mcr,
    SYSTEM_TAIWAN: _taiwan,
    SYSTEM_LUOYUAN: _luoyuan,
    SYSTEM_LONGGANG: _longgang,
    SYSTEM_YANTAI: _yantai,
}
_REPLACED: Final[dict[int, Callable[..., int]]] = {
    SYSTEM_MCR: _mcr_replaced,
    SYSTEM_TAIWAN: _taiwan_replaced,
    SYSTEM_YANTAI: _yantai_replaced,
}
"""Kernels of systems that know natural tiles only, for rule sets with wildcards."""
