"""One hand as the referee follows it: whose turn it is, and what the players are bound by."""

from __future__ import annotations

from typing import NamedTuple

from schemas import codes
from schemas.ruleset import RuleSet
from tests.engine.conformance.plain_table import Meld, PlainTable

ANY = -2
"""In a set of kinds: all of them."""


class Act(NamedTuple):
    """What a seat does; fields as in a record's actions."""

    seat: int
    action: int
    tile: int = -1
    low: int = -1
    claim: int = -1


class Bars:
    """What restrictions remember of a seat."""

    def __init__(self) -> None:
        self.last_discard = -1
        self.passed_win: set[int] = set()
        self.passed_pung: set[int] = set()
        self.single = -1
        self.single_due = False
        self.swap: set[int] = set()
        self.fourth: set[int] = set()
        self.declared = self.shown = self.open = self.face = self.due = False
        self.face_pungs = 0
        self.draws = 0

    @property
    def bound(self) -> bool:
        """The hand stays as it is."""
        return self.declared or self.shown or self.face


class Play(PlainTable):
    """A table in play. `passes` are the seats that let a win go by, by the event that offered it.

    Phases: turn_up (the wildcard is turned up), start (dealt flowers), replace, draw, turn, window,
    rob, won, over.
    """

    def __init__(
        self, rules: RuleSet, wall: list[int], dealer: int, passes: dict[int, set[int]]
    ) -> None:
        super().__init__(rules, wall, dealer)
        self.passes = passes
        self.bars = [Bars() for _ in range(4)]
        self.phase = "deal"
        self.seat = dealer
        self.tile = -1
        self.seq = self.tile_seq = 0
        self.giver = -1
        self.drew = self.first = True
        self.kong_due = False
        self.from_kong = self.from_flower = False
        self.starting = True
        self.lost: dict[int, int] = {}
        self.winners: set[int] = set()
        self.robbed = False
        self.claimed = False
        self.n_discards = self.n_kongs = 0
        self.winds: list[int] | None = []
        self.fourth_kong = False
        self.abort_due = ""
        self.flower_shown = -1
        self.replaced_in_deal = -1  # seat that has just replaced a flower of the deal
        self.fouled: set[int] = set()  # seats that cannot win, and that no bar holds
        self.kept: set[int] = set()  # seats that stand with the tile of their turn in hand
        self.exhausted = False
        self.through: set[int] = set()  # seats that have had their turn of the last round

    # --- what follows from where the hand stands

    def begin(self) -> None:
        """All are dealt: go on with the wildcard, flowers or the dealer."""
        if self.rules.wall.dealer_first_tile == "dealt":
            self.tile_seq = self.dealer
        self.phase = "start"
        if self.rules.wildcard.kind == "turned" and self.rules.wildcard.turned == "before_draw":
            self.phase = "turn_up"
        else:
            self.go_on()

    def go_on(self) -> None:
        """Before the dealer's first act: what comes next."""
        self.seat = self.dealer
        flowers = any(self.due_flowers(seat) for seat in range(4))
        if flowers and not self.rules.play.keep_flowers:
            self.phase = "start"
        elif self.rules.wildcard.kind == "turned" and self.wildcard < 0:
            self.phase = "turn_up"
        else:
            self.phase = "draw" if self.rules.wall.dealer_first_tile == "drawn" else "turn"
            self.drew = True

    def last_round(self) -> bool:
        """Whether it is a turn of the last round."""
        n = self.rules.wall.last_round
        on_turn = self.phase == "turn" and self.drew
        return n > 0 and on_turn and self.drawable(self.seat) <= n

    def penalty(self) -> bool:
        """Whether the penalty discard is to be made, or lies in the window."""
        due = self.phase in ("turn", "window") and self.rules.play.penalty_discard
        return due and self.drawable(self.seat) == self.rules.wall.last_round + 1

    def must_expose(self, seat: int) -> bool:
        kept = self.rules.play.keep_flowers or self.last_round()
        return not kept and bool(self.due_flowers(seat))

    def dead(self) -> bool:
        """Whether a discarded wildcard lies in the window that nobody may take."""
        dead = self.rules.wildcard.discard_is_dead and self.phase == "window"
        return dead and self.tile in self.wild(self.giver)

    def must_keep(self, seat: int, tile: int) -> bool:
        kept = not self.rules.wildcard.discardable and tile in self.wild(seat)
        return kept and seat not in self.fouled

    def bars_of(self, seat: int) -> Bars:
        """What a seat is bound by: nothing after a foul."""
        return Bars() if seat in self.fouled else self.bars[seat]

    def drawer(self) -> int:
        """Who draws when the open window is let go by."""
        if self.phase == "rob" and self.giver not in self.standing:
            return self.giver
        return self.following(self.giver)

    def stand(self, seat: int) -> None:
        """A seat plays no more; a turn or a draw of its own goes to the next one."""
        self.standing.add(seat)
        self.pass_standing()

    def pass_standing(self) -> None:
        """Let the turn of a seat that stands go on, once the deal is over."""
        dealing = self.phase == "replace" and self.starting
        if self.seat in self.standing and self.phase in ("turn", "draw", "replace") and not dealing:
            if self.over(self.seat) > 0:
                self.kept.add(self.seat)
            self.phase, self.seat = "draw", self.following(self.seat)
            self.drew = self.kong_due = False

    def swap_kinds(self, act: Act) -> set[int]:
        """Kinds that a claim bars from the discard that follows it."""
        if self.rules.play.swap_calls == "free" or act.action == codes.KONG_EXPOSED:
            return set()
        kinds = {self.tile}
        if self.rules.play.swap_calls == "same_run" and act.action == codes.CHOW:
            ends = {act.low: act.low + 3, act.low + 2: act.low - 1}
            other = ends.get(self.tile, -1)
            if other >= 0 and other // 9 == self.tile // 9:
                kinds.add(other)
        return kinds

    def free_discards(self, seat: int, laid: list[int], barred: set[int]) -> set[int]:
        """Kinds that may still be discarded when some tiles are laid down."""
        rest = self.hands[seat].copy()
        rest.subtract(laid)
        return {
            t for t, n in rest.items() if n > 0 and t not in barred and not self.must_keep(seat, t)
        }

    def ready_discards(self, seat: int, laid: list[int], barred: set[int], melds: int) -> set[int]:
        """Those of them that leave the hand ready."""
        return {
            tile
            for tile in self.free_discards(seat, laid, barred)
            if tile < 34 and self.ready(seat, less=(*laid, tile), melds=melds)
        }

    def is_face_pung(self, seat: int) -> bool:
        """Dealer's face: a pung of the seat before the dealer from the dealer or the one after."""
        rightly_placed = seat == (self.dealer + 3) % 4
        near = self.giver in (self.dealer, (self.dealer + 1) % 4)
        return self.rules.play.dealer_face and rightly_placed and near

    # --- what events do

    def own_draw(self, seat: int) -> None:
        """A drawn tile makes a turn and frees from what was passed."""
        self.phase, self.seat, self.drew = "turn", seat, True
        bars = self.bars[seat]
        bars.passed_pung = set()
        bars.single = -1
        bars.single_due = False
        if self.rules.play.passed_until == "own_draw":
            bars.passed_win = set()
        if self.rules.play.forced_added_kong and any(
            meld.kind == codes.MELD_PUNG and meld.low == self.tile for meld in self.melds[seat]
        ):
            bars.fourth.add(self.tile)

    def leave_window(self, act: Act, may_pung: set[int]) -> None:
        """Note what is let go by with the event that closes a window, an event that is no win."""
        play = self.rules.play
        for seat in self.passes.get(self.tile_seq, ()):
            bars = self.bars[seat]
            if play.passed_win == "any_kind":
                bars.passed_win = {ANY}
            elif play.passed_win == "same_kind":
                bars.passed_win.add(self.tile)
            bars.single = -1
            claims = seat == act.seat and act.action in (codes.CHOW, codes.PUNG)
            four_tiles = len(self.melds[seat]) == (self.rules.tiles.hand_size - 1) // 3 - 1
            bars.single_due = claims and four_tiles and play.single_wait_exception
        for seat in may_pung if play.passed_pung else ():
            if seat != act.seat or act.action not in (codes.PUNG, codes.KONG_EXPOSED):
                self.bars[seat].passed_pung.add(self.tile)

    def note_kong(self, seat: int) -> None:
        """Count a kong; the fourth aborts unless one seat has all."""
        self.n_kongs += 1
        own = sum(meld.kind >= codes.MELD_KONG_EXPOSED for meld in self.melds[seat])
        if self.rules.abort.four_kongs and self.n_kongs == 4 and own < 4:
            self.fourth_kong = True

    def note_discard(self, seat: int, tile: int) -> None:
        """Forget what a discard ends, and see whether it aborts the hand."""
        bars = self.bars[seat]
        bars.last_discard = tile
        if self.rules.play.passed_until == "own_discard":
            bars.passed_win = set()
        bars.single = -1
        if bars.single_due:
            (bars.single,) = set(self.hands[seat].elements()) or {-1}
        bars.single_due = bars.due = False
        bars.swap = set()
        bars.fourth.discard(tile)
        self.n_discards += 1
        self.abort_due = ""
        if self.winds is not None and self.n_discards <= 4:
            self.winds.append(tile)
            if self.rules.abort.four_winds and self.n_discards == 4:
                alike = len(set(self.winds)) == 1 and 27 <= tile < 31
                if alike or self.winds == [27, 28, 29, 30]:
                    self.abort_due = "four_winds"
        if self.fourth_kong:
            self.fourth_kong = False
            self.abort_due = "four_kongs"

    def lay(self, seat: int, tiles: list[int], meld: Meld) -> None:
        """Lay tiles of the hand down in a meld."""
        self.hands[seat].subtract(tiles)
        assert all(n >= 0 for n in self.hands[seat].values())
        self.melds[seat].append(meld)
        if meld.kind != codes.MELD_KONG_CONCEALED:
            self.open.update(tiles)
