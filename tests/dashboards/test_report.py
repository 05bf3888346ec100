"""The report: sentences and tables say what the lake holds, whatever it holds; one closed file."""

import re
import shutil
from html.parser import HTMLParser
from itertools import permutations

import pytest

from dashboards.report import build_report, write_report
from schemas.errors import LakeError, UsageError
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, Rows, write_lake

OTHER = "mcr-botzone-ingest-ffffffffffff"


class Page(HTMLParser):
    """Visible text, ids, links and tables of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.sources: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.words: list[str] = []
        self._table: str | None = None
        self._hidden = 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.targets.append(values["href"])
        for name in ("src", "srcset", "data", "action"):
            if name in values:
                self.sources.append(values[name])
        if tag in ("link", "iframe", "img", "object", "embed", "base", "form"):
            self.sources.append(values.get("href", tag))
        if tag in ("script", "style"):
            self._hidden += 1
        if tag == "table":
            self._table = values["class"].split()[1] if " " in values["class"] else "runs"
            self.tables.setdefault(self._table, [])
        elif tag == "tr":
            self.tables[self._table].append([])
        elif tag in ("td", "th"):
            self.tables[self._table][-1].append("")

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self._hidden -= 1
        if tag == "table":
            self._table = None

    def handle_data(self, data):
        if self._hidden:
            return
        if self._table and self.tables[self._table] and self.tables[self._table][-1]:
            self.tables[self._table][-1][-1] += data.strip()
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page_of(tmp_path, *runs, **values):
    return Page(build_report(write_lake(tmp_path / "lake", *runs, **values)).html)


def small_rows(run: str = RUN) -> Rows:
    """Three wins (8, 12 and 24 fan, one self-drawn) and a draw; one refused record."""
    rows = Rows(run)
    rows.win(
        rows.hand(0, "win", deltas=(32, -16, -8, -8), agreement="same", match_id="m1"),
        0,
        payer=1,
        patterns=[("mixed_straight", 1, 8)],
    )
    rows.win(
        rows.hand(1, "win", deltas=(-20, -20, 60, -20), agreement="same", match_id="m2"),
        2,
        win_by="self_draw",
        total=12,
        patterns=[("mixed_straight", 1, 8), ("fully_concealed", 1, 4)],
        turn=5,
    )
    rows.win(
        rows.hand(2, "win", deltas=(-8, -8, -32, 48), agreement="same", match_id="m3"),
        3,
        payer=2,
        total=24,
        patterns=[("seven_pairs", 1, 24)],
        turn=6,
    )
    rows.hand(3, "draw", agreement="same", match_id="m4")
    rows.reject("line 40", "unknown_tile", "unknown tile 'X9'", match_id="m5", excerpt="Draw X9")
    return rows


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


@pytest.mark.parametrize("make", [None, "folder"], ids=["no manifest", "other files"])
def test_an_empty_lake_gives_a_page_that_says_so(tmp_path, make):
    (tmp_path / "lake").mkdir()
    if make:
        (tmp_path / "lake" / "hands").mkdir()
    report = build_report(str(tmp_path / "lake"))
    page = Page(report.html)
    assert "This lake holds no runs yet, so there is nothing to report." in page.text
    assert (report.runs, report.hands, report.wins) == ((), 0, 0)


def test_a_run_of_refused_records_alone_gives_a_page_that_says_so(tmp_path):
    rows = Rows()
    rows.reject("line 1", "bad_line", "no match")
    page = page_of(tmp_path, rows)
    assert "No hand was loaded from 1 file; 1 record was refused (bad_line)." in page.text
    assert "No hand was loaded under this rule set" in page.text
    assert "outcomes" not in page.tables


def test_a_run_of_unknown_rules_shows_what_was_refused(tmp_path):
    rows = Rows("unknown-ingest-0123456789ab", "unknown")
    rows.reject("line 1", "unknown_format", "no format is known")
    page = page_of(tmp_path, rows)
    assert "1 record was refused (unknown_format)" in page.text
    assert "no format is known" in page.text


def test_hands_without_a_win_give_a_page_that_says_so(tmp_path):
    rows = Rows()
    rows.hand(0, "draw")
    rows.hand(1, "penalty", deltas=(-30, 10, 10, 10))
    page = page_of(tmp_path, rows)
    assert "0 of 2 hands were won" in page.text
    assert "No hand was won: there are no patterns, totals, turns or waits to show." in page.text
    assert "patterns" not in page.tables
    assert len(page.tables["seats"]) == 5


def test_without_draws_the_bound_of_the_rule_of_three_is_told(tmp_path):
    rows = Rows()
    rows.win(rows.hand(0, "win"), 0)
    rows.win(rows.hand(1, "win"), 0)
    rows.win(rows.hand(2, "win"), 0)
    rows.win(rows.hand(3, "win"), 0)
    assert "none ended in a draw (95%: at most 75.0%)" in page_of(tmp_path, rows).text


def test_several_rule_sets_have_a_section_each(tmp_path):
    other = small_rows("mcr-ingest-0123456789ab")
    other.rules = "mcr"
    page = page_of(tmp_path, small_rows(), other)
    assert "Hands under 2 rule sets" in page.text
    assert {"s1", "s2"} <= set(page.ids)
    assert "8 hands (Botzone text) from 1 file under 2 rule sets" in page.text


def test_runs_can_be_chosen(tmp_path):
    lake = write_lake(tmp_path / "lake", small_rows(), small_rows(OTHER))
    assert build_report(lake).hands == 8
    assert build_report(lake, [RUN]).hands == 4


def test_hands_counted_more_than_once_are_pointed_out(tmp_path):
    text = page_of(tmp_path, small_rows(), small_rows(OTHER)).text
    assert "4 hands of matches that stand in several runs count more than once" in text


def test_shared_walls_are_pointed_out(tmp_path):
    rows = Rows()
    for session in range(4):
        rows.hand(session, "draw", deal=session // 2)
    assert "belong to 2 deals" in page_of(tmp_path, rows).text


def test_the_same_lake_gives_the_same_file_wherever_it_lies(tmp_path):
    lake = write_lake(tmp_path / "lake", demo_rows(120))
    shutil.copytree(lake, tmp_path / "elsewhere")
    first = build_report(lake).html
    assert build_report(lake).html == first
    assert build_report(str(tmp_path / "elsewhere")).html == first


def test_nothing_of_a_record_becomes_markup(tmp_path):
    bad = "</script><script>alert(1)</script><img src=x>"
    rows = Rows()
    hand = rows.hand(0, "win", match_id=bad, source_file=bad, players=[bad] * 4, agreement="total")
    rows.win(hand, 0, payer=1, patterns=[("full_flush", 1, 24)])
    rows.reject(bad, "bad_line", bad, source_file=bad, excerpt=bad, match_id=bad)
    html = build_report(write_lake(tmp_path / "lake", rows)).html
    assert "<script>alert" not in html
    assert "<img" not in html
    assert html.count("&lt;script&gt;alert(1)") > 4


@pytest.fixture(scope="module")
def demo_page(tmp_path_factory):
    html = build_report(write_lake(tmp_path_factory.mktemp("demo") / "lake", demo_rows(300))).html
    return Page(html), html


def test_ids_are_unique_and_links_lead_somewhere(demo_page):
    page, _ = demo_page
    assert len(page.ids) == len(set(page.ids))
    assert {target.removeprefix("#") for target in page.targets} <= set(page.ids)


def test_the_page_refers_to_nothing_outside(demo_page):
    page, html = demo_page
    assert set(page.sources) == {"data:,"}
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    assert policy + "img-src data: blob:" in html
    assert "url(" not in re.search(r"<style>(.*?)</style>", html, re.DOTALL).group(1)


def test_plotly_stands_in_the_page_once(demo_page):
    _, html = demo_page
    assert html.count("plotly.js v") == 1
    assert len(html.encode()) < 6_000_000


def test_the_methods_define_what_is_counted(demo_page):
    text = demo_page[0].text
    for words in (
        "Wilson's score interval",
        "rule of three",
        "÷ all wins",
        "(seat − dealer) mod 4",
    ):
        assert words in text


def test_a_report_is_written_whole_over_an_older_one(tmp_path):
    lake = write_lake(tmp_path / "lake", small_rows())
    out = tmp_path / "report.html"
    out.write_text("old")
    written = write_report(lake, out)
    assert out.read_text(encoding="utf-8") == written.report.html
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("out", ["missing/report.html", "."])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(tmp_path, out):
    with pytest.raises(UsageError, match="cannot be written"):
        write_report(str(tmp_path / "no lake"), tmp_path / out)


def test_a_missing_lake_and_an_unknown_run_are_refused(tmp_path):
    with pytest.raises(LakeError, match="no lake there"):
        build_report(str(tmp_path / "none"))
    lake = write_lake(tmp_path / "lake", small_rows())
    with pytest.raises(LakeError, match="no run 'mcr-nothing'"):
        build_report(lake, ["mcr-nothing"])


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
