"""The scoring kernels by system, as functions that other kernels call by their address.

A kernel that is called by its name becomes part of every function above it and is optimised again
in each; the state machine would be compiled with all systems many times over. By its address it
is compiled once, when a rule set first needs it, and the machine once for all systems.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numba

from engine.choices import wildcards_to_place
from engine.jit import by_address
from engine.longgang.kernel import score_longgang
from engine.luoyuan.kernel import score_luoyuan
from engine.mcr.kernel import score_mcr
from engine.natural import score_natural
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
from engine.situation import F_SEAT_WIND, F_WILDCARD, F_WIN_BY, Win, new_win
from engine.substitution import score_substituted
from engine.tables import Tables, load_tables
from engine.taiwan.kernel import score_taiwan
from engine.wild import wild_tiles
from engine.yantai.kernel import score_yantai
from schemas.codes import BY_ROBBED_KONG
from schemas.rules_files import load_ruleset

_WILDCARD: Final = param("wildcard.kind")
_SEAT_FLOWER: Final = param("wildcard.seat_flower")


def kernel_of(rules: Rules) -> Any:
    """The kernel of a rule set's system, compiled on first use.

    It is called as ``kernel(rules, tables, win, out)`` and returns a verdict of `schemas.codes`.
    Systems whose kernels know natural tiles only have another one for rule sets with wildcards.
    """
    system = int(rules.params[P_SYSTEM])
    native = system in (SYSTEM_LUOYUAN, SYSTEM_LONGGANG)
    wild = bool(rules.params[_WILDCARD] or rules.params[_SEAT_FLOWER])
    return _compiled(system, wild and not native)


@cache
def _compiled(system: int, wild: bool) -> Any:
    function = _substituted if wild else _KERNELS[system]
    if numba.config.DISABLE_JIT:
        return function
    return by_address(function, *_example())


@cache
def _example() -> tuple[Rules, Tables, Win, ScoreOut]:
    """Arguments of the types that all calls have."""
    return compile_rules(load_ruleset("mcr")), load_tables(), new_win(), new_score_out(1)


def _mcr(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_mcr(rules, tables, win, out, 0)


def _taiwan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_taiwan(rules, tables, win, out)


def _luoyuan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_luoyuan(rules, tables, win, out)


def _longgang(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_longgang(rules, tables, win, out)


def _yantai(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    return score_yantai(rules, tables, win, out)


def _substituted(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    wild = wild_tiles(rules, win.facts[F_WILDCARD], win.facts[F_SEAT_WIND])
    if wild != 0 and win.facts[F_WIN_BY] <= BY_ROBBED_KONG and wildcards_to_place(win, wild) > 0:
        return score_substituted(rules, tables, win, out, wild)
    return score_natural(rules, tables, win, out, 0)


_KERNELS: Final[dict[int, Callable[..., int]]] = {
    SYSTEM_MCR: _mcr,
    SYSTEM_TAIWAN: _taiwan,
    SYSTEM_LUOYUAN: _luoyuan,
    SYSTEM_LONGGANG: _longgang,
    SYSTEM_YANTAI: _yantai,
}
