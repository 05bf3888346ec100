"""The report: its sentences and tables say what the lake holds."""

from itertools import permutations

from dashboards.report import build_report
from tests.dashboards.report_page import page_of, small_rows
from tests.lake_rows import RUN, Rows, write_lake


def test_the_summary_says_how_much_was_loaded_and_refused(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    assert "4 hands (Botzone text) from 1 file stand in this report" in text
    assert "1 record was refused (unknown_tile)." in text


def test_the_summary_says_how_hands_ended_with_intervals(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    # Wilson for 3 of 4 and 1 of 4.
    assert "3 of 4 hands were won (75.0%, 95% interval 30.1–95.4%)" in text
    assert "1 ended in a draw (25.0%, 95% interval 4.6–69.9%)" in text
    assert "1 of 3 wins was self-drawn" in text
    assert "a player dealt in in 12.5% of 16 player-hands" in text


def test_the_summary_says_what_wins_were_worth(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    # 8, 12 and 24: mean 44/3, median 12; turns 10, 5 and 6: mean 7.
    assert "A win was worth 14.7 fan on average" in text
    assert "12 in the median; it came in turn 7.0 on average" in text
    assert "3 of 82 patterns occurred, most often 花龙 Mixed Straight (66.7%)" in text


def test_few_wins_are_said_to_be_few(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    assert "3 wins are few (fewer than 30)" in text
    assert "75.0%°" in text


def test_outcomes_of_the_table_add_up_to_all_hands(tmp_path):
    rows = page_of(tmp_path, small_rows()).tables["outcomes"]
    assert [row[:2] for row in rows[1:]] == [
        ["Win on a discard 点和", "2"],
        ["Self-draw 自摸", "1"],
        ["Drawn, wall exhausted 荒牌", "1"],
        ["All hands", "4"],
    ]


def test_the_pattern_table_has_names_value_count_denominator_share_and_interval(tmp_path):
    rows = page_of(tmp_path, small_rows()).tables["patterns"]
    straight = rows[1]
    assert straight[:6] == ["花龙", "Mixed Straight", "+8 番", "2", "3", "66.7%°"]
    assert straight[6] == "20.8–93.9%"
    assert straight[7].startswith("80.0%")  # 16 of the 20 fan of the two wins with it
    assert [row[0] for row in rows[1:]] == ["花龙", "七对", "不求人"]


def test_patterns_never_seen_are_listed_with_the_rule_of_three(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    assert "79 patterns in none of 3 wins: the share of each is at most 100%" in text
    assert "大四喜 Big Four Winds 88" in text


def test_seats_show_points_that_sum_to_zero(tmp_path):
    rows = page_of(tmp_path, small_rows()).tables["seats"]
    assert [row[8] for row in rows[1:]] == ["+4", "−44", "+20", "+20"]


def test_refused_records_stand_with_reason_place_and_excerpt(tmp_path):
    text = page_of(tmp_path, small_rows()).text
    assert "unknown_tile 1 record in 1 file" in text
    assert "games.txt, line 40 · match m5 unknown tile 'X9' Draw X9" in text


def test_formats_encodings_and_files_are_listed(tmp_path):
    tables = page_of(tmp_path, small_rows()).tables
    assert tables["formats"][1] == ["Botzone text", "UTF-8", "1", "4", "1"]
    assert tables["files"][1] == ["games.txt", "Botzone text", "5", "4", "1"]


def test_agreement_of_scores_is_told(tmp_path):
    page = page_of(tmp_path, small_rows())
    assert "Recorded and computed scores agree in all 4 hands with scores." in page.text
    assert page.tables["agreement"][1][:2] == ["Agrees in all that is recorded", "4"]
    assert "disagreements" not in page.tables


def test_hands_that_differ_are_listed_with_both_sides(tmp_path):
    rows = small_rows()
    hand = rows.hand(
        9,
        "win",
        agreement="total",
        match_id="m9",
        recorded_total=9,
        recorded_patterns=["花龙*1", "平和*1"],
    )
    rows.win(hand, 0, total=8, patterns=[("mixed_straight", 1, 8)])
    page = page_of(tmp_path, rows)
    assert "agree in 4 of 5 hands with scores; the others are listed below." in page.text
    assert page.tables["disagreements"][1] == [
        f"{RUN}/{9 * 1024}",
        "m9",
        "Another total",
        "9: 花龙*1、平和*1",
        "8: 花龙",
    ]


def test_best_wins_are_drawn_with_their_patterns_and_hand_id(tmp_path):
    html = build_report(write_lake(tmp_path / "lake", small_rows())).html
    best = html[html.index('id="s1-best"') :]
    assert "七对 Seven Pairs 24" in best
    assert f"{RUN}/2048 · match m3" in best
    assert best.index(">24<") < best.index(">12<") < best.index(">8<")
    assert 'href="#tile-4"' in best


def test_a_seat_whose_points_exclude_zero_is_named(tmp_path):
    rows = Rows()
    for session in range(8):
        rows.hand(session, "penalty", deltas=(10 + session % 2, -(10 + session % 2), 0, 0))
    text = page_of(tmp_path, rows).text
    assert "excludes zero for East +10.50" in text
    assert "South −10.50" in text


def test_balance_is_told_in_a_sentence_and_tables(tmp_path):
    rows = Rows()
    for session in range(60):
        gain = 5 + session // 2 % 5  # the same in even and odd deals: 5 to 9, 7 on average
        hand = rows.hand(session, "win", deltas=(3 * gain, -gain, -gain, -gain), n_draws=40)
        rows.win(hand, 0, win_by="self_draw", turn=9, patterns=[("all_chows", 1, 2)])
    page = page_of(tmp_path, rows)
    assert "The dealer gains 21.00 ± 1.1" in page.text
    assert "Half of the deals ask for 21.00 points a hand from the dealer" in page.text
    for caption in ("The dealer and the others", "How points fall", "How long hands last"):
        assert caption in page.text
    assert "Skill and luck" not in page.text


def test_a_duplicate_run_tells_skill_from_luck(tmp_path):
    run = "taiwan-standard-sim-0123456789ab"
    policies = ["value", "greedy", "greedy", "random"]
    rows = Rows(run, "taiwan-standard")
    for deal, luck in enumerate((9, -3, 4, -12)):
        for permutation, order in enumerate(permutations(range(4))):
            points = [(6, 0, 0, -6)[player] for player in order]
            points[0] += luck
            points[2] -= luck
            players = [f"p{player}:{policies[player]}" for player in order]
            number = deal * 24 + permutation
            place = {"deal": deal, "permutation": permutation, "players": players}
            rows.hand(number, "win", deltas=points, **place)
    options = {"seed": 1, "single": True, "duplicate": True, "policies": policies}
    lake = write_lake(tmp_path / "lake", rows, kind="sim", options=options)
    text = build_report(lake).html
    assert "Skill and luck" in text
    assert "value gains 6.00 points a hand more than greedy" in text
    assert "How soon the better one is ahead" in text
