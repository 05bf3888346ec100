"""Finding hands: those behind a number of another page, or those that a reader looks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.address import Address
from dashboards.app.choices import group, number, one_of_list, option, words
from dashboards.app.parts import both, link, no_hands, notice, tile_row
from dashboards.app.selection import (
    NAMES,
    RESETS,
    Selection,
    check_selection,
    selected,
    selection_controls,
)
from dashboards.app.view import Page, Section, View
from dashboards.report.examples import example
from pipelines import analysis
from pipelines.analysis import PartOf, Wanted
from schemas.codes import OUTCOMES, SETTLEMENT_PARTS, WAITS
from schemas.items import ITEM_NAMES, item_values
from schemas.ruleset import RuleSet

ROWS: Final = 20
"""Hands on one page of the list."""
_ORDERS: Final = {
    "hand": "as played",
    "best": "highest total first",
    "moving": "most points moved first",
}
_PARTS_OF: Final[dict[PartOf, str]] = {
    "winners": "won 和",
    "payers": "dealt in 放铳",
    "all": "sat, whoever won",
}
"""What the players that are chosen did in hands."""
_WANTED: Final = (
    "hand", "pattern", "outcome", "won", "least", "most", "first_turn", "last_turn", "payer",
    "wait", "wildcards", "item", "least_streak", "most_streak", "part", "part_of",
)  # fmt: skip


def controls(view: View) -> Sequence[Component]:
    """Which hands to look in, and what they shall be like."""
    chosen = selected(view)
    if chosen is None:
        return []
    wanted = _wanted(view.address)
    system = chosen.ruleset.system
    patterns = [
        option(one.key, f"{one.name} {one.name_en}") for one in chosen.ruleset.catalogue.patterns
    ]
    outcomes = [option(key, labels.both(labels.ending(key, system))) for key in OUTCOMES]
    waits = [option(key, labels.both(labels.wait(key))) for key in WAITS]
    seats = [option(str(seat), labels.both(names)) for seat, names in enumerate(labels.SEATS)]
    parts = [option(key, labels.both(labels.PARTS[key])) for key in SETTLEMENT_PARTS]
    deeds = [option(*one) for one in _PARTS_OF.items()]
    payer = _text(wanted.payer)
    order = view.address.choice("order", _ORDERS) or "hand"
    return [
        group(
            [
                *selection_controls(view, chosen),
                words("match", "Match of the record", " ".join(chosen.chosen.match)),
            ],
            "Hands",
        ),
        group(
            [
                one_of_list("pattern", "Pattern", patterns, wanted.pattern or "", anything="any"),
                one_of_list("outcome", "Ended", outcomes, wanted.outcome or "", anything="anyhow"),
                one_of_list("wait", "Wait", waits, wanted.wait or "", anything="any"),
                one_of_list("payer", "Dealt in 放铳", seats, payer, anything="anybody"),
                number("least", "Total from", wanted.least),
                number("most", "to", wanted.most),
                number("first_turn", "Turn from", wanted.first_turn),
                number("last_turn", "to", wanted.last_turn),
                number("least_streak", "Streak from", wanted.least_streak),
                number("most_streak", "to", wanted.most_streak),
                *_of_system(chosen.ruleset, wanted),
                one_of_list("part", "Points paid for", parts, wanted.part or "", anything="any"),
                number("hand", "Hand number", wanted.hand),
                one_of_list("part_of", "Chosen players", deeds, wanted.part_of),
                one_of_list("order", "Order", [option(*one) for one in _ORDERS.items()], order),
            ],
            "Like this",
        ),
    ]


def _of_system(ruleset: RuleSet, wanted: Wanted) -> list[Component]:
    """What hands can be like under some rules only."""
    shown: list[Component] = []
    if ruleset.wildcard.kind != "none":
        shown.append(number("wildcards", "Wildcards 财神", wanted.wildcards))
    if any(item_values(ruleset)):
        items = [option(key, labels.both((name_en, name)))
                 for key, (name, name_en) in ITEM_NAMES.items()]  # fmt: skip
        shown.append(
            one_of_list("item", "Points 胡 for", items, wanted.item or "", anything="anything")
        )
    return shown


def found(view: View) -> Sequence[Component]:
    """The hands, a page of them."""
    chosen = selected(view)
    if chosen is None:
        return [no_hands(view)]
    page = view.address.number("page", least=1) or 1
    order = view.address.choice("order", _ORDERS)
    frame = chosen.ask(
        view,
        analysis.find_hands,
        _wanted(view.address, chosen),
        best=order == "best",
        moving=order == "moving",
        rows=ROWS,
        skip=(page - 1) * ROWS,
    )
    if frame.is_empty():
        if page > 1:
            first = link("The first page", view.address.with_values(page=None).href)
            return [notice([f"There is no page {page} of these hands. ", first])]
        return [notice(f"No hand is like this. {chosen.words}.")]
    n = int(frame["found"][0])
    shown = [
        _hand(view, chosen, row, won)
        for row, won in zip(frame.iter_rows(named=True), _details(view, frame), strict=True)
    ]
    lead = f"{style.plural(n, 'hand')}, one entry for each win. {chosen.words}."
    return [
        html.P(lead, className="lead", id="found"),
        html.Div(shown, className="hands"),
        _pages(view, page, n),
    ]


def _wanted(address: Address, chosen: Selection | None = None) -> Wanted:
    """What the address asks for; choices of players or ways to win ask for wins."""
    part_of = cast(PartOf, address.choice("part_of", _PARTS_OF) or "winners")
    return Wanted(
        hand=address.number("hand"),
        outcome=address.choice("outcome", OUTCOMES) or None,
        pattern=address.one("pattern") or None,
        least=address.number("least"),
        most=address.number("most"),
        first_turn=address.number("first_turn"),
        last_turn=address.number("last_turn"),
        payer=int(address.choice("payer", "0123") or -1) if address.one("payer") else None,
        wait=address.choice("wait", WAITS) or None,
        wildcards=address.number("wildcards"),
        item=address.choice("item", ITEM_NAMES) or None,
        least_streak=address.number("least_streak"),
        most_streak=address.number("most_streak"),
        part=address.choice("part", SETTLEMENT_PARTS) or None,
        part_of=part_of,
        won=chosen is not None
        and bool((chosen.chosen.of_players and part_of != "all") or chosen.chosen.win_by),
    )


def _details(view: View, frame: pl.DataFrame) -> list[dict[str, Any] | None]:
    """Tiles and patterns of each row that is a win."""
    wins = frame.filter(pl.col("winner").is_not_null())
    if wins.is_empty():
        return [None] * frame.height
    details = iter(
        view.ask(
            _win_details, *(wins[name].to_list() for name in ("run", "hand_id", "winner"))
        ).iter_rows(named=True)
    )
    return [None if winner is None else next(details) for winner in frame["winner"]]


def _win_details(
    con: Any, runs: Sequence[str], hands: Sequence[int], winners: Sequence[int]
) -> pl.DataFrame:
    schema = {"run": pl.String, "hand_id": pl.Int64, "winner": pl.Int8}
    wins = pl.DataFrame({"run": runs, "hand_id": hands, "winner": winners}, schema=schema)
    return analysis.win_details(con, wins)


def _hand(
    view: View, chosen: Selection, row: dict[str, Any], won: dict[str, Any] | None
) -> Component:
    href = view.link("/hand", id=f"{row['run']}/{row['hand_id']}")
    name = f"{row['run']}/{row['hand_id']}"
    match = f" · match {row['match_id']}" if row["match_id"] else ""
    where = html.P([link(name, href), match], className="id")
    if won is None:
        ending = labels.ending(row["outcome"], chosen.ruleset.system)
        return html.Article(
            [
                html.Div(
                    [
                        link(both(*ending), href, className="total"),
                        html.Span(f"after {row['n_draws']} draws", className="how"),
                    ],
                    className="hand-head",
                ),
                where,
            ],
            className="hand",
        )
    shown = example(won, chosen.ruleset)
    how = f"{shown.player} · {shown.how}" if shown.player else shown.how
    return html.Article(
        [
            html.Div(
                [
                    link(shown.total, href, className="total"),
                    html.Span(shown.unit, className="unit"),
                    html.Span(how, className="how"),
                ],
                className="hand-head",
            ),
            link(tile_row(shown.groups), href, className="to-hand"),
            html.P(shown.patterns, className="counted"),
            where,
        ],
        className="hand",
    )


def _pages(view: View, page: int, n: int) -> Component:
    """Ways to the other pages of the list."""
    last = -(-n // ROWS)

    def to(number: int, text: str) -> Component:
        if not 1 <= number <= last or number == page:
            return html.Span(text, className="off")
        return link(text, view.address.with_values(page=number if number > 1 else None).href)

    return html.Nav(
        [
            to(1, "« first"),
            to(page - 1, "‹ before"),
            html.Span(f"page {style.count(page)} of {style.count(last)}"),
            to(page + 1, "next ›"),
            to(last, "last »"),
        ],
        className="pages",
        **{"aria-label": "Pages of the list"},
    )


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


PAGE: Final = Page(
    path="/hands",
    title="Hands",
    title_zh="牌局",
    lead="Find hands by what happened in them, and open one to see it played.",
    names=frozenset((*NAMES, *_WANTED, "order", "page")),
    controls=controls,
    sections=(Section("found", found),),
    check=check_selection,
    resets={"rules": (*RESETS["rules"], "pattern"), "": ("page",)},
)
