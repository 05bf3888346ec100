"""A connection whose views show what a filter chooses, so that every question is asked as it is.

The views of the tables are shadowed by temporary ones of the same names. Questions, and views
over these views, need not know: they read `hands`, `wins`, `settlements` … as ever.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from pipelines.lake.filters import ROUNDS, Filter
from pipelines.lake.identity import listed_runs
from pipelines.lake.stored import name_runs, stored
from schemas.errors import LakeError, UsageError, nearest, one_of

_SEAT_COLUMN: Final = {
    "hands": None,
    "events": None,
    "hands_changed": None,
    "wins": "winner",
    "win_patterns": "winner",
    "win_items": "winner",
    "settlements": "seat",
    "chances": "seat",
}
"""Tables with a row a hand or more, and which column says whose row it is.

Events stay whole: a hand's log makes sense as a whole alone.
"""
_WHOLE: Final = {"all_wins": "wins", "all_settlements": "settlements"}
_OF_SEATS: Final = ("player_hands", "deal_ins")
"""Derived views with a row a player, which a choice of players narrows."""
_CHOSEN: Final = "chosen_hands"
"""The derived view that says which players are chosen."""
_POLICY: Final = "case when regexp_matches(name, '^p[0-3]:.') then name[4:] end"
_MOST_NAMES: Final = 12
_NUMBERS: Final = itertools.count(1)
"""Numbers of filters, so that what was worked out under one is not taken for another's."""


@dataclass(frozen=True, slots=True)
class Left:
    """How much a filter leaves.

    Attributes:
        hands: hands in which somebody is chosen.
        player_hands: chosen players of these hands; four a hand where no players are chosen.
    """

    hands: int
    player_hands: int


@contextlib.contextmanager
def filtered(con: duckdb.DuckDBPyConnection, chosen: Filter) -> Iterator[duckdb.DuckDBPyConnection]:
    """Show only what a filter chooses, on this connection, until the block ends.

    Other cursors of the database see everything. Refused records are chosen by run and rule set
    alone, since nothing else is known of them.

    Args:
        con: a connection with the views of a lake; a thread's own cursor.
        chosen: the filter; an empty one changes nothing.

    Yields:
        The same connection.

    Raises:
        LakeError: ``unknown_run``, or ``nothing_left`` where no hand is left.
        UsageError: with code ``bad_filter`` where a name occurs nowhere in the lake, or where the
            connection is filtered already.
    """
    if not chosen:
        yield con
        return
    if con.sql("select getvariable('paipu_filter')").fetchall()[0][0] is not None:
        raise UsageError("this connection is filtered already", code="bad_filter")
    try:
        con.execute(f"set variable paipu_filter = {next(_NUMBERS)}")
        _select(con, chosen)
        yield con
    finally:
        _restore(con)


def left(con: duckdb.DuckDBPyConnection, runs: Sequence[str] | None = None) -> Left:
    """How many hands and player-hands a connection shows.

    Args:
        con: a connection with the views of a lake, filtered or not.
        runs: run ids; None: all runs.
    """
    where = "" if runs is None else "where run in (select unnest($runs::varchar[]))"
    given = {} if runs is None else {"runs": list(runs)}
    counts = [
        int(con.sql(f"select count(*) from {view} {where}", params=given).fetchall()[0][0])
        for view in ("hands", "player_hands")
    ]
    return Left(*counts)


