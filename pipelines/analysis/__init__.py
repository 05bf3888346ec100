"""Statistics over a lake: one SQL file a question, one typed function a file, frames out.

Every function takes a DuckDB connection whose views are those of the lake (`hands`, `wins`,
`win_patterns`, `settlements`, `rejects` …) and the run ids to look at, and returns a Polars frame
in which every rate and mean stands beside its n and its 95 % interval.
"""

from pipelines.analysis.balance import (
    compensation,
    concentration,
    minimum_binds,
    pattern_points,
    seat_points,
)
from pipelines.analysis.comparison import (
    hands_to_see,
    independent_measures,
    measures,
    paired_measures,
)
from pipelines.analysis.hands import dealt_distance, headline, outcomes, seats, totals, turns, waits
from pipelines.analysis.loading import (
    agreement,
    disagreements,
    rejects,
    rejects_by_file,
    repeated_hands,
    sources,
)
from pipelines.analysis.patterns import (
    best_wins,
    pattern_differences,
    pattern_frequency,
    rare_patterns,
    win_details,
)
from pipelines.analysis.populations import Population, populations
from pipelines.analysis.real_play import Beside, beside_real_play
from pipelines.analysis.searching import Wanted, find_hands
from pipelines.analysis.statistics import FEW, Estimate
from pipelines.analysis.systems import (
    MOST_STREAK,
    abort_reasons,
    limits,
    payments,
    streaks,
    wildcards,
    win_items,
)

__all__ = [
    "FEW",
    "MOST_STREAK",
    "Beside",
    "Estimate",
    "Population",
    "Wanted",
    "abort_reasons",
    "agreement",
    "beside_real_play",
    "best_wins",
    "compensation",
    "concentration",
    "dealt_distance",
    "disagreements",
    "find_hands",
    "hands_to_see",
    "headline",
    "independent_measures",
    "limits",
    "measures",
    "minimum_binds",
    "outcomes",
    "paired_measures",
    "pattern_differences",
    "pattern_frequency",
    "pattern_points",
    "payments",
    "populations",
    "rare_patterns",
    "rejects",
    "rejects_by_file",
    "repeated_hands",
    "seat_points",
    "seats",
    "sources",
    "streaks",
    "totals",
    "turns",
    "waits",
    "wildcards",
    "win_details",
    "win_items",
]
