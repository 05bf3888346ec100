"""Figures of a tuned table: what stands where, and with which whiskers."""

import math

import polars as pl
import pytest

from dashboards import style
from dashboards.figures import front_figure, mispricing_figure

ROWS = {
    "pattern": ["a", "b", "c"],
    "name": ["甲", "乙", "丙"],
    "name_en": ["A", "B", "C"],
    "value": [2, 8, 88],
    "wins": [500, 20, 0],
    "n": [1000, 1000, 1000],
    "share": [0.5, 0.02, 0.0],
    "measured": ["seen", "seen", "unseen"],
    "line": [3.0, 6.0, 20.0],
    "mispricing": [-1.0, 2.0, 60.0],
    "mispricing_low": [-1.5, 1.0, None],
    "mispricing_high": [-0.5, 3.0, 60.0],
    "q_value": [0.2, 0.001, 0.9],
}


def test_patterns_that_were_seen_stand_with_their_intervals_the_dearest_on_top():
    [dots] = mispricing_figure(pl.DataFrame(ROWS), power=False).data
    assert list(dots.y) == ["甲  A", "乙  B"]
    assert list(dots.x) == [-1.0, 2.0]
    assert list(dots.error_x.array) == [0.5, 1.0]
    assert list(dots.error_x.arrayminus) == [0.5, 1.0]
    assert list(dots.marker.symbol) == ["circle-open", "circle"]  # only the second is no chance
    assert "20 of 1,000 wins" in dots.text[1]
    assert "worth 8, by the line 6.0: +2.00" in dots.text[1]


def test_factors_stand_on_a_logarithmic_axis():
    made = mispricing_figure(pl.DataFrame(ROWS), power=True)
    assert made.layout.xaxis.type == "log"
    assert list(made.data[0].x) == pytest.approx([math.exp(-1), math.exp(2)])


def test_the_table_that_was_taken_stands_out():
    front = [{"gini": 0.4, "distance": 0.0}, {"gini": 0.3, "distance": 0.5}]
    made = front_figure(
        front, 1, x="distance", y="gini", titles={"gini": "Gini", "distance": "Distance"}
    )
    others, taken = made.data
    assert (list(others.x), list(others.y)) == ([0.0], [0.4])
    assert (list(taken.x), list(taken.y)) == ([0.5], [0.3])
    assert taken.marker.color == style.ORANGE
    assert taken.text[0].startswith("<b>taken</b><br>Gini: 0.3")
    assert made.layout.xaxis.title.text == "Distance"
