"""Definitions of what a report shows: the chapter on methods, term by term."""

from __future__ import annotations

from dashboards.report.cells import FEW_MARK
from pipelines.analysis import FEW


def methods(*, side_by_side: bool, tuning: bool = False) -> list[tuple[str, str]]:
    """Terms and definitions.

    Args:
        side_by_side: whether rule sets are compared.
        tuning: whether tuned tables are shown.
    """
    told = [
        (
            "Win and deal-in rates",
            "per player-hand: each hand counts once for each of its four players. A deal-in 放铳 "
            "is paying for a discard or a robbed kong. Over all seats the interval is that of "
            "hands, divided by four, since the players of one hand are not independent.",
        ),
        ("Pattern frequency", "wins that contain the pattern, once or more, ÷ all wins."),
        (
            "Self-draw share",
            "wins on an own draw ÷ all wins; wins by wildcards or flowers alone are among them, "
            "robbed gold and seven rob one are not.",
        ),
        (
            "Outcome and draw rates",
            "hands that end so ÷ all hands; the outcomes add up to all hands.",
        ),
        (
            "Part of total",
            "of the totals of the wins that contain a pattern, the part that they would lose if "
            "the pattern were worth nothing, reading and exclusions kept.",
        ),
        (
            "Compensation",
            "the dealer's mean points a hand over deals with even numbers, checked on those with "
            "odd numbers, which are other walls.",
        ),
        (
            "Concentration",
            "over hands, by the points that change hands: what the seats that gain receive. Gini's "
            "coefficient is 0 where all hands move the same. Intervals leave out one of 50 groups "
            "of deals at a time; that of the mean is that of every mean.",
        ),
        (
            "Quantiles",
            "the smallest number of points, draws or turns that so many of 100 cases do not "
            "exceed; intervals are those of the share below (Woodruff), with the variance between "
            "50 groups of deals.",
        ),
        (
            "Part of all points won",
            "what the totals of all wins would lose if the pattern were worth nothing ÷ the sum of "
            "all totals.",
        ),
        (
            "Turn",
            "the winner's own discards + 1. Ready: the turn whose discard first left the winner "
            "one tile from a complete hand; 0 when dealt so.",
        ),
        ("Seat", "(seat − dealer) mod 4: East is the dealer."),
        (
            "Intervals",
            "95%. Shares: Wilson's score interval, which stays within 0 and 100% and holds for few "
            "cases; a count of zero gets 0 to 3 ÷ n (rule of three; n counts seatings of one wall "
            "once). Means: Student's t. Hands of one deal (a session, or a wall in several "
            "seatings) are one cluster: a share then has the interval of as many independent cases "
            "as would scatter as much. Each interval stands alone: among twenty, one is expected "
            "to miss.",
        ),
        ("Few cases", f"values from fewer than {FEW} cases are shown with the mark {FEW_MARK}."),
        (
            "Scores",
            "every hand was played again move by move under its rule set and scored; what the "
            "record itself says is only compared. Refused records are counted nowhere else.",
        ),
        (
            "Populations",
            "recorded runs under one rule set are counted together, each simulated or rescored "
            "run by itself.",
        ),
    ]
    if side_by_side:
        told.append(
            (
                "Side by side",
                "rule sets with the same tiles, dealt the same walls, are compared hand by hand "
                "(paired differences, hands of one deal are one cluster); others as independent "
                "samples (Welch). Points of different systems have no common size: σ is the "
                "standard deviation of one seat's points in a hand, pooled over seats.",
            )
        )
    if tuning:
        told.append(
            (
                "Tuned tables",
                "q is a pattern's share of wins (of complete hands where it is exact), its rarity "
                "−ln q. The line is laid through the values by least squares, weighted by the "
                "chance in each rarity and the scatter of the values. Mispricing is today's score "
                "− that of the line, shown as a factor where scores are logarithms; its interval "
                "is by the delta method, hands of one deal one cluster. False discoveries: "
                "Benjamini and Hochberg. Measures are those of stored hands scored and settled "
                "again; means and shares have the intervals told above, concentration that of the "
                "delete-a-group jackknife over groups of deals, differences those on the same "
                "hands.",
            )
        )
    return told
