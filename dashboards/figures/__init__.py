"""Figures: pure functions from a frame of `pipelines.analysis` to a Plotly figure."""

from dashboards.figures.beside import totals_beside_figure
from dashboards.figures.distributions import totals_figure, turns_figure
from dashboards.figures.patterns import difference_figure, pattern_figure
from dashboards.figures.points import points_figure
from dashboards.figures.rarity import rarity_figure
from dashboards.figures.real_play import real_play_figure
from dashboards.figures.seats import SEAT_MEASURES, seat_figure
from dashboards.figures.shares import outcome_figure, wait_figure
from dashboards.figures.sides import side_figure
from dashboards.figures.tuning import front_figure, mispricing_figure

__all__ = [
    "SEAT_MEASURES",
    "difference_figure",
    "front_figure",
    "mispricing_figure",
    "outcome_figure",
    "pattern_figure",
    "points_figure",
    "rarity_figure",
    "real_play_figure",
    "seat_figure",
    "side_figure",
    "totals_beside_figure",
    "totals_figure",
    "turns_figure",
    "wait_figure",
]
