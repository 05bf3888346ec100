"""The page of the report that sets simulated hands beside real play."""

from dashboards.report import build_report
from tests.dashboards.report_page import Page
from tests.lake_rows import Rows, write_lake


def page_of(tmp_path, kind, policies=("value",) * 4):
    rows = Rows(f"mcr-botzone-{kind}-0123456789ab", "mcr-botzone")
    for session in range(40):
        hand = rows.hand(session, "win", match_id=None)
        patterns = [("mixed_shifted_chows", 1, 6), ("all_chows", 1, 2)]
        rows.win(hand, session % 4, payer=(session + 1) % 4, patterns=patterns)
    return Page(
        build_report(
            write_lake(tmp_path / "lake", rows, kind=kind, options={"policies": list(policies)})
        ).html
    )


def test_simulated_hands_stand_beside_real_play_on_a_page_of_their_own(tmp_path):
    page = page_of(tmp_path, "sim")
    assert "s1-real-play" in page.ids
    rows = {row[0]: row for row in page.tables["real-play-patterns"][1:]}
    # 40 of 40 wins, 22.5 % published: 77.5 points more.
    assert rows["三色三步高 Mixed Shifted Chows"][1] == "100%"
    assert rows["三色三步高 Mixed Shifted Chows"][3:] == [
        "22.5% (22.1–22.9%)",  # of 48,700 wins: 22.5 ± 1.96 √(22.5 × 77.5 ÷ 48,700)
        "22.7% (22.7–22.8%)",
        "23.1% †",  # n not published
        "+77.50",
    ]
    assert rows["七对 Seven Pairs"][1] == "0%"
    measures = {row[0]: row for row in page.tables["real-play-measures"][1:]}
    assert measures["Won by the dealer 东, of all hands"][1] == "25.0%"
    assert measures["Mean turn of a win"][1] == "10.0"
    # Published as ±0.27 percentage points.
    assert measures["Won by the dealer 东, of all hands"][4] == "26.1% (25.8–26.4%)"
    assert measures["Mean turn of a win"][4] == "11.7 †"
    # Of 1,661 hands 1,176 had a deal-in, 70.8 ± 2.2 %, a quarter of it for each player.
    assert measures["Deal-in 放铳, per player-hand"][6] == "17.7% (17.1–18.2%)"
    # Of 1,661 hands: Wilson's limits by hand, 38 drawn ones.
    assert measures["Drawn hands 荒牌, of all hands"][6] == "2.3% (1.7–3.1%)"


def test_recorded_hands_have_no_such_page(tmp_path):
    assert "s1-real-play" not in page_of(tmp_path, "ingest").ids


def test_a_table_of_several_policies_has_no_such_page(tmp_path):
    policies = ("value", "greedy", "value", "greedy")
    assert "s1-real-play" not in page_of(tmp_path, "sim", policies).ids
