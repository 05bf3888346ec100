"""Pages of the report as tests read them, and the rows that they are made of."""

from html.parser import HTMLParser

from dashboards.report import build_report
from tests.lake_rows import RUN, Rows, write_lake


class Page(HTMLParser):
    """Visible text, ids, links and tables of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.sources: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.words: list[str] = []
        self._table: str | None = None
        self._hidden = 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.targets.append(values["href"])
        for name in ("src", "srcset", "data", "action"):
            if name in values:
                self.sources.append(values[name])
        if tag in ("link", "iframe", "img", "object", "embed", "base", "form"):
            self.sources.append(values.get("href", tag))
        if tag in ("script", "style"):
            self._hidden += 1
        if tag == "table":
            self._table = values["class"].split()[1] if " " in values["class"] else "runs"
            self.tables.setdefault(self._table, [])
        elif tag == "tr":
            self.tables[self._table].append([])
        elif tag in ("td", "th"):
            self.tables[self._table][-1].append("")

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self._hidden -= 1
        if tag == "table":
            self._table = None

    def handle_data(self, data):
        if self._hidden:
            return
        if self._table and self.tables[self._table] and self.tables[self._table][-1]:
            self.tables[self._table][-1][-1] += data.strip()
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page_of(tmp_path, *runs, **values):
    return Page(build_report(write_lake(tmp_path / "lake", *runs, **values)).html)


def small_rows(run: str = RUN) -> Rows:
    """Three wins (8, 12 and 24 fan, one self-drawn) and a draw; one refused record."""
    rows = Rows(run)
    rows.win(
        rows.hand(0, "win", deltas=(32, -16, -8, -8), agreement="same", match_id="m1"),
        0,
        payer=1,
        patterns=[("mixed_straight", 1, 8)],
    )
    rows.win(
        rows.hand(1, "win", deltas=(-20, -20, 60, -20), agreement="same", match_id="m2"),
        2,
        win_by="self_draw",
        total=12,
        patterns=[("mixed_straight", 1, 8), ("fully_concealed", 1, 4)],
        turn=5,
    )
    rows.win(
        rows.hand(2, "win", deltas=(-8, -8, -32, 48), agreement="same", match_id="m3"),
        3,
        payer=2,
        total=24,
        patterns=[("seven_pairs", 1, 24)],
        turn=6,
    )
    rows.hand(3, "draw", agreement="same", match_id="m4")
    rows.reject("line 40", "unknown_tile", "unknown tile 'X9'", match_id="m5", excerpt="Draw X9")
    return rows
