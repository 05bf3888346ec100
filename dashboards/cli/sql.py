"""``paipu sql``: one DuckDB query over the lake's tables."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading
from dashboards.cli.filters import told, with_filters

if TYPE_CHECKING:
    from pipelines.analysis import Filter
    from pipelines.lake.query import QueryResult


@with_filters()
def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One query that reads.")],
    chosen: Filter,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Query the lake with DuckDB's SQL; filters narrow all tables.

    Tables: runs, hands, events, wins, win_patterns, win_items, settlements, chances, rejects;
    player_hands (four a hand), deal_ins (who paid for a discard), and all_wins, all_settlements,
    which filters on players do not narrow.

    Example: ``paipu sql "select pattern, count(*) as n from win_patterns group by all order by n
    desc limit 10"``
    """
    from pipelines.lake.query import run_query

    with reading(lake) as opened:
        result = run_query(opened, query, chosen)
        if chosen:
            typer.echo(told(chosen, result.left), err=True)
        if json:
            print_json(
                [
                    {name: _plain(value) for name, value in zip(result.columns, row, strict=True)}
                    for row in result.rows
                ]
            )
        else:
            _table(result)


def _table(result: QueryResult) -> None:
    from rich.text import Text

    from dashboards.cli.text import fits, show, table
    from dashboards.values import is_number, shown_value

    rows = table()
    for name, kind in zip(result.columns, result.types, strict=True):
        justify: Literal["left", "right"] = "right" if is_number(kind) else "left"
        rows.add_column(Text(name), justify=justify, overflow="fold")
    for row in result.rows:
        rows.add_row(*(Text(shown_value(value)) for value in row))
    if fits(rows):
        show(rows)
    else:  # one column a line is easier to read than columns of one letter
        for row in result.rows:
            record = table("", "")
            record.show_header = False
            for name, value in zip(result.columns, row, strict=True):
                record.add_row(Text(name, style="bold"), Text(shown_value(value)))
            show(record)
    n = len(result.rows)
    typer.echo(f"{n:,} row{'' if n == 1 else 's'}", err=True)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
