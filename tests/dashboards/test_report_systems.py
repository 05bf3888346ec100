"""The report of every rule set: its units and values, and sections only where they apply."""

import pytest

from dashboards.report import build_report
from schemas.codes import WIN_BY
from schemas.rules_files import load_ruleset, preset_names
from tests.dashboards.report_page import Page
from tests.dashboards.system_wins import WINS
from tests.lake_rows import Rows, write_lake

EXTRAS = ("points", "wildcards", "payments", "streaks", "aborts")


def rows_for(name: str) -> Rows:
    return Rows(f"{name}-ingest-0123456789ab", name)


def page_of(tmp_path, rows) -> Page:
    return Page(build_report(write_lake(tmp_path / "lake", rows)).html)


def extras_of(page: Page) -> list[str]:
    return [key for key in EXTRAS if f"s1-{key}" in page.ids]


@pytest.mark.parametrize("name", preset_names())
def test_wins_of_every_kind_are_reported_under_every_rule_set(tmp_path, name):
    ruleset = load_ruleset(name)
    one = WINS[ruleset.system]
    known = {"total": one.total, "patterns": one.patterns, "items": one.items, "win_tile": None}
    rows = rows_for(name)
    for session, win_by in enumerate(WIN_BY):
        hand = rows.hand(session, "win")
        rows.win(hand, 1, win_by=win_by, wait="special", **(known | one.columns))
    page = page_of(tmp_path, rows)
    assert f"A win was worth {one.mean} on average (95% interval" in page.text
    assert {row[1] for row in page.tables["outcomes"][1:-1]} == {"1"}
    assert ("items" in page.tables) is (ruleset.system == "longgang")
    assert ("wildcards" in page.tables) is (ruleset.wildcard.kind == "turned")
    values = {row[0]: row[2] for row in page.tables["patterns"][1:]}
    expected = {
        "mcr": {"花龙": "+8 番", "四归一": "+2 番"},
        "taiwan": {"混一色": "+6 台", "三元台": "+2 台"}
        if name == "taiwan-system"
        else {"混一色": "+4 台", "三元台": "+1 台"},
        "luoyuan": {"自摸": "×2", "花": "+1 花", "明杠": "+1 花", "金": "+1 花"},
        "longgang": {"字刻": "+1 台"},
        "yantai": {"门前清": "×2", "清一色": "×4"},
    }
    assert values == expected[ruleset.system]


def taiwan_rows() -> Rows:
    """Four hands: two won (one from the dealer with a streak), one aborted, one drawn."""
    rows = rows_for("taiwan-standard")
    first = rows.hand(0, "win", parts={"win": (0, 9, -9, 0)})
    rows.win(first, 1, payer=2, total=6, patterns=[("half_flush", 1, 4), ("dragon_pung", 2, 1)])
    second = rows.hand(
        1, "win", dealer_streak=2, parts={"win": (-11, 0, 0, 11), "dealer": (-5, 0, 0, 5)}
    )
    rows.win(
        second,
        3,
        payer=0,
        total=8,
        win_by="seven_flowers",
        win_tile=None,
        patterns=[("seven_rob_one", 1, 8)],
    )
    rows.hand(2, "abort", abort_reason="four_kongs")
    rows.hand(3, "draw", dealer_streak=1)
    return rows


def test_taiwan_tells_what_is_paid_streaks_and_aborts(tmp_path):
    page = page_of(tmp_path, taiwan_rows())
    assert extras_of(page) == ["payments", "streaks", "aborts"]
    paid = page.tables["payments"]
    # 9 and 11 points in two of four hands; 5 in one.
    assert [row[0] for row in paid[1:]] == ["Win 和/胡", "Dealer 庄"]
    assert paid[1][1:3] == ["2", "50.0%°"]
    assert paid[1][4:6] == ["20", "5.00°"]
    assert paid[2][1:3] == ["1", "25.0%°"]
    assert paid[2][4:6] == ["5", "1.25°"]
    assert [row[:3] for row in page.tables["streaks"][1:]] == [
        ["0", "2", "50.0%°"],
        ["1", "1", "25.0%°"],
        ["2", "1", "25.0%°"],
    ]
    assert page.tables["aborts"][1][:3] == ["Four kongs 四槓", "1", "25.0%°"]
    assert "In 2 of 4 hands the dealer had won the hand before (50.0%" in page.text
    assert "Seven rob one 七搶一" in page.text
    assert "the tai of the dealer and its streak" in page.text


def test_taiwan_rows_of_payments_alone_are_never_looked_for_in_wins(tmp_path):
    text = page_of(tmp_path, taiwan_rows()).text
    assert "莊家" not in text
    assert "連莊" not in text


def test_hands_of_one_payment_show_no_further_sections(tmp_path):
    rows = rows_for("taiwan-standard")
    rows.win(rows.hand(0, "win", deltas=(-9, 9, 0, 0)), 1, payer=0, patterns=[("all_pungs", 1, 4)])
    page = page_of(tmp_path, rows)
    assert extras_of(page) == []
    assert {"payments", "streaks", "aborts", "items", "wildcards"}.isdisjoint(page.tables)


def test_points_by_item_and_wildcards_are_shown_where_wins_have_them(tmp_path):
    rows = rows_for("taiwan-standard")
    for session, items in enumerate(([("base", 1, 10), ("pair", 2, 2)], [("base", 1, 10)])):
        rows.win(rows.hand(session, "win"), 1, wildcards_used=session, items=items)
    page = page_of(tmp_path, rows)
    assert extras_of(page) == ["points", "wildcards"]
    assert [row[:6] for row in page.tables["items"][1:]] == [
        ["底胡", "Base", "10", "2", "2", "100%°"],
        ["将", "Pair", "2", "1", "2", "50.0%°"],
    ]
    assert page.tables["items"][2][8] == "4"
    assert page.tables["items"][2][9].startswith("2.0 (")
    assert [row[:3] for row in page.tables["wildcards"][1:]] == [
        ["0", "1", "50.0%°"],
        ["1", "1", "50.0%°"],
    ]


LIMITED = [name for name in preset_names() if load_ruleset(name).system == "longgang"]


@pytest.mark.parametrize("name", LIMITED)
def test_longgang_tells_how_often_the_limit_was_reached(tmp_path, name):
    rows = rows_for(name)
    for session in range(4):
        at_limit = session < 2
        rows.win(
            rows.hand(session, "win"),
            1,
            total=300 if at_limit else 52,
            uncapped=416 if session == 0 else 52,
            limit_hit=at_limit,
            patterns=[("honor_pung", 1, 1)],
        )
    page = page_of(tmp_path, rows)
    assert "2 of 4 wins reached the limit of 300 胡 (50.0%" in page.text
    assert "1 of them by points and tai alone." in page.text
    assert "清一色 Full Flush limit 满" in page.text  # never seen, but looked for
