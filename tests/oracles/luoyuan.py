"""Luoyuan 罗源麻将 hands scored slowly and plainly, from the Luoyuan card alone.

A hand is one line of the scoring interface, decoded. What a line cannot show (a passed win, whose
turn it was) is taken as given.
"""

from __future__ import annotations

from typing import Final

from schemas.tiles import parse_tile
from tests.oracles.luoyuan_payments import (
    Counts,
    Options,
    due,
    flower_fan,
    loser_counts,
    one_pays_all,
    own_counts,
    pay,
    payment,
    win_deltas,
)
from tests.oracles.luoyuan_tiles import Line, is_idle, splits, tiles_of, whole_hand

WIN_KINDS: Final = (
    "heavenly",  # 天胡
    "golden_dragon",  # 金龙
    "golden_pair",  # 金雀
    "robbing_gold",  # 抢金
    "three_golds",  # 三金倒
    "bare_win",  # 平胡
    "self_draw",  # 自摸
    "discard_win",  # 放胡
)
"""In the card's order, which decides between equally paid ones."""
COUNTS: Final = ("flower", "flower_set", "exposed_kong", "concealed_kong", "gold")
OWN_DRAW: Final = ("self_draw", "three_wildcards")

DEFAULTS: Final[Options] = {
    "preset": 36,  # flowers in the wall, 20 or 36: for random hands, scoring does not ask
    "idle_gold": "no_discard_win",  # or "no_intercept", of which one line shows nothing
    "robbed_gold_counts": True,
    "loser_flower_sets": False,
    "loser_kongs": False,
    "rob_kong": True,
    "fouls": "as_source",
    "values": {
        "heavenly": 10,
        "golden_dragon": 10,
        "golden_pair": 6,
        "robbing_gold": 3,
        "three_golds": 3,
        "bare_win": 2,
        "self_draw": 2,
        "discard_win": 1,
        "flower": 1,
        "flower_set": 2,
        "exposed_kong": 1,
        "concealed_kong": 2,
        "gold": 1,
    },
}
FALSE_WIN_VALUE: Final = 3


def score(hand: Line, options: Options | None = None) -> Line:
    """Legality, total, patterns and payments of one line.

    ``total`` is what one non-dealer pays another. Where several win kinds pay the same, ``tied``
    holds the patterns of each. A win that is not allowed counts as if it were.
    """
    rules = chosen(options)
    kinds, reason = _kinds(hand, rules)
    if reason == "no_shape":
        return {"legal": False, "reason": reason, "total": 0, "patterns": {}, "deltas": None}
    counts = own_counts(hand, rules)
    totals = {kind: payment(kind, counts, 0, rules) for kind in WIN_KINDS if kind in kinds}
    best = [kind for kind in totals if totals[kind] == max(totals.values())]
    answer: Line = {
        "legal": reason is None,
        "reason": reason,
        "total": totals[best[0]],
        "patterns": _patterns(best[0], counts),
        "deltas": None,
    }
    if len(best) > 1:
        answer["tied"] = [_patterns(kind, counts) for kind in best]
    if reason is None and hand.get("table") is not None:
        answer["deltas"] = win_deltas(hand, best[0], rules)
    return answer


def false_win(offender: int, dealer: int, streak: int, hand_of_offender: Line) -> list[int]:
    """Deltas of a false win 诈胡.

    The hand is concealed, melds, flowers and wildcard, or the line that was announced, of which a
    tile that was not drawn (discarded, robbed) is not the offender's own.
    """
    own = dict(hand_of_offender)
    if own.get("win_by", "self_draw") not in OWN_DRAW:
        own["win_by"] = own["win_tile"] = None
    counts = own_counts(own, DEFAULTS)
    points = flower_fan(counts, DEFAULTS) + counts["gold"] + 1
    deltas = [0, 0, 0, 0]
    for other in range(4):
        if other != offender:
            between = streak if dealer in (offender, other) else 0
            pay(deltas, offender, other, (points + between) * FALSE_WIN_VALUE)
    return deltas


