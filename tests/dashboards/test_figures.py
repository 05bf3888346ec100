"""Figures hold the numbers of their frames, and nothing that would send them anywhere."""

import polars as pl
import pytest

from dashboards import style
from dashboards.figures import (
    SEAT_MEASURES,
    outcome_figure,
    pattern_figure,
    seat_figure,
    side_figure,
    totals_figure,
    turns_figure,
    wait_figure,
)
from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection


@pytest.fixture
def con():
    """Four hands: wins of 8 (twice) and 24 fan, and a draw."""
    rows = Rows()
    chows = [("all_chows", 1, 2), ("mixed_straight", 1, 8)]
    rows.win(rows.hand(0, "win", deltas=(32, -16, -8, -8)), 0, payer=1, patterns=chows)
    rows.win(
        rows.hand(1, "win", deltas=(-16, 48, -16, -16)),
        1,
        win_by="self_draw",
        patterns=chows[:1],
        turn=12,
        first_ready_turn=10,
        wait="edge",
    )
    rows.win(rows.hand(2, "win"), 2, payer=1, total=24, patterns=[("seven_pairs", 1, 24)])
    rows.hand(3, "draw")
    return connection(rows)


def test_outcome_bars_are_shares_with_wilson_whiskers(con):
    frame = analysis.outcomes(con, [RUN])
    bars = outcome_figure(frame, "mcr").data[0]
    assert list(bars.x) == [0.5, 0.25, 0.25]
    assert bars.error_x.array[0] == pytest.approx(frame["high"][0] - 0.5)
    assert bars.error_x.arrayminus[0] == pytest.approx(0.5 - frame["low"][0])
    assert "2 of 4 hands" in bars.text[0]


def test_wins_and_other_outcomes_have_their_own_colours(con):
    bars = outcome_figure(analysis.outcomes(con, [RUN]), "mcr").data[0]
    assert list(bars.marker.color) == [style.BLUE, style.BLUE, style.ORANGE]


def test_pattern_bars_are_most_frequent_first_and_leave_out_the_unseen(con):
    frame = analysis.pattern_frequency(con, [RUN], load_ruleset("mcr-botzone"))
    figure = pattern_figure(frame)
    assert list(figure.layout.yaxis.ticktext) == [
        "平和  All Chows",
        "七对  Seven Pairs",
        "花龙  Mixed Straight",
    ]
    assert list(figure.data[0].x) == pytest.approx([2 / 3, 1 / 3, 1 / 3])
    assert figure.layout.meta["narrow"]["yaxis.ticktext"] == ["平和", "七对", "花龙"]


def test_a_pattern_figure_shows_no_more_bars_than_asked_for(con):
    frame = analysis.pattern_frequency(con, [RUN], load_ruleset("mcr-botzone"))
    assert len(pattern_figure(frame, most=2).data[0].x) == 2


def test_totals_stand_at_their_value(con):
    bars = totals_figure(analysis.totals(con, [RUN]), "番 fan").data[0]
    heights = dict(zip(bars.x, bars.y, strict=True))
    assert heights[8] == pytest.approx(2 / 3)
    assert heights[24] == pytest.approx(1 / 3)
    assert heights[9] == 0


def test_an_open_bar_is_called_so():
    rows = Rows()
    for session, total in enumerate([8, 9, 10, 12] * 50 + [500]):
        rows.win(rows.hand(session, "win"), 0, total=total)
    figure = totals_figure(analysis.totals(connection(rows), [RUN]), "番 fan")
    assert figure.layout.xaxis.ticktext[-1] == "13+"


def test_products_stand_side_by_side_with_their_sign(con):
    frame = analysis.totals(con, [RUN], each=True)
    figure = totals_figure(frame, "multiplier", "×")
    assert list(figure.layout.xaxis.ticktext) == ["×8", "×24"]
    assert list(figure.data[0].y) == pytest.approx([2 / 3, 1 / 3])
    assert "<b>×24 multiplier</b>" in figure.data[0].text[-1]


def test_outcomes_are_named_as_their_system_does():
    rows = Rows()
    rows.win(rows.hand(0, "win"), 0, win_by="three_wildcards", win_tile=None)
    frame = analysis.outcomes(connection(rows), [RUN])
    named = [outcome_figure(frame, name).layout.yaxis.ticktext for name in ("luoyuan", "longgang")]
    assert named == [("Three golds 三金倒",), ("Three wildcards 三财神",)]


