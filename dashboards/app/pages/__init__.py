"""The pages of the application, in the order of the menu."""

from __future__ import annotations

from typing import Final

from dashboards.app.pages import (
    balance,
    compare,
    hand,
    hands,
    overview,
    patterns,
    players,
    rarity,
    scores,
    sql,
    table,
    tuning,
)
from dashboards.app.view import Page

PAGES: Final[tuple[Page, ...]] = (
    overview.PAGE,
    compare.PAGE,
    patterns.PAGE,
    rarity.PAGE,
    balance.PAGE,
    scores.PAGE,
    players.PAGE,
    table.PAGE,
    tuning.PAGE,
    hands.PAGE,
    hand.PAGE,
    sql.PAGE,
)

BY_PATH: Final = {page.path: page for page in PAGES}
