"""One stored hand as the browser steps through it: what lies on the table after every event."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dashboards import tiles
from dashboards.hand_words import event_text, last_round_draws, seat_names
from pipelines.lake import Lake, readable
from schemas.codes import (
    CHOW,
    DEAL,
    DISCARD,
    DRAW,
    KONG_EXPOSED,
    MELD_CHOW,
    MELD_KINDS,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
    PUNG,
    REPLACE,
    WIN,
)
from schemas.tiles import format_tiles

if TYPE_CHECKING:
    from pipelines.replaying import SeatView, Step

Rows = dict[str, list[dict[str, Any]]]
_TAKING = (CHOW, PUNG, KONG_EXPOSED, WIN)


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """A stored hand.

    Attributes:
        rows: of the hand in each table, as `pipelines.replaying.stored_rows` gives them.
        steps: what the browser shows, one mapping a step; the deal is one step.
    """

    rows: Rows
    steps: list[dict[str, Any]]


def open_hand(lake: Lake, run: str, hand_id: int) -> OpenedHand:
    """Read and replay a hand.

    Raises:
        LakeError: where it does not exist, or files cannot be read.
        ActionError: where the rules refuse a stored event.
    """
    # The kernels are loaded when the first hand is opened, not when the server starts.
    from pipelines.replaying import replay_steps, stored_rows

    # Reading the rows and replaying the events take as long as each other, on a core each.
    with readable(), ThreadPoolExecutor(1) as reading:
        read = reading.submit(stored_rows, lake, run, hand_id)
        steps = list(replay_steps(lake, run, hand_id))
        rows = read.result()
    return OpenedHand(rows, shown_steps(steps, rows))


def shown_steps(steps: Sequence[Step], rows: Rows) -> list[dict[str, Any]]:
    """Steps as the browser takes them.

    Args:
        steps: of `pipelines.replaying.replay_steps`.
        rows: of the hand.

    Returns:
        For each step ``text``, ``seq`` (of its event; the deal has that of its last one), ``seat``
        (−1: nobody), ``wall`` (tiles left) and ``seats``; for each of these ``hand`` (tile codes),
        ``fresh`` (place in it of the tile just drawn, or −1), ``melds`` (lists of [tile, turned]),
        ``flowers``, ``discards`` (of [tile, claimed]) and ``waits``. Tile −1 lies face down.
    """
    names = seat_names(rows["hands"][0])
    last_round = last_round_draws(rows["events"])
    claimed: set[tuple[int, int]] = set()
    discards: dict[int, list[int]] = {}
    shown = []
    for step in steps:
        event = step.event
        if event.action == DISCARD:
            discards.setdefault(event.seat, []).append(event.seq)
        if event.action in _TAKING and event.from_seq >= 0:
            claimed.add((event.from_seat, event.from_seq))
        if event.action == DEAL and event.seq < len(names) - 1:
            continue  # the deal is one step
        text = event_text(event, names, format_tiles) if event.action != DEAL else "the deal 配牌"
        if event.seq in last_round:
            text += " in the last round 分张"
        drawn = event.tile if event.action in (DRAW, REPLACE) else -1
        shown.append(
            {
                "seq": event.seq,
                "text": text,
                "seat": event.seat if event.action != DEAL else -1,
                "wall": event.wall_left,
                "seats": [
                    _seat(
                        view,
                        seat,
                        [(seat, seq) in claimed for seq in discards.get(seat, [])],
                        drawn if seat == event.seat else -1,
                    )
                    for seat, view in enumerate(step.seats)
                ],
            }
        )
    return shown


def _seat(view: SeatView, seat: int, claimed: Sequence[bool], drawn: int) -> dict[str, Any]:
    hand = list(view.concealed)
    # A tile is taken for the one just drawn only where it is still in the hand.
    fresh = len(hand) - 1 - hand[::-1].index(drawn) if drawn in hand else -1
    return {
        "hand": hand,
        "fresh": fresh,
        "melds": [[[one.kind, one.turned] for one in _meld(meld, seat)] for meld in view.melds],
        "flowers": list(view.flowers),
        "discards": [[tile, taken] for tile, taken in zip(view.discards, claimed, strict=True)],
        "waits": list(view.waits),
    }


def _meld(meld: tuple[int, int, int], owner: int) -> tuple[tiles.Laid, ...]:
    kind, low, giver = meld
    n = 3 if kind in (MELD_CHOW, MELD_PUNG) else 4
    return tiles.meld_tiles(
        {
            "kind": MELD_KINDS[kind],
            "tiles": [low + place if kind == MELD_CHOW else low for place in range(n)],
            "concealed": kind == MELD_KONG_CONCEALED,
            "from_seat": giver if giver >= 0 else None,
        },
        owner,
    )
