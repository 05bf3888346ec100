"""What the pages show of `paipu score` is what it prints."""

import re
import shlex
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.catalogue import systems
from schemas.tiles import BOTZONE_NAMES, TILE_NAMES, UNICODE_NAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = re.compile(r"^```\n\$ (paipu score .*)\n((?:(?!```).*\n)+)```$", re.MULTILINE)
EXAMPLES = [
    pytest.param(words, printed, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, (words, printed) in enumerate(SHOWN.findall(page.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize(("words", "printed"), EXAMPLES)
def test_an_example_prints_what_the_page_shows(words, printed):
    result = CliRunner().invoke(app, shlex.split(words)[1:])
    assert result.exit_code == 0, result.output
    made = "\n".join(line.rstrip() for line in result.stdout.rstrip("\n").split("\n"))
    assert made == printed.rstrip("\n")


def test_every_system_s_page_has_an_example():
    for system in systems():
        page = (ROOT / "docs" / "rules" / f"{system}.md").read_text(encoding="utf-8")
        assert SHOWN.search(page), system


def test_the_page_on_tiles_lists_every_tile_with_its_number():
    page = (ROOT / "docs" / "tiles.md").read_text(encoding="utf-8")
    listed = re.findall(r"(\d+) \| `(\w+)` \| (.) \| (\w+)", page)
    assert {int(number): (code, tile) for number, code, tile, _ in listed} == dict(
        enumerate(zip(TILE_NAMES, UNICODE_NAMES, strict=True))
    )
    names = {code: name for _, code, _, name in listed}
    assert (names["1m"], names["9p"], names["1s"], names["P"]) == ("一万", "九筒", "一条", "白")
    assert (names["f1"], names["f7"], names["f8"]) == ("春", "菊", "竹")
    assert {BOTZONE_NAMES[0], BOTZONE_NAMES[9], BOTZONE_NAMES[18]} == {"W1", "B1", "T1"}


def test_the_query_on_the_page_on_tiles_shows_tiles():
    page = (ROOT / "docs" / "tiles.md").read_text(encoding="utf-8")
    [query] = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    con = duckdb.connect()
    con.execute("create view wins as select unnest(range(42))::tinyint as win_tile")
    found = {number: tile for number, tile, _ in con.sql(query).fetchall()}
    assert found == dict(enumerate(UNICODE_NAMES))
