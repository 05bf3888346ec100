"""What the referee does with walls: dealing, flowers, turning, drawing; tiles are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from schemas import codes
from tests.engine.conformance.plain_play import Act, Play

Event = dict[str, Any]


def deal(play: Play, event: Event) -> None:
    """The four hands lie in the wall in the order they are dealt."""
    seat, tiles = event["seat"], event["tiles"]
    assert (event["action"], seat) == (codes.DEAL, play.seq)
    play.hands[seat].update(tiles)
    play.taken[seat] += len(tiles)
    drawn_first = play.rules.wall.dealer_first_tile == "drawn"
    more = seat == play.dealer and not drawn_first
    assert len(tiles) == play.rules.tiles.hand_size + more
    if seat == play.dealer and more:
        play.tile = tiles[-1]
    if play.personal:
        first = seat * (len(play.wall) // 4)
        assert tiles == play.wall[first : first + len(tiles)]
    if seat == 3:
        play.front = sum(play.taken)
        if not play.personal:
            dealt = Counter(t for hand in play.hands for t in hand.elements())
            assert dealt == Counter(play.wall[: play.front])
        play.begin()


def flower(play: Play, act: Act, event: Event) -> None:
    """A flower is laid open."""
    play.hands[act.seat][act.tile] -= 1
    play.flowers[act.seat][act.tile] += 1
    play.flower_shown = act.tile
    play.phase, play.seat = "replace", act.seat


def replace(play: Play, act: Act, event: Event) -> None:
    """Its replacement comes from where the rules say."""
    tile, source = play.take(act.seat, True)
    assert (event["tile"], event["source"]) == (tile, source)
    if play.starting:
        if act.seat == play.dealer and play.rules.wall.dealer_first_tile == "dealt":
            play.tile, play.tile_seq = tile, play.seq
            play.from_flower = True
        play.go_on()
        return
    play.tile, play.tile_seq = tile, play.seq
    play.from_kong, play.from_flower = False, True
    play.own_draw(act.seat)


def turn_wildcard(play: Play, act: Act, event: Event) -> None:
    """The next tile is turned up."""
    tile = play.next_tile(act.seat, True)
    assert (event["tile"], event["source"]) == (tile, codes.FROM_TAIL)
    play.turned.append(tile)
    if tile in play.flower_kinds and play.rules.wildcard.on_flower == "turn_again":
        play.flowers[act.seat][tile] += 1
        play.flower_shown = tile
        return
    play.wildcard = tile
    play.open[tile] += 1
    play.go_on()


def draw(play: Play, act: Act, event: Event) -> None:
    """A tile, from the front or for a kong."""
    if play.last_round():
        play.through.add(play.seat)
    tail = play.phase == "rob" or play.kong_due
    tile, source = play.take(act.seat, tail)
    assert (event["tile"], event["source"]) == (tile, source)
    play.kong_due = False
    play.from_kong, play.from_flower = tail, False
    play.tile, play.tile_seq = tile, play.seq
    play.bars[act.seat].draws += not tail
    play.own_draw(act.seat)


def count_tiles(play: Play) -> None:
    """Each copy of a tile is in one place, and hands have their size between events."""
    if play.phase in ("deal", "over", "won"):
        return
    size = play.rules.tiles.hand_size
    for seat in range(4):
        full = (play.phase == "turn" and seat == play.seat) or seat in play.through | play.kept
        if play.phase in ("turn_up", "start") and seat == play.dealer:
            full = play.rules.wall.dealer_first_tile == "dealt"
        if play.phase == "replace":
            continue
        held = play.hands[seat].total() + 3 * len(play.melds[seat])
        assert held == size + full, (seat, held, play.phase)


FROM_THE_WALL: Final[dict[int, Callable[[Play, Act, Event], None]]] = {
    codes.FLOWER: flower,
    codes.REPLACE: replace,
    codes.TURN_WILDCARD: turn_wildcard,
    codes.DRAW: draw,
}
"""Acts that bring a tile, or lay a flower open for one."""