def _select(con: duckdb.DuckDBPyConnection, chosen: Filter) -> None:
    """Make the temporary tables of what is chosen and the views over them."""
    lake = stored(con)
    _check_runs(con, chosen, lake)
    con.execute(
        f"create temporary table selected_runs as select run from {lake}.runs "
        "where ($run is null or list_contains($run::varchar[], run)) "
        "and ($rules is null or list_contains($rules::varchar[], rules))",
        {"run": list(chosen.run) or None, "rules": list(chosen.rules) or None},
    )
    of_runs = "run in (select run from temp.selected_runs)"
    for table in ("runs", "rejects"):
        con.execute(f"create temporary view {table} as from {lake}.{table} where {of_runs}")
    if not chosen.of_hands:
        for table in _SEAT_COLUMN:
            con.execute(f"create temporary view {table} as from {lake}.{table} where {of_runs}")
    else:
        _check_names(con, chosen, lake)
        name_runs(con)
        if _of_places(chosen):
            _select_places(con, chosen, lake, of_runs)
        else:
            conditions, values = _conditions(chosen, lake)
            con.execute(
                "create temporary table selected_hands as select "
                f"run::{lake}.run_name as run, hand_id, ({_seats(chosen)})::utinyint as seats "
                f"from {lake}.hands "
                f"where {' and '.join([of_runs, *conditions])} and seats > 0",
                values | _seat_values(chosen),
            )
        whole = of_runs if _of_places(chosen) else None
        for table, seat in _SEAT_COLUMN.items():
            _show(con, table, f"{lake}.{table}", seat if chosen.of_players else None, whole)
        con.execute(
            f"create temporary view {_CHOSEN} as "
            f"select whole.*, chosen.seats::tinyint as seats from {lake}.hands as whole "
            "inner join temp.selected_hands as chosen "
            "on whole.run = chosen.run and whole.hand_id = chosen.hand_id"
        )
        if chosen.of_players:
            for view, table in _WHOLE.items():
                _show(con, view, f"{lake}.{table}", None, whole)
            for view in _OF_SEATS:
                _show(con, view, f"{lake}.{view}", "seat")
    if not con.sql("select exists (from hands)").fetchall()[0][0]:
        raise LakeError(f"no hand is left by the filter: {chosen}", code="nothing_left")


def _of_places(chosen: Filter) -> bool:
    """Whether seats counted from the dealer are all that is chosen of the hands of runs."""
    return set(chosen.given) <= {"run", "rules", "seat"} and bool(chosen.seat)


def _select_places(con: duckdb.DuckDBPyConnection, chosen: Filter, lake: str, of_runs: str) -> None:
    """`selected_hands` where every hand is chosen: who deals tells which of its players are.

    Then it is a view, and the variable ``paipu_places`` holds the seats as bits, bit 0 the dealer,
    so that who knows the dealer need not join it.
    """
    places = sum(1 << seat for seat in chosen.seat)
    con.execute(f"set variable paipu_places = {places}")
    con.execute(
        f"create temporary view selected_hands as select run::{lake}.run_name as run, hand_id, "
        f"({turned(places, 'dealer_seat')})::utinyint as seats from {lake}.hands where {of_runs}"
    )


def turned(places: int, dealer: str) -> str:
    """SQL for players, as bits by seat, who are given as bits counted from the dealer.

    Four bits times 17 are the same bits twice: shifted by the dealer's seat, the upper four are
    those that began at the dealer.

    Args:
        places: bit 0 the dealer, bit 1 the next …
        dealer: SQL for the dealer's seat.
    """
    return f"({places * 17} << {dealer}::integer >> 4) & 15"


def _show(
    con: duckdb.DuckDBPyConnection,
    view: str,
    source: str,
    seat: str | None,
    whole: str | None = None,
) -> None:
    """Shadow a view by its rows of the chosen hands, or of the chosen players of these.

    Args:
        con: the connection.
        view: name.
        source: the view that is shadowed.
        seat: the column that says whose row it is; None: rows of all players.
        whole: SQL for the rows of runs of which every hand is chosen.
    """
    if seat is None and whole is not None:
        con.execute(f"create temporary view {view} as from {source} where {whole}")
        return
    if seat is None:
        con.execute(
            f"create temporary view {view} as from {source} as whole "
            "semi join temp.selected_hands as chosen "
            "on whole.run = chosen.run and whole.hand_id = chosen.hand_id"
        )
        return
    con.execute(
        f"create temporary view {view} as select whole.* from {source} as whole "
        "inner join temp.selected_hands as chosen "
        "on whole.run = chosen.run and whole.hand_id = chosen.hand_id "
        f"where (chosen.seats >> whole.{seat}) & 1 = 1"
    )


