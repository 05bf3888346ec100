"""Writes ``docs/statistics.md``: every statistic, what it answers, and its columns.

``make docs`` runs it; a test keeps the page up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pipelines.analysis import Filter, Statistic, statistics
from pipelines.asking import columns

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "statistics.md"
_SQL: Final = re.compile(r"`(\w+\.sql)`")
_HEAD: Final = """\
# Statistics

What can be asked of a lake by name: `paipu stats NAME` on a terminal, `open_lake(DIR).ask(NAME)` in
Python ([walkthrough.md](walkthrough.md)). Recorded runs of one rule set are one population, each
simulated or rescored run is one of its own; an answer holds a block of rows for each population,
which the columns `rules` and `population` before its own ones name. Questions are SQL files in
[pipelines/analysis](../pipelines/analysis). Rates and means stand beside their n and their 95 %
interval; hands of one deal (a session, or the seatings of one wall) are one cluster.

`--other RUN|RULES` names what is set beside, where a statistic compares two populations. Some
statistics take arguments, which are told with each of them below: `--set KEY=VALUE` on a terminal,
once for each, keywords in Python.

    paipu stats best_wins --set most=3 --lake my-lake
    paipu stats independent_measures --rules mcr --other yantai --lake my-lake

## Filters

Values of one filter are alternatives, different filters add up. `paipu stats`, `report`, `sql` and
`compare` take them as options (`--win-by`), Python as keywords (`win_by=`).

| filter | chooses |
| --- | --- |
| `run`, `rules` | hands of these runs, under these rule sets |
| `since`, `until` | hands played from or up to that day (UTC); hands without a date are left out |
| `match` | hands of these recorded matches |
| `round` | hands of this prevailing wind 圈风: E, S, W, N |
| `dealer` | hands that this player, or a player of this policy, deals 庄 |
| `win_by` | hands that were won so: self_draw 自摸, discard 点和, robbed_kong 抢杠 … |
| `player` | players by name |
| `policy` | simulated players by policy, options included |
| `seat` | players by their seat counted from the dealer: 0 deals, 1 is next |

The first eight choose hands, whole. The last three choose players of hands:

- **per win** and **per player-hand**: wins, payments, deal-ins, completions that were not taken and
  dealt hands are those of the chosen players alone. A rate per player-hand has as its denominator
  the hands that chosen players sat in, each counted once for each of them. A deal-in counts for
  the player who paid, whoever won.
- **per hand**: what is told of hands as wholes (how they end, points that change hands) is told of
  all hands in which a chosen player sat. `seat` makes no sense there, since every seat plays in
  every hand, and is refused.
- **per record**: of refused records no more is known than run and rule set; other filters are
  refused.

Pairs of hands are not filtered by `win_by`: a pair is compared by how it ends. In `paipu sql`,
`wins`, `win_patterns`, `win_items`, `settlements`, `chances`, `player_hands` and `deal_ins` are
narrowed to the chosen players; `hands`, `events`, `all_wins` and `all_settlements` are whole.
"""


def statistics_page() -> str:
    """The page as Markdown."""
    known = statistics()
    parts = [_HEAD, "## All statistics", _contents(known)]
    for one in known:
        parts += _statistic(one)
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _contents(known: list[Statistic]) -> str:
    rows = [f"| [{one.name}](#{one.name}) | {one.question} | {one.per} |" for one in known]
    return "\n".join(["| statistic | question | per |", "| --- | --- | --- |", *rows])


def _statistic(one: Statistic) -> Iterable[str]:
    yield f"### {one.name}"
    yield _plain(one.summary)
    facts = [f"Per {one.per}; {_plain(one.grain).rstrip('.')}."]
    if one.across:
        facts.append("Asked of all runs at once.")
    if one.compares:
        facts.append("`other` names the population that is set beside.")
    if one.arguments:
        told = ", ".join(f"`{name}` ({value!r})" for name, value in one.arguments.items())
        facts.append(f"Arguments: {told}.")
    yield " ".join(facts)
    listed = ", ".join(f"`{name}` {kind}" for name, kind in columns(one).items())
    yield f"Columns: {listed}."
    if one.returns:
        yield _plain(one.returns)


def _plain(text: str) -> str:
    """Markdown for what a docstring writes; SQL files are linked."""
    return _SQL.sub(r"[`\1`](../pipelines/analysis/\1)", text.replace("``", "`"))


if __name__ == "__main__":
    missing = [name for name in Filter.model_fields if f"`{name}`" not in _HEAD]
    if missing:
        raise SystemExit(f"the page does not tell of the filters {missing}")
    PAGE.write_text(statistics_page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} written\n")
