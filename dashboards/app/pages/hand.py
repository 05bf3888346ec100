"""One hand: played step by step, and how it was counted and paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dash import dcc, html
from dash.development.base_component import Component

from dashboards import labels, style, terms, tiles
from dashboards.app.parts import link, notice, table, tile_image, tile_row
from dashboards.app.replay import Rows
from dashboards.app.view import Page, Section, View
from dashboards.hand_words import WINDS, formula, outcome, seat_names
from dashboards.report.cells import Cell, Column, Table, count, make_table, text
from dashboards.tile_art import BACK
from pipelines.lake import Manifest
from pipelines.lake.identity import parse_hand_id
from schemas.codes import SETTLEMENT_PARTS
from schemas.errors import UsageError
from schemas.items import ITEM_NAMES
from schemas.ruleset import RuleSet
from schemas.tiles import N_TILES


def replay(view: View) -> Sequence[Component]:
    """What hand it is, and the table that the browser steps through."""
    manifest, hand_id = _asked(view)
    opened = view.snapshot.hand(manifest.run, hand_id)
    ruleset = manifest.ruleset()
    hand = opened.rows["hands"][0]
    return [
        _heading(view, hand, manifest, ruleset),
        html.Div(
            html.P("The table is drawn by the page's script.", className="waiting"), id="replayer"
        ),
        dcc.Store(
            id={"type": "replay", "name": "steps"},
            data={
                "hand": f"{manifest.run}/{hand_id}",
                "names": seat_names(hand),
                "dealer": hand["dealer_seat"],
                "steps": opened.steps,
                "words": _words_of_tiles(),
            },
        ),
    ]


def ending(view: View) -> Sequence[Component]:
    """Each win with its patterns and points, and the payments."""
    manifest, hand_id = _asked(view)
    rows = view.snapshot.hand(manifest.run, hand_id).rows
    ruleset = manifest.ruleset()
    hand = rows["hands"][0]
    names = seat_names(hand)
    parts: list[Component] = []
    if not rows["wins"]:
        parts.append(html.P(f"{outcome(hand, ruleset.system)}.", className="lead"))
    for win in rows["wins"]:
        parts += _win(view, win, rows, names, ruleset)
    parts.append(table(_payments(rows["settlements"], names)))
    if hand["agreement"] not in ("same", "not_recorded"):
        recorded = ", ".join(hand["recorded_patterns"] or [])
        parts.append(
            notice(
                f"The record says otherwise ({labels.AGREEMENTS[hand['agreement']].lower()}): "
                f"total {hand['recorded_total']}, points {hand['recorded_deltas']} {recorded}"
            )
        )
    return parts


def _asked(view: View) -> tuple[Manifest, int]:
    """The run and the number of the hand in the address."""
    said = view.address.one("id")
    if not said:
        raise UsageError("the address names no hand: it says id=RUN/NUMBER; find one under Hands")
    view.address.number("step")
    run, hand_id = parse_hand_id(said)
    if run is None:
        raise UsageError(f"the address says id={said}, without its run: id=RUN/NUMBER")
    return view.snapshot.manifest(run), hand_id


def _heading(view: View, hand: dict[str, Any], manifest: Manifest, ruleset: RuleSet) -> Component:
    streak = hand["dealer_streak"]
    told = [
        f"{WINDS[hand['round_wind']]} round 圈",
        f"seat {hand['dealer_seat']} deals 庄"
        + (f" after {style.plural(streak, 'win')} 连庄" if streak else ""),
        *([f"match {hand['match_id']}"] if hand["match_id"] else []),
        *([f"{hand['played_at']:%Y-%m-%d %H:%M} UTC"] if hand["played_at"] else []),
        *([f"from {hand['source_file']}"] if hand["source_file"] else []),
        *([f"bets 押注 {hand['bets']}"] if any(hand["bets"]) else []),
        labels.how_made(manifest.kind, manifest.options),
    ]
    wildcard = []
    if hand["wildcard"] is not None:
        name = "Gold 金" if ruleset.system == "luoyuan" else "Wildcard 财神"
        wildcard = [html.Span([f"{name} ", tile_image(hand["wildcard"])], className="wildcard")]
    hands = view.link("/hands", rules=manifest.rules, run=manifest.run)
    return html.Div(
        [
            html.H2([f"{ruleset.title_en} ", html.Span(ruleset.title, className="zh", lang="zh")]),
            html.P(f"{manifest.run}/{hand['hand_id']}", className="id"),
            html.P(
                [" · ".join(told), " · ", link("other hands of the run", hands)], className="meta"
            ),
            *wildcard,
        ],
        className="population-head",
    )


def _win(
    view: View, win: dict[str, Any], rows: Rows, names: Sequence[str], ruleset: RuleSet
) -> list[Component]:
    patterns = [row for row in rows["win_patterns"] if row["winner"] == win["winner"]]
    items = [row for row in rows["win_items"] if row["winner"] == win["winner"]]
    how = formula(win, patterns, items, ruleset)
    groups = tiles.win_groups(
        win["concealed"], win["melds"], win["win_tile"], win["flowers"], win["winner"]
    )
    reading = f", read as {' '.join(win['reading'])}" if win["reading"] else ""
    told = (
        f"{labels.both(labels.ending(win['win_by'], ruleset.system))}, "
        f"wait {labels.both(labels.wait(win['wait']))}, turn {win['turn']}{reading}"
    )
    links = [
        view.link("/hands", rules=ruleset.name, run=win["run"], pattern=row["pattern"])
        for row in _by_worth(patterns)
    ]
    return [
        html.H3([f"{names[win['winner']]} wins {terms.total(ruleset, win['total'])}"]),
        html.P(f"{told}." + (f" {how}." if how else ""), className="lead"),
        tile_row(groups),
        *([table(_items(items))] if items else []),
        table(_patterns(_by_worth(patterns), ruleset), links),
    ]


def _by_worth(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (-row["value"] * row["count"], row["pattern"]))


def _patterns(rows: Sequence[dict[str, Any]], ruleset: RuleSet) -> Table:
    """Patterns of a win; where they add up, each with what it adds."""
    named = {pattern.key: pattern for pattern in ruleset.catalogue.patterns}
    adds = terms.adds(ruleset)
    listed = []
    for row in rows:
        cells = [
            text(named[row["pattern"]].name, "chinese"),
            text(named[row["pattern"]].name_en),
            count(row["count"]),
            Cell(terms.value(ruleset, row["pattern"], row["value"])),
        ]
        listed.append([*cells, *([count(row["count"] * row["value"])] if adds else [])])
    columns = [
        Column("Pattern", False),
        Column("English", False),
        Column("Count"),
        Column("Each"),
        *([Column(ruleset.catalogue.unit)] if adds else []),
    ]
    return make_table("scored", "What is counted; a pattern leads to its hands", columns, listed)


def _items(rows: Sequence[dict[str, Any]]) -> Table:
    """Points 胡 before they are doubled."""
    listed = [
        [
            text(ITEM_NAMES[row["key"]][0], "chinese"),
            text(ITEM_NAMES[row["key"]][1]),
            count(row["count"]),
            count(row["value"]),
            count(row["count"] * row["value"]),
        ]
        for row in rows
    ]
    columns = [
        Column("Points 胡", False), Column("English", False), Column("Count"), Column("Each"),
        Column("胡"),
    ]  # fmt: skip
    return make_table("points", "Points before they are doubled", columns, listed)


def _payments(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Table:
    """Points by seat, and by what they are paid for."""
    parts = [part for part in SETTLEMENT_PARTS if any(row[part] for row in rows)]
    listed = [
        [
            text(names[row["seat"]]),
            Cell(style.signed(row["delta"], 0), row["delta"], "total"),
            *(Cell(style.signed(row[part], 0), row[part]) for part in parts),
        ]
        for row in rows
    ]
    columns = [
        Column("Player", False),
        Column("Points"),
        *(Column(labels.both(labels.PARTS[part])) for part in parts),
    ]
    return make_table("payments", "Payments, and what for", columns, listed)


def _words_of_tiles() -> dict[str, str]:
    """Names of all tiles, for those who do not see them."""
    return {str(kind): tiles.tile_words(kind) for kind in (BACK, *range(N_TILES))}


PAGE: Final = Page(
    path="/hand",
    title="A hand",
    title_zh="牌局",
    lead="Step with the buttons, the slider, or the keys ← → Home End.",
    names=frozenset(("id", "step")),
    sections=(
        Section("replay", replay),
        Section("ending", ending, "How it ended", "结算"),
    ),
    in_menu=False,
)
