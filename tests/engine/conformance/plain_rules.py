"""What may be done: a reason against it, or none. Wins are in `plain_wins`."""

from __future__ import annotations

from schemas import codes
from tests.engine.conformance.plain_play import Act, Play
from tests.engine.conformance.plain_wins import why_no_win

RANKS = {codes.CHOW: 1, codes.PUNG: 2, codes.KONG_EXPOSED: 3, codes.WIN: 4}
CLAIMS = (codes.CHOW, codes.PUNG, codes.KONG_EXPOSED)
DECLARATIONS = (codes.DECLARE_READY, codes.SHOW_READY, codes.OPEN_PLAY)


def why_not(play: Play, act: Act) -> str:
    """Why an act is against the rules; empty where it is not."""
    if act.action == codes.FOUL:
        return _why_no_foul(play, act)
    if play.phase == "over":
        return "the hand is over"
    dealing = play.phase in ("start", "turn_up") or (play.phase == "replace" and play.starting)
    if act.seat in play.standing and act.action not in (codes.EXHAUSTED, codes.ABORT):
        deals = act.action in (codes.FLOWER, codes.REPLACE, codes.TURN_WILDCARD)
        if not (dealing and deals):
            return "stands"
    if play.phase == "won":
        return why_no_win(play, act) if act.action == codes.WIN else "the hand is won"
    if act.action in CLAIMS:
        return _why_no_claim(play, act) or why_not_first(play, act)
    judges = {
        codes.WIN: why_no_win,
        codes.DISCARD: _why_no_discard,
        codes.DRAW: _why_no_draw,
        codes.REPLACE: _why_no_replacement,
        codes.TURN_WILDCARD: _why_not_turned,
        codes.FLOWER: _why_no_flower,
        codes.KONG_ADDED: _why_no_kong,
        codes.KONG_CONCEALED: _why_no_kong,
        codes.LOST_CLAIM: _why_not_lost,
        codes.EXHAUSTED: _why_not_exhausted,
        codes.ABORT: _why_no_abort,
    }
    if act.action in DECLARATIONS:
        return _why_no_declaration(play, act)
    return judges[act.action](play, act)


def _why_no_foul(play: Play, act: Act) -> str:
    violations = play.rules.violations
    if play.phase in ("over", "won"):
        if violations.shown_foul == "refused" or not (play.phase == "won" or play.exhausted):
            return "the hand is over"
        return "its own win" if act.seat in play.winners else ""
    if act.seat in play.standing:
        return "stands already"
    dealing = play.phase in ("start", "turn_up")
    return "the deal goes first" if dealing and violations.foul == "ends_hand" else ""


def _why_no_turn(play: Play, seat: int) -> str:
    if play.phase != "turn" or play.seat != seat:
        return "not its turn"
    return "flowers go first" if play.must_expose(seat) else ""


def _why_no_discard(play: Play, act: Act) -> str:
    seat, tile = act.seat, act.tile
    bars = play.bars_of(seat)
    reason = _why_no_turn(play, seat)
    if reason or play.last_round() or tile < 0 or play.hands[seat][tile] == 0:
        return reason or "last round, or not held"
    if play.must_keep(seat, tile):
        naturals = [t for t in play.hands[seat].elements() if t not in play.wild(seat)]
        if naturals or not why_no_win(play, Act(seat, codes.WIN)):
            return "wildcard"
    if bars.due:
        ready = play.ready_discards(seat, [], bars.swap | bars.fourth, 0)
        return "" if tile in ready else "not ready after it"
    if bars.bound:
        free = tile == play.tile or play.must_keep(seat, play.tile)
        return "" if free else "discards what it draws"
    barred = bars.swap | bars.fourth
    if tile in barred and play.free_discards(seat, [], barred):
        return "barred kind"
    return ""


def _why_no_draw(play: Play, act: Act) -> str:
    due = play.seat if play.phase == "draw" else -1
    if play.phase in ("window", "rob"):
        due = play.drawer()
    elif play.last_round():
        due = play.following(play.seat)
    if act.seat != due or play.lost or not play.has_tile_for(due):
        return "no draw is due"
    return "the hand is aborted" if play.abort_due and play.phase == "window" else ""


