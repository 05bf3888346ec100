"""Damaged records: refused with a reason or still legal, never a crash."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.machine.recorded import open_record
from engine.machine.refusals import REFUSAL_NAMES
from engine.machine.state import PHASE_TURN, PHASE_WINDOW
from engine.machine.table import Table
from engine.machine.words import Move
from engine.minimal import play_batch
from engine.replay import replay_batch
from engine.tables import load_tables
from pipelines.batches import join_batches, take_hands
from schemas import codes
from schemas.batch import RecordBatch
from schemas.errors import ActionError
from tests.engine.machine_script import compiled, ruleset

PRESETS = ("mcr", "mcr-botzone")
WILD = range(-3, 45)
"""Values that a damaged column may hold: codes, and what is none."""


def hands(name: str, n_hands: int, seed: int) -> RecordBatch:
    batch, _ = play_batch(ruleset(name), load_tables(), seed=seed, first_session=0, n_hands=n_hands)
    return batch


def damage(batch: RecordBatch, random: Random) -> None:
    """Change one value of each hand: of an action, of the deal or of the wall."""
    for hand in range(len(batch)):
        first, end = batch.start[hand], batch.start[hand + 1]
        where = random.choice(("seat", "action", "tile", "tile", "low", "claim", "deal", "wall"))
        if where == "deal":
            batch.deal[hand, random.randrange(4), random.randrange(17)] = random.choice(WILD)
        elif where == "wall":
            batch.wall[hand, random.randrange(144)] = random.choice(WILD)
        else:
            getattr(batch, where)[random.randrange(first, end)] = random.choice(WILD)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("known_wall", [True, False])
def test_one_wrong_value_is_refused_or_still_legal(name: str, known_wall: bool) -> None:
    whole = hands(name, 250, seed=21)
    damaged = join_batches([whole] * 8)
    if not known_wall:
        damaged.wall[:] = -1
    damage(damaged, Random(4))
    played = replay_batch(damaged, compiled(name), load_tables())
    refused = {refusal["hand"] for refusal in played.refusals}
    assert refused.isdisjoint(played.hands["hand"].tolist())
    assert len(refused) + len(played.hands["hand"]) == len(damaged)
    assert len(refused) > len(damaged) // 2
    assert len({refusal["code"] for refusal in played.refusals}) > 12
    for refusal in played.refusals:
        assert refusal["code"] in REFUSAL_NAMES[1:]
        assert refusal["message"]
    assert (played.settlements["delta"].reshape(-1, 4).sum(axis=1) == 0).all()


@pytest.mark.parametrize("name", PRESETS)
def test_undamaged_hands_keep_their_rows_beside_damaged_ones(name: str) -> None:
    whole = hands(name, 100, seed=22)
    before = replay_batch(whole, compiled(name), load_tables())
    index = np.arange(100)
    mixed = take_hands(join_batches([whole, whole]), np.stack([index, index + 100], 1).ravel())
    keep = take_hands(mixed, np.arange(200))
    damage(mixed, Random(5))
    for column in ("seat", "action", "tile", "low", "claim"):
        for hand in range(0, 200, 2):
            span = slice(mixed.start[hand], mixed.start[hand + 1])
            getattr(mixed, column)[span] = getattr(keep, column)[span]
    mixed.deal[::2], mixed.wall[::2] = keep.deal[::2], keep.wall[::2]
    after = replay_batch(mixed, compiled(name), load_tables())
    own = after.events["hand"] % 2 == 0
    assert np.array_equal(after.events["action"][own], before.events["action"])
    assert np.array_equal(after.events["tile"][own], before.events["tile"])
    assert np.array_equal(
        after.settlements["delta"][after.settlements["hand"] % 2 == 0],
        before.settlements["delta"],
    )


@pytest.mark.parametrize("name", PRESETS)
def test_left_out_and_repeated_actions_are_refused(name: str) -> None:
    whole = hands(name, 200, seed=23)
    random = Random(6)
    counts = np.diff(whole.start)
    rows = [
        random.randrange(whole.start[hand], whole.start[hand + 1] - 1) for hand in range(len(whole))
    ]
    for repeat in (0, 2):
        times = np.ones(whole.start[-1], np.int64)
        times[rows] = repeat
        changed = RecordBatch(
            **{
                column: np.repeat(getattr(whole, column), times)
                for column in ("seat", "action", "tile", "low", "claim", "position")
            },
            **{
                column: getattr(whole, column)
                for column in ("dealer", "round_wind", "streak", "wildcard", "deal", "wall", "meta")
            },
            start=np.concatenate([[0], np.cumsum(counts + repeat - 1)]),
        )
        played = replay_batch(changed, compiled(name), load_tables())
        legal = played.hands["hand"].tolist()
        # Only an announcement that lost can be left out without a trace.
        assert all(whole.action[rows[hand]] == codes.LOST_CLAIM for hand in legal)


@pytest.mark.parametrize("name", PRESETS)
def test_options_are_all_that_is_accepted(name: str) -> None:
    """At every stop of some hands each move that could be written down is tried."""
    batch = hands(name, 3, seed=24)
    for hand in range(len(batch)):
        table, moves = open_record(batch, hand, compiled(name), load_tables())
        for number, move in enumerate(moves):
            if number % 9 == 0 and table.phase in (PHASE_TURN, PHASE_WINDOW):
                check_options(table)
            table.do(move)
        assert table.over


def check_options(table: Table) -> None:
    options = {option for seat in range(4) for option in table.options(seat)}
    actions = (
        codes.WIN,
        codes.DISCARD,
        codes.CHOW,
        codes.PUNG,
        codes.KONG_EXPOSED,
        codes.KONG_ADDED,
        codes.KONG_CONCEALED,
        codes.FLOWER,
    )
    for seat in range(4):
        for action in actions:
            for tile in range(42):
                for low in range(max(0, tile - 2), tile + 1) if action == codes.CHOW else (-1,):
                    move = Move(seat, action, tile, low)
                    assert table.can(move) == (move in options), str(move)
    assert by_the_book(table) == {move for move in options if move.action != codes.WIN}


def by_the_book(table: Table) -> set[Move]:
    """Everything but wins that the rules allow, counted out from what lies on the table."""
    giver = table.seat
    moves: set[Move] = set()
    for seat in range(4):
        hand = table.hand(seat)
        if table.phase == PHASE_TURN:
            if seat != giver:
                continue
            flowers = [tile for tile in hand if tile >= 34]
            if flowers:
                return {Move(seat, codes.FLOWER, tile) for tile in flowers}
            moves |= {Move(seat, codes.DISCARD, tile) for tile in hand}
            if table.drawable(seat) and table.events()[-1].action in (codes.DRAW, codes.REPLACE, 0):
                quads = {tile for tile in hand if hand.count(tile) == 4}
                pungs = {tile for kind, tile, _ in table.melds(seat) if kind == codes.MELD_PUNG}
                moves |= {Move(seat, codes.KONG_CONCEALED, tile) for tile in quads}
                moves |= {Move(seat, codes.KONG_ADDED, tile) for tile in pungs & set(hand)}
            continue
        tile = table.events()[-1].tile
        if seat == giver or not table.drawable((giver + 1) % 4):
            continue
        if hand.count(tile) >= 2:
            moves.add(Move(seat, codes.PUNG, tile))
        if hand.count(tile) == 3 and table.drawable(seat):
            moves.add(Move(seat, codes.KONG_EXPOSED, tile))
        if seat == (giver + 1) % 4 and tile < 27:
            for low in range(tile - 2, tile + 1):
                others = {low, low + 1, low + 2} - {tile}
                if low >= 0 and low // 9 == (low + 2) // 9 and others <= set(hand):
                    moves.add(Move(seat, codes.CHOW, tile, low))
    return moves


def test_table_refuses_what_the_batch_refuses() -> None:
    """The step-by-step form and the batch stop a damaged record at the same action."""
    batch = hands("mcr", 60, seed=25)
    batch.wall[:] = -1
    damage(batch, Random(7))
    batch.deal[:] = hands("mcr", 60, seed=25).deal
    played = replay_batch(batch, compiled("mcr"), load_tables())
    refusals = {refusal["hand"]: refusal for refusal in played.refusals}
    assert refusals
    for hand in range(len(batch)):
        codes_found = walk(batch, hand)
        expected = refusals.get(hand)
        assert codes_found == (
            None if expected is None else (expected["code"], expected["action_index"])
        )


def walk(batch: RecordBatch, hand: int) -> tuple[str, int] | None:
    index = int(batch.start[hand])
    try:
        table, moves = open_record(batch, hand, compiled("mcr"), load_tables())
        for move in moves:
            table.do(move)
            index += 1
        table.finish()
    except ActionError as error:
        last = int(batch.start[hand + 1]) - 1
        return error.code, min(index, last)
    return None
