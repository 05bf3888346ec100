"""The precomputed tables of all kernels: built once, kept on disk, mapped into memory.

Kernels take them as an argument (`Tables`), like the rule set. They depend on the tiles alone,
on no rule: three suits of nine kinds, seven honors, four copies of each, up to five sets.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import tables_build, tables_chows
from engine.jit import cache_root

SUIT_KINDS: Final = 9
HONOR_KINDS: Final = 7
HONORS_FROM: Final = 5**SUIT_KINDS
"""Where the honors' codes begin in the tables that hold both."""


class Tables(NamedTuple):
    """The tables; read-only. Codes of honors stand behind those of suits, from HONORS_FROM on.

    Attributes:
        missing: uint64 (5**9 + 5**7), tiles missing for k sets and j pairs at bits
            ``5 * (2 * k + j)``.
        missing_any: uint64 (5**9 + 5**7), the same where a wildcard may stand for a fifth copy.
        shape: uint32 (5**9 + 5**7), bits 0-8: kinds that complete the code by shape, a fifth copy
            included; bit 9: made of sets; bit 10: made of sets and one pair; bits 11-19: kinds
            held; bits 20-28: kinds held an odd number of times.
        split_start: int32 (5**9), first split of a complete suit in `splits`, -1 where it is not
            complete.
        splits: int64, all splits of complete suits (layout: `engine.tables_build`).
        chows: int64 (12650), chow patterns of up to four chows (`engine.tables_chows`).
    """

    missing: NDArray[np.uint64]
    missing_any: NDArray[np.uint64]
    shape: NDArray[np.uint32]
    split_start: NDArray[np.int32]
    splits: NDArray[np.int64]
    chows: NDArray[np.int64]


@cache
def load_tables() -> Tables:
    """The tables, built on first use (some seconds) and mapped from the cache folder after."""
    folder = cache_root() / f"tables-{_content_version()}"
    if not folder.is_dir():
        _write(build_tables(), folder)
    # A memmap's plain view: kernels are compiled for arrays, all processes share the pages.
    return Tables(
        *(
            np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray)
            for name in Tables._fields
        )
    )


def build_tables() -> Tables:
    """Compute all tables from the definition of sets and pairs."""
    suit_goals = tables_build.goal_codes(SUIT_KINDS, chows=True)
    honor_goals = tables_build.goal_codes(HONOR_KINDS, chows=False)
    split_start, splits = tables_build.split_table(SUIT_KINDS, suit_goals)
    return Tables(
        missing=np.concatenate(
            [
                tables_build.missing_table(SUIT_KINDS, _exact(suit_goals)),
                tables_build.missing_table(HONOR_KINDS, _exact(honor_goals)),
            ]
        ),
        missing_any=np.concatenate(
            [
                tables_build.missing_table(SUIT_KINDS, tables_build.loose_goals(SUIT_KINDS, True)),
                tables_build.missing_table(
                    HONOR_KINDS, tables_build.loose_goals(HONOR_KINDS, False)
                ),
            ]
        ),
        shape=np.concatenate(
            [
                tables_build.shape_table(SUIT_KINDS, True, suit_goals),
                tables_build.shape_table(HONOR_KINDS, False, honor_goals),
            ]
        ),
        split_start=split_start,
        splits=splits,
        chows=tables_chows.chow_table(),
    )


def _exact(
    goals: list[NDArray[np.int64]],
) -> list[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """Goals that lack nothing in any case."""
    return [(codes, np.zeros(len(codes), dtype=np.uint8)) for codes in goals]


def _content_version() -> str:
    digest = hashlib.sha256()
    for module in (__file__, tables_build.__file__, tables_chows.__file__):
        digest.update(Path(module).read_bytes())
    return digest.hexdigest()[:12]


def _write(tables: Tables, folder: Path) -> None:
    """Put all files in place at once: another process may be doing the same."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix="tables-", dir=folder.parent))
    for name, table in tables._asdict().items():
        np.save(staged / f"{name}.npy", table)
    staged.chmod(0o755)
    try:
        staged.rename(folder)
    except OSError:
        shutil.rmtree(staged)
        if not folder.is_dir():
            raise
