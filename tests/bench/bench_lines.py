"""``paipu score``: JSON Lines in and out, with and without a table, against the stated goals.

Hands are the mixed random wins of the scoring benchmark, written as the interface wants them.
"""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any, Final

from pipelines.scoring.service import BLOCK, Scorer
from schemas.codes import BY_SELF_DRAW, FLAGS, MELD_KINDS, MELD_KONG_CONCEALED, WIN_BY
from schemas.tiles import TILE_NAMES, WINDS
from tests.bench.rows import Row
from tests.engine.oracle.hands import Win, meld_tiles, random_win

HANDS: Final = 60_000
ROUNDS: Final = 3
GOAL_PLAIN: Final = 40_000.0
GOAL_TABLE: Final = 15_000.0


def run() -> list[Row]:
    """Measure both forms; the best of a few rounds counts."""
    rng = Random(2)
    hands = [_line(random_win(rng), number) for number in range(HANDS)]
    rows = []
    for name, goal, lines in (
        ("score JSON Lines", GOAL_PLAIN, hands),
        ("score JSON Lines with table", GOAL_TABLE, [_with_table(hand) for hand in hands]),
    ):
        raw = [json.dumps(line).encode() for line in lines]
        rate = HANDS / min(_seconds(raw) for _ in range(ROUNDS))
        rows.append(Row(name, rate, "hands/s", "stated goal", goal, at_least=1.0))
    return rows


def _seconds(lines: list[bytes]) -> float:
    scorer = Scorer("mcr-botzone")
    for _ in scorer.answers(lines[:BLOCK]):  # compilation is not in the figures
        pass
    began = time.perf_counter()
    n = sum(1 for _ in scorer.answers(lines))
    seconds = time.perf_counter() - began
    if n != len(lines) or scorer.failed:
        raise RuntimeError(f"{scorer.failed} of {n} lines could not be scored")
    return seconds


def _line(win: Win, number: int) -> dict[str, Any]:
    return {
        "id": f"hand-{number}",
        "concealed": [TILE_NAMES[tile] for tile in win.concealed],
        "melds": [
            {
                "kind": MELD_KINDS[kind],
                "tiles": [TILE_NAMES[one] for one in meld_tiles(kind, tile)],
                "concealed": kind == MELD_KONG_CONCEALED,
            }
            for kind, tile in win.melds
        ],
        "win_tile": TILE_NAMES[win.win_tile],
        "win_by": WIN_BY[win.win_by],
        "flowers": win.n_flowers,
        "seat_wind": WINDS[win.seat_wind],
        "round_wind": WINDS[win.round_wind],
        "flags": [name for bit, name in enumerate(FLAGS) if win.flags >> bit & 1],
    }


def _with_table(hand: dict[str, Any]) -> dict[str, Any]:
    winner = WINDS.index(hand["seat_wind"])
    losers = {
        str((winner + step) % 4): {
            "concealed": ["1m", "1m", "2p", "3p", "4p", "5s", "6s", "7s", "E", "E", "C", "C", "C"],
            "melds": [],
            "flowers": [],
        }
        for step in (1, 2, 3)
    }
    payer = None if hand["win_by"] == WIN_BY[BY_SELF_DRAW] else (winner + 1) % 4
    return {
        **hand,
        "table": {
            "dealer": 0, "winner": winner, "payer": payer, "losers": losers, "bets": [0, 0, 0, 0],
        },
    }  # fmt: skip
