"""Answers to statistics as tables on a terminal: names for keys, intervals beside values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from dashboards import labels, style
from dashboards.labels import both, named

if TYPE_CHECKING:
    from pipelines.analysis import Population
    from pipelines.asking import Answer

_SHARES: Final = ("won", "drawn", "streak", "deal_in", "self_draw", "win", "part")
"""Columns of shares whose names do not end in ``share``."""
_DIFFERENCES: Final = ("deviation", "difference")
"""Columns of differences: those of shares are percentage points, with their sign."""
_TILES: Final = ("win_tile", "concealed", "flowers")


def show_answer(answer: Answer) -> None:
    """Print an answer, one table a population."""
    from dashboards.cli.text import show

    show(answer.statistic.question)
    if answer.statistic.across:
        show(_table(answer.frame.to_dicts(), list(answer.frame.columns), None))
        return
    columns = [name for name in answer.frame.columns if name not in ("rules", "population")]
    for population in answer.populations:
        rows = answer.frame.filter(answer.frame["population"] == population.name)
        made = labels.how_made(population.kind, population.manifests[0].options)
        ruleset = population.ruleset
        show(
            f"\n[bold]{ruleset.title_en} {ruleset.title}[/] ({population.rules}), {made}; "
            f"{population.name}",
            _table(rows.to_dicts(), columns, population),
        )


def plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON has it."""
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _table(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], population: Population | None
) -> Any:
    """A table; one row that would be too wide stands upright."""
    from rich.text import Text

    from dashboards.cli.text import fits, table

    shown = [name for name in columns if not _is_end(name, columns)]
    right = tuple(
        name for name in shown if all(isinstance(row[name], int | float | None) for row in rows)
    )
    cells = [[_cell(row, name, columns, population) for name in shown] for row in rows]
    made = table(*shown, right=right)
    for row in cells:
        made.add_row(*(Text(cell) for cell in row))
    if len(cells) == 1 and not fits(made):
        made = table("", "")
        made.show_header = False
        for name, cell in zip(shown, cells[0], strict=True):
            made.add_row(Text(name, style="bold"), Text(cell))
    return made


def _ends(name: str, columns: Sequence[str]) -> tuple[str, str] | None:
    """The columns that hold the interval of a column's value: behind it, of any prefix."""
    place = columns.index(name)
    behind = columns[place + 1 : place + 3]
    if len(behind) == 2 and behind[0].endswith("low") and behind[1].endswith("high"):
        return behind[0], behind[1]
    return None


def _is_end(name: str, columns: Sequence[str]) -> bool:
    place = columns.index(name)
    return any(
        name in (_ends(columns[before], columns) or ())
        for before in range(max(0, place - 2), place)
    )


def _cell(
    row: Mapping[str, Any], name: str, columns: Sequence[str], population: Population | None
) -> str:
    value = row[name]
    if value is None:
        return style.NOTHING if _ends(name, columns) else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        ends = _ends(name, columns)
        low, high = (row[end] for end in ends) if ends else (None, None)
        signs = name in _DIFFERENCES
        return _estimate(value, low, high, share=_is_share(row, name), signs=signs)
    if isinstance(value, int):
        return _integer(name, value)
    if isinstance(value, str):
        return _name(name, value, population)
    return _structure(name, value, population)


def _is_share(row: Mapping[str, Any], name: str) -> bool:
    """Whether a column is a share; where rows hold different measures, these say."""
    from dashboards.measures import MEASURES

    if name.endswith("share") or name in _SHARES:
        return True
    if row.get("kind") is not None:
        return bool(row["kind"] == "share")
    key = row.get("measure")
    return key in MEASURES and MEASURES[key].kind == "share"


def _estimate(
    value: float, low: float | None, high: float | None, *, share: bool, signs: bool
) -> str:
    if share:
        signs = signs or value < 0
        told = f"{style.signed(100 * value)} pp" if signs else style.percent(value)
        if low is None or high is None:
            return told
        if low < 0 or signs:
            return f"{told} ({style.span(100 * low, 100 * high, 2)} pp)"
        return f"{told} ({style.interval(low, high)})"
    digits = 2 if abs(value) < 1000 else 0
    told = style.number(value, digits)
    return told if low is None or high is None else f"{told} ({style.span(low, high, digits)})"


def _integer(name: str, value: int) -> str:
    from schemas.tiles import TILE_NAMES, WINDS

    if name == "seat":
        return f"{value} {both(labels.SEATS[value])}"
    if name == "round_wind":
        return WINDS[value]
    if name == "win_tile":
        return TILE_NAMES[value]
    if name.endswith("_id"):
        return str(value)
    return style.count(value)


def _name(name: str, value: str, population: Population | None) -> str:
    """What a key is called; other text is what it says."""
    from dashboards.measures import MEASURES
    from schemas.items import ITEM_NAMES

    system = "" if population is None else population.ruleset.system
    if name in ("ending", "win_by"):
        return both(labels.ending(value, system))
    if name == "measure" and value in MEASURES:
        return MEASURES[value].label
    if name == "item" and value in ITEM_NAMES:
        chinese, english = ITEM_NAMES[value]
        return f"{chinese} {english}"
    if name == "pattern" and population is not None:
        names = {one.key: one.name for one in population.ruleset.catalogue.patterns}
        return names.get(value, value)
    if name == "agreement":
        return labels.AGREEMENTS.get(value, value)
    tables = {"wait": labels.WAITS, "reason": labels.ABORTS, "part": labels.PARTS}
    return both(named(tables[name], value)) if name in tables else value


def _structure(name: str, value: Any, population: Population | None) -> str:
    from schemas.tiles import format_tiles

    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if name in _TILES:
        return format_tiles(value)
    if name == "melds":
        return " ".join(format_tiles(meld["tiles"]) for meld in value)
    if name == "patterns" and value and isinstance(value[0], dict):
        return ", ".join(
            _name("pattern", one["pattern"], population)
            + (f" ×{one['count']}" if one["count"] > 1 else "")
            for one in value
        )
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return str(value)
