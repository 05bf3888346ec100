"""What a report shows only where a rule system has it: points by item, wildcards, payments.

Each group stands in the page only where the hands or the rules have something of the kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from dashboards import labels, style, terms
from dashboards.report.cells import (
    Cell,
    Column,
    Table,
    count,
    make_table,
    mark,
    rate,
    share,
    share_interval,
    text,
)
from dashboards.report.content import PLAYERS, Section
from pipelines.analysis import MOST_STREAK
from schemas.items import ITEM_NAMES


@dataclass(frozen=True, slots=True)
class Extra:
    """One group: its anchor, its name in both languages, what it is about, its table."""

    key: str
    title: str
    title_zh: str
    lead: str
    table: Table


def win_extras(section: Section) -> list[Extra]:
    """Groups about wins: points by item, wildcards."""
    ruleset = section.population.ruleset
    wins = style.plural(section.wins, "win")
    found = []
    if section.items.height:
        lead = f"Points 胡 of {wins}, before they are doubled once a tai 台."
        found.append(Extra("points", "Points by item", "胡数", lead, item_table(section.items)))
    used = section.wildcards.filter(pl.col("wildcards") > 0).height
    if section.wins and (used or ruleset.wildcard.kind == "turned"):
        lead = f"How many wildcards stand in {wins}, and what such wins were worth."
        name = "金" if ruleset.system == "luoyuan" else "财神"
        unit = terms.totals_of(ruleset).name
        found.append(
            Extra("wildcards", "Wildcards", name, lead, wildcard_table(section.wildcards, unit))
        )
    return found


def hand_extras(section: Section) -> list[Extra]:
    """Groups about hands: players, what is paid, the dealer's streaks, aborted hands."""
    hands = style.plural(section.hands, "hand")
    found = []
    if section.players.height:
        n = section.players.height
        many = f"{PLAYERS} of {n} with most hands" if n > PLAYERS else f"all {n}"
        lead = f"Who played {hands}: {many}; win and deal-in rates and points a hand of theirs."
        simulated = section.population.kind != "ingest"
        title, chinese = ("Policies", "策略") if simulated else ("Players", "牌手")
        made = player_table(section.players.head(PLAYERS), title)
        found.append(Extra("players", title, chinese, lead, made))
    if section.payments.height > 1:
        lead = (
            f"Points paid in {hands}, by what they are paid for: each part for itself, also where "
            "a seat gains by one and loses by another, so that fewer may change hands in all."
        )
        made = payment_table(section.payments)
        found.append(Extra("payments", "What is paid", "结算", lead, made))
    if section.headline["streak_hands"]:
        lead = "Wins of the dealer in a row before the hand, and how often it won again."
        made = streak_table(section.streaks)
        found.append(Extra("streaks", "Dealer's streaks", "连庄", lead, made))
    if section.aborts.height:
        lead = f"Of {hands} these ended undecided before the wall did."
        made = abort_table(section.aborts)
        found.append(Extra("aborts", "Aborted hands", "中途流局", lead, made))
    return found


def item_table(items: pl.DataFrame) -> Table:
    """Points by item, the item of most points first."""
    rows = []
    for row in items.iter_rows(named=True):
        name, name_en = ITEM_NAMES[row["item"]]
        rows.append(
            [
                text(name, "chinese"),
                text(name_en),
                count(row["value"]),
                count(row["wins"]),
                count(row["n"]),
                share(row["share"], row["n"]),
                share_interval(row["low"], row["high"]),
                _mean(row, "times", row["wins"]),
                count(row["points"]),
                _mean(row, "points", row["n"]),
            ]
        )
    columns = [
        Column("Item", False),
        Column("English", False),
        Column("Points each"),
        Column("Wins with it", hint="wins that contain the item, once or more"),
        Column("n wins", hint="all wins"),
        Column("Share", hint="wins with it ÷ all wins"),
        Column("95% interval", hint="Wilson, hands of one deal one cluster"),
        Column("Times, 95%", hint="how often it counts in a win that contains it"),
        Column("Points", hint="sum over all wins"),
        Column("a win, 95%", hint="points ÷ all wins"),
    ]
    return make_table("items", "Points by item", columns, rows, sortable=True)


