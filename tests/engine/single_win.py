"""A hand out of columns, as scoring takes a single one."""

from engine.scoring import WinColumns
from engine.situation import Win, new_win, set_tiles


def win_at(wins: WinColumns, row: int = 0) -> Win:
    """The hand in a row."""
    win = new_win()
    set_tiles(win, wins.hand[row], wins.meld_kind[row], wins.meld_tile[row], wins.flowers[row])
    win.facts[:] = wins.facts[row]
    return win
