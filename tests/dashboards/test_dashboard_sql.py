"""The SQL page: what it refuses, what it shows, files of its rows."""

from pathlib import Path
from urllib.parse import quote

import polars as pl
import pytest

from dashboards.app.address import Address
from dashboards.app.pages.sql import LIMITS
from pipelines.lake import Lake
from pipelines.lake.query import run_query
from schemas.errors import UsageError
from tests.dashboards.page_helpers import get, grid_rows, section, text

HOSTILE = (
    "select * from read_csv('{outside}')",
    "from '{outside}'",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('/etc/passwd')",
    "select * from glob('/etc/*')",
    "select * from sniff_csv('{outside}')",
    "select * from read_text('{lake}/../outside.csv')",
    "select * from query('select * from read_csv(''{outside}'')')",
    "select * from query_table('{outside}')",
    "with x as (from '{outside}') from x",
    "describe from '{outside}'",
    "summarize '{outside}'",
    "explain analyze select * from read_csv('{outside}')",
    "attach '{outside}.db' as x",
    "install httpfs",
    "load httpfs",
    "pragma database_list",
    "copy (select 1) to '{outside}.copy'",
    "copy hands to '{lake}/new.parquet'",
    "set enable_external_access = true",
    "reset allowed_directories",
    "export database '{outside}.export'",
    "create table t as select 1",
    "drop view hands",
    "select 1; drop view hands",
    "call pragma_version()",
    "from 'https://example.com/x.parquet'",
)


@pytest.fixture(scope="module")
def outside(lake):
    """A file beside the lake."""
    file = Path(lake).parent / "outside.csv"
    file.write_text("secret\n1\n", encoding="utf-8")
    return file


class TestHostileSql:
    @pytest.mark.parametrize("query", HOSTILE)
    def test_is_refused_in_one_sentence(self, lake, outside, query):
        hostile = query.format(outside=outside, lake=lake)
        with pytest.raises(UsageError) as refused:
            run_query(Lake(lake), hostile, limits=LIMITS)
        assert "\n" not in refused.value.message

    def test_leaves_nothing_behind(self, lake, outside):
        assert sorted(path.name for path in outside.parent.glob("outside*")) == ["outside.csv"]

    def test_is_refused_on_the_page(self, lake):
        href = Address.of("/sql", q="select * from read_text('/etc/passwd')").href
        with pytest.raises(UsageError, match="/etc/passwd"):
            section(lake, href, "answer")

    def test_rows_beyond_the_limit_are_left_out_and_that_is_told(self, lake):
        built = section(lake, "/sql?q=from+range(5000)", "answer")
        assert text(built).startswith("The first 1,000 rows; a file holds more.")
        assert len(grid_rows(built)) == 1000


class TestFiles:
    def test_files_of_a_query_hold_its_rows(self, address):
        query = quote("select hand_id, players from hands order by run, hand_id limit 3")
        lines = get(f"{address}/export.csv?q={query}")[2].decode().splitlines()
        assert lines[0] == "hand_id,players"
        assert len(lines) == 4
        assert get(f"{address}/export.parquet?q={query}")[2][:4] == b"PAR1"

    @pytest.mark.parametrize(
        ("form", "query", "kind"),
        [
            ("parquet", "select union_value(a := 1) as one", "one (sparse_union<a: int32=0>)"),
            ("csv", "select 'a'::blob as raw", "raw (binary)"),
        ],
    )
    def test_what_a_file_cannot_hold_is_told(self, address, form, query, kind):
        status, _, body = get(f"{address}/export.{form}?q={quote(query)}")
        assert status == 400
        assert f"A {form} file does not hold all of {kind}" in body.decode()

    def test_intervals_are_written_as_duckdb_writes_them(self, lake, address):
        query = quote("select interval '1 year 3 days' as span, [interval 90 minutes] as spans")
        [row] = grid_rows(section(lake, f"/sql?q={query}", "answer"))
        assert (row["t0"], row["t1"]) == ("1 year 3 days", "[01:30:00]")
        csv = get(f"{address}/export.csv?q={query}")[2].decode()
        assert csv == "span,spans\n1 year 3 days,[01:30:00]\n"
        parquet = pl.read_parquet(get(f"{address}/export.parquet?q={query}")[2])
        assert parquet.rows() == [("1 year 3 days", ["01:30:00"])]

    def test_a_file_of_a_refused_query_says_why(self, address):
        status, _, body = get(f"{address}/export.csv?q={quote('drop view hands')}")
        assert status == 400
        assert b"DROP statements change things" in body
