"""Files written with version 1 of the schema stay readable, column by column and value by value."""

import pyarrow.parquet as pq
import pytest

from schemas.tables import SCHEMA_VERSION, TABLES
from tests.schemas.golden_rows import FOLDER, ROWS


def test_version_1_is_the_version_of_the_schema_and_has_a_file_of_each_table():
    assert SCHEMA_VERSION == 1
    assert sorted(path.stem for path in FOLDER.glob("*.parquet")) == sorted(TABLES)


@pytest.mark.parametrize("table", ROWS)
def test_a_file_of_version_1_has_todays_columns_and_its_rows(table):
    stored = pq.read_table(FOLDER / f"{table}.parquet")
    assert stored.schema.equals(TABLES[table])
    assert stored.to_pylist() == ROWS[table]
