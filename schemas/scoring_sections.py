"""The sections of a rule set that say what a win is worth: how patterns are counted, who pays.

A system's patterns are detected by its own kernel; how the total is made of them and who pays
whom is one of a few kinds, each with its own options.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schemas.sections import MOST_FACTOR, MOST_POINTS, Section

Payer = Literal["discarder", "all"]


class FanSum(Section):
    """The total is the sum of fans (Chinese Official)."""

    kind: Literal["fan_sum"] = Field(description="how the total is made of patterns")
    knitted_straight_wait: bool = Field(
        description="edge, closed and single waits count beside a knitted straight 组合龙"
    )
    special_hands_fully_concealed: bool = Field(
        description="self-drawn hands that are concealed by nature (seven pairs, orphans, "
        "knitted singles, nine gates, four concealed pungs) take 不求人 instead of 自摸"
    )


class TaiSum(Section):
    """The total is the sum of tai 台, dealer and streak apart (Taiwan)."""

    kind: Literal["tai_sum"] = Field(description="how the total is made of patterns")
    all_chows_self_draw: bool = Field(
        default=True, description="all chows 平胡 may be won by self-draw"
    )
    concealed_kong_keeps_concealed: bool = Field(
        default=True, description="a concealed kong keeps the hand concealed 門清"
    )
    straight: Literal["chows", "tiles"] = Field(
        default="chows",
        description="a pure straight 一氣通貫 is three chows, or the nine tiles of a suit",
    )
    no_honors_dragons: bool = Field(
        default=True,
        description="no honors, no flowers 無字無花 allows no dragons; otherwise it only forbids "
        "winds and flowers",
    )


class Product(Section):
    """The total is the product of multipliers (Yantai)."""

    kind: Literal["product"] = Field(description="how the total is made of patterns")
    honors_are_a_kind: bool = Field(
        default=True, description="a hand of honors alone is a full flush 清一色"
    )


class FlowerFormula(Section):
    """Flowers and wildcards times the multiplier of the win's kind (Luoyuan)."""

    kind: Literal["flower_formula"] = Field(description="how the total is made of patterns")
    base: int = Field(
        default=1, ge=0, le=MOST_POINTS, description="points beside flowers and golds"
    )
    robbed_gold_counts: bool = Field(
        default=True, description="a robbed gold counts among the winner's golds"
    )


class PointsDoubled(Section):
    """Points 胡 of sets and pair, doubled once a tai 台, up to a limit (Longgang)."""

    kind: Literal["points_doubled"] = Field(description="how the total is made of patterns")
    limit: int = Field(default=300, ge=1, le=MOST_POINTS, description="most that a hand is worth")
    base_points: int = Field(default=10, ge=0, le=MOST_POINTS, description="points of every win")
    self_draw: int = Field(
        default=2, ge=0, le=MOST_POINTS, description="points of a self-draw 自摸"
    )
    closed_wait: int = Field(
        default=2, ge=0, le=MOST_POINTS, description="points of a closed wait 卡档"
    )
    edge_wait: int = Field(
        default=0, ge=0, le=MOST_POINTS, description="points of an edge wait 边张"
    )
    single_wait: int = Field(
        default=0, ge=0, le=MOST_POINTS, description="points of a single wait 单吊"
    )
    single_wait_self_draw: bool = Field(
        default=True, description="a self-draw on a single wait takes the points of a self-draw"
    )
    flower: int = Field(
        default=4, ge=0, le=MOST_POINTS, description="points of an exposed guest flower 客花"
    )
    pair: int = Field(
        default=2, ge=0, le=MOST_POINTS, description="points of a pair of dragons or own wind"
    )
    concealed_kong_small: int = Field(
        default=16, ge=0, le=MOST_POINTS, description="concealed kong of 2-8"
    )
    concealed_kong_big: int = Field(
        default=32, ge=0, le=MOST_POINTS, description="of a terminal or honor"
    )
    exposed_kong_small: int = Field(
        default=8, ge=0, le=MOST_POINTS, description="exposed kong of 2-8"
    )
    exposed_kong_big: int = Field(
        default=16, ge=0, le=MOST_POINTS, description="of a terminal or honor"
    )
    concealed_pung_small: int = Field(
        default=4, ge=0, le=MOST_POINTS, description="concealed pung of 2-8"
    )
    concealed_pung_big: int = Field(
        default=8, ge=0, le=MOST_POINTS, description="of a terminal or honor"
    )
    exposed_pung_small: int = Field(
        default=2, ge=0, le=MOST_POINTS, description="exposed pung of 2-8"
    )
    exposed_pung_big: int = Field(
        default=4, ge=0, le=MOST_POINTS, description="of a terminal or honor"
    )
    loser_one_plus_two: bool = Field(
        default=True, description="a loser's single tile and two wildcards make a pung"
    )


