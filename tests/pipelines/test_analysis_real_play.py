"""Simulated hands beside published figures: shares, means and how far they are apart."""

import pytest

from pipelines import analysis
from schemas.real_play import RealPlay, load_real_play
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection

RULESET = load_ruleset("mcr-botzone")
PUBLISHED = RealPlay.model_validate(
    {
        "system": "mcr",
        "patterns_of": ["programs"],
        "players": {
            "programs": {"name": "programs", "about": "some"},
            "people": {"name": "people", "about": "others"},
        },
        "measures": {
            "drawn": {"programs": 0.1, "people": 0.3},
            "seat_1": {"programs": 0.2},
            "dealt_distance": {},
            "turn_median": {"programs": 11},
            "draws_mean": {"programs": 11},
        },
        "patterns": {"all_chows": {"programs": 0.5}, "chicken_hand": {"programs": 0.25}},
    }
)


def beside(rows):
    con = connection(rows)
    return analysis.beside_real_play(
        con,
        [RUN],
        PUBLISHED,
        headline=analysis.headline(con, [RUN]).row(0, named=True),
        seats=analysis.seats(con, [RUN]),
        patterns=analysis.pattern_frequency(con, [RUN], RULESET),
    )


@pytest.fixture
def four_hands():
    """Three wins, two of them of the seat behind the dealer; 平和 in all; one draw."""
    rows = Rows()
    for session, (winner, dealer, turn) in enumerate([(1, 0, 9), (2, 1, 12), (3, 3, 10)]):
        distance = [2, 3, 3, 4]
        hand = rows.hand(session, "win", dealer_seat=dealer, dealt_distance=distance)
        rows.win(hand, winner, payer=(winner + 1) % 4, turn=turn, patterns=[("all_chows", 1, 2)])
        rows.events(hand, [(winner, "draw")] * (turn - 1))
    rows.hand(3, "draw", dealt_distance=[3, 3, 3, 7])
    return rows


def measure(found, key):
    return found.measures.filter(measure=key).row(0, named=True)


def test_measures_stand_beside_what_is_published_of_each_kind_of_player(four_hands):
    found = beside(four_hands)
    drawn = measure(found, "drawn")
    assert (drawn["value"], drawn["n"], drawn["programs"], drawn["people"]) == (0.25, 4, 0.1, 0.3)
    seat = measure(found, "seat_1")
    assert (seat["value"], seat["n"], seat["programs"], seat["people"]) == (0.5, 4, 0.2, None)
    assert measure(found, "dealt_distance")["value"] == (3 * 12 + 16) / 16
    assert measure(found, "turn_median")["value"] == 10
    assert measure(found, "draws_mean")["value"] == pytest.approx((8 + 11 + 9) / 3)


def test_deviation_is_the_mean_distance_of_the_patterns_shares(four_hands):
    found = beside(four_hands)
    rows = {row["pattern"]: row for row in found.patterns.iter_rows(named=True)}
    assert rows["all_chows"]["deviation"] == 1 - 0.5
    assert rows["chicken_hand"]["deviation"] == 0 - 0.25
    assert found.deviation == (0.5 + 0.25) / 2


def test_published_figures_name_patterns_and_players_that_exist():
    published = load_real_play("mcr")
    assert published is not None
    assert set(published.patterns) <= set(RULESET.catalogue.keys)
    assert len(published.patterns) == 15
    for values in (*published.measures.values(), *published.patterns.values()):
        assert set(values) <= set(published.players)
    for shares in published.patterns.values():
        assert set(shares) == set(published.patterns_of)


def test_numbers_of_cases_belong_to_published_shares():
    published = load_real_play("mcr")
    for measure, cases in published.n.items():
        assert set(cases) <= set(published.measures[measure])
    assert set(published.n_patterns) <= set(published.patterns_of)
    # Wins are hands that were not drawn; four player-hands a hand.
    assert published.n["self_draw"]["programs"] == round(98_209 * (1 - 0.0263))
    assert published.n["self_draw"]["people"] == round(1_661 * (1 - 0.023))
    assert published.n["deal_in"]["people"] == 4 * 1_661


def test_systems_without_published_figures_have_none():
    assert load_real_play("yantai") is None
