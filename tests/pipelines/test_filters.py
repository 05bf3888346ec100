"""Every filter against a count of the hands one by one, for every kind of measure."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student_t

from pipelines import analysis
from pipelines.analysis import Filter, filtered, left
from schemas.errors import LakeError, UsageError
from schemas.rules_files import load_ruleset
from tests.pipelines.filter_hands import HANDS, PATTERNS, RECORDED, SELF, SIMULATED, Hand, connected


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


def test_deal_ins_of_players_of_whom_hands_have_more_or_fewer_are_a_ratio_over_deals():
    con = connected()
    with filtered(con, Filter(player=["ann", "cy"], seat=[0, 1])):
        row = analysis.headline(con, RUNS).row(0, named=True)
    deals = defaultdict(lambda: [0, 0])
    for hand in HANDS:
        places = {seat for seat in range(4) if hand.place(seat) in (0, 1)}
        seats = [seat for seat in places if hand.players[seat] in ("ann", "cy")]
        if seats:
            of_deal = deals[hand.run, hand.hand_id // 1024]
            of_deal[0] += hand.payer in seats
            of_deal[1] += len(seats)
    assert len({players for _, players in deals.values()}) > 1
    n, k = sum(players for _, players in deals.values()), len(deals)
    share = sum(dealt_in for dealt_in, _ in deals.values()) / n
    spread = sum((dealt_in - share * players) ** 2 for dealt_in, players in deals.values())
    effect = max(1, k / (k - 1) * spread / n**2 / (share * (1 - share) / n))
    z, t = norm.ppf(0.975), student_t.ppf(0.975, k - 1)
    wilson = wilson_interval(share, n / effect * (z / t) ** 2, z)
    assert (row["deal_in_low"], row["deal_in_high"]) == pytest.approx(wilson)


def wilson_interval(share, n, z):
    """Wilson's interval: the shares p with (share - p)² = z² p (1 - p) / n."""
    roots = np.roots([1 + z**2 / n, -2 * share - z**2 / n, share**2])
    return tuple(sorted(roots))


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
