"""Botzone games written by hand or by a rule of thumb, with results that the rule card gives.

Nothing here runs the product: tiles are dealt by arithmetic, scores are worked out on paper.
"""

from __future__ import annotations

NAMES = (
    [f"{suit}{n}" for suit in "WBT" for n in range(1, 10)]
    + [f"F{n}" for n in range(1, 5)]
    + [f"J{n}" for n in range(1, 4)]
)
ORPHANS = ["W1", "W9", "B1", "B9", "T1", "T9", "F1", "F2", "F3", "F4", "J1", "J2", "J3"]
"""Thirteen orphans 十三幺 without the pair: every one of the thirteen completes it."""


def wall(shift: int = 0) -> list[str]:
    """All 136 tiles in an order that follows from `shift`; 31 is prime to 136."""
    return [NAMES[(31 * place + shift) % 136 // 4] for place in range(136)]


def drawn_game(match_id: str | None, shift: int = 0) -> str:
    """Everybody discards what they draw until all four walls are empty: 84 draws, no winner."""
    tiles = wall(shift)
    own = [tiles[34 * seat : 34 * seat + 34] for seat in range(4)]
    lines = head(match_id, [wall[:13] for wall in own])
    for turn in range(84):
        seat, tile = turn % 4, own[turn % 4][13 + turn // 4]
        lines += [f"Player {seat} Draw {tile}", f"Player {seat} Play {tile}"]
    return text([*lines, "Huang", "Score 0 0 0 0"])


def won_game(match_id: str | None, fan: str = "Fan 89 十三幺*1+自摸*1") -> str:
    """East is dealt the thirteen orphans and draws an east wind.

    88 for 十三幺 and 1 for 自摸: each other pays 8 + 89 (card: payment on self-draw).
    """
    lines = head(match_id, [ORPHANS, *others()])
    lines += ["Player 0 Draw F1", "Player 0 Hu F1", fan, "Score 291 -97 -97 -97"]
    return text(lines)


def illegal_game(match_id: str | None) -> str:
    """East discards a tile that it does not hold, on the line after its first draw."""
    lines = head(match_id, [ORPHANS, *others()])
    lines += ["Player 0 Draw F1", "Player 0 Play W5", "Huang", "Score 0 0 0 0"]
    return text(lines)


def unreadable_game(match_id: str | None) -> str:
    """A tile that there is not."""
    return won_game(match_id).replace("Draw F1", "Draw X9")


def head(match_id: str | None, deals: list[list[str]]) -> list[str]:
    """The lines up to the first action."""
    return [
        f"Match {match_id}" if match_id else "Match",
        "Wind 0",
        *(f"Player {seat} Deal {' '.join(tiles)}" for seat, tiles in enumerate(deals)),
    ]


def others() -> list[list[str]]:
    """Hands of three players beside the orphans."""
    left = [name for name in NAMES for _ in range(4 - (name in ORPHANS) - (name == "F1"))]
    return [left[start : start + 39 : 3] for start in range(3)]


def text(lines: list[str]) -> str:
    """A game with the blank line behind it."""
    return "\n".join(lines) + "\n\n"