def wildcard_table(wildcards: pl.DataFrame, unit: str) -> Table:
    """Wins by the number of wildcards in use."""
    rows = [
        [
            Cell(f"{row['wildcards']}", row["wildcards"]),
            count(row["wins"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
            _mean(row, "total", row["wins"]),
        ]
        for row in wildcards.iter_rows(named=True)
    ]
    n = int(wildcards["n"][0]) if wildcards.height else 0
    columns = [
        Column("Wildcards used", False),
        Column("Wins"),
        Column("Share"),
        Column("95% interval"),
        Column("Mean total, 95%", hint=unit),
    ]
    return make_table("wildcards", f"Share of {style.plural(n, 'win')}", columns, rows)


def payment_table(payments: pl.DataFrame) -> Table:
    """Points by part of the settlement."""
    rows = [
        [
            text(labels.both(labels.named(labels.PARTS, row["part"]))),
            count(row["hands_with"]),
            share(row["share"], row["hands"]),
            share_interval(row["low"], row["high"]),
            count(row["points"]),
            Cell(
                style.number(row["points_mean"], 2) + mark(row["points_mean"], row["hands"]),
                row["points_mean"],
            ),
            Cell(
                style.span(row["points_low"], row["points_high"], 2), row["points_high"], "interval"
            ),
        ]
        for row in payments.iter_rows(named=True)
    ]
    n = int(payments["hands"][0]) if payments.height else 0
    columns = [
        Column("Paid for", False),
        Column("Hands with it"),
        Column("Share"),
        Column("95% interval"),
        Column("Points", hint="what the gaining seats receive by it"),
        Column("a hand"),
        Column("95% interval"),
    ]
    notes = [
        "Dealer: what the dealer and its streak add to the payments of a win. Liability: what is "
        "moved to a player who pays for others. Parts of one hand may cancel each other out."
    ]
    caption = f"Points in {style.plural(n, 'hand')}"
    return make_table("payments", caption, columns, rows, notes=notes)


def player_table(players: pl.DataFrame, caption: str) -> Table:
    """How players or policies fare, most hands first."""
    rows = [
        [
            text(row["who"]),
            count(row["hands"]),
            count(row["wins"]),
            rate(row, "win", "win_low", "win_high", row["hands"]),
            rate(row, "deal_in", "deal_in_low", "deal_in_high", row["hands"]),
            rate(row, "self_draw", "self_draw_low", "self_draw_high", row["wins"]),
            _mean(row, "points", row["hands"], signs=True),
            _mean(row, "total", row["wins"]),
            _mean(row, "turn", row["wins"]),
        ]
        for row in players.iter_rows(named=True)
    ]
    columns = [
        Column("Name", False),
        Column("Hands"),
        Column("Wins"),
        Column("Won, 95%", hint="wins ÷ hands of the player"),
        Column("Deal-in, 95%", hint="hands in which the player paid a discard or robbed kong"),
        Column("Self-drawn, 95%", hint="of the player's wins"),
        Column("Points a hand, 95%", hint="what the player gains; hands of one deal are a cluster"),
        Column("Mean total, 95%", hint="of the player's wins"),
        Column("Mean turn, 95%", hint="of the player's wins"),
    ]
    return make_table("players", caption, columns, rows, sortable=True)


def streak_table(streaks: pl.DataFrame) -> Table:
    """Hands by the dealer's streak."""
    rows = [
        [
            Cell(f"{row['streak']}" + ("+" if row["streak"] == MOST_STREAK else ""), row["streak"]),
            count(row["hands"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
            count(row["dealer_wins"]),
            rate(row, "win_share", "win_low", "win_high", row["hands"]),
        ]
        for row in streaks.iter_rows(named=True)
    ]
    n = int(streaks["n"][0]) if streaks.height else 0
    columns = [
        Column("Streak", False),
        Column("Hands"),
        Column("Share"),
        Column("95% interval"),
        Column("Dealer's wins"),
        Column("per hand, 95%"),
    ]
    return make_table("streaks", f"Share of {style.plural(n, 'hand')}", columns, rows)


def abort_table(aborts: pl.DataFrame) -> Table:
    """Aborted hands by reason."""
    rows = [
        [
            text(labels.both(labels.named(labels.ABORTS, row["reason"] or "reason not stored"))),
            count(row["hands"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
        ]
        for row in aborts.iter_rows(named=True)
    ]
    n = int(aborts["n"][0]) if aborts.height else 0
    columns = [Column("Reason", False), Column("Hands"), Column("Share"), Column("95% interval")]
    return make_table("aborts", f"Share of {style.plural(n, 'hand')}", columns, rows)


def _mean(row: dict[str, Any], name: str, n: int, *, signs: bool = False) -> Cell:
    """A mean and its interval in one cell."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    interval = f" ({style.span(low, high, signs=signs)})" if low is not None else ""
    value = row[f"{name}_mean"]
    told = style.signed(value, 1) if signs else style.number(value)
    return Cell(f"{told}{interval}{mark(value, n)}", value)
