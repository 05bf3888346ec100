"""Frequency of patterns, rare ones, best wins and their details."""

import pytest

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection

RULESET = load_ruleset("mcr-botzone")


@pytest.fixture
def con():
    """Four wins; 平和 in three of them, 四归一 twice in one, one win of 88."""
    rows = Rows()
    one = rows.hand(0, "win", match_id="m0", dealer_seat=2, round_wind=1)
    rows.win(one, 1, total=10, patterns=[("all_chows", 1, 2), ("mixed_triple_chow", 1, 8)])
    two = rows.hand(1, "win")
    rows.win(two, 0, total=12, patterns=[("all_chows", 1, 2), ("tile_hog", 2, 2)])
    three = rows.hand(2, "win")
    rows.win(three, 3, total=8, patterns=[("all_chows", 1, 2)])
    four = rows.hand(3, "win", players=["a", "b", None, "d"])
    rows.win(
        four,
        2,
        win_by="self_draw",
        total=88,
        patterns=[("nine_gates", 1, 88)],
        melds=[{"kind": "kong", "tiles": [5, 5, 5, 5], "concealed": True, "from_seat": None}],
        flowers=[34],
    )
    rows.hand(4, "draw")
    return connection(rows)


def pattern(frame, key):
    return frame.filter(pattern=key).row(0, named=True)


def test_frequency_counts_wins_that_contain_a_pattern_not_its_repetitions(con):
    found = analysis.pattern_frequency(con, [RUN], RULESET)
    chows = pattern(found, "all_chows")
    assert (chows["wins"], chows["times"], chows["n"], chows["share"]) == (3, 3, 4, 0.75)
    hog = pattern(found, "tile_hog")
    assert (hog["wins"], hog["times"], hog["n"], hog["share"]) == (1, 2, 4, 0.25)


def test_part_of_total_is_what_the_wins_with_a_pattern_would_lose(con):
    found = analysis.pattern_frequency(con, [RUN], RULESET)
    assert pattern(found, "all_chows")["part"] == pytest.approx(6 / 30)
    assert pattern(found, "tile_hog")["part"] == pytest.approx(4 / 12)
    assert pattern(found, "nine_gates")["part"] == 1.0
    assert pattern(found, "nine_gates")["part_low"] is None  # one case
    assert pattern(found, "big_four_winds")["part"] is None


def test_patterns_never_seen_stand_beside_the_others_with_the_rule_of_three(con):
    found = analysis.pattern_frequency(con, [RUN], RULESET)
    unseen = pattern(found, "big_four_winds")
    assert (unseen["wins"], unseen["share"], unseen["low"], unseen["high"]) == (0, 0.0, 0.0, 0.75)
    assert (unseen["name"], unseen["name_en"], unseen["value"]) == ("大四喜", "Big Four Winds", 88)


def test_patterns_come_in_the_order_of_the_catalogue_with_their_values(con):
    found = analysis.pattern_frequency(con, [RUN], RULESET)
    paid = [key for key in RULESET.catalogue.keys if RULESET.patterns[key].value != 0]
    assert found["pattern"].to_list() == paid
    assert pattern(found, "mixed_kongs")["value"] == 5


def test_patterns_that_the_rule_set_does_not_pay_are_left_out(con):
    found = analysis.pattern_frequency(con, [RUN], load_ruleset("mcr"))
    assert "mixed_kongs" not in found["pattern"].to_list()
    assert "big_four_winds" in found["pattern"].to_list()


def test_without_wins_no_pattern_has_a_share():
    found = analysis.pattern_frequency(connection(Rows()), [RUN], RULESET)
    assert set(found["n"]) == {0}
    assert found["share"].null_count() == found.height
    assert found["high"].null_count() == found.height


def test_rare_patterns_come_rarest_first_then_by_value_with_their_best_win(con):
    found = analysis.rare_patterns(con, [RUN], most=2)
    assert found.select("pattern", "wins", "hand_id", "winner").rows() == [
        ("nine_gates", 1, 3 * 1024, 2),
        ("mixed_triple_chow", 1, 0, 1),
        ("tile_hog", 1, 1024, 0),
    ]
    with_chows = analysis.rare_patterns(con, [RUN], most=3)
    assert with_chows.row(-1)[:2] == ("all_chows", 3)
    assert with_chows.row(-1)[3:] == (1024, 0)  # 12 fan is the best win with 平和


def test_best_wins_come_by_total_then_in_order(con):
    found = analysis.best_wins(con, [RUN], most=3)
    assert found["total"].to_list() == [88, 12, 10]
    assert found["hand_id"].to_list() == [3 * 1024, 1024, 0]


def test_details_hold_tiles_patterns_and_the_seat_from_the_dealer(con):
    wins = analysis.best_wins(con, [RUN], most=4)[[2, 0]]
    first, second = analysis.win_details(con, wins).iter_rows(named=True)
    assert (first["hand_id"], first["seat"], first["player"]) == (0, 3, "b")
    assert (first["match_id"], first["round_wind"]) == ("m0", 1)
    assert [(one["pattern"], one["count"], one["value"]) for one in first["patterns"]] == [
        ("mixed_triple_chow", 1, 8),
        ("all_chows", 1, 2),
    ]
    assert (second["win_by"], second["player"], second["flowers"]) == ("self_draw", None, [34])
    assert second["melds"] == [
        {"kind": "kong", "tiles": [5, 5, 5, 5], "concealed": True, "from_seat": None}
    ]


def test_details_of_no_wins_are_empty(con):
    none = analysis.best_wins(con, [RUN], most=0)
    assert analysis.win_details(con, none).height == 0
