"""The sections of a rule set that say how hands end: wins, aborts, violations, sessions.

The rules of `schemas.sections` hold here too: an option's default is "off", its description is its
documentation.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from schemas.sections import MOST_FACTOR, MOST_POINTS, Section, Shape, Wind

MOST_HANDS: Final = 1_024
"""Hands of a session: their numbers are a part of a hand's id."""


class Win(Section):
    """What wins."""

    shapes: tuple[Shape, ...] = Field(min_length=1, description="shapes that may win")
    minimum: int = Field(
        ge=0, le=MOST_POINTS, description="points that a win needs, flowers not counted"
    )
    heavenly_after_kongs: bool = Field(
        default=False, description="heavenly 天胡 may follow the dealer's concealed kongs"
    )
    earthly: Literal["none", "first_draw", "first_go_round", "dealer_discard"] = Field(
        default="none",
        description="earthly 地胡: a self-draw on the own first draw; any win before the own "
        "second one; or a win on the dealer's first discard",
    )
    human: Literal["none", "before_own_draw", "first_go_round"] = Field(
        default="none",
        description="human 人胡: a win on a discard before the own first draw, or before the own "
        "second one",
    )
    claims_end_first_turn: bool = Field(
        default=True, description="earthly and human need that nobody has claimed or konged"
    )
    three_wildcards: Literal["none", "own_draw", "any_time"] = Field(
        default="none",
        description="three turned wildcards win without a shape: on an own draw, or at any time",
    )
    three_wildcards_on_discard: bool = Field(
        default=True, description="a hand with three turned wildcards may win on a discard"
    )
    robbing_gold: bool = Field(
        default=False,
        description="a hand that is ready at the start may take the turned wildcard 抢金",
    )
    eight_flowers: bool = Field(default=False, description="all eight flowers win 八仙过海")
    seven_rob_one: bool = Field(
        default=False, description="seven flowers win from whoever has the eighth 七搶一"
    )


class Abort(Section):
    """Hands that end undecided before the wall does."""

    four_winds: bool = Field(
        default=False,
        description="一路歸西: the first four discards, no claim between, are E S W N by seats in "
        "turn or four equal winds",
    )
    four_kongs: bool = Field(
        default=False,
        description="四槓: the fourth kong is made, not all by one player, and its discard is not "
        "won on",
    )


class Violations(Section):
    """What false wins and errors cost."""

    false_win: Literal["fixed", "flower_formula"] = Field(
        default="fixed",
        description="a false win pays fixed points, or by the offender's own flowers and golds",
    )
    false_win_pays_each: int = Field(
        default=0, ge=0, le=MOST_POINTS, description="points a false win 错和/诈胡 pays each other"
    )
    false_win_dealer_factor: int = Field(
        default=1,
        ge=1,
        le=MOST_FACTOR,
        description="factor of what it pays between the dealer and another",
    )
    false_win_times: int = Field(
        default=3, ge=1, le=MOST_FACTOR, description="factor of what it pays by flowers and golds"
    )
    false_win_ends_hand: bool = Field(default=True, description="a false win ends the hand")
    player_error_pays_each: int = Field(
        default=0,
        ge=0,
        le=MOST_POINTS,
        description="points a player error (illegal action in a record) pays each other",
    )
    foul: Literal["ends_hand", "plays_on", "stands"] = Field(
        default="ends_hand",
        description="a foul 犯规 found during play ends the hand; or the offender plays on, cannot "
        "win and counts 0; or it stands 站胡, draws and plays no more, cannot win and counts 0",
    )
    shown_foul: Literal["refused", "void", "pays_all"] = Field(
        default="refused",
        description="a foul found when hands are shown, after a win or a drawn hand: records of it "
        "are refused; or the offender counts 0; or it pays for all losers 赔胡 and each "
        "other loser what that one's own flowers and golds are worth",
    )


class Session(Section):
    """How hands follow one another."""

    hands: int = Field(ge=1, le=MOST_HANDS, description="most hands of a session")
    rounds: int = Field(
        default=0,
        ge=0,
        le=MOST_HANDS,
        description="rounds after which a session ends; 0: only by hands",
    )
    first_dealer: Wind = Field(description="seat that deals the first hand")
    first_dealer_by_lot: bool = Field(
        default=False,
        description="the seat that deals the first hand of a session is drawn by lot instead",
    )
    dealer_stays: tuple[Literal["dealer_win", "draw", "abort", "false_win"], ...] = Field(
        description="outcomes after which the dealer stays (false_win: of another player); after "
        "all others the deal passes"
    )
    draw_grows_streak: bool = Field(
        default=False, description="a drawn hand after which the dealer stays counts in its streak"
    )
    seat_rotation: tuple[tuple[Wind, Wind, Wind, Wind], ...] = Field(
        default=(), description="players at seats 0-3 in each round; empty: nobody moves"
    )
