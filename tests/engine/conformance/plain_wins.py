"""Wins: what the order of play and the shape of the tiles say; worth is not looked at."""

from __future__ import annotations

from schemas import codes
from tests.engine.conformance.plain_play import ANY, Act, Play
from tests.engine.conformance.plain_shapes import as_counts, bare_sets

NO_CAP = 99


def why_no_win(play: Play, act: Act, *, lost: bool = False) -> str:
    """Why a seat cannot win now; empty where nothing but worth could be against it.

    Args:
        play: the hand.
        act: the win and the tile that it names, -1 for none.
        lost: it is announced and loses, so that its place among other claims does not matter.
    """
    seat = act.seat
    if seat in play.fouled:
        return "a foul"
    if not lost:
        if seat in play.winners:
            return "has won"
        reason = _why_not_nearest(play, seat)
        if reason:
            return reason
    special = special_win(play, seat)
    gold = play.wildcard if special == codes.BY_ROBBED_GOLD else -1
    if special >= 0 and act.tile in (-1, gold, play.tile):
        return ""
    if act.tile not in (-1, play.tile):
        return "another tile"
    if play.phase in ("window", "rob", "won"):
        return _why_not_on_offer(play, seat)
    if play.phase != "turn" or seat != play.seat or not play.drew:
        return "not on a drawn tile"
    if play.must_expose(seat) or play.bars[seat].due:
        return "something else is due"
    return "" if play.whole(seat) else "no shape"


def _why_not_nearest(play: Play, seat: int) -> str:
    if seat in play.lost:
        return "announced before"
    wins = [other for other, rank in play.lost.items() if rank == 4]
    if wins and play.rules.play.multiple_winners:
        return "a win was announced and lost"
    nearest = min((place(play, other) for other in wins), default=NO_CAP)
    return "" if place(play, seat) < nearest else "a nearer win"


def _why_not_on_offer(play: Play, seat: int) -> str:
    rules = play.rules
    robbing = play.phase == "rob" or (play.phase == "won" and play.robbed)
    if seat == play.giver or (robbing and not rules.play.rob_kong) or play.dead():
        return "nothing to win on"
    if not play.whole(seat, more=(play.tile,)):
        return "no shape"
    if not rules.win.three_wildcards_on_discard and play.count_golds(seat) >= 3:
        return "three wildcards"
    if rules.wildcard.idle == "no_discard_win" and is_idle(play, seat):
        return "idle wildcard"
    bars = play.bars[seat]
    if bars.open:
        return "open play"
    if bars.single == play.tile:
        return ""
    if not rules.play.own_discard_win and bars.last_discard == play.tile:
        return "own last discard"
    passed = play.tile in bars.passed_win or ANY in bars.passed_win
    return "passed win" if passed else ""


def place(play: Play, seat: int) -> int:
    """The place of a win among those on one tile, the lowest first."""
    distance = (seat - play.giver - 1) % 4
    if special_win(play, seat) == codes.BY_THREE_WILDCARDS:
        return distance - 4
    stands_back = play.rules.wildcard.idle == "no_intercept" and play.wildcard >= 0
    return distance + (4 if stands_back and is_idle(play, seat) else 0)


def is_idle(play: Play, seat: int) -> bool:
    """Whether a hand is all sets without one of its golds, and the tile makes no golden pair."""
    golds = play.golds()
    if play.wildcard < 0:
        return False
    held = play.count_golds(seat)
    n_sets = (play.rules.tiles.hand_size - 1) // 3 - len(play.melds[seat])
    cap = NO_CAP if play.rules.wildcard.fifth_copy else 4
    natural = {t: n for t, n in play.hands[seat].items() if t not in golds and t in play.in_hand}

    def missing(tiles: dict[int, int]) -> int:
        enough = bare_sets(as_counts(tiles), cap) <= n_sets
        return 3 * n_sets - sum(tiles.values()) if enough else NO_CAP

    if held == 0 or missing(natural) > held - 1:
        return False
    natural[play.tile] = natural.get(play.tile, 0) + 1
    return not (held == 2 and missing(natural) == 0)


def special_win(play: Play, seat: int) -> int:
    """How a seat may win without a shape of its own tiles and the tile at stake, -1 where not."""
    win = play.rules.win
    if play.flower_shown >= 34 and play.phase in ("replace", "turn_up"):
        return _flower_win(play, seat) if play.over(seat) >= 0 else -1
    if play.replaced_in_deal == seat and play.over(seat) == 0 and _flower_win(play, seat) >= 0:
        return _flower_win(play, seat)
    if play.phase == "window" and play.n_discards == 1 and play.giver == play.dealer:
        waiting = seat != play.giver and play.bars[seat].draws == 0
        if win.three_wildcards == "any_time" and waiting and play.count_golds(seat) >= 3:
            return codes.BY_THREE_WILDCARDS
        natural = not (seat == play.giver and play.tile == play.wildcard)
        if win.robbing_gold and 0 <= play.wildcard < 34 and natural:
            gold = play.wildcard
            return codes.BY_ROBBED_GOLD if gold in play.waits(seat) else -1
    if play.phase == "turn" and win.three_wildcards != "none" and not play.must_expose(play.seat):
        if play.count_golds(seat) < 3:
            return -1
        any_time = win.three_wildcards == "any_time"
        untouched = not play.claimed and not play.discards[play.dealer]
        at_start = any_time and play.seat == play.dealer and untouched
        if (seat == play.seat and (play.drew or any_time)) or at_start:
            return codes.BY_THREE_WILDCARDS
    return -1


def _flower_win(play: Play, seat: int) -> int:
    win = play.rules.win
    held = [sum(n for t, n in own.items() if t >= 34) for own in play.flowers]
    if win.eight_flowers and held[seat] == 8:
        return codes.BY_EIGHT_FLOWERS
    one = any(held[other] == 1 for other in range(4) if other != seat)
    if win.seven_rob_one and held[seat] == 7 and one:
        return codes.BY_SEVEN_FLOWERS
    return -1
