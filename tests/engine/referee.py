"""A referee in plain Python: follows an event log tile by tile, sharing no code with the machine.

It knows what a turn is, who may claim, what walls give and that tiles do not multiply; it knows
nothing of winning shapes and values. The rules are those of MCR: chow from the seat before, no
claim but a win on the last discard, flowers at once, replacements from the tail of a common wall
or from the own personal wall.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from schemas import codes

Event = dict[str, Any]
RANKS = {codes.CHOW: 1, codes.PUNG: 2, codes.KONG_EXPOSED: 3, codes.WIN: 4}
FIRST_FLOWER = 34


class Referee:
    """Follows the events of one hand and asserts that each could happen."""

    def __init__(self, *, personal: bool, wall: list[int], dealer: int) -> None:
        self.personal = personal
        self.wall = wall
        self.dealer = dealer
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.pungs: list[set[int]] = [set() for _ in range(4)]
        self.n_melds = [0] * 4
        self.laid: Counter[int] = Counter()
        self.taken = [0] * 4  # from the own wall, or by each seat from the common one
        self.front = self.tail = 0
        self.draws = self.seq = 0
        self.state = self.resume = "deal"
        self.seat = dealer
        self.drew = True
        self.offer: Event = {}
        self.lost: dict[int, int] = {}

    def follow(self, event: Event) -> None:
        """Assert that an event follows on those before, and remember it."""
        assert self.state != "over"
        assert event["seq"] == self.seq
        self.seq += 1
        own = (codes.DISCARD, codes.KONG_ADDED, codes.KONG_CONCEALED, codes.WIN)
        if self.state == "start" and event["action"] in own:
            assert not any(self._flowers(seat) for seat in range(4))
            self.state, self.seat = "turn", self.dealer
        handlers = {
            codes.DEAL: self._deal,
            codes.FLOWER: self._flower,
            codes.REPLACE: self._replace,
            codes.DRAW: self._draw,
            codes.DISCARD: self._discard,
            codes.LOST_CLAIM: self._lost_claim,
            codes.KONG_ADDED: self._added_kong,
            codes.KONG_CONCEALED: self._concealed_kong,
            codes.EXHAUSTED: self._exhausted,
            codes.WIN: self._win,
        }
        handlers.get(event["action"], self._claim)(event)
        if self.state in ("turn", "window", "kong", "rob"):
            assert event["wall_left"] == len(self.wall) - sum(self.taken)
            for seat in range(4):
                full = self.state == "turn" and seat == self.seat
                assert self.hands[seat].total() == 13 - 3 * self.n_melds[seat] + full

    def close(self, wall_left: int, n_draws: int) -> None:
        """Assert that the hand is over and that all tiles are accounted for."""
        assert self.state == "over"
        assert self.draws == n_draws
        held = self.laid + self.hands[0] + self.hands[1] + self.hands[2] + self.hands[3]
        assert held.total() + wall_left == len(self.wall)
        assert not held - Counter(self.wall)

    def _left(self, seat: int) -> int:
        if self.personal:
            return len(self.wall) // 4 - self.taken[seat]
        return len(self.wall) - sum(self.taken)

    def _flowers(self, seat: int) -> list[int]:
        return [tile for tile in self.hands[seat].elements() if tile >= FIRST_FLOWER]

    def _deal(self, event: Event) -> None:
        seat, tiles = event["seat"], event["tiles"]
        assert (self.state, seat) == ("deal", self.seq - 1)
        self.hands[seat].update(tiles)
        self.taken[seat] += len(tiles)
        if self.personal:
            assert tiles == self.wall[34 * seat : 34 * seat + 13]
        if seat == 3:
            self.state = "start"
            self.front = sum(self.taken)
            if not self.personal:
                dealt = self.hands[0] + self.hands[1] + self.hands[2] + self.hands[3]
                assert dealt == Counter(self.wall[: self.front])

    def _take(self, event: Event, *, tail: bool) -> None:
        seat = event["seat"]
        assert self._left(seat) > 0
        if self.personal:
            assert event["source"] == codes.FROM_PERSONAL
            assert event["tile"] == self.wall[34 * seat + self.taken[seat]]
        elif tail:
            self.tail += 1
            assert event["source"] == codes.FROM_TAIL
            assert event["tile"] == self.wall[-self.tail]
        else:
            assert event["source"] == codes.FROM_WALL
            assert event["tile"] == self.wall[self.front]
            self.front += 1
        self.taken[seat] += 1
        self.hands[seat][event["tile"]] += 1
        self.draws += 1

    def _draw(self, event: Event) -> None:
        if self.state == "window":
            assert not self.lost
            due = (self.offer["seat"] + 1) % 4
        else:
            assert self.state in ("rob", "kong", "start")
            assert not self.lost
            due = self.seat
        assert event["seat"] == due
        self._take(event, tail=self.state in ("rob", "kong"))
        self.state, self.seat, self.drew = "turn", due, True

    def _flower(self, event: Event) -> None:
        seat, tile = event["seat"], event["tile"]
        assert self.state == "start" or (self.state, self.seat) == ("turn", seat)
        assert tile >= FIRST_FLOWER
        self._lay_down(seat, [tile])
        self.resume, self.state, self.seat = self.state, "flower", seat

    def _replace(self, event: Event) -> None:
        assert (self.state, self.seat) == ("flower", event["seat"])
        self._take(event, tail=True)
        self.state = self.resume

    def _discard(self, event: Event) -> None:
        seat = event["seat"]
        assert (self.state, self.seat) == ("turn", seat)
        assert not self._flowers(seat)
        self._lay_down(seat, [event["tile"]])
        self._offer(event, "window")

    def _claim(self, event: Event) -> None:
        seat, action = event["seat"], event["action"]
        self._can_claim(event, action)
        self._beats_the_lost(event, action)
        others = list(event["tiles"])
        others.remove(event["tile"])
        self._lay_down(seat, others)
        self.n_melds[seat] += 1
        if action == codes.PUNG:
            self.pungs[seat].add(event["tile"])
        self.state = "kong" if action == codes.KONG_EXPOSED else "turn"
        self.seat, self.drew = seat, False
        self.lost = {}

    def _can_claim(self, event: Event, action: int) -> None:
        seat, tile, tiles = event["seat"], event["tile"], event["tiles"]
        giver = self.offer["seat"]
        assert self.state == "window"
        assert self._left((giver + 1) % 4) > 0
        if action == codes.CHOW:
            assert seat == (giver + 1) % 4
            assert tiles == [tiles[0], tiles[0] + 1, tiles[0] + 2]
            assert tiles[0] // 9 == tiles[2] // 9 < 3
        else:
            assert tiles == [tile] * (4 if action == codes.KONG_EXPOSED else 3)
        if action == codes.KONG_EXPOSED:
            assert self._left(seat) > 0
        others = Counter(tiles) - Counter([tile])
        assert not others - self.hands[seat]
        self._names_the_offer(event)

    def _names_the_offer(self, event: Event) -> None:
        assert event["seat"] != self.offer["seat"]
        assert event["seat"] not in self.lost
        assert event["tile"] == self.offer["tile"]
        assert event["from_seat"] == self.offer["seat"]
        assert event["from_seq"] == self.offer["seq"]

    def _lost_claim(self, event: Event) -> None:
        tiles = event["tiles"]
        if not tiles:
            claim = codes.WIN
            assert self.state in ("window", "rob")
            self._names_the_offer(event)
        else:
            same = len(set(tiles)) == 1
            claim = (codes.KONG_EXPOSED if len(tiles) == 4 else codes.PUNG) if same else codes.CHOW
            self._can_claim(event, claim)
        self.lost[event["seat"]] = claim

    def _beats_the_lost(self, event: Event, action: int) -> None:
        giver = self.offer["seat"]
        for seat, claim in self.lost.items():
            nearer = (event["seat"] - giver) % 4 < (seat - giver) % 4
            assert (RANKS[action], nearer) > (RANKS[claim], False)

    def _concealed_kong(self, event: Event) -> None:
        seat = event["seat"]
        self._can_kong(seat)
        self._lay_down(seat, [event["tile"]] * 4)
        self.n_melds[seat] += 1
        self.state = "kong"

    def _added_kong(self, event: Event) -> None:
        seat = event["seat"]
        self._can_kong(seat)
        assert event["tile"] in self.pungs[seat]
        self._lay_down(seat, [event["tile"]])
        self._offer(event, "rob")

    def _can_kong(self, seat: int) -> None:
        assert (self.state, self.seat, self.drew) == ("turn", seat, True)
        assert not self._flowers(seat)
        assert self._left(seat) > 0

    def _offer(self, event: Event, state: str) -> None:
        self.offer, self.lost, self.state = event, {}, state

    def _lay_down(self, seat: int, tiles: list[int]) -> None:
        assert not Counter(tiles) - self.hands[seat]
        self.hands[seat] -= Counter(tiles)
        self.laid.update(tiles)

    def _exhausted(self, event: Event) -> None:
        assert self.state in ("window", "flower")
        assert not self.lost
        due = (self.offer["seat"] + 1) % 4 if self.state == "window" else self.seat
        assert (event["seat"], self._left(due)) == (due, 0)
        self.state = "over"

    def _win(self, event: Event) -> None:
        if self.state == "turn":
            assert (event["seat"], self.drew) == (self.seat, True)
            assert (event["from_seat"], event["from_seq"]) == (-1, -1)
            assert self.hands[self.seat][event["tile"]] > 0
        else:
            assert self.state in ("window", "rob")
            self._names_the_offer(event)
            self._beats_the_lost(event, codes.WIN)
        self.state = "over"