def _why_no_replacement(play: Play, act: Act) -> str:
    due = play.phase == "replace" and act.seat == play.seat and play.drawable(act.seat) > 0
    return "" if due else "no replacement is due"


def _why_not_turned(play: Play, act: Act) -> str:
    return "" if play.phase == "turn_up" and act.seat == play.dealer else "not due"


def _why_no_flower(play: Play, act: Act) -> str:
    seat, tile = act.seat, act.tile
    if tile < 0 or play.hands[seat][tile] == 0 or not play.is_flower(seat, tile):
        return "no flower of its own"
    if play.phase in ("replace", "turn_up") or play.last_round() or play.bars_of(seat).due:
        return "not now"
    if play.starting:
        return ""
    return "" if play.phase == "turn" and play.seat == seat else "not its turn"


def _why_no_kong(play: Play, act: Act) -> str:
    seat, tile, rules = act.seat, act.tile, play.rules
    reason = _why_no_turn(play, seat)
    if reason or not (play.drew or rules.play.deferred_kong_after_claim):
        return reason or "not after a claim"
    if play.last_round() or play.penalty():
        return "last round or penalty discard"
    concealed = act.action == codes.KONG_CONCEALED
    if tile < 0 or tile not in play.in_hand or tile in play.wild(seat):
        return "no natural tile"
    if play.hands[seat][tile] < (4 if concealed else 1):
        return "not held"
    if not concealed and not any(
        meld.kind == codes.MELD_PUNG and meld.low == tile for meld in play.melds[seat]
    ):
        return "no pung"
    more = rules.wall.keep_back_per_concealed_kong if concealed else 0
    more = more if concealed else rules.wall.keep_back_per_exposed_kong
    if play.drawable(seat) - more <= 0:
        return "no replacement"
    return _why_no_bound_kong(play, act, concealed)


def _why_no_bound_kong(play: Play, act: Act, concealed: bool) -> str:
    seat, tile = act.seat, act.tile
    if seat in play.fouled:
        return ""
    bars = play.bars_of(seat)
    drawn = (play.tile,) if play.drew else ()
    laid, melds = ((tile,) * 4, 1) if concealed else ((tile,), 0)
    if bars.due:
        return "a discard is due"
    if bars.declared or bars.shown:
        before = play.waits(seat, less=drawn)
        same = concealed and play.waits(seat, less=laid, melds=melds) == before
        return "" if same else "declared hand"
    if bars.face:
        return "" if play.ready(seat, less=laid, melds=melds) else "not ready after it"
    if concealed or (play.drew and tile == play.tile):
        return ""
    if play.rules.play.added_kong == "drawn":
        return "not drawn"
    if play.rules.play.added_kong == "ready":
        left = drawn if play.drew else laid
        return "" if play.waits(seat, less=left) else "not ready"
    return ""


def _why_no_claim(play: Play, act: Act) -> str:
    """Why a chow, pung or exposed kong is no claim, whoever else claims."""
    seat, tile, rules = act.seat, play.tile, play.rules
    bars = play.bars_of(seat)
    if play.phase != "window" or seat == play.giver or act.tile not in (-1, tile):
        return "nothing to claim"
    if play.dead() or play.abort_due:
        return "dead discard or abort"
    if not rules.play.last_discard_claims and play.is_last(play.giver):
        return "last discard"
    if bars.open or (bars.bound and act.action != codes.KONG_EXPOSED):
        return "claims nothing"
    if act.action == codes.CHOW:
        return _why_no_chow(play, act)
    n = 3 if act.action == codes.KONG_EXPOSED else 2
    if play.hands[seat][tile] < n or tile not in play.in_hand or tile in play.wild(seat):
        return "not held"
    if act.action == codes.KONG_EXPOSED:
        if play.penalty():
            return "penalty discard"
        if play.drawable(seat) - rules.wall.keep_back_per_exposed_kong <= 0:
            return "no replacement"
        if bars.bound:
            keeps = bars.face and not (bars.declared or bars.shown)
            return "" if keeps and play.ready(seat, less=(tile,) * 3, melds=1) else "bound"
        return ""
    if tile in bars.passed_pung:
        return "passed pung"
    barred = play.swap_kinds(act) | bars.fourth
    second = bars.face_pungs == 1 and play.is_face_pung(seat)
    if second and not play.ready_discards(seat, [tile, tile], barred, 1):
        return "not ready after the second pung"
    return _why_no_discard_left(play, act, [tile, tile])