def foul(kind: str, hand: Line, offender: int, options: Options | None = None) -> list[int]:
    """Deltas of a legal win where a loser has fouled: "pay_all" 赔胡 or "stand" 站胡.

    Raises:
        ValueError: where the win is not legal or has no table, the offender won, or the kind or
            the option's value is unknown.
    """
    rules = chosen(options)
    if rules["fouls"] != "as_source":
        raise ValueError(f"fouls={rules['fouls']!r}; the card knows as_source")
    answer = score(hand, options)
    if answer["deltas"] is None or offender == hand["table"]["winner"]:
        raise ValueError("a foul is settled by a loser after a legal win at a table")
    win_kind = next(iter(answer["patterns"]))
    owed = due(hand, win_kind, rules)
    if kind == "pay_all":
        return one_pays_all(hand, offender, owed, loser_counts(hand, rules))
    if kind != "stand":
        raise ValueError(f"unknown foul {kind!r}; pay_all or stand")
    if win_kind in ("three_golds", "golden_pair", "golden_dragon"):
        deltas = [0, 0, 0, 0]
        pay(deltas, offender, hand["table"]["winner"], sum(owed.values()))
        return deltas
    return win_deltas(hand, win_kind, rules, standing=offender)


def chosen(options: Options | None) -> Options:
    """The card's defaults with what is given in place of them.

    Raises:
        ValueError: where an option or a value's key is unknown.
    """
    given = options or {}
    unknown = set(given) - set(DEFAULTS) | set(given.get("values", {})) - {*WIN_KINDS, *COUNTS}
    if unknown:
        raise ValueError(f"unknown options {sorted(unknown)}")
    return {**DEFAULTS, **given, "values": {**DEFAULTS["values"], **given.get("values", {})}}


def is_dealer(hand: Line) -> bool:
    """Whether the winner deals: by the table, without one by the seat wind."""
    table = hand.get("table")
    return bool(table["winner"] == table["dealer"] if table else hand.get("seat_wind") == "E")


def _kinds(hand: Line, rules: Options) -> tuple[list[str], str | None]:
    """The win kinds that apply, and why the win is none (the kinds are then as if it were)."""
    gold, way, melds = parse_tile(hand["wildcard"]), hand["win_by"], hand["melds"]
    held, whole, sets = tiles_of(hand["concealed"]), whole_hand(hand), 5 - len(melds)
    golds = whole.count(gold)
    naturals = tuple(sorted(tile for tile in whole if tile != gold))
    golden_pair = golds == 2 and splits(naturals, 0, sets, 0)
    golden_dragon = golds == 3 and sets > 0 and splits(naturals, 0, sets - 1, 1)

    if way in OWN_DRAW and golds == 3:  # no shape needed; nothing else counts
        return ["three_golds", *["golden_dragon"] * golden_dragon], None
    if not splits(naturals, golds, sets, 1):
        return [], "no_shape"

    counts = own_counts(hand, rules)
    is_bare = not (counts["flower"] or counts["exposed_kong"] or counts["concealed_kong"])
    nothing_claimed = all(meld["concealed"] for meld in melds)
    shape_wins = [*["golden_pair"] * golden_pair, *["bare_win"] * is_bare]
    if way in OWN_DRAW:
        before_discard = "first_turn" in hand.get("flags", ()) and nothing_claimed
        heavenly = before_discard and is_dealer(hand)
        return ["self_draw", *shape_wins, *["heavenly"] * heavenly], None

    if way == "robbed_gold":
        at_start = nothing_claimed if is_dealer(hand) else not melds
        if at_start and golden_dragon:
            return ["golden_dragon"], None
        allowed = at_start and held.count(gold) < 2
        kinds = ["robbing_gold", *["golden_pair"] * golden_pair]
        return kinds, None if allowed else "not_allowed"

    idle = rules["idle_gold"] == "no_discard_win" and is_idle(held, gold, sets)
    forbidden = (
        (way == "robbed_kong" and not rules["rob_kong"])
        or parse_tile(hand["win_tile"]) == gold  # a discarded gold is won on by nobody
        or held.count(gold) == 3  # three golds win only on their own draw
        or (idle and not golden_pair)
    )
    return ["discard_win", *shape_wins], "not_allowed" if forbidden else None


def _patterns(kind: str, counts: Counts) -> dict[str, int]:
    return {kind: 1, **{key: counts[key] for key in COUNTS if counts[key]}}