class BasePlusPoints(Section):
    """Base from everybody, points from the discarder or all (Chinese Official)."""

    kind: Literal["base_plus_points"] = Field(
        description="self-draw: each pays base + points; discard: the discarder base + points, "
        "the others base"
    )
    base: int = Field(ge=0, le=MOST_POINTS, description="points that every loser pays for any win")


class BasePerTai(Section):
    """Base and points a tai (Taiwan)."""

    kind: Literal["base_per_tai"] = Field(
        description="a payer pays base + per_tai × tai, dealer and streak among the tai where the "
        "dealer is one of the two"
    )
    base: int = Field(default=3, ge=0, le=MOST_POINTS, description="points of every payment")
    per_tai: int = Field(default=1, ge=0, le=MOST_POINTS, description="points of one tai")
    payer: Payer = Field(
        default="discarder", description="who pays on a discard: the discarder alone, or all"
    )
    pull_streak: bool = Field(
        default=True, description="拉莊: a streak of n counts 2n units; otherwise n"
    )


class Multiplied(Section):
    """Unit times the product, doubled with the dealer; kong points and bets beside (Yantai)."""

    kind: Literal["multiplied"] = Field(
        description="a payer pays unit × total, times the dealer factor where the dealer is one of "
        "the two, and the winner's kong points and bets"
    )
    unit: int = Field(default=1, ge=1, le=MOST_POINTS, description="points of a plain win")
    dealer_factor: int = Field(
        default=2, ge=1, le=MOST_FACTOR, description="factor between the dealer and another"
    )
    payer: Payer = Field(
        default="discarder", description="who pays on a discard: the discarder alone, or all"
    )
    exposed_kong: int = Field(
        default=1,
        ge=0,
        le=MOST_POINTS,
        description="points of the winner's exposed kong, from every payer",
    )
    concealed_kong: int = Field(
        default=2, ge=0, le=MOST_POINTS, description="of its concealed kong"
    )
    bet_scope: Literal["payers", "all_losers"] = Field(
        default="payers", description="who settles bets with the winner"
    )


class FlowerShares(Section):
    """All losers pay the winner by its formula, then settle their flowers (Luoyuan)."""

    kind: Literal["flower_shares"] = Field(
        description="every loser pays the winner's formula, the dealer's streak in it where the "
        "dealer is one of the two; then each pair of losers settles flowers and golds"
    )
    loser_flower_sets: bool = Field(
        default=False, description="a loser's complete set of flowers counts as the winner's does"
    )
    loser_kongs: bool = Field(default=False, description="a loser's kongs count as the winner's do")


class Totals(Section):
    """Losers pay the winner's total and settle the difference of their own (Longgang)."""

    kind: Literal["totals"] = Field(
        description="each loser pays the winner's total; each pair of losers settles the "
        "difference of their totals"
    )
    dealer_factor: int = Field(
        default=2,
        ge=1,
        le=MOST_FACTOR,
        description="factor of payments between the dealer and another",
    )
    dealer_doubles_losers: bool = Field(
        default=True, description="the dealer factor holds among losers too"
    )
    liability: bool = Field(
        default=True,
        description="a discard into a clear honor hand, or a late dragon, pays for all",
    )
    late: int = Field(
        default=8,
        ge=0,
        le=MOST_POINTS,
        description="drawable tiles left when a dragon's discard is late",
    )


Scoring = Annotated[
    FanSum | TaiSum | Product | FlowerFormula | PointsDoubled, Field(discriminator="kind")
]
Settlement = Annotated[
    BasePlusPoints | BasePerTai | Multiplied | FlowerShares | Totals, Field(discriminator="kind")
]
SCORING_OF_SYSTEM = {
    "mcr": "fan_sum",
    "taiwan": "tai_sum",
    "luoyuan": "flower_formula",
    "longgang": "points_doubled",
    "yantai": "product",
}
"""How each system's patterns make a total."""
NEEDS_SCORING = {"flower_shares": "flower_formula", "totals": "points_doubled"}
"""Settlements that need what only one kind of scoring says of a hand; the others need a total."""
SHAPES_OF_SYSTEM = {"taiwan": ("standard",), "longgang": ("standard", "eight_pairs")}
"""Shapes that a system's patterns are counted on, where these are not all."""
NEUTRAL = {"product": 1}
"""Value of a pattern that counts for nothing, where it is not 0."""
HAS_LIMIT = ("points_doubled",)
"""Kinds of scoring under which a pattern may be worth the limit."""
