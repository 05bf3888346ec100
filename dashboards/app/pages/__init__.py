"""The pages of the application, in the order of the menu."""

from __future__ import annotations

from typing import Final

from dashboards.app.pages import balance, hand, hands, overview, patterns, scores, sql, table
from dashboards.app.view import Page

PAGES: Final[tuple[Page, ...]] = (
    overview.PAGE,
    patterns.PAGE,
    balance.PAGE,
    scores.PAGE,
    table.PAGE,
    hands.PAGE,
    hand.PAGE,
    sql.PAGE,
)

BY_PATH: Final = {page.path: page for page in PAGES}
