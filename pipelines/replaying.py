"""One stored hand step by step: each event with what lies on the table after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.machine.recorded import open_record
from engine.machine.state import PHASE_WON
from engine.machine.table import Event, Table
from engine.rules import compile_rules
from engine.tables import load_tables
from pipelines.lake.identity import parse_hand_id
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_run
from pipelines.lake.manifest import Manifest
from pipelines.lake.parts import read_table
from pipelines.lake.records import stored_records, unknown_hand
from pipelines.lake.views import connect
from schemas.errors import LakeError, one_of
from schemas.records import HANDS_PER_SESSION

N_SEATS = 4
_TABLES = ("hands", "events", "wins", "win_patterns", "win_items", "settlements")


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one player has before them.

    Attributes:
        concealed: tiles of the hand, ascending.
        melds: code `MELD_*`, lowest tile, giver (−1: concealed kong), in order.
        flowers: exposed flowers.
        discards: in order, claimed ones among them.
        waits: kinds that complete the hand; empty where it is not ready.
    """

    concealed: tuple[int, ...]
    melds: tuple[tuple[int, int, int], ...]
    flowers: tuple[int, ...]
    discards: tuple[int, ...]
    waits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An event, and the table after it."""

    event: Event
    seats: tuple[SeatView, ...]


def find_hand(lake: Lake, text: str) -> tuple[str, int]:
    """Which run and hand ``<run>/<hand_id>`` or a hand id alone means.

    Raises:
        UsageError: where the text is no hand id.
        LakeError: ``unknown_run``, ``unknown_hand``, or ``ambiguous_hand`` where several runs have
            such a hand.
    """
    run, hand_id = parse_hand_id(text)
    if run is not None:
        lake.manifests([run])  # refuses one that is not there or cannot be read
        return run, hand_id
    with lake.connect() as connection:
        rows = connection.sql(
            "select run from hands where hand_id = $hand order by run", params={"hand": hand_id}
        ).fetchall()
    runs = [row[0] for row in rows]
    if not runs:
        raise LakeError(f"{lake.uri}: no run has a hand {hand_id}", code="unknown_hand")
    if len(runs) > 1:
        choices = one_of([f"{one}/{hand_id}" for one in runs], most=6)
        raise LakeError(
            f"{len(runs)} runs have a hand {hand_id}: say {choices}", code="ambiguous_hand"
        )
    return runs[0], hand_id


def stored_rows(lake: Lake, run: str, hand_id: int) -> dict[str, list[dict[str, Any]]]:
    """The rows of one hand in each table, as Python values.

    Raises:
        LakeError: with code ``unknown_hand`` where the run has no such hand.
    """
    manifest = lake.manifest(run)
    if manifest.parent is not None:
        rows = _rescored_rows(lake, manifest, hand_id)
        if rows["hands"]:
            return rows
        raise unknown_hand(lake, run, hand_id)
    for part in manifest.parts_of(hand_id // HANDS_PER_SESSION):
        rows = {
            table: read_table(lake.storage, part, table, hand_ids=[hand_id]).to_pylist()
            for table in _TABLES
        }
        if rows["hands"]:
            return rows
    raise unknown_hand(lake, run, hand_id)


def replay_steps(lake: Lake, run: str, hand_id: int) -> Iterator[Step]:
    """Replay a stored hand; the deal's events come first, all with the dealt table.

    A hand that was scored again is replayed under the rules that it was played by.

    Raises:
        LakeError: where the hand does not exist.
        ActionError: where the rules refuse a stored event.
    """
    batch = stored_records(lake, run, [hand_id])
    rules = compile_rules(played_run(lake, lake.manifest(run)).ruleset())
    table, moves = open_record(batch, 0, rules, load_tables())
    shown = 0
    for move in (None, *moves):
        if move is not None:
            table.do(move)
        seats = tuple(_seat(table, seat) for seat in range(N_SEATS))
        for event in table.events(shown):
            yield Step(event, seats)
        shown = len(table)
    if table.phase == PHASE_WON:
        table.finish()


def _rescored_rows(lake: Lake, manifest: Manifest, hand_id: int) -> dict[str, list[dict[str, Any]]]:
    """The rows of a hand of a rescored run, the parent's among them as the views give them."""
    played_run(lake, manifest)
    with connect(lake.storage, [manifest]) as con:
        return {
            table: con.sql(f"from {table} where hand_id = $hand", params={"hand": hand_id})
            .to_arrow_table()
            .to_pylist()
            for table in _TABLES
        }


def _seat(table: Table, seat: int) -> SeatView:
    return SeatView(
        concealed=tuple(table.hand(seat)),
        melds=tuple(table.melds(seat)),
        flowers=tuple(table.flowers(seat)),
        discards=tuple(table.discards(seat)),
        waits=tuple(table.waits(seat)),
    )
