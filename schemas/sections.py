"""The sections of a rule set that say how it is played: tiles, wildcards, wall, claims, bets.

Each option names a *feature*; its default is "off", so that a rule set says only what it plays.
The description of a field is its documentation, shown by ``paipu rules``.
"""

from __future__ import annotations

from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schemas.errors import one_of
from schemas.tiles import HONORS

Shape = Literal[
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "knitted_straight",
    "knitted_singles",
    "eight_pairs",
]
Wind = Literal[0, 1, 2, 3]
FLOWERS = tuple(f"f{n}" for n in range(1, 9))


MOST_POINTS: Final = 100_000
"""The largest number of points, and of a pattern's value: sums and products of such stay exact."""
MOST_FACTOR: Final = 1_000
MOST_KEPT: Final = 80
"""Tiles kept back; of 136 some 50 are dealt."""


class Section(BaseModel):
    """A group of options; unknown keys are refused, values cannot change once read."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Tiles(Section):
    """The tiles that are played with, beside the three suits."""

    hand_size: Literal[13, 16] = Field(description="tiles dealt to each player but the dealer")
    honors: tuple[str, ...] = Field(description="honors that stand in hands, four copies each")
    flowers: tuple[str, ...] = Field(
        description="tiles that are exposed and replaced: f1-f8 with one copy each, or honors with "
        "four copies each"
    )

    @model_validator(mode="after")
    def _known_tiles(self) -> Self:
        for tile in self.honors:
            if tile not in set(HONORS):
                raise ValueError(f"{tile!r} is no honor; honors are {one_of(HONORS)}")
        for tile in self.flowers:
            if tile not in FLOWERS and tile not in set(HONORS):
                raise ValueError(
                    f"{tile!r} can be no flower; flowers are {one_of((*FLOWERS, *HONORS), most=20)}"
                )
            if tile in self.honors:
                raise ValueError(f"{tile!r} is both an honor of the hand and a flower")
        return self


class Wildcard(Section):
    """The wildcard 财神, gold 金: a kind of tile that stands for others."""

    kind: Literal["none", "turned"] = Field(
        default="none",
        description="turned: one tile is turned up, its kind is wild, the turned copy out of play",
    )
    turned: Literal["before_draw", "after_flowers"] = Field(
        default="before_draw",
        description="the tile is turned up before dealt flowers are replaced, or after that",
    )
    on_flower: Literal["turn_again", "flowers_wild"] = Field(
        default="turn_again",
        description="a flower that is turned up counts as one of the dealer's and another tile is "
        "turned; or the other flowers of its group are the wildcards",
    )
    stands_for: Literal["suits", "any"] = Field(
        default="any", description="what it may stand for: suit tiles, or any tile of a hand"
    )
    fifth_copy: bool = Field(
        default=True, description="it may stand for a fifth copy of a tile held four times"
    )
    discardable: bool = Field(default=True, description="it may be discarded")
    discard_is_dead: bool = Field(
        default=False, description="a discarded wildcard can be claimed and won on by nobody"
    )
    seat_flower: bool = Field(
        default=False, description="a player's own seat flower 坐花 (f1-f4) is wild for it too"
    )
    idle: Literal["free", "no_discard_win", "no_intercept"] = Field(
        default="free",
        description="a hand that is whole without one of its wildcards (闲金) may not win on a "
        "discard, or may not go before another winner",
    )


class Wall(Section):
    """Where tiles are drawn from and when the wall is exhausted."""

    kind: Literal["common", "personal"] = Field(
        description="one wall for all, or a quarter of the tiles for each seat from which all its "
        "draws come"
    )
    keep_back: int = Field(
        ge=0, le=MOST_KEPT, description="tiles at the end of the wall that are never drawn"
    )
    dealer_first_tile: Literal["dealt", "drawn"] = Field(
        description="the dealer's extra tile is dealt with the others, or is its first draw"
    )
    keep_back_per_exposed_kong: int = Field(
        default=0, ge=0, description="further tiles kept back for each exposed kong on the table"
    )
    keep_back_per_concealed_kong: int = Field(
        default=0, ge=0, description="further tiles kept back for each concealed kong"
    )
    keep_back_per_flower_set: int = Field(
        default=0, ge=0, description="further tiles kept back for each complete set of four flowers"
    )
    keep_back_parity: bool = Field(
        default=False, description="one more tile is kept back while an even number was replaced"
    )
    last_round: int = Field(
        default=0,
        ge=0,
        le=3,
        description="last round 分张: a draw that leaves so many drawable tiles or fewer is one "
        "without a discard, and one each follows; 0: none",
    )

    @property
    def grows(self) -> bool:
        """Whether the number of tiles kept back changes during a hand."""
        return bool(
            self.keep_back_per_exposed_kong
            or self.keep_back_per_concealed_kong
            or self.keep_back_per_flower_set
            or self.keep_back_parity
        )

    @model_validator(mode="after")
    def _personal_walls_are_played_out(self) -> Self:
        if self.kind == "personal" and (self.keep_back or self.grows or self.last_round):
            raise ValueError(
                "personal walls are played out: keep_back must be 0, also for kongs and flowers, "
                "and there is no last_round"
            )
        return self


class Play(Section):
    """What may be claimed and discarded, and when."""

    rob_kong: bool = Field(description="an added kong may be robbed 抢杠")
    multiple_winners: bool = Field(
        description="every player that can win on a discard wins; otherwise the nearest alone"
    )
    last_discard_claims: bool = Field(
        description="the discard after the last tile may be claimed by more than a win"
    )
    keep_flowers: bool = Field(
        description="a flower may be kept, exposed on a later own turn or discarded; otherwise "
        "it is exposed and replaced at once"
    )
    last_tile: Literal["next_drawer", "own_wall"] = Field(
        description="a drawn tile is the last one when the next drawer's wall is empty, or when "
        "the drawer's own is (the same where the wall is common)"
    )
    flower_order: Literal["each", "rounds"] = Field(
        default="each",
        description="dealt flowers: each player in turn replaces all of its own, or in rounds in "
        "which new flowers wait for the next round",
    )
    added_kong: Literal["held", "drawn", "ready"] = Field(
        default="held",
        description="fourth tile that may be added to a pung on a turn that began with a draw: any "
        "one held, only the one just drawn, or any one held while the hand is ready (先碰后杠)",
    )
    forced_added_kong: bool = Field(
        default=False,
        description="a drawn fourth tile of an exposed pung must not be discarded (it costs the "
        "hand)",
    )
    deferred_kong_after_claim: bool = Field(
        default=False, description="a kong may follow a claimed chow or pung in the same turn"
    )
    swap_calls: Literal["free", "same_kind", "same_run"] = Field(
        default="free",
        description="after a claim the claimer may not discard the claimed kind, nor (same_run) "
        "the tile at the other end of the run",
    )
    own_discard_chow: bool = Field(
        default=True, description="a kind discarded in one's own last turn may be claimed by chow"
    )
    own_discard_win: bool = Field(
        default=True, description="a kind discarded in one's own last turn may be won on"
    )
    passed_win: Literal["free", "same_kind", "any_kind"] = Field(
        default="free",
        description="after letting a win go by: free, no win on that kind, or on no discard",
    )
    passed_until: Literal["own_draw", "own_discard"] = Field(
        default="own_draw", description="how long a passed win bars"
    )
    passed_pung: bool = Field(
        default=False, description="a passed pung bars a pung of that kind until the own next draw"
    )
    single_wait_exception: bool = Field(
        default=False,
        description="a ready hand of four tiles that claims a winning discard and keeps a single "
        "tile may win on that kind in the same go-round",
    )
    dealer_face: bool = Field(
        default=False,
        description="dealer's face 庄家面: the dealer's previous seat may make two pungs from the "
        "dealer and the seat after it, and must be ready after the second",
    )
    penalty_discard: bool = Field(
        default=False,
        description="penalty discard 打赔: the discard before the last round, if won on, pays for "
        "all",
    )
    declare_ready: Literal["none", "declared", "shown"] = Field(
        default="none",
        description="a ready hand may be declared 宣告聽牌, and (shown) laid open 聽牌現牌",
    )
    open_play: bool = Field(
        default=False, description="open play 明打 may be declared before the own first discard"
    )
    most_bet: int = Field(
        default=0, ge=0, le=MOST_POINTS, description="highest bet 押注; 0: nobody bets"
    )
