"""How everything looks: colours, fonts, number formats and Plotly's configuration.

Figures, the report and the application take their looks from here. Colours are chosen from the
Okabe-Ito palette, dark enough for white and light enough for dark paper, and never carry a
meaning alone. Figures are transparent and use neutral greys; the page gives text its colour.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import plotly.graph_objects as go

BLUE: Final = "#3b7db4"
"""Shares, wins: the first colour of every figure."""
ORANGE: Final = "#cf7d1f"
"""What stands beside the first colour for comparison."""
GREY: Final = "#8b9097"
"""Lines and text of figures, readable on white and on dark paper."""
GRID: Final = "rgba(139, 144, 151, 0.25)"
WHISKER: Final = "#4c5157"

FONT: Final = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", '
    '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", '
    '"Source Han Sans SC", "WenQuanYi Micro Hei", sans-serif'
)
"""Latin first, then the Chinese fonts of the usual systems."""
TILE_FONT: Final = (
    '"Kaiti SC", KaiTi, STKaiti, "Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", '
    'SimSun, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", serif'
)
"""Brush-like fonts for the characters on tiles."""

PLOT_CONFIG: Final[dict[str, Any]] = {
    "showSendToCloud": False,
    "displaylogo": False,
    "responsive": True,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}
"""For every figure on every page: nothing is ever sent anywhere."""

NOTHING: Final = "–"
"""Stands where there is no number."""
_MINUS: Final = "−"


def figure(*traces: Any, height: int, **layout: Any) -> go.Figure:
    """A figure with the project's looks around `traces`; `layout` adds to or replaces them."""
    made = go.Figure(data=list(traces))
    made.update_layout(
        template="none",
        height=height,
        font={"family": FONT, "size": 13, "color": GREY},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": 8, "r": 16, "t": 8, "b": 8},
        showlegend=False,
        hovermode="closest",
        hoverlabel={"font": {"family": FONT, "size": 13}, "align": "left"},
        dragmode=False,
        bargap=0.28,
    )
    for axes in (made.update_xaxes, made.update_yaxes):
        axes(
            automargin=True,
            gridcolor=GRID,
            linecolor=GRID,
            zeroline=False,
            fixedrange=True,
            ticks="",
            title_standoff=10,
            title_font_size=13,
        )
    made.update_layout(**layout)
    return made


def on_paper(made: go.Figure) -> go.Figure:
    """A copy of a figure that stands by itself: on white, text dark enough to print."""
    copy = go.Figure(made)
    copy.update_layout(paper_bgcolor="white", plot_bgcolor="white", font={"color": WHISKER})
    return copy


def count(value: int | None) -> str:
    """A count with separators.

    >>> count(1234567), count(None)
    ('1,234,567', '–')
    """
    return NOTHING if value is None else f"{value:,}"


def percent(share: float | None) -> str:
    """A share in percent; close to 0 and to 100 with more digits.

    >>> percent(0.2254), percent(0.00412), percent(0.00004), percent(0.0), percent(None)
    ('22.5%', '0.41%', '0.004%', '0%', '–')
    >>> percent(0.9966), percent(0.99996), percent(1.0)
    ('99.66%', '99.996%', '100%')
    """
    if share is None:
        return NOTHING
    value = 100 * share
    if value in (0, 100):
        return f"{value:.0f}%"
    distance = min(value, 100 - value)
    digits = 1 if distance >= 1 else 2 if distance >= 0.1 else 3
    return f"{value:.{digits}f}%"


def interval(low: float | None, high: float | None) -> str:
    """An interval of a share.

    >>> interval(0.2012, 0.249), interval(0, 0.002), interval(None, None)
    ('20.1–24.9%', '0–0.20%', '–')
    """
    if low is None or high is None:
        return NOTHING
    first, last = percent(low), percent(high)
    return f"{first.removesuffix('%')}–{last}"


def number(value: float | None, digits: int = 1) -> str:
    """A mean.

    >>> number(12.345), number(-0.5, 2), number(None)
    ('12.3', '−0.50', '–')
    """
    if value is None:
        return NOTHING
    return f"{value:,.{digits}f}".replace("-", _MINUS)


def chance(p: float | None) -> str:
    """A p-value.

    >>> chance(0.0312), chance(0.00004), chance(None)
    ('0.031', '< 0.001', '–')
    """
    if p is None:
        return NOTHING
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


def signed(value: float | None, digits: int = 2) -> str:
    """Points won or lost, with their sign.

    >>> signed(1.5), signed(-0.25), signed(0.0)
    ('+1.50', '−0.25', '0.00')
    """
    if value is None:
        return NOTHING
    text = f"{value:+,.{digits}f}".replace("-", _MINUS)
    return text[1:] if not text.strip("+−0.,") else text


def span(low: float | None, high: float | None, digits: int = 1, *, signs: bool = False) -> str:
    """An interval of a mean.

    >>> span(10.04, 12.55), span(-1.5, 0.25, 2, signs=True), span(None, None)
    ('10.0 to 12.6', '−1.50 to +0.25', '–')
    """
    if low is None or high is None:
        return NOTHING
    one = signed if signs else number
    return f"{one(low, digits)} to {one(high, digits)}"


def day(moment: datetime | None) -> str:
    """A date.

    >>> day(datetime(2025, 3, 1, 12))
    '1 March 2025'
    """
    return NOTHING if moment is None else f"{moment.day} {moment:%B %Y}"


def plural(n: int, one: str, many: str | None = None) -> str:
    """A counted noun.

    >>> plural(1, "hand"), plural(1500, "hand"), plural(2, "match", "matches")
    ('1 hand', '1,500 hands', '2 matches')
    """
    return f"{count(n)} {one if n == 1 else many or one + 's'}"
