"""Every filter against a count of the hands one by one, for every kind of measure."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest

from pipelines import analysis
from pipelines.analysis import Filter, filtered, left
from schemas.errors import LakeError, UsageError
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, connection

RECORDED, SIMULATED = "mcr-botzone-ingest-0123456789ab", "mcr-sim-0123456789ab"
PATTERNS = ("all_pungs", "half_flush", "all_chows")
SELF = ("self_draw", "three_wildcards", "eight_flowers")


@dataclass(frozen=True)
class Hand:
    """What is known of a hand, as plain values."""

    run: str
    hand_id: int
    players: tuple[str | None, ...]
    dealer: int
    round: int
    streak: int
    played: datetime | None
    match: str | None
    outcome: str
    win_by: str | None
    winner: int | None
    payer: int | None
    total: int
    turn: int
    patterns: tuple[str, ...]
    deltas: tuple[int, ...]
    distances: tuple[int, ...]
    below: tuple[int, ...]

    def policy(self, seat: int) -> str | None:
        name = self.players[seat]
        return name[3:] if name and name[0] == "p" and name[2:3] == ":" else None

    def place(self, seat: int) -> int:
        return (seat - self.dealer) % 4


def draw_hands() -> list[Hand]:
    """Hands of two runs, drawn at random: recorded ones with names, simulated ones."""
    chance = random.Random(20261130)
    hands = []
    for number in range(240):
        recorded = number < 120
        names = ["ann", "bo", "cy", None] if recorded else ["p0:a", "p1:b:x=1", "p2:b", "p3:a"]
        chance.shuffle(names)
        outcome = chance.choices(["win", "draw", "abort"], [8, 2, 1])[0]
        winner = chance.randrange(4) if outcome == "win" else None
        win_by = payer = None
        deltas = [0, 0, 0, 0]
        if winner is not None:
            win_by = chance.choice(["discard", "discard", "robbed_kong", "self_draw"])
            points = chance.randrange(8, 60)
            if win_by == "self_draw":
                deltas = [-points] * 4
                deltas[winner] = 3 * points
            else:
                payer = chance.choice([seat for seat in range(4) if seat != winner])
                deltas[winner], deltas[payer] = points, -points
        hands.append(
            Hand(
                run=RECORDED if recorded else SIMULATED,
                hand_id=(number // 3) * 1024 + number % 3,
                players=tuple(names),
                dealer=chance.randrange(4),
                round=chance.randrange(4),
                streak=chance.randrange(2),
                played=datetime(2026, 5, 1 + number % 20, 23, tzinfo=UTC) if recorded else None,
                match=f"m{number % 7}" if recorded else None,
                outcome=outcome,
                win_by=win_by,
                winner=winner,
                payer=payer,
                total=chance.randrange(8, 40),
                turn=chance.randrange(1, 18),
                patterns=tuple(chance.sample(PATTERNS, 2)),
                deltas=tuple(deltas),
                distances=tuple(chance.randrange(7) for _ in range(4)),
                below=tuple(seat for seat in range(4) if chance.random() < 0.1),
            )
        )
    return hands


HANDS = draw_hands()


def connected():
    runs = {RECORDED: Rows(RECORDED, "mcr-botzone"), SIMULATED: Rows(SIMULATED, "mcr")}
    for hand in HANDS:
        rows = runs[hand.run]
        rows.hand(
            hand.hand_id // 1024,
            hand.outcome,
            hand_in_session=hand.hand_id % 1024,
            deltas=hand.deltas,
            players=list(hand.players),
            dealer_seat=hand.dealer,
            round_wind=hand.round,
            dealer_streak=hand.streak,
            played_at=hand.played,
            match_id=hand.match,
            source="botzone" if hand.run == RECORDED else "simulated",
            winners=0 if hand.winner is None else 1 << hand.winner,
            dealt_distance=list(hand.distances),
        )
        if hand.winner is not None:
            rows.win(
                hand.hand_id,
                hand.winner,
                win_by=hand.win_by,
                payer=hand.payer,
                total=hand.total,
                turn=hand.turn,
                patterns=[(key, 1, 2) for key in hand.patterns],
            )
        for seat in hand.below:
            rows.chance(hand.hand_id, seat=seat, tile=1, total=3, reason="below_minimum")
    runs[RECORDED].reject("line 1", "bad_line", "no")
    return connection(*runs.values())


@pytest.fixture(scope="module")
def con():
    """A connection that no other test has filtered."""
    return connected()


# Each filter with what a hand, and a seat of it, has to meet, said once more in Python.
CASES = {
    "run": (Filter(run=RECORDED), lambda h: h.run == RECORDED, None),
    "rules": (Filter(rules="mcr"), lambda h: h.run == SIMULATED, None),
    "since": (Filter(since="2026-05-10"), lambda h: h.played and h.played.day >= 10, None),
    "until": (Filter(until=date(2026, 5, 3)), lambda h: h.played and h.played.day <= 3, None),
    "match": (Filter(match=["m1", "m2"]), lambda h: h.match in ("m1", "m2"), None),
    "round": (Filter(round=("e", "W")), lambda h: h.round in (0, 2), None),
    "dealer player": (Filter(dealer="bo"), lambda h: h.players[h.dealer] == "bo", None),
    "dealer policy": (Filter(dealer="a"), lambda h: h.policy(h.dealer) == "a", None),
    "win_by": (
        Filter(win_by=["self_draw", "robbed_kong"]),
        lambda h: h.win_by in ("self_draw", "robbed_kong"),
        None,
    ),
    "player": (Filter(player="ann"), None, lambda h, s: h.players[s] == "ann"),
    "players": (Filter(player=["ann", "cy"]), None, lambda h, s: h.players[s] in ("ann", "cy")),
    "policy": (Filter(policy="b"), None, lambda h, s: h.policy(s) == "b"),
    "policy with options": (Filter(policy="b:x=1"), None, lambda h, s: h.policy(s) == "b:x=1"),
    "several at the table": (Filter(policy="a"), None, lambda h, s: h.policy(s) == "a"),
    "seat": (Filter(seat=[0, 3]), None, lambda h, s: h.place(s) in (0, 3)),
    "policy and seat": (
        Filter(policy="a", seat=1),
        None,
        lambda h, s: h.policy(s) == "a" and h.place(s) == 1,
    ),
    "hands and players": (
        Filter(round="S", player="bo", win_by="discard"),
        lambda h: h.round == 1 and h.win_by == "discard",
        lambda h, s: h.players[s] == "bo",
    ),
}


@pytest.fixture(scope="module")
def shared():
    """The connection that all cases filter, one after the other."""
    return connected()


@pytest.fixture(scope="module", params=CASES, ids=lambda name: name.replace(" ", "-"))
def case(request, shared):
    """A filtered connection, the hands that are chosen and the chosen seats of each."""
    chosen, hand_met, seat_met = CASES[request.param]
    found = []
    for hand in HANDS:
        if hand_met is None or hand_met(hand):
            seats = [s for s in range(4) if seat_met is None or seat_met(hand, s)]
            if seats:
                found.append((hand, seats))
    with filtered(shared, chosen):
        yield shared, found


RUNS = [RECORDED, SIMULATED]


def wins_of(found):
    return [hand for hand, seats in found if hand.winner in seats]


def test_what_is_left_is_counted(case):
    con, found = case
    assert left(con).hands == len(found)
    assert left(con).player_hands == sum(len(seats) for _, seats in found)
    for run in RUNS:
        assert left(con, [run]).hands == sum(hand.run == run for hand, _ in found)


def test_headline_is_of_the_chosen(case):
    con, found = case
    row = analysis.headline(con, RUNS).row(0, named=True)
    wins = wins_of(found)
    dealt_in = sum(hand.payer in seats for hand, seats in found)
    players = sum(len(seats) for _, seats in found)
    assert row["hands"] == len(found)
    assert row["player_hands"] == players
    assert row["won_hands"] == sum(hand.outcome == "win" for hand, _ in found)
    assert row["drawn_hands"] == sum(hand.outcome == "draw" for hand, _ in found)
    assert row["streak_hands"] == sum(hand.streak > 0 for hand, _ in found)
    assert row["wins"] == len(wins)
    assert row["self_draws"] == sum(hand.win_by in SELF for hand in wins)
    assert row["dealt_in_hands"] == dealt_in
    assert row["deal_in"] == pytest.approx(dealt_in / players)
    if wins:
        assert row["total_mean"] == pytest.approx(sum(hand.total for hand in wins) / len(wins))
        assert row["turn_mean"] == pytest.approx(sum(hand.turn for hand in wins) / len(wins))


def test_rates_by_seat_have_the_chosen_players_hands_as_denominator(case):
    con, found = case
    rows = {row["seat"]: row for row in analysis.seats(con, RUNS).iter_rows(named=True)}
    points = {row["seat"]: row for row in analysis.seat_points(con, RUNS).iter_rows(named=True)}
    sat = [(hand, seat) for hand, seats in found for seat in seats]
    assert set(rows) == set(points) == {hand.place(seat) for hand, seat in sat}
    for place, row in rows.items():
        mine = [(hand, seat) for hand, seat in sat if hand.place(seat) == place]
        assert row["hands"] == len(mine)
        assert row["wins"] == sum(hand.winner == seat for hand, seat in mine)
        assert row["deal_ins"] == sum(hand.payer == seat for hand, seat in mine)
        assert row["self_draws"] == sum(
            hand.winner == seat and hand.win_by in SELF for hand, seat in mine
        )
        assert row["points"] == sum(hand.deltas[seat] for hand, seat in mine)
        assert points[place]["points"] == row["points"]
        assert row["win_share"] == pytest.approx(row["wins"] / len(mine))


@pytest.mark.parametrize("by", ["player", "policy"])
def test_players_and_policies(case, by):
    con, found = case
    rows = {row["who"]: row for row in analysis.players(con, RUNS, by=by).iter_rows(named=True)}
    sat: dict[str, list[tuple[Hand, int]]] = {}
    for hand, seats in found:
        for seat in seats:
            name = hand.players[seat] if by == "player" else hand.policy(seat)
            if name is not None:
                sat.setdefault(name, []).append((hand, seat))
    assert set(rows) == set(sat)
    for name, mine in sat.items():
        won = [hand for hand, seat in mine if hand.winner == seat]
        row = rows[name]
        assert row["hands"] == len(mine)
        assert row["win"] == pytest.approx(len(won) / len(mine))
        assert row["deal_ins"] == sum(hand.payer == seat for hand, seat in mine)
        assert row["points"] == sum(hand.deltas[seat] for hand, seat in mine)
        if won:
            assert row["total_mean"] == pytest.approx(sum(hand.total for hand in won) / len(won))
            assert row["turn_mean"] == pytest.approx(sum(hand.turn for hand in won) / len(won))


def test_patterns_and_totals_are_of_the_chosen_winners(case):
    con, found = case
    wins = wins_of(found)
    rows = analysis.pattern_frequency(con, RUNS, load_ruleset("mcr"))
    assert set(rows["n"]) == {len(wins)}
    for key in PATTERNS:
        assert rows.filter(rows["pattern"] == key)["wins"][0] == sum(
            key in hand.patterns for hand in wins
        )
    assert analysis.totals(con, RUNS)["wins"].sum() == len(wins)
    assert analysis.waits(con, RUNS)["wins"].sum() == len(wins)
    parts = analysis.pattern_points(con, RUNS, load_ruleset("mcr"))
    assert set(parts["totals"]) <= {sum(hand.total for hand in wins)}
    best = analysis.best_wins(con, RUNS, most=3)
    assert best["total"].to_list() == sorted((hand.total for hand in wins), reverse=True)[:3]


def test_what_is_told_of_hands_is_of_whole_hands(case):
    con, found = case
    endings = dict(analysis.outcomes(con, RUNS).select("ending", "hands").iter_rows())
    expected: dict[str, int] = {}
    for hand, _ in found:
        ending = hand.win_by or hand.outcome
        expected[ending] = expected.get(ending, 0) + 1
    assert endings == expected
    measures = {row["measure"]: row for row in analysis.measures(con, RUNS).iter_rows(named=True)}
    moved = sum(sum(points for points in hand.deltas if points > 0) for hand, _ in found)
    assert measures["moved"]["value"] == pytest.approx(moved / len(found))
    dealers = sum(hand.deltas[hand.dealer] for hand, _ in found)
    assert measures["dealer_points"]["value"] == pytest.approx(dealers / len(found))
    dealt_in = sum(hand.payer is not None for hand, _ in found)
    assert measures["dealt_in"]["value"] == pytest.approx(dealt_in / len(found))
    won = sum(hand.winner == hand.dealer for hand, _ in found)
    assert measures["dealer_won"]["value"] == pytest.approx(won / len(found))
    streaks = analysis.streaks(con, RUNS)
    assert streaks["hands"].sum() == len(found)
    assert streaks["dealer_wins"].sum() == won
    paid = analysis.payments(con, RUNS)
    assert paid["points"].sum() == moved
    figures = analysis.concentration(con, RUNS)
    mean = figures.filter(figures["figure"] == "moved_mean")["value"][0]
    assert mean == pytest.approx(moved / len(found))


def test_dealt_hands_and_chances_are_those_of_the_chosen(case):
    con, found = case
    dealt = analysis.dealt_distance(con, RUNS).row(0, named=True)
    distances = [hand.distances[seat] for hand, seats in found for seat in seats]
    assert dealt["distances"] == len(distances)
    assert dealt["distance_mean"] == pytest.approx(sum(distances) / len(distances))
    binds = analysis.minimum_binds(con, RUNS, load_ruleset("mcr"))
    below = sum(any(seat in hand.below for seat in seats) for hand, seats in found)
    assert binds.filter(binds["figure"] == "hands_below")["count"][0] == below


def test_without_the_block_everything_is_seen_again(con):
    before = left(con)
    with filtered(con, Filter(player="ann")):
        assert left(con).player_hands == sum("ann" in hand.players for hand in HANDS)
    assert left(con) == before
    with pytest.raises(ZeroDivisionError), filtered(con, Filter(seat=1)):
        raise ZeroDivisionError
    assert left(con) == before == analysis.Left(len(HANDS), 4 * len(HANDS))


def test_refused_records_are_known_by_run_and_rules_alone(con):
    for chosen, n in ((Filter(rules="mcr"), 0), (Filter(run=RECORDED), 1), (Filter(seat=1), 1)):
        with filtered(con, chosen):
            assert analysis.rejects(con, RUNS)["records"].sum() == n


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"player": "anne"}, "no player 'anne' in these hands, did you mean ann?: players are ann"),
        ({"policy": "c"}, "no policy 'c' in these hands: policies are a, b or b:x=1"),
        ({"policy": "a", "run": RECORDED}, "policies are named in none of these hands"),
        ({"rules": "mrc"}, "no hands under 'mrc', did you mean mcr?"),
        ({"seat": 4}, "seat 4: seats are counted from the dealer, 0, 1, 2 or 3"),
        ({"seat": True}, "seat True: "),
        ({"round": "X"}, "round 'X': rounds are E, S, W or N"),
        ({"win_by": "selfdraw"}, "did you mean self_draw?"),
        ({"since": "1.5.2026"}, "date '1.5.2026': a date is written as 2026-05-31"),
        ({"since": "2026-05-02", "until": "2026-05-01"}, "no day is since 2026-05-02"),
        ({"polcy": "a"}, "unknown filter 'polcy', did you mean policy?"),
        ({"player": 3}, "a filter's value is text, not 3"),
    ],
)
def test_values_that_cannot_be_are_refused_in_one_sentence(con, given, said):
    with pytest.raises(UsageError) as refused, filtered(con, Filter(**given)):
        pass
    assert said in refused.value.message
    assert refused.value.exit_status == 2


def test_an_unknown_run_and_a_filter_that_leaves_nothing_are_told(con):
    with pytest.raises(LakeError, match="no run 'x'"), filtered(con, Filter(run="x")):
        pass
    nothing = Filter(player="ann", rules="mcr-botzone", since="2027-01-01")
    with pytest.raises(LakeError) as refused, filtered(con, nothing):
        pass
    assert refused.value.code == "nothing_left"
    assert "rules mcr-botzone, since 2027-01-01, player ann" in refused.value.message
    assert left(con).hands == len(HANDS)


def test_a_filtered_connection_is_not_filtered_again(con):
    with (
        filtered(con, Filter(seat=1)),
        pytest.raises(UsageError, match="filtered already"),
        filtered(con, Filter(seat=2)),
    ):
        pass
    assert left(con).hands == len(HANDS)
