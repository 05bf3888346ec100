"""Where stored rows differ from what they should be: hand by hand, with what differs first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def of_hands(table: pa.Table, hand_ids: Any) -> pa.Table:
    """The rows of some hands."""
    return table.filter(pc.is_in(table["hand_id"], value_set=pa.array(hand_ids)))


def differences(stored: pa.Table, expected: pa.Table) -> Iterator[tuple[int, str]]:
    """Hands of which a table's rows differ, each once, with what differs first.

    Args:
        stored: rows of some hands, the hands in any order.
        expected: rows of the same columns; within a hand rows have an order.
    """
    stored, expected = _plain(stored), _plain(expected)
    if stored.equals(expected):
        return
    mine = stored["hand_id"].to_pylist()
    theirs = expected["hand_id"].to_pylist()
    if mine == theirs:
        rows = sorted(
            {
                row
                for name in stored.column_names
                for row in _differing_rows(stored[name], expected[name])
            }
        )
        seen: set[int] = set()
        for row in rows:
            if mine[row] not in seen:
                seen.add(mine[row])
                yield mine[row], _words(stored, expected, row)
        return
    has, should = Counter(mine), Counter(theirs)
    uneven = sorted(one for one in has.keys() | should.keys() if has[one] != should[one])
    for hand_id in uneven:
        yield hand_id, f"{has[hand_id]} rows are stored, the events make {should[hand_id]}"
    even = np.array(sorted(has.keys() - set(uneven)), np.int64)
    left, right = (of_hands(table, even).sort_by("hand_id") for table in (stored, expected))
    if left["hand_id"].to_pylist() == right["hand_id"].to_pylist() and left.num_rows:
        yield from differences(left, right)


def _plain(table: pa.Table) -> pa.Table:
    """Dictionary columns as strings: two dictionaries may order the same names differently."""
    schema = pa.schema(
        [
            (f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type)
            for f in table.schema
        ]
    )
    return table.cast(schema)


def _differing_rows(stored: pa.ChunkedArray, expected: pa.ChunkedArray) -> list[int]:
    if stored.equals(expected):
        return []
    pairs = zip(stored.to_pylist(), expected.to_pylist(), strict=True)
    return [row for row, (one, other) in enumerate(pairs) if one != other]


def _words(stored: pa.Table, expected: pa.Table, row: int) -> str:
    parts = []
    for name in stored.column_names:
        one, other = stored[name][row].as_py(), expected[name][row].as_py()
        if one != other:
            parts.append(f"{name} is {one!r} and should be {other!r}")
    return "; ".join(parts)
