"""Replay of record batches: rows of the tables, refusals, and records that were really played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import polars as pl
import pytest

from engine.machine.refusals import REFUSAL_NAMES
from engine.replay import replay_batch
from engine.tables import load_tables
from schemas.batch import PlayedBatch, Ragged, RecordBatch
from schemas.codes import ACTIONS, MELD_CHOW, MELD_PUNG, OUT_WIN, SETTLEMENT_PARTS
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import (
    QUIET,
    compiled,
    deal_of,
    moves_of,
    same_rows,
    sorted_wall,
)

BOTZONE = "mcr-botzone"
ROBBING = (
    "55s 147m 147p ESWNC",
    "5s 258m 258p 28s ESWN",
    "46s 123m 789m 678p 99p",
    "369m 369p 39s 1s CFPW",
)
ROBBED = """
    0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 5s; 2 lost chow 5s 456s; 0 pung 5s; 0 discard E
    1 draw F; 1 discard F; 2 draw F; 2 discard F; 3 draw N; 3 discard N; 0 draw 5s; 0 added 5s
    2 win 5s
"""
FOUL = "0 draw 9s; 0 discard 9s; 1 draw 9s; 1 foul"


def records(*hands: tuple[tuple[str, ...], str], wall: bool = False) -> RecordBatch:
    """A batch of hands: dealt tiles by seat, and a script."""
    moves = [moves_of(script) for _, script in hands]
    flat = [move for each in moves for move in each]
    n = len(hands)

    def column(name: str) -> np.ndarray:
        return np.array([getattr(move, name) for move in flat], np.int8)

    return RecordBatch(
        dealer=np.zeros(n, np.int8),
        round_wind=np.zeros(n, np.int8),
        streak=np.zeros(n, np.int16),
        wildcard=np.full(n, -1, np.int8),
        deal=np.array([deal_of(*dealt) for dealt, _ in hands], np.int8).reshape(n, 4, 17),
        wall=np.array([sorted_wall(BOTZONE)] * n) if wall else np.full((n, 144), -1, np.int8),
        start=np.concatenate([[0], np.cumsum([len(each) for each in moves])]).astype(np.int64),
        seat=column("seat"),
        action=column("action"),
        tile=column("tile"),
        low=column("low"),
        claim=column("claim"),
        position=np.arange(len(flat), dtype=np.int32),
        meta=pl.DataFrame(),
    )


def replayed(*hands: tuple[tuple[str, ...], str]) -> PlayedBatch:
    return replay_batch(records(*hands), compiled(BOTZONE), load_tables())


def lists(column: Ragged) -> list[list[Any]]:
    return [
        column.values[a:b].tolist()
        for a, b in zip(column.offsets[:-1], column.offsets[1:], strict=True)
    ]


def test_rows_of_a_robbed_kong() -> None:
    played = replayed((ROBBING, ROBBED))
    assert played.refusals == []
    assert played.hands["hand"].tolist() == [0]
    assert played.hands["outcome"].tolist() == [OUT_WIN]
    assert played.hands["winners"].tolist() == [0b0100]
    assert played.hands["n_events"].tolist() == [20]
    assert played.hands["n_draws"].tolist() == [6]
    assert played.hands["wall_left"].tolist() == [136 - 52 - 6]
    events = played.events
    assert events["seq"].tolist() == list(range(20))
    names = [ACTIONS[action] for action in events["action"].tolist()]
    assert names[:4] == ["deal"] * 4
    assert names[8:11] == ["lost_claim", "pung", "discard"]
    assert names[-2:] == ["kong_added", "win"]
    tiles = lists(events["tiles"])
    assert [len(each) for each in tiles[:4]] == [13] * 4
    assert [format_tiles(tiles[seq]) for seq in (8, 9, 18, 19)] == ["456s", "555s", "5555s", ""]
    assert events["from_seat"].tolist()[8:10] == [1, 1]
    assert events["from_seq"].tolist()[8:10] == [7, 7]
    assert (events["from_seat"][19], events["from_seq"][19]) == (0, 18)
    assert events["wall_left"].tolist()[3:6] == [84, 83, 83]
    wins = played.wins
    assert wins["total"].tolist() == [14]
    assert lists(wins["melds"]) == [[]]
    assert format_tiles(lists(wins["concealed"])[0]) == "123789m 67899p 46s"
    assert wins["n_patterns"].item() == len(played.win_patterns["pattern"]) == 5
    assert int((played.win_patterns["count"] * played.win_patterns["value"]).sum()) == 14
    assert (played.win_patterns["marginal"] == played.win_patterns["value"]).all()
    assert played.settlements["delta"].tolist() == [-22, -8, 38, -8]


def test_melds_of_a_winner_name_their_giver() -> None:
    """Seat 1 claims 123m from seat 0 and pungs F from seat 3: 混一色 with 箭刻."""
    hands = (
        "147m 147p 147s ESWN",
        "23m 456m 789m CC FFE",
        "369m 369p 369s SWNP",
        "59m 159p 159s FPPWN",
    )
    script = """
        0 draw 9m; 0 discard 1m; 1 chow 1m 123m; 1 discard E; 2 draw 8p; 2 discard 8p
        3 draw 8p; 3 discard F; 1 pung F; 1 discard C; 2 draw 8s; 2 discard 8s
        3 draw 8s; 3 discard 8s; 0 draw 8s; 0 discard 8s; 1 draw C; 1 win C
    """
    played = replayed((hands, script))
    assert played.refusals == []
    melds = played.wins["melds"]
    assert melds.values.tolist() == [[MELD_CHOW, 0, 0], [MELD_PUNG, parse_tile("F"), 3]]
    assert melds.offsets.tolist() == [0, 2]
    assert format_tiles(lists(played.wins["concealed"])[0]) == "456789m C"


def test_refused_hand_leaves_no_row_and_the_others_stay() -> None:
    wrong = ROBBED.replace("2 win 5s", "3 win 5s")
    played = replayed((ROBBING, FOUL), (ROBBING, wrong), (ROBBING, ROBBED))
    alone = replayed((ROBBING, FOUL)), replayed((ROBBING, ROBBED))
    assert played.hands["hand"].tolist() == [0, 2]
    assert set(played.events["hand"].tolist()) == {0, 2}
    assert played.events["action"].tolist() == [
        action for each in alone for action in each.events["action"].tolist()
    ]
    assert played.wins["hand"].tolist() == [2]
    assert set(played.win_patterns["hand"].tolist()) == {2}
    assert played.settlements["hand"].tolist() == [0] * 4 + [2] * 4
    assert played.settlements["delta"].tolist() == [10, -30, 10, 10, -22, -8, 38, -8]
    (refusal,) = played.refusals
    assert (refusal["hand"], refusal["code"]) == (1, "win_no_shape")
    assert refusal["action_index"] == 4 + 15


def test_message_says_what_where_and_what_would_have_been_legal() -> None:
    (refusal,) = replayed((ROBBING, ROBBED.replace("2 win 5s", "3 win 5s"))).refusals
    assert refusal["message"] == (
        "action 16 of 16: seat 3: win on 5s: the tiles make no winning hand; "
        "legal: seat 2: win on 5s; seat 0: draw"
    )


def test_record_that_stops_before_its_end() -> None:
    played = replayed((ROBBING, "0 draw 9s; 0 discard 9s"), (ROBBING, ""))
    assert [refusal["code"] for refusal in played.refusals] == ["missing_end"] * 2
    assert [refusal["action_index"] for refusal in played.refusals] == [1, -1]
    assert played.refusals[0]["message"].startswith("after action 2: the hand stops before a win")
    assert played.refusals[0]["message"].endswith("legal: seat 1: draw")
    assert len(played.events["seq"]) == 0


def test_record_that_goes_on_after_its_end() -> None:
    (refusal,) = replayed((ROBBING, f"{FOUL}; 2 draw 9s")).refusals
    assert (refusal["code"], refusal["action_index"]) == ("action_after_end", 4)
    assert refusal["message"].endswith("the hand is over; legal: nothing")


@pytest.mark.parametrize(
    ("hands", "code", "words"),
    [
        (("5s", *ROBBING[1:]), "bad_deal", "(seat 0: 1 instead of 13)"),
        (("11147m 147p ESWNC", "1m 1258m 258p 28s ESW", *QUIET[2:]), "five_copies", "(1m)"),
        (("f1 5s 147m 147p ESWNC", *ROBBING[1:]), "tile_not_in_play", "(f1)"),
    ],
)
def test_deals_that_are_refused(hands: tuple[str, ...], code: str, words: str) -> None:
    (refusal,) = replayed((hands, FOUL)).refusals
    assert (refusal["code"], refusal["action_index"]) == (code, -1)
    assert refusal["message"].startswith("the deal: ")
    assert refusal["message"].endswith(words)


def test_wall_that_does_not_give_the_deal() -> None:
    batch = records((ROBBING, FOUL), wall=True)
    (refusal,) = replay_batch(batch, compiled(BOTZONE), load_tables()).refusals
    assert refusal["code"] == "wall_mismatch"
    assert refusal["message"].endswith("(tile 1 of seat 0 is 5s, the wall gives 1m)")
    batch.wall[0, 3] = parse_tile("9s")
    (refusal,) = replay_batch(batch, compiled(BOTZONE), load_tables()).refusals
    assert refusal["code"] == "bad_wall"
    assert refusal["message"].endswith("(3 of 1m instead of 4)")


def test_wildcard_under_rules_that_turn_none() -> None:
    batch = records((ROBBING, FOUL), (ROBBING, FOUL))
    batch.wildcard[1] = parse_tile("1m")
    played = replay_batch(batch, compiled(BOTZONE), load_tables())
    assert played.hands["hand"].tolist() == [0]
    (refusal,) = played.refusals
    assert (refusal["hand"], refusal["code"]) == (1, "wildcard_not_in_rules")
    assert refusal["message"] == "the deal: the rules turn no wildcard"


def test_batch_without_hands() -> None:
    played = replayed()
    assert played.refusals == []
    for table in (played.hands, played.events, played.wins, played.settlements, played.chances):
        assert all(
            len(column.offsets) == 1 if isinstance(column, Ragged) else len(column) == 0
            for column in table.values()
        )


def test_columns_are_those_of_the_contract() -> None:
    played = replayed((ROBBING, ROBBED))
    assert set(played.hands) == {
        "abort_reason",
        "hand",
        "outcome",
        "winners",
        "n_events",
        "n_draws",
        "wall_left",
        "dealt_distance",
    }
    assert set(played.events) == {
        "hand",
        "seq",
        "seat",
        "action",
        "tile",
        "tiles",
        "from_seat",
        "from_seq",
        "source",
        "wall_left",
    }
    assert set(played.wins) == {
        "hand",
        "winner",
        "payer",
        "win_by",
        "win_tile",
        "concealed",
        "melds",
        "flags",
        "flowers",
        "reading",
        "wait",
        "n_waits",
        "turn",
        "first_ready_turn",
        "total",
        "uncapped",
        "limit_hit",
        "wildcards_used",
        "n_patterns",
    }
    assert set(played.win_patterns) == {"hand", "winner", "pattern", "count", "value", "marginal"}
    assert set(played.win_items) == {"hand", "winner", "item", "count", "value"}
    assert set(played.settlements) == {"hand", "seat", "delta", *SETTLEMENT_PARTS}
    assert set(played.chances) == {"hand", "seq", "seat", "tile", "win_by", "total", "reason"}


def test_batches_replay_in_several_threads_as_in_one() -> None:
    batch = records(*[(ROBBING, ROBBED), (ROBBING, FOUL), (ROBBING, "0 draw 9s")] * 200)
    task = (replay_batch, batch, compiled(BOTZONE), load_tables())
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(*task) for _ in range(8)]
        results = [future.result() for future in futures]
    expected = replay_batch(*task[1:])
    assert all(same_rows(played, expected) for played in results)


def test_refusal_names_are_stable_identifiers() -> None:
    assert len(set(REFUSAL_NAMES)) == len(REFUSAL_NAMES)
    assert all(name.replace("_", "").isalpha() and name.islower() for name in REFUSAL_NAMES)