def _why_no_chow(play: Play, act: Act) -> str:
    seat, tile, low = act.seat, play.tile, act.low
    if seat != (play.giver + 1) % 4:
        return "not from the seat before"
    if low < 0 or low >= 27 or low % 9 > 6 or not low <= tile <= low + 2:
        return "no run"
    laid = [other for other in range(low, low + 3) if other != tile]
    if tile in play.wild(seat):
        return "wildcard"
    if any(play.hands[seat][other] == 0 or other in play.wild(seat) for other in laid):
        return "not held"
    if not play.rules.play.own_discard_chow and play.bars_of(seat).last_discard == tile:
        return "own last discard"
    return _why_no_discard_left(play, act, laid)


def _why_no_discard_left(play: Play, act: Act, laid: list[int]) -> str:
    seat = act.seat
    swap = play.swap_kinds(act)
    barred = swap | play.bars_of(seat).fourth if swap else set()
    rest = play.hands[seat].copy()
    rest.subtract(laid)
    naturals = [t for t in rest.elements() if t not in play.wild(seat)]
    if not play.rules.wildcard.discardable and not naturals:
        return "only wildcards left"
    if swap and not play.free_discards(seat, laid, barred):
        return "nothing to discard"
    return ""


def why_not_first(play: Play, act: Act) -> str:
    """Why a claim should have lost against one that was announced."""
    if not play.lost:
        return ""
    if act.seat in play.lost:
        return "announced before"
    return "a better claim" if RANKS[act.action] < max(play.lost.values()) else ""


def _why_not_lost(play: Play, act: Act) -> str:
    if act.seat in play.lost:
        return "announced before"
    announced = Act(act.seat, act.claim, act.tile, act.low)
    if act.claim == codes.WIN:
        window = play.phase in ("window", "rob")
        return why_no_win(play, announced, lost=True) if window else "nothing offered"
    if act.claim not in CLAIMS:
        return "no claim"
    if act.claim == codes.CHOW and act.low < 0:
        runs = [_why_no_claim(play, announced._replace(low=play.tile - k)) for k in range(3)]
        return "" if "" in runs else runs[0]
    return _why_no_claim(play, announced)


def _why_no_declaration(play: Play, act: Act) -> str:
    seat, option = act.seat, play.rules.play.declare_ready
    bars = play.bars[seat]
    reason = _why_no_turn(play, seat)
    if reason or play.last_round():
        return reason or "no discard follows"
    if act.action == codes.OPEN_PLAY:
        late = play.discards[seat] or any(
            meld.kind != codes.MELD_KONG_CONCEALED for meld in play.melds[seat]
        )
        return "" if play.rules.play.open_play and not bars.open and not late else "not now"
    if option == "none" or (act.action == codes.SHOW_READY and option != "shown"):
        return "not in the rules"
    if bars.bound or bars.due:
        return "declared already"
    return "" if play.ready_discards(seat, [], bars.swap | bars.fourth, 0) else "not ready"


def _why_not_exhausted(play: Play, act: Act) -> str:
    if play.phase == "window":
        if play.lost or play.abort_due:
            return "a claim or an abort is open"
        return "tiles are left" if play.has_tile_for(play.drawer()) else ""
    if play.phase == "rob" and play.giver in play.standing and not play.lost:
        return "tiles are left" if play.has_tile_for(play.drawer()) else ""
    if play.last_round():
        return "tiles are left" if play.has_tile_for(play.following(play.seat)) else ""
    if play.phase == "draw":
        return "tiles are left" if play.has_tile_for(play.seat) else ""
    if play.phase == "replace":
        return "" if play.drawable(play.seat) <= 0 else "tiles are left"
    return "not now"


def _why_no_abort(play: Play, act: Act) -> str:
    due = play.phase == "window" and play.abort_due and not play.lost
    return "" if due else "no abort is due"


def may_pung(play: Play) -> set[int]:
    """Seats that could claim a pung of the discard in the window."""
    if play.phase != "window":
        return set()
    return {seat for seat in range(4) if not _why_no_claim(play, Act(seat, codes.PUNG))}
