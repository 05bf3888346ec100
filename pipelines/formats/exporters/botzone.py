"""Botzone's text from a batch: ``Match`` to a blank line, one game after another.

What the text has no words for is refused hand by hand: flowers, another dealer than seat 0,
player errors, wins without a recorded total, results without recorded scores. Walls, players,
times, sessions and bets are left out; a list of patterns that is not known becomes an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipelines.formats.columns import Hand, from_batch
from pipelines.formats.exporters.common import CannotHold, Exported, Refused, written
from schemas import codes
from schemas.batch import RecordBatch
from schemas.tiles import BOTZONE_NAMES

_VERBS: Final = {
    codes.DRAW: "Draw",
    codes.DISCARD: "Play",
    codes.CHOW: "Chi",
    codes.PUNG: "Peng",
    codes.KONG_EXPOSED: "Gang",
    codes.KONG_CONCEALED: "AnGang",
    codes.KONG_ADDED: "BuGang",
    codes.WIN: "Hu",
    codes.FALSE_WIN: "Hu",
}
_SUITS_AND_HONORS: Final = 34


def write(batch: RecordBatch) -> Exported:
    """Write the hands that the text can hold."""
    games: list[str] = []
    refused: list[Refused] = []
    for index, hand in enumerate(from_batch(batch)):
        try:
            games.append("\n".join(_lines(hand)) + "\n\n")
        except CannotHold as error:
            refused.append(Refused(index, str(error)))
    return written(games, refused)


def check_table(hand: Hand) -> None:
    """Refuse what none of Botzone's formats can hold.

    Raises:
        CannotHold: another dealer than seat 0, other deals than 13 tiles, a streak, a wildcard.
    """
    if hand.dealer != 0 or hand.streak or hand.wildcard >= 0:
        raise CannotHold("seat 0 deals every game, without streaks and wildcards")
    for tiles in hand.deal:
        if len(tiles) != 13 or any(tile >= _SUITS_AND_HONORS for tile in tiles):
            raise CannotHold("each player is dealt 13 tiles and no flowers")
    if hand.deltas is None:
        raise CannotHold("a game needs recorded scores")


def _lines(hand: Hand) -> Iterator[str]:
    check_table(hand)
    yield f"Match {hand.match_id or ''}".rstrip()
    yield f"Wind {hand.round_wind}"
    for seat, tiles in enumerate(hand.deal):
        yield f"Player {seat} Deal " + " ".join(BOTZONE_NAMES[tile] for tile in tiles)
    yield from _actions(hand)
    assert hand.deltas is not None
    yield "Score " + " ".join(str(delta) for delta in hand.deltas)


def _actions(hand: Hand) -> Iterator[str]:
    lost = ""
    for seat, action, tile, low, claim, _ in hand.rows:
        if action == codes.LOST_CLAIM:
            lost += f" Ignore Player {seat} {_VERBS[claim]} {_tile(claim, tile, low)}"
            continue
        if action == codes.EXHAUSTED:
            yield "Huang"
            continue
        if action not in _VERBS or tile >= _SUITS_AND_HONORS:
            raise CannotHold(f"there is no word for {codes.ACTIONS[action]}")
        yield f"Player {seat} {_VERBS[action]} {_tile(action, tile, low)}{lost}"
        lost = ""
        if action in (codes.WIN, codes.FALSE_WIN):
            yield _fan(hand, action)


def _tile(action: int, tile: int, low: int) -> str:
    if action == codes.CHOW:
        if low < 0:
            raise CannotHold("a chow is named by its middle tile, which is not known")
        return BOTZONE_NAMES[low + 1]
    return BOTZONE_NAMES[tile]


def _fan(hand: Hand, action: int) -> str:
    if action == codes.FALSE_WIN:
        return f"Fan {hand.total or 0}"
    if hand.total is None:
        raise CannotHold("a win needs its recorded total")
    return f"Fan {hand.total} {'+'.join(hand.patterns or [])}".rstrip()