def test_turns_show_wins_as_bars_and_readiness_as_a_line(con):
    bars, line = turns_figure(analysis.turns(con, [RUN])).data
    assert dict(zip(bars.x, bars.y, strict=True))[12] == pytest.approx(1 / 3)
    assert (list(line.x), list(line.y)) == ([10], [1.0])


def test_waits_are_named_in_both_languages(con):
    figure = wait_figure(analysis.waits(con, [RUN]))
    assert list(figure.layout.yaxis.ticktext) == ["Closed 坎张", "Edge 边张"]


@pytest.mark.parametrize("measure", SEAT_MEASURES, ids=lambda measure: measure.key)
def test_seat_figures_show_the_four_seats_with_whiskers(con, measure):
    frame = analysis.seats(con, [RUN])
    figure = seat_figure(frame, measure)
    dots = figure.data[0]
    assert list(figure.layout.xaxis.ticktext) == ["东", "南", "西", "北"]
    assert list(dots.y) == frame[measure.value].to_list()
    expected = [
        0.0 if high is None else pytest.approx(high - value)
        for high, value in zip(frame[measure.high], frame[measure.value], strict=True)
    ]
    assert list(dots.error_y.array) == expected


def test_figures_of_empty_frames_are_empty():
    con = connection(Rows())
    assert len(outcome_figure(analysis.outcomes(con, [RUN]), "mcr").data[0].x) == 0
    assert len(totals_figure(analysis.totals(con, [RUN]), "番").data[0].x) == 0
    assert len(turns_figure(analysis.turns(con, [RUN])).data[0].x) == 0
    assert len(wait_figure(analysis.waits(con, [RUN])).data[0].x) == 0


def test_no_figure_offers_to_send_its_data_anywhere():
    assert style.PLOT_CONFIG["showSendToCloud"] is False
    assert style.PLOT_CONFIG["displaylogo"] is False


def test_figures_have_transparent_ground_so_that_pages_can_be_light_or_dark(con):
    layout = outcome_figure(analysis.outcomes(con, [RUN]), "mcr").layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"


@pytest.mark.parametrize("colour", [style.BLUE, style.ORANGE])
@pytest.mark.parametrize("paper", ["#ffffff", "#16191c"])
def test_colours_stand_out_from_light_and_dark_paper(colour, paper):
    assert contrast(colour, paper) >= 3  # WCAG 2, graphics


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def sides(*rows):
    """A figure of rows with value, low and high."""
    frame = pl.DataFrame(
        {"value": [row[0] for row in rows], "low": [row[1] for row in rows],
         "high": [row[2] for row in rows], "hands": [9] * len(rows)}
    )  # fmt: skip
    return side_figure(frame, names=[f"n{place}" for place in range(len(rows))], title="points")


def test_a_few_hands_do_not_stretch_the_axis_of_all_and_arrows_say_so():
    figure = sides((0.1, 0.0, 0.2), (0.3, 0.2, 0.4), (2.0, -3.0, 7.0), (9.0, None, None))
    # The two that tell something reach from 0 to 0.4; the axis goes 6 % of that beyond.
    assert figure.layout.xaxis.range == pytest.approx((-0.024, 0.424))
    assert figure.layout.xaxis.title.text == "points<br>◂ ▸ goes on beyond the axis"
    arrows = figure.data[1]
    assert list(zip(arrows.y, arrows.marker.symbol, strict=True)) == [
        (2, "triangle-left"),
        (2, "triangle-right"),
        (3, "triangle-right"),
    ]
    assert arrows.x == pytest.approx((-0.0192, 0.4192, 0.4192))
    assert "n2" in arrows.text[0]
    assert len(figure.data[0].x) == 4  # all are there, as in the table


def test_intervals_that_fit_beside_each_other_are_shown_whole():
    for rows in (
        [(0.1, 0.0, 0.2), (0.3, 0.2, 0.4), (0.2, 0.05, 0.45)],
        [(0.1, 0.0, 0.2), (2.0, -3.0, 7.0)],  # two alone set the axis, however wide they are
        [(0.1, None, None), (0.2, None, None)],
        [],
    ):
        figure = sides(*rows)
        assert (len(figure.data), figure.layout.xaxis.range) == (1, None)
