"""Hands of the minimal player: replayed, refereed, summed up, and the same in any batch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.minimal import play_batch
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas import codes
from schemas.batch import PlayedBatch, RecordBatch
from tests.engine.machine_script import compiled, ruleset, same_rows

PRESETS = ("mcr", "mcr-botzone", "mcr-tziakcha")
N_HANDS = 1000


@dataclass(frozen=True)
class Played:
    name: str
    batch: RecordBatch
    rows: PlayedBatch


@pytest.fixture(scope="module", params=PRESETS)
def played(request: pytest.FixtureRequest) -> Played:
    batch, rows = play_batch(
        ruleset(request.param), load_tables(), seed=11, first_session=0, n_hands=N_HANDS
    )
    return Played(request.param, batch, rows)


def test_event_log_replays_to_the_same_rows(played: Played) -> None:
    again = replay_batch(played.batch, compiled(played.name), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_log_replays_without_the_wall(played: Played) -> None:
    blind = replace(played.batch, wall=np.full_like(played.batch.wall, -1))
    again = replay_batch(blind, compiled(played.name), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_payments_sum_to_zero(played: Played) -> None:
    for part in ("delta", *codes.SETTLEMENT_PARTS):
        assert (played.rows.settlements[part].reshape(-1, 4).sum(axis=1) == 0).all()


def test_winners_are_paid_and_draws_are_not(played: Played) -> None:
    delta = played.rows.settlements["delta"].reshape(-1, 4)
    won = played.rows.hands["outcome"] == codes.OUT_WIN
    assert (delta[~won] == 0).all()
    winner = played.rows.wins["winner"]
    total = played.rows.wins["total"]
    by_self = played.rows.wins["payer"] < 0
    paid = delta[won][np.arange(len(winner)), winner]
    assert (paid == np.where(by_self, 3 * (8 + total), 24 + total)).all()


def test_totals_are_the_sum_of_their_patterns(played: Played) -> None:
    patterns = played.rows.win_patterns
    total = np.zeros(N_HANDS, np.int64)
    np.add.at(total, patterns["hand"], patterns["count"].astype(np.int64) * patterns["value"])
    wins = played.rows.wins
    assert (total[wins["hand"]] == wins["total"]).all()
    assert (wins["total"] >= 8).all()


def test_winners_were_ready_before_they_won(played: Played) -> None:
    wins = played.rows.wins
    assert (wins["first_ready_turn"] >= 0).all()
    assert (wins["first_ready_turn"] < wins["turn"]).all()
    assert (wins["n_waits"] >= 1).all()


def test_every_kind_of_event_occurs(played: Played) -> None:
    expected = {
        codes.DEAL,
        codes.DRAW,
        codes.DISCARD,
        codes.CHOW,
        codes.PUNG,
        codes.KONG_EXPOSED,
        codes.KONG_ADDED,
        codes.KONG_CONCEALED,
        codes.LOST_CLAIM,
        codes.WIN,
        codes.EXHAUSTED,
    }
    if played.name != "mcr-botzone":
        expected |= {codes.FLOWER, codes.REPLACE}
    assert set(played.rows.events["action"].tolist()) == expected
    assert set(played.rows.wins["win_by"].tolist()) == {0, 1, 2}


def test_every_legal_win_is_taken(played: Played) -> None:
    reasons = set(played.rows.chances["reason"].tolist())
    assert reasons <= {codes.CHANCE_BELOW_MINIMUM, codes.CHANCE_OTHER_WON}
    assert codes.CHANCE_BELOW_MINIMUM in reasons


@pytest.mark.parametrize("name", ["mcr", "mcr-botzone"])
def test_hands_do_not_depend_on_the_batch_they_are_played_in(name: str) -> None:
    def play(first_session: int, n_hands: int) -> RecordBatch:
        return play_batch(
            ruleset(name), load_tables(), seed=3, first_session=first_session, n_hands=n_hands
        )[0]

    whole, second = play(4, 32), play(5, 16)
    assert np.array_equal(whole.wall[16:], second.wall)
    assert np.array_equal(whole.action[whole.start[16] :], second.action)
    assert np.array_equal(whole.tile[whole.start[16] :], second.tile)
    assert not np.array_equal(whole.wall[:16], second.wall)


def test_session_passes_the_deal_on_after_every_hand(played: Played) -> None:
    dealers, winds = played.batch.dealer[:16].tolist(), played.batch.round_wind[:16].tolist()
    assert dealers == [0, 1, 2, 3] * 4
    assert winds == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert played.batch.meta["session"].to_list()[15:17] == [0, 1]
    assert played.batch.meta["hand_in_session"].to_list()[15:17] == [15, 0]


def test_players_change_seats_each_round(played: Played) -> None:
    """MCR card: first round 0123, then 1032, 2310, 3201."""
    players = played.batch.meta["players"].to_list()
    assert players[0] == [f"p{player}:minimal" for player in (0, 1, 2, 3)]
    assert players[4] == [f"p{player}:minimal" for player in (1, 0, 3, 2)]
    assert players[15] == [f"p{player}:minimal" for player in (3, 2, 0, 1)]


def test_single_hands_are_dealt_by_seat_0() -> None:
    batch, _ = play_batch(
        ruleset("mcr-botzone"), load_tables(), seed=1, first_session=7, n_hands=5, single=True
    )
    assert batch.dealer.tolist() == batch.round_wind.tolist() == [0] * 5
    assert batch.meta["session"].to_list() == [7, 8, 9, 10, 11]


def test_dealer_stays_where_the_rules_let_it() -> None:
    rules = ruleset("mcr", session={"dealer_stays": ("dealer_win", "draw"), "hands": 64})
    batch, rows = play_batch(rules, load_tables(), seed=2, first_session=0, n_hands=64)
    dealer = streak = passed = 0
    for hand in range(64):
        assert int(batch.dealer[hand]) == dealer
        assert int(batch.streak[hand]) == streak
        assert int(batch.round_wind[hand]) == passed // 4 % 4
        if int(rows.hands["winners"][hand]) >> dealer & 1:
            streak += 1
        elif rows.hands["outcome"][hand] != codes.OUT_DRAW:
            dealer, streak, passed = (dealer + 1) % 4, 0, passed + 1
    assert 0 < passed < 63


def test_several_winners_share_a_discard_where_the_rules_allow_it() -> None:
    rules = ruleset("mcr-botzone", play={"multiple_winners": True}, win={"minimum": 0})
    batch, rows = play_batch(rules, load_tables(), seed=5, first_session=0, n_hands=800)
    winners = Counter(rows.wins["hand"].tolist())
    assert max(winners.values()) >= 2
    again = replay_batch(batch, compile_rules(rules), load_tables())
    assert again.refusals == []
    assert same_rows(again, rows)


def test_recorded_results_are_the_machines(played: Played) -> None:
    meta = played.batch.meta
    wins = played.rows.wins
    recorded = [meta["recorded_total"][hand] for hand in wins["hand"].tolist()]
    assert recorded == wins["total"].tolist()
    deltas = played.rows.settlements["delta"].reshape(-1, 4).tolist()
    assert [row.to_list() for row in meta["recorded_deltas"]] == deltas
    drawn = int(np.flatnonzero(played.rows.hands["outcome"] == codes.OUT_DRAW)[0])
    assert meta["recorded_patterns"][drawn] is None
