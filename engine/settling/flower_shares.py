"""Every loser pays the winner's formula, then losers settle their flowers (Luoyuan card, "Points").

All three losers pay, also on a discard. What one pays is the win's total, and what the dealer's
streak adds to it where the dealer is one of the two. After a plain win each pair of losers settles
the difference of their flower tiles and golds.

One loser pays all of it (part ``liability``) where it made the penalty discard 打赔, or where its
foul was found when the hands were shown 赔胡, which goes before; it then pays each other loser that
one's own flowers and golds, and these two do not settle. A loser whose hand
is void 站胡 has none of its own, and pays all after three golds, a golden pair, a golden dragon; of
several such losers the first counter-clockwise from the winner.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.luoyuan import patterns as row
from engine.luoyuan.hand import count_flower_sets
from engine.params import param
from engine.rules import P_FLOWERS, Rules
from engine.scoring_out import I_LIABLE, I_LOSERS_SETTLE, I_PER_STREAK, I_TOTAL
from engine.settling.parts import PART_DEALER, PART_LIABILITY, PART_LOSERS, PART_WIN, pay
from engine.situation import (
    MOST_MELDS,
    S_DEALER,
    S_FLAGS,
    S_LIABLE,
    S_PAYER,
    S_STREAK,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    Showdown,
)
from engine.wild import count_wild, wild_tiles
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    FLAG_PENALTY_DISCARD,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
)
from schemas.tiles import N_TILES

_PENALTY_DISCARD: Final = param("play.penalty_discard")
_LOSER_FLOWER_SETS: Final = param("settlement.loser_flower_sets")
_LOSER_KONGS: Final = param("settlement.loser_kongs")


@leaf
def settle_flower_shares(rules: Rules, table: Showdown, parts: NDArray[np.int32]) -> None:
    """Add the payments of all winners, and those of the losers among themselves.

    Players that win on the same tile do not pay each other; losers settle where they do after
    every one of the wins.

    Args:
        rules: compiled rules.
        table: all hands.
        parts: int32 (4, 7), added to.
    """
    facts = table.facts
    penalty = rules.params[_PENALTY_DISCARD] == 1 and facts[S_FLAGS] & FLAG_PENALTY_DISCARD != 0
    penalty = penalty and facts[S_WIN_BY] == BY_DISCARD and facts[S_PAYER] >= 0
    losers_settle = True
    alone = facts[S_PAYER] if penalty else -1
    for winner in range(4):
        if (facts[S_WINNERS] >> winner) & 1:
            if facts[S_LIABLE] != 0:
                alone = _first_after(table, winner, facts[S_LIABLE])
            liable = alone if alone >= 0 else _void_liable(table, winner)
            _pay_winner(table, winner, liable, parts)
            losers_settle = losers_settle and table.info[winner, I_LOSERS_SETTLE] == 1
    for seat in range(4):
        if not _loses(table, seat):
            continue
        own = _flowers_and_golds(rules, table, seat)
        if alone >= 0:
            if seat != alone:
                pay(parts, alone, seat, PART_LOSERS, own)
        elif losers_settle:
            for other in range(seat + 1, 4):
                if _loses(table, other):
                    more = _flowers_and_golds(rules, table, other) - own
                    pay(parts, seat, other, PART_LOSERS, more)


@leaf
def _pay_winner(table: Showdown, winner: int, liable: int, parts: NDArray[np.int32]) -> None:
    """What one winner gets; a liable seat (-1: none) gives the other losers theirs back."""
    dealer = table.facts[S_DEALER]
    streak = table.facts[S_STREAK] * table.info[winner, I_PER_STREAK]
    for seat in range(4):
        if not _loses(table, seat):
            continue
        due = int(table.info[winner, I_TOTAL])
        more = streak if dealer in (winner, seat) else 0
        pay(parts, seat, winner, PART_WIN, due)
        pay(parts, seat, winner, PART_DEALER, more)
        if 0 <= liable != seat:
            pay(parts, liable, seat, PART_LIABILITY, due + more)


@leaf
def _loses(table: Showdown, seat: int) -> bool:
    return bool((table.facts[S_WINNERS] >> seat) & 1 == 0)


@leaf
def _void_liable(table: Showdown, winner: int) -> int:
    """The loser whose hand is void and who pays all after a win of this kind, -1 for none."""
    if table.info[winner, I_LIABLE] == 0:
        return -1
    return _first_after(table, winner, table.facts[S_VOID])


@leaf
def _first_after(table: Showdown, winner: int, seats: int) -> int:
    """The first loser among some seats counter-clockwise from the winner, -1 for none."""
    for step in range(1, 4):
        seat = (winner + step) % 4
        if (seats >> seat) & 1 and _loses(table, seat):
            return seat
    return -1


@leaf
def _flowers_and_golds(rules: Rules, table: Showdown, seat: int) -> int:
    """Number of a loser's flower tiles and golds, with sets and kongs where the rules say so.

    Tiles count one each, whatever their row is worth to a winner. A flower that was drawn in the
    last round and lies in hand is a flower.
    """
    facts = table.facts
    if (facts[S_VOID] >> seat) & 1:
        return 0
    hand, flowers = table.hand[seat], table.flowers[seat]
    wild = wild_tiles(rules, facts[S_WILDCARD], (seat - facts[S_DEALER]) % 4)
    flower_kinds = rules.params[P_FLOWERS] & ~wild
    n = count_wild(hand, wild)
    for kind in range(27, N_TILES):
        if (flower_kinds >> kind) & 1:
            n += int(flowers[kind]) + int(hand[kind])
    if rules.params[_LOSER_FLOWER_SETS] == 1:
        n += count_flower_sets(flower_kinds, flowers, hand) * int(rules.values[row.FLOWER_SET])
    if rules.params[_LOSER_KONGS] == 1:
        n += _kongs(rules, table, seat)
    return n


@leaf
def _kongs(rules: Rules, table: Showdown, seat: int) -> int:
    """What a loser's kongs are worth; one that was robbed is none."""
    facts = table.facts
    robbed = facts[S_WIN_BY] == BY_ROBBED_KONG and seat == facts[S_PAYER]
    n = 0
    for meld in range(MOST_MELDS):
        kind = table.meld_kind[seat, meld]
        if kind == MELD_KONG_CONCEALED:
            n += int(rules.values[row.CONCEALED_KONG])
        elif kind in (MELD_KONG_EXPOSED, MELD_KONG_ADDED) and not (
            robbed and table.meld_tile[seat, meld] == facts[S_WIN_TILE]
        ):
            n += int(rules.values[row.EXPOSED_KONG])
    return n