def _conditions(chosen: Filter, lake: str) -> tuple[list[str], dict[str, Any]]:
    """What a hand has to meet, and the values."""
    day = "(played_at at time zone 'UTC')::date"
    dealt = "players[dealer_seat + 1]"
    known = {
        "since": f"{day} >= $since",
        "until": f"{day} <= $until",
        "match": "match_id in (select unnest($match::varchar[]))",
        "round": "round_wind in (select unnest($round::tinyint[]))",
        "dealer": f"({dealt} in (select unnest($dealer::varchar[])) or "
        f"{_POLICY.replace('name', dealt)} in (select unnest($dealer::varchar[])))",
        "win_by": f"(run, hand_id) in (select (run, hand_id) from {lake}.wins "
        "where win_by in (select unnest($win_by::varchar[])))",
    }
    named = {name: value for name, value in chosen.given.items() if name in known}
    values = {
        name: list(value) if isinstance(value, tuple) else value for name, value in named.items()
    }
    if "round" in values:
        values["round"] = [ROUNDS.index(wind) for wind in chosen.round]
    return [known[name] for name in named], values


def _seats(chosen: Filter) -> str:
    """The chosen players of a hand as bits, bit s for seat s."""
    if not chosen.of_players:
        return "15"
    bits = []
    for seat in range(4):
        name = f"players[{seat + 1}]"
        known = {
            "player": f"list_contains($player::varchar[], {name})",
            "policy": f"list_contains($policy::varchar[], {_POLICY.replace('name', name)})",
            "seat": f"list_contains($seat::bigint[], ({seat} - dealer_seat + 4) % 4)",
        }
        met = " and ".join(known[one] for one in known if one in chosen.given)
        bits.append(f"case when {met} then {1 << seat} else 0 end")
    return " + ".join(bits)


def _seat_values(chosen: Filter) -> dict[str, Any]:
    names = ("player", "policy", "seat")
    return {name: list(value) for name, value in chosen.given.items() if name in names}


def _check_runs(con: duckdb.DuckDBPyConnection, chosen: Filter, lake: str) -> None:
    """Refuse runs and rule sets that are not in the lake."""
    runs = con.sql(f"select run, rules from {lake}.runs order by run").fetchall()
    for run in chosen.run:
        known = [one for one, _ in runs]
        if run not in known:
            raise LakeError(
                f"no run {run!r}{nearest(run, known)}: runs are {listed_runs(known, like=run)}",
                code="unknown_run",
            )
    known = sorted({rules for _, rules in runs})
    for rules in chosen.rules:
        if rules not in known:
            raise UsageError(
                f"no hands under {rules!r}{nearest(rules, known)}: rule sets with hands are "
                f"{one_of(known, most=_MOST_NAMES)}",
                code="bad_filter",
            )


def _check_names(con: duckdb.DuckDBPyConnection, chosen: Filter, lake: str) -> None:
    """Refuse players and policies that sit in no hand of the chosen runs."""
    if not (chosen.player or chosen.policy or chosen.dealer):
        return
    rows = con.sql(
        "with named as (select distinct unnest(players)::varchar as name "
        f"from {lake}.hands where run in (select run from temp.selected_runs)) "
        f"select name, {_POLICY} from named where name is not null order by name"
    ).fetchall()
    players = [name for name, _ in rows]
    policies = sorted({policy for _, policy in rows if policy is not None})
    for kind, asked, known in (
        ("player", chosen.player, players),
        ("policy", chosen.policy, policies),
        ("dealer", chosen.dealer, [*policies, *players]),
    ):
        for name in asked:
            if name not in known:
                names = one_of(known, most=_MOST_NAMES) or "named in none of these hands"
                many = "policies" if kind == "policy" else f"{kind}s"
                raise UsageError(
                    f"no {kind} {name!r} in these hands{nearest(name, known)}: {many} are {names}",
                    code="bad_filter",
                )


def _restore(con: duckdb.DuckDBPyConnection) -> None:
    """Take the temporary views and tables away again."""
    for view in (*_SEAT_COLUMN, *_WHOLE, *_OF_SEATS, _CHOSEN, "runs", "rejects"):
        con.execute(f"drop view if exists temp.{view}")
    if con.sql("select getvariable('paipu_places')").fetchall()[0][0] is None:
        con.execute("drop table if exists temp.selected_hands")
    else:
        con.execute("drop view if exists temp.selected_hands")
        con.execute("reset variable paipu_places")
    con.execute("drop table if exists temp.selected_runs")
    con.execute("reset variable paipu_filter")
