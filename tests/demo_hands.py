"""A made-up lake for tests of statistics, figures and the report: plausible, not computed.

Hands are drawn from a list of winning hands written by hand, with frequencies like those of real
play; nothing here runs the engine. The tables have the columns and types of `schemas.tables`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa

from schemas.tables import TABLES
from schemas.tiles import parse_tile, parse_tiles

Tables = dict[str, pa.Table]


@dataclass(frozen=True)
class WinShape:
    """A winning hand: tiles as people write them, melds as ``kind tiles``, patterns with values."""

    weight: float
    concealed: str
    win_tile: str
    wait: str
    patterns: str
    melds: tuple[str, ...] = ()
    n_waits: int = 1


# Patterns as "key value[*count]".
SHAPES = (
    WinShape(
        weight=22,
        concealed="123m 234p 3478s 55p",
        win_tile="5s",
        wait="two_sided",
        patterns="mixed_shifted_chows 6,concealed_hand 2,all_chows 2,no_honors 1",
        melds=(),
        n_waits=2,
    ),
    WinShape(
        weight=11,
        concealed="22s CCC",
        win_tile="2s",
        wait="pair_pair",
        patterns="all_types 6,dragon_pung 2",
        melds=("chow 123m", "pung EEE", "chow 567p"),
        n_waits=1,
    ),
    WinShape(
        weight=9,
        concealed="11p EE",
        win_tile="E",
        wait="pair_pair",
        patterns="half_flush 6,seat_wind 2,round_wind 2,short_straight 1",
        melds=("chow 123p", "chow 456p", "pung 999p"),
        n_waits=2,
    ),
    WinShape(
        weight=9,
        concealed="345m 345p 34s 88s",
        win_tile="5s",
        wait="two_sided",
        patterns="mixed_triple_chow 8,all_simples 2,all_chows 2",
        melds=("chow 678m",),
        n_waits=2,
    ),
    WinShape(
        weight=8,
        concealed="123m 456p 89s 33m",
        win_tile="7s",
        wait="edge",
        patterns="mixed_straight 8,all_chows 2,edge_wait 1",
        melds=("chow 234m",),
        n_waits=1,
    ),
    WinShape(
        weight=6,
        concealed="123456m 79m 44p",
        win_tile="8m",
        wait="closed",
        patterns="pure_straight 16,closed_wait 1,no_honors 1",
        melds=("chow 678s",),
        n_waits=1,
    ),
    WinShape(
        weight=4,
        concealed="44m 77s",
        win_tile="7s",
        wait="pair_pair",
        patterns="all_pungs 6,all_simples 2",
        melds=("pung 222p", "pung 555s", "pung 333p"),
        n_waits=2,
    ),
    WinShape(
        weight=4,
        concealed="234p 345p 45p 99s",
        win_tile="6p",
        wait="two_sided",
        patterns="pure_shifted_chows 16,all_chows 2,no_honors 1",
        melds=("chow 678s",),
        n_waits=2,
    ),
    WinShape(
        weight=3.5,
        concealed="147m 25p 369s ESWNC",
        win_tile="8p",
        wait="special",
        patterns="lesser_knitted_honors 12,knitted_straight 12",
        melds=(),
        n_waits=1,
    ),
    WinShape(
        weight=3,
        concealed="1122m 5588p 3399s C",
        win_tile="C",
        wait="single",
        patterns="seven_pairs 24",
        melds=(),
        n_waits=1,
    ),
    WinShape(
        weight=3,
        concealed="23m 11s",
        win_tile="1m",
        wait="edge",
        patterns="outside_hand 4,mixed_double_chow 1,edge_wait 1,last_copy 4",
        melds=("chow 123p", "chow 789p", "pung EEE"),
        n_waits=1,
    ),
    WinShape(
        weight=2.5,
        concealed="46s 99p",
        win_tile="5s",
        wait="closed",
        patterns="chicken_hand 8",
        melds=("chow 123m", "chow 678m", "chow 345p"),
        n_waits=1,
    ),
    WinShape(
        weight=1.2,
        concealed="2223456678m 99m",
        win_tile="7m",
        wait="two_sided",
        patterns="full_flush 24,concealed_hand 2,pure_double_chow 1",
        melds=("chow 345m",),
        n_waits=3,
    ),
    WinShape(
        weight=0.35,
        concealed="1112345678999s",
        win_tile="6s",
        wait="special",
        patterns="nine_gates 88,fully_concealed 4",
        melds=(),
        n_waits=9,
    ),
    WinShape(
        weight=0.2,
        concealed="19m 19p 19s ESWNCFP",
        win_tile="9m",
        wait="special",
        patterns="thirteen_orphans 88",
        melds=(),
        n_waits=13,
    ),
    WinShape(
        weight=0.25,
        concealed="5m",
        win_tile="5m",
        wait="single",
        patterns="four_kongs 88,all_simples 2",
        melds=("kong 2222m", "kong 3333p", "kong 8888s", "kong- 7777s"),
        n_waits=1,
    ),
    WinShape(
        weight=0.25,
        concealed="FFF 22p",
        win_tile="2p",
        wait="pair_pair",
        patterns="big_three_dragons 88,two_concealed_pungs 2,terminal_or_honor_pung 1*1",
        melds=("pung CCC", "kong PPPP", "chow 123s"),
        n_waits=2,
    ),
)


def meld(text: str, from_seat: int) -> dict[str, Any]:
    """``kong- 7777s`` is a concealed kong, everything else was claimed from `from_seat`."""
    kind, tiles = text.split()
    concealed = kind.endswith("-")
    return {
        "kind": kind.rstrip("-"),
        "tiles": parse_tiles(tiles),
        "concealed": concealed,
        "from_seat": None if concealed else from_seat,
    }


def demo_tables(
    n_hands: int = 1500,
    *,
    seed: int = 7,
    rules: str = "mcr-botzone",
    run: str = "mcr-botzone-ingest-0123456789ab",
    n_rejects: int = 12,
    n_disagree: int = 2,
) -> Tables:
    """Every table of one ingested run with `n_hands` hands from three files."""
    rng = np.random.default_rng(seed)
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    weights = np.array([shape.weight for shape in SHAPES])
    for ordinal in range(n_hands):
        _one_hand(rows, rng, ordinal, weights / weights.sum(), n_disagree)
    for number in range(n_rejects):
        late = number % 4 == 3
        rows["rejects"].append(
            {
                "source_file": f"games-{number % 2 + 1}.txt",
                "position": f"line {97 * number + 5}",
                "match_id": f"m{9000 + number}",
                "code": "unknown_tile" if late else "out_of_turn",
                "message": "unknown tile 'X9'; tiles are 1m…9m 1p…9p 1s…9s E S W N C F P f1…f8"
                if late
                else "player 2 discards, but it is player 1's turn; legal here: draw",
                "excerpt": "Player 0 Draw X9" if late else "Player 2 Play W4",
            }
        )
    tables = {}
    for name, schema in TABLES.items():
        for row in rows[name]:
            row["run"] = run
            if "rules" in schema.names:
                row["rules"] = rules
        tables[name] = pa.Table.from_pylist(rows[name], schema=schema)
    return tables


def demo_connection(*runs: Tables) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with the tables of all runs as views."""
    con = duckdb.connect()
    for name, schema in TABLES.items():
        parts = [pl.from_arrow(tables[name]) for tables in runs]
        table = pa.concat_tables([tables[name] for tables in runs]) if parts else None
        frame = pl.from_arrow(table if table is not None else schema.empty_table())
        con.register(f"{name}_frame", frame.to_arrow())
        con.execute(f"create view {name} as from {name}_frame")
    return con


