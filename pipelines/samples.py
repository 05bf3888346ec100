"""Makes the sample records in `data/samples`: ``make samples``.

The minimal player plays, the exporters write. It wins rarely (it does not know what a win needs),
so hands that were won are taken first: samples show what records look like, not how people play.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.minimal import play_batch
from engine.tables import load_tables
from pipelines.batches import take_hands
from pipelines.formats.exporters import write_records
from schemas.batch import RecordBatch
from schemas.catalogue import DATA_DIR
from schemas.codes import OUT_WIN
from schemas.rules_files import load_ruleset

SAMPLES_DIR: Final = DATA_DIR / "samples"
SEED: Final = 20_260_501
PLAYED: Final = 4_800
"""Hands that are played to choose from."""
WON: Final = 24
NOT_WON: Final = 8
SESSIONS: Final = 2
"""Sessions of a format that keeps sessions whole."""

FILES: Final = (
    ("botzone.txt", "mcr-botzone", "botzone"),
    ("botzone-judge.jsonl", "mcr-botzone", "botzone-json"),
    ("tziakcha-{}.json", "mcr-tziakcha", "tziakcha"),
    ("paipu-mcr.jsonl", "mcr", "paipu"),
    ("paipu-mcr-wmo.jsonl", "mcr-wmo", "paipu"),
    ("paipu-taiwan-standard.jsonl", "taiwan-standard", "paipu"),
    ("paipu-taiwan-system.jsonl", "taiwan-system", "paipu"),
    ("paipu-luoyuan-20.jsonl", "luoyuan-20", "paipu"),
    ("paipu-luoyuan-36.jsonl", "luoyuan-36", "paipu"),
    ("paipu-longgang.jsonl", "longgang", "paipu"),
    ("paipu-yantai.jsonl", "yantai", "paipu"),
)
"""Name of the file (a number for each session where a session is a file), rule set, format."""


def write_samples(folder: Path) -> list[Path]:
    """Write all sample files into a folder; the same every time."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, (name, rules, format_name) in enumerate(FILES):
        batch = _hands(rules, SEED + number, sessions="{}" in name)
        exported = write_records(batch, format_name)
        for refused in exported.refused:
            raise RuntimeError(f"{name}: hand {refused.hand} {refused.reason}")
        for index, text in enumerate(exported.documents, start=1):
            path = folder / name.format(index)
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    return written


def _hands(rules: str, seed: int, *, sessions: bool) -> RecordBatch:
    ruleset = load_ruleset(rules)
    batch, played = play_batch(
        ruleset, load_tables(), seed=seed, first_session=0, n_hands=PLAYED, single=not sessions
    )
    won = np.zeros(PLAYED, dtype=np.bool_)
    won[played.hands["hand"]] = played.hands["outcome"] == OUT_WIN
    if sessions:
        taken = take_hands(batch, _sessions_with_most(won, ruleset.session.hands))
        return _dealer_at_seat_0(taken)
    chosen = np.concatenate([np.flatnonzero(won)[:WON], np.flatnonzero(~won)[:NOT_WON]])
    return take_hands(batch, np.sort(chosen))


def _sessions_with_most(won: NDArray[np.bool_], length: int) -> NDArray[np.int64]:
    """Hands of the sessions with the most wins, in order."""
    wins = won.reshape(-1, length).sum(axis=1)
    best = np.sort(np.argsort(-wins, kind="stable")[:SESSIONS])
    return np.concatenate([np.arange(length) + session * length for session in best])


def _dealer_at_seat_0(batch: RecordBatch) -> RecordBatch:
    """The same hands with seats counted from the dealer, as the site counts them."""
    dealer = batch.dealer
    seats = (np.arange(4) + dealer[:, None]) % 4
    hand = np.repeat(np.arange(len(batch)), np.diff(batch.start))
    by_seat = {
        name: pl.Series(
            name,
            [
                None if values is None else [values[seat] for seat in order]
                for values, order in zip(batch.meta[name].to_list(), seats.tolist(), strict=True)
            ],
            dtype=batch.meta.schema[name],
        )
        for name in ("players", "bets", "recorded_deltas")
    }
    return dataclasses.replace(
        batch,
        dealer=np.zeros_like(dealer),
        deal=np.take_along_axis(batch.deal, seats[:, :, None], axis=1),
        seat=((batch.seat - dealer[hand]) % 4).astype(np.int8),
        meta=batch.meta.with_columns(**by_seat),
    )


if __name__ == "__main__":
    for made in write_samples(SAMPLES_DIR):
        sys.stdout.write(f"{made.name}: {made.stat().st_size:,} bytes\n")
