"""The referee: follows a hand event by event and asserts that each could happen.

It shares no code with the machine: turns, claims, walls, wildcards, restrictions and winning shapes
are worked out anew from the options of the rule set. What a hand is worth is not its matter.
"""

from __future__ import annotations

from typing import Any

from schemas import codes
from schemas.ruleset import RuleSet
from tests.engine.conformance.hand_walls import FROM_THE_WALL, Event, count_tiles, deal
from tests.engine.conformance.plain_play import Act, Play
from tests.engine.conformance.plain_rules import RANKS, may_pung, why_not
from tests.engine.conformance.plain_table import Meld
from tests.engine.conformance.plain_wins import special_win


class Referee:
    """Follows one hand.

    Args:
        rules: the rule set.
        wall: all tiles, as in `schemas.batch`, without filling.
        dealer: seat that deals.
        passes: seats that let a win go by, by the event that offered it.
    """

    def __init__(
        self, rules: RuleSet, wall: list[int], dealer: int, passes: dict[int, set[int]]
    ) -> None:
        self.rules = rules
        self.play = Play(rules, wall, dealer, passes)
        self.outcome = -1
        self.abort_reason = ""
        self.wins: dict[int, dict[str, Any]] = {}
        self.completed: set[tuple[int, int]] = set()

    def why_not(self, act: Act) -> str:
        """Why an act is against the rules now, empty where it is not."""
        return why_not(self.play, act)

    def follow(self, event: Event) -> None:
        """Assert that an event follows on those before, and carry it out."""
        play = self.play
        assert event["seq"] == play.seq
        if play.phase == "deal":
            deal(play, event)
        else:
            act = act_of(event)
            reason = why_not(play, act)
            assert not reason, (act, codes.ACTIONS[act.action], reason, play.phase)
            self._carry_out(act, event)
        self._note_completed()
        play.pass_standing()
        play.seq += 1
        dealt = 4 * self.rules.tiles.hand_size + (self.rules.wall.dealer_first_tile == "dealt")
        left = len(play.wall) - dealt if event["action"] == codes.DEAL else play.left()
        assert event["wall_left"] == left, "wall count"
        count_tiles(play)

    def _carry_out(self, act: Act, event: Event) -> None:
        play = self.play
        closes = play.phase in ("window", "rob") and act.action not in (
            codes.LOST_CLAIM,
            codes.WIN,
            codes.ABORT,
            codes.FOUL,
        )
        if closes:
            play.leave_window(act, may_pung(play))
        if act.action not in (codes.WIN, codes.LOST_CLAIM):
            play.flower_shown = -1
            dealing = play.starting and act.action == codes.REPLACE
            play.replaced_in_deal = act.seat if dealing else -1
        keeps_start = (codes.FLOWER, codes.REPLACE, codes.TURN_WILDCARD, codes.WIN, codes.FOUL)
        if act.action not in keeps_start:
            play.starting = False
        if act.action in FROM_THE_WALL:
            FROM_THE_WALL[act.action](play, act, event)
            return
        {
            codes.DISCARD: self._discard,
            codes.CHOW: self._claim,
            codes.PUNG: self._claim,
            codes.KONG_EXPOSED: self._claim,
            codes.KONG_ADDED: self._added_kong,
            codes.KONG_CONCEALED: self._concealed_kong,
            codes.DECLARE_READY: self._declare,
            codes.SHOW_READY: self._declare,
            codes.OPEN_PLAY: self._declare,
            codes.LOST_CLAIM: self._lost_claim,
            codes.WIN: self._win,
            codes.ABORT: self._abort,
            codes.EXHAUSTED: self._exhausted,
            codes.FOUL: self._foul,
        }[act.action](act, event)

    def _discard(self, act: Act, event: Event) -> None:
        play = self.play
        play.hands[act.seat][act.tile] -= 1
        play.discards[act.seat].append(act.tile)
        play.open[act.tile] += 1
        play.note_discard(act.seat, act.tile)
        self._offer(act, "window")

    def _offer(self, act: Act, phase: str) -> None:
        play = self.play
        play.phase, play.giver, play.tile, play.tile_seq = phase, act.seat, act.tile, play.seq
        play.lost = {}

    def _claim(self, act: Act, event: Event) -> None:
        play, seat, tile = self.play, act.seat, self.play.tile
        self._names_the_offer(event)
        bars = play.bars[seat]
        if play.n_discards < 4:
            play.winds = None
        play.claimed = True
        bars.swap = play.swap_kinds(act)
        face = act.action == codes.PUNG and play.is_face_pung(seat)
        bars.face_pungs += face
        if face and bars.face_pungs == 2:
            bars.face = bars.due = True
        if act.action == codes.CHOW:
            assert event["tiles"] == [act.low, act.low + 1, act.low + 2]
            laid = [other for other in event["tiles"] if other != tile]
            meld = Meld(codes.MELD_CHOW, act.low, play.giver)
        else:
            kong = act.action == codes.KONG_EXPOSED
            laid = [tile] * (3 if kong else 2)
            assert event["tiles"] == [*laid, tile]
            meld = Meld(codes.MELD_KONG_EXPOSED if kong else codes.MELD_PUNG, tile, play.giver)
        play.lay(seat, laid, meld)
        play.phase, play.seat, play.drew, play.lost = "turn", seat, False, {}
        if act.action == codes.KONG_EXPOSED:
            play.note_kong(seat)
            play.phase, play.kong_due = "draw", True

    def _names_the_offer(self, event: Event) -> None:
        play = self.play
        assert event["tile"] == play.tile
        assert (event["from_seat"], event["from_seq"]) == (play.giver, play.tile_seq)

    def _added_kong(self, act: Act, event: Event) -> None:
        play, seat, tile = self.play, act.seat, act.tile
        assert event["tiles"] == [tile] * 4
        play.claimed = True
        play.hands[seat][tile] -= 1
        play.open[tile] += 1
        place = next(k for k, meld in enumerate(play.melds[seat]) if meld[:2] == (1, tile))
        giver = play.melds[seat][place].giver
        play.melds[seat][place] = Meld(codes.MELD_KONG_ADDED, tile, giver)
        play.note_kong(seat)
        self._offer(act, "rob")

    def _concealed_kong(self, act: Act, event: Event) -> None:
        play, seat, tile = self.play, act.seat, act.tile
        assert event["tiles"] == [tile] * 4
        play.claimed = True
        play.lay(seat, [tile] * 4, Meld(codes.MELD_KONG_CONCEALED, tile, -1))
        play.note_kong(seat)
        play.phase, play.kong_due = "draw", True

    def _declare(self, act: Act, event: Event) -> None:
        bars = self.play.bars[act.seat]
        if act.action == codes.OPEN_PLAY:
            bars.open = True
            return
        bars.declared = bars.due = True
        bars.shown = act.action == codes.SHOW_READY

    def _lost_claim(self, act: Act, event: Event) -> None:
        self._names_the_offer(event)
        self.play.lost[act.seat] = RANKS[act.claim]

    def _win(self, act: Act, event: Event) -> None:
        play, seat = self.play, act.seat
        row = self.wins[seat] = {
            "special": special_win(play, seat),
            "phase": play.phase if play.phase != "won" else self.wins[min(self.wins)]["phase"],
            "tile": play.tile,
            "seq": play.tile_seq,
            "giver": play.giver,
            "whole": (play.tile_seq, seat) in self.completed,
            "open": play.open.copy(),
            "last": play.is_last(play.giver if play.phase in ("window", "rob", "won") else seat),
            "penalty": play.penalty() and play.phase == "window",
        }
        play.winners.add(seat)
        play.robbed = row["phase"] == "rob"
        play.phase = "won"
        self.outcome = codes.OUT_WIN

    def _abort(self, act: Act, event: Event) -> None:
        assert event["seat"] == self.play.giver
        self.outcome, self.abort_reason = codes.OUT_ABORT, self.play.abort_due
        self.play.phase = "over"

    def _exhausted(self, act: Act, event: Event) -> None:
        play = self.play
        due = play.drawer() if play.phase in ("window", "rob") else play.seat
        assert act.seat == (play.following(due) if play.last_round() else due)
        self.outcome = codes.OUT_DRAW
        play.exhausted = True
        self.play.phase = "over"

    def _foul(self, act: Act, event: Event) -> None:
        play, how = self.play, self.rules.violations.foul
        if play.phase in ("over", "won"):
            return  # found when the hands were shown: only payments change
        if how == "ends_hand":
            self.outcome, play.phase = codes.OUT_PENALTY, "over"
            return
        play.fouled.add(act.seat)
        if how == "stands":
            play.stand(act.seat)
        if len(play.standing) == 4:
            self.outcome, play.phase = codes.OUT_PENALTY, "over"

    def _note_completed(self) -> None:
        """Note whom the tile at stake completes, with the event that brought it."""
        play = self.play
        if play.phase in ("window", "rob") and play.seq == play.tile_seq and not play.dead():
            for seat in range(4):
                waits = seat != play.giver and seat not in play.standing
                if waits and play.whole(seat, more=(play.tile,)):
                    self.completed.add((play.tile_seq, seat))
        elif play.phase == "turn" and play.drew and play.whole(play.seat):
            self.completed.add((play.tile_seq, play.seat))


def act_of(event: Event) -> Act:
    """What a record would say of an event."""
    action, tiles = event["action"], event["tiles"]
    low = claim = -1
    tile = event["tile"]
    if action == codes.CHOW:
        low = tiles[0]
    elif action == codes.LOST_CLAIM:
        claim = codes.WIN
        if tiles:
            same = len(set(tiles)) == 1
            claim = codes.PUNG if same else codes.CHOW
            claim = codes.KONG_EXPOSED if len(tiles) == 4 else claim
            low = tiles[0] if claim == codes.CHOW else -1
    if action in (codes.DRAW, codes.REPLACE, codes.TURN_WILDCARD):
        tile = -1
    return Act(event["seat"], action, tile, low, claim)
