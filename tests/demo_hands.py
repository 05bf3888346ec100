"""Made-up hands for tests of figures and the report: plausible, not computed.

Hands are drawn from a list of winning hands written by hand, with frequencies like those of real
play; nothing here runs the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from schemas.tiles import parse_tile, parse_tiles
from tests.lake_rows import RULES, RUN, Rows


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


def demo_rows(
    n_hands: int = 1500,
    *,
    seed: int = 7,
    rules: str = RULES,
    run: str = RUN,
    n_rejects: int = 12,
    n_disagree: int = 2,
) -> Rows:
    """One ingested run with `n_hands` hands from two files."""
    rng = np.random.default_rng(seed)
    rows = Rows(run, rules)
    weights = np.array([shape.weight for shape in SHAPES])
    for session in range(n_hands):
        _one_hand(rows, rng, session, weights / weights.sum(), disagrees=session < n_disagree)
    for number in range(n_rejects):
        late = number % 4 == 3
        rows.reject(
            position=f"line {97 * number + 5}",
            code="unknown_tile" if late else "out_of_turn",
            message="unknown tile 'X9'; tiles are 1m…9m 1p…9p 1s…9s E S W N C F P f1…f8"
            if late
            else "player 2 discards, but it is player 1's turn; legal here: draw",
            source_file=f"games-{number % 2 + 1}.txt",
            match_id=f"m{9000 + number}",
            excerpt="Player 0 Draw X9" if late else "Player 2 Play W4",
        )
    return rows


def _one_hand(
    rows: Rows, rng: np.random.Generator, session: int, weights: np.ndarray, *, disagrees: bool
) -> None:
    luck = rng.random()
    outcome = "draw" if luck < 0.026 else "penalty" if luck < 0.03 else "win"
    shape = SHAPES[rng.choice(len(SHAPES), p=weights)]
    winner = int(rng.choice(4, p=[0.268, 0.258, 0.246, 0.228]))
    payer = int((winner + rng.integers(1, 4)) % 4)
    win_by = str(rng.choice(["discard", "self_draw", "robbed_kong"], p=[0.715, 0.28, 0.005]))
    patterns = _patterns(shape, win_by) if outcome == "win" else []
    total = sum(count * value for _, count, value in patterns)
    deltas = [0, 0, 0, 0]
    if outcome == "penalty":
        deltas = [10, 10, 10, 10]
        deltas[winner] = -30
    elif outcome == "win":
        deltas = [-(8 + total)] * 4 if win_by == "self_draw" else [-8] * 4
        if win_by != "self_draw":
            deltas[payer] = -(8 + total)
        deltas[winner] = 0
        deltas[winner] = -sum(deltas)
    turn = int(np.clip(rng.normal(11.5, 3.6), 1, 21))
    ready = int(max(0, turn - rng.geometric(0.35)))
    differs = disagrees and outcome == "win"
    hand_id = rows.hand(
        session,
        outcome,
        deltas=deltas,
        winners=1 << winner if outcome == "win" else 0,
        source_file=f"games-{session // 1000 % 2 + 1}.txt",
        match_id=f"m{session:05d}",
        played_at=datetime(2025, 3, 1, tzinfo=UTC) + timedelta(minutes=7 * session),
        players=["Anna", "Bo", "Chen", "Dai"],
        round_wind=session % 4,
        recorded_total=(total - 1 if differs else total) if outcome == "win" else None,
        recorded_deltas=deltas,
        recorded_patterns=[name for name, _, _ in patterns] or None,
        agreement="total" if differs else "same",
    )
    if outcome == "win":
        rows.win(
            hand_id,
            winner,
            win_by=win_by,
            payer=None if win_by == "self_draw" else payer,
            total=total,
            patterns=patterns,
            win_tile=parse_tile(shape.win_tile),
            concealed=parse_tiles(shape.concealed),
            melds=[_meld(text, winner, place) for place, text in enumerate(shape.melds)],
            wait=shape.wait,
            n_waits=shape.n_waits,
            turn=turn,
            first_ready_turn=ready,
            n_patterns=len(patterns),
        )


def _meld(text: str, winner: int, place: int) -> dict[str, Any]:
    """``kong- 7777s`` is a concealed kong; chows come from the player before."""
    kind, tiles = text.split()
    concealed = kind.endswith("-")
    giver = (winner + 3) % 4 if kind == "chow" else (winner + 1 + place) % 4
    return {
        "kind": kind.rstrip("-"),
        "tiles": parse_tiles(tiles),
        "concealed": concealed,
        "from_seat": None if concealed else giver if giver != winner else (winner + 2) % 4,
    }


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