def _one_hand(
    rows: dict[str, list[dict[str, Any]]],
    rng: np.random.Generator,
    ordinal: int,
    weights: np.ndarray,
    n_disagree: int,
) -> None:
    luck = rng.random()
    outcome = "draw" if luck < 0.026 else "penalty" if luck < 0.03 else "win"
    deltas = [0, 0, 0, 0]
    hand_id = ordinal * 1024
    total = None
    winners = 0
    patterns: list[str] = []
    if outcome == "win":
        shape = SHAPES[rng.choice(len(SHAPES), p=weights)]
        winner = int(rng.choice(4, p=[0.268, 0.258, 0.246, 0.228]))
        winners = 1 << winner
        payer = int((winner + rng.integers(1, 4)) % 4)
        win_by = str(rng.choice(["discard", "self_draw", "robbed_kong"], p=[0.715, 0.28, 0.005]))
        counted = _patterns(shape, win_by)
        patterns = [name for name, _, _ in counted]
        total = sum(count * value for _, count, value in counted)
        if win_by == "self_draw":
            deltas = [-(8 + total)] * 4
        else:
            deltas = [-8] * 4
            deltas[payer] = -(8 + total)
        deltas[winner] = 0
        deltas[winner] = -sum(deltas)
        turn = int(np.clip(rng.normal(11.5, 3.6), 1, 21))
        rows["wins"].append(
            {
                "hand_id": hand_id,
                "winner": winner,
                "payer": None if win_by == "self_draw" else payer,
                "win_by": win_by,
                "win_tile": parse_tile(shape.win_tile),
                "concealed": parse_tiles(shape.concealed),
                "melds": [
                    meld(text, (winner + 1 + index) % 4 if "chow" not in text else (winner + 3) % 4)
                    for index, text in enumerate(shape.melds)
                ],
                "flags": [],
                "flowers": [],
                "reading": shape.concealed.split(),
                "wait": shape.wait,
                "n_waits": shape.n_waits,
                "turn": turn,
                "first_ready_turn": int(max(1, turn - rng.geometric(0.35))),
                "total": total,
                "uncapped": total,
                "limit_hit": False,
                "wildcards_used": 0,
                "n_patterns": len(counted),
            }
        )
        rows["win_patterns"].extend(
            {
                "hand_id": hand_id,
                "winner": winner,
                "pattern": name,
                "count": count,
                "value": value,
                "marginal": count * value,
            }
            for name, count, value in counted
        )
    if outcome == "penalty":
        deltas = [10, 10, 10, 10]
        deltas[int(rng.integers(4))] = -30
    agrees = ordinal >= n_disagree or outcome != "win"
    rows["settlements"].extend(
        {
            "hand_id": hand_id,
            "seat": seat,
            "delta": delta,
            "win": delta if outcome == "win" else 0,
            "dealer": 0,
            "losers": 0,
            "liability": 0,
            "kong": 0,
            "bet": 0,
            "penalty": delta if outcome == "penalty" else 0,
        }
        for seat, delta in enumerate(deltas)
    )
    rows["hands"].append(
        {
            "hand_id": hand_id,
            "session": ordinal,
            "hand_in_session": 0,
            "deal": ordinal,
            "permutation": 0,
            "source": "botzone",
            "source_file": f"games-{ordinal * 3 // 4000 % 3 + 1}.txt",
            "match_id": f"m{ordinal:05d}",
            "played_at": datetime(2025, 3, 1, tzinfo=UTC) + timedelta(minutes=7 * ordinal),
            "players": ["Anna", "Bo", "Chen", "Dai"],
            "dealer_seat": 0,
            "round_wind": ordinal % 4,
            "dealer_streak": 0,
            "wildcard": None,
            "bets": [0, 0, 0, 0],
            "outcome": outcome,
            "abort_reason": None,
            "winners": winners,
            "n_events": 90,
            "n_draws": 50,
            "wall_left": 34,
            "dealt_distance": [3, 4, 3, 4],
            "recorded_total": total if agrees or total is None else total - 1,
            "recorded_deltas": deltas,
            "recorded_patterns": patterns or None,
            "agreement": "same" if agrees else "total",
            "wall": None,
        }
    )


def _patterns(shape: WinShape, win_by: str) -> list[tuple[str, int, int]]:
    counted = []
    for text in shape.patterns.split(","):
        name, amount = text.split()
        value, _, count = amount.partition("*")
        counted.append((name, int(count or 1), int(value)))
    if win_by == "self_draw" and all(name != "fully_concealed" for name, _, _ in counted):
        counted.append(("self_draw", 1, 1))
    if win_by == "robbed_kong":
        counted.append(("robbing_kong", 1, 8))
    return counted
