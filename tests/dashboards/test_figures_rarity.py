"""The figure of rarity, and names of bars where there is little room."""

import plotly.graph_objects as go
import polars as pl

from dashboards.figures import points_figure, rarity_figure
from dashboards.figures.rarity import most_played
from pipelines.analysis import OTHERS
from pipelines.analysis.rarity import SCHEMA


def row(pattern, q, natural, strategic):
    told = dict.fromkeys(SCHEMA.names())
    told |= {"pattern": pattern, "name": pattern, "name_en": "", "q": q}
    for play, share in (("natural", natural), ("strategic", strategic)):
        told |= {f"{play}_n": 100, f"{play}_share": share}
        told |= {f"{play}_low": share / 2, f"{play}_high": 2 * share}
    return told


FOUND = pl.DataFrame(
    [row("a", 0.5, 0.1, 0.0), row("b", None, 0.0, 0.0), row("c", 1e-6, 0.01, 0.2)], schema=SCHEMA
)


def test_patterns_seen_in_either_play_stand_below_each_other_most_frequent_first():
    assert most_played(FOUND)["pattern"].to_list() == ["c", "a"]
    made = rarity_figure(FOUND)
    assert list(made.layout.yaxis.ticktext) == ["c  ", "a  "]
    natural, strategic, complete = made.data
    assert natural.x == (0.01, 0.1)
    assert strategic.x == (0.2, None)  # zero has no place on a logarithmic axis
    assert complete.x == (1e-6, 0.5)
    assert list(natural.error_x.array) == [0.01, 0.1]
    assert "1 in 1,000,000 of all complete hands" in complete.text[0]


def test_nothing_played_is_an_empty_figure():
    assert isinstance(rarity_figure(FOUND.clear()), go.Figure)


def test_few_bars_are_named_where_there_is_little_room():
    ends = [(None, -12), *((low, low + 5) for low in range(-11, 60, 6)), (61, None)]
    bars = pl.DataFrame(
        [
            {"seat": seat, "low_points": low, "high_points": high, "hands": 1, "n": 14,
             "share": 1 / 14, "low": 0.0, "high": 0.2}
            for seat in (0, OTHERS)
            for low, high in ends
        ]
    )  # fmt: skip
    meta = points_figure(bars).layout.meta
    assert len(meta["wide"]["xaxis.ticktext"]) == len(ends)
    assert 3 <= len(meta["narrow"]["xaxis.ticktext"]) <= 5
    assert meta["narrow"]["xaxis.ticktext"][0] == "≤ −12"
