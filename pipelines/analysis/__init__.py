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
    independent_differences,
    independent_measures,
    measures,
    paired_measures,
)
from pipelines.analysis.contributions import (
    contributions,
    flower_points,
    wildcard_luck,
    wildcard_share,
)
from pipelines.analysis.distributions import OTHERS, hand_lengths, point_bars, points_by_seat
from pipelines.analysis.hands import (
    dealt_distance,
    headline,
    outcomes,
    roles,
    seats,
    totals,
    turns,
    waits,
    winner_draws,
)
from pipelines.analysis.keeping import KEPT, prepare, share
from pipelines.analysis.loading import (
    agreement,
    disagreements,
    rejects,
    rejects_by_file,
    repeated_hands,
    sources,
)
from pipelines.analysis.patterns import (
    best_win_details,
    best_wins,
    pattern_differences,
    pattern_frequency,
    rare_patterns,
    selection_differences,
    win_details,
)
from pipelines.analysis.players import player_patterns, players
from pipelines.analysis.populations import (
    Population,
    largest_populations,
    populations,
    standing,
)
from pipelines.analysis.rarity import rarity
from pipelines.analysis.real_play import (
    Beside,
    beside_real_play,
    real_play_measures,
    real_play_patterns,
)
from pipelines.analysis.registry import Statistic, find_statistic, statistics
from pipelines.analysis.rescored import (
    rescored,
    rescored_changes,
    rescored_patterns,
    rescored_seats,
    rescored_wins,
)
from pipelines.analysis.searching import PartOf, Wanted, find_hands
from pipelines.analysis.skill import SEATINGS, hands_to_lead, policy_pairs, policy_points, skill
from pipelines.analysis.statistics import FEW, Estimate
from pipelines.analysis.systems import (
    MOST_STREAK,
    abort_reasons,
    dealer_parts,
    limits,
    payments,
    streaks,
    wildcards,
    win_items,
)
from pipelines.analysis.together import (
    deal_patterns,
    hand_courses,
    pattern_moves,
    pattern_sets,
)
from pipelines.lake.filtering import Left, filtered, left
from pipelines.lake.filters import Filter

__all__ = [
    "FEW",
    "KEPT",
    "MOST_STREAK",
    "OTHERS",
    "SEATINGS",
    "Beside",
    "Estimate",
    "Filter",
    "Left",
    "PartOf",
    "Population",
    "Statistic",
    "Wanted",
    "abort_reasons",
    "agreement",
    "beside_real_play",
    "best_win_details",
    "best_wins",
    "compensation",
    "concentration",
    "contributions",
    "deal_patterns",
    "dealer_parts",
    "dealt_distance",
    "disagreements",
    "filtered",
    "find_hands",
    "find_statistic",
    "flower_points",
    "hand_courses",
    "hand_lengths",
    "hands_to_lead",
    "hands_to_see",
    "headline",
    "independent_differences",
    "independent_measures",
    "largest_populations",
    "left",
    "limits",
    "measures",
    "minimum_binds",
    "outcomes",
    "paired_measures",
    "pattern_differences",
    "pattern_frequency",
    "pattern_moves",
    "pattern_points",
    "pattern_sets",
    "payments",
    "player_patterns",
    "players",
    "point_bars",
    "points_by_seat",
    "policy_pairs",
    "policy_points",
    "populations",
    "prepare",
    "rare_patterns",
    "rarity",
    "real_play_measures",
    "real_play_patterns",
    "rejects",
    "rejects_by_file",
    "repeated_hands",
    "rescored",
    "rescored_changes",
    "rescored_patterns",
    "rescored_seats",
    "rescored_wins",
    "roles",
    "seat_points",
    "seats",
    "selection_differences",
    "share",
    "skill",
    "sources",
    "standing",
    "statistics",
    "streaks",
    "totals",
    "turns",
    "waits",
    "wildcard_luck",
    "wildcard_share",
    "wildcards",
    "win_details",
    "win_items",
    "winner_draws",
]
