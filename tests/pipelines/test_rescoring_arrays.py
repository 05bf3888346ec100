"""Rows of the lake as arrays for rescoring: whole where groups cut hands, refused where rows lack.

Expected values are those of a slow reading, value by value, of the rows that a run has stored.
"""

import numpy as np
import pyarrow as pa
import pytest

from engine.situation import F_FLAGS
from pipelines.lake.columns_read import codes_of, list_values, small_ints
from pipelines.lake.parts import read_groups, read_table
from pipelines.rescoring.arrays import Places, event_columns, starts_of, win_columns
from pipelines.rescoring.preparing import Switch, prepare
from schemas.codes import ACTIONS, FLAGS
from schemas.errors import LakeError
from tests.pipelines.rescore_helpers import simulated

HANDS = 40
EVENTS = ("seat", "action", "tile", "tiles")


@pytest.fixture(scope="module")
def part(tmp_path_factory):
    """Storage and the only part of a run of forty hands."""
    lake, run = simulated(tmp_path_factory.mktemp("arrays") / "lake", "taiwan-standard", HANDS)
    [found] = lake.manifest(run).parts
    return lake.storage, found


@pytest.fixture(scope="module")
def hands(part):
    """Its hands."""
    return read_table(*part, "hands")


@pytest.fixture(scope="module")
def events(part):
    """Its events."""
    return read_table(*part, "events")


def test_events_are_as_stored_wherever_row_groups_cut_them(hands, events):
    rows = events.to_pylist()
    for sizes in ([len(rows)], [7, 1, 0, 300, len(rows) - 308]):
        places = np.cumsum([0, *sizes])
        groups = [events.slice(at, n) for at, n in zip(places, sizes, strict=False)]
        found = event_columns(hands, groups)
        assert [ACTIONS[code] for code in found.action] == [row["action"] for row in rows]
        assert found.seat.tolist() == [row["seat"] for row in rows]
        assert found.tile.tolist() == [-1 if row["tile"] is None else row["tile"] for row in rows]
        for row, start, end in zip(
            rows, found.tiles_start[:-1], found.tiles_start[1:], strict=True
        ):
            assert found.tiles[start:end].tolist() == (row["tiles"] or [])
        assert found.first.tolist() == [
            k for k, row in enumerate(rows) if row["action"] == "deal" and row["seq"] == 0
        ]
        assert found.end.tolist() == [*found.first.tolist()[1:], len(rows)]
        assert found.dealer.tolist() == hands["dealer_seat"].to_pylist()
        assert all(
            column.flags.writeable and column.flags.c_contiguous for column in found[5:]
        )  # kernels are compiled for such alone


def test_events_of_some_hands_are_those_that_all_hold(hands, events):
    chosen = np.arange(HANDS) % 7 == 3
    ids = hands["hand_id"].to_numpy()[chosen]
    few = hands.filter(pa.array(chosen))
    theirs = events.filter(pa.array(np.isin(events["hand_id"].to_numpy(), ids)))
    groups = [events.slice(0, 333), events.slice(333)]
    expected, found = event_columns(few, [theirs]), event_columns(hands, groups, chosen)
    for name, column, other in zip(found._fields, found, expected, strict=True):
        assert np.array_equal(column, other), name
    none = event_columns(hands, groups, np.zeros(HANDS, bool))
    assert len(none.dealer) == len(none.seat) == len(none.tiles) == 0
    with pytest.raises(LakeError, match="do not belong together"):
        event_columns(hands, groups[:1], chosen)


@pytest.mark.parametrize("lost", [0, 60, -1])
def test_events_that_do_not_belong_to_the_hands_are_told(hands, events, lost):
    rows = events.to_pylist()
    del rows[lost]
    fewer = pa.Table.from_pylist(rows, events.schema)
    more = pa.concat_tables([events, events.slice(0, 1)])
    for wrong in ([fewer], [more], [], [fewer, events.slice(0, 1)]):
        with pytest.raises(LakeError, match="do not belong together") as caught:
            event_columns(hands, wrong)
        assert caught.value.code == "damaged_part"


def test_row_groups_are_the_rows_of_the_table(part, events):
    groups = list(read_groups(*part, "events", columns=EVENTS))
    assert pa.concat_tables(groups).equals(events.select(EVENTS))
    storage, found = part
    with pytest.raises(LakeError, match="missing or damaged"):
        list(read_groups(Gone(storage), found, "events", columns=EVENTS))


def test_wins_are_as_stored(part, hands):
    wins = read_table(*part, "wins")
    ids = hands["hand_id"].to_numpy()
    hand_of_win = Places(ids).of(wins["hand_id"].to_numpy())
    found = win_columns(hands, wins, hand_of_win)
    for row, win in enumerate(wins.to_pylist()):
        for column, tiles in ((found.hand, "concealed"), (found.flowers, "flowers")):
            assert column[row].tolist() == [win[tiles].count(kind) for kind in range(42)]
        melds = found.meld_tile[row][: len(win["melds"])].tolist()
        assert melds == [meld["tiles"][0] for meld in win["melds"]]
        flags = sum(1 << FLAGS.index(name) for name in win["flags"])
        assert found.facts[row, F_FLAGS] == flags
    starts = starts_of(hand_of_win, HANDS)
    won = [wins["hand_id"].to_pylist().count(one) for one in ids]
    assert np.diff(starts).tolist() == won


def test_lists_are_read_whatever_a_null_one_holds():
    lists = [[1, 2], None, [], [3], None]
    plain = pa.array(lists, pa.list_(pa.int8()))
    full = pa.ListArray.from_arrays(
        pa.array([0, 2, 4, 4, 5, 6], pa.int32()),
        pa.array([1, 2, 8, 9, 3, 9], pa.int8()),
        mask=pa.array([False, True, False, False, True]),
    )
    assert full.to_pylist() == lists
    for array in (plain, full):
        offsets, values = list_values(pa.chunked_array([array]))
        assert (offsets.tolist(), values.tolist()) == ([0, 2, 2, 2, 3, 3], [1, 2, 3])
        offsets, values = list_values(pa.chunked_array([array.slice(3), array.slice(0, 2)]))
        assert (offsets.tolist(), values.tolist()) == ([0, 1, 1, 3, 3], [3, 1, 2])
    offsets, values = list_values(pa.chunked_array([], plain.type))
    assert (offsets.tolist(), values.tolist()) == ([0], [])


def test_codes_are_those_of_the_names_whatever_order_a_dictionary_has():
    names = ("a", "b", "c")
    one = pa.array(["c", "a"]).dictionary_encode()
    other = pa.array(["b", "c"]).dictionary_encode()
    in_order = pa.DictionaryArray.from_arrays(pa.array([2, 0], pa.int8()), pa.array(names))
    assert codes_of(pa.chunked_array([one, other]), names).tolist() == [2, 0, 1, 2]
    assert codes_of(pa.chunked_array([in_order]), names).tolist() == [2, 0]
    assert small_ints(pa.chunked_array([pa.array([5, None], pa.int8())])).tolist() == [5, -1]


class Gone:
    """A storage whose files are somewhere else."""

    def __init__(self, storage):
        self.filesystem = storage.filesystem
        self.location = storage.location

    def path(self, name):
        return f"/nowhere/{name}"


def test_a_win_that_the_events_do_not_tell_and_one_that_is_lost_are_told(tmp_path):
    lake, run = simulated(tmp_path / "lake", "longgang", 5)
    manifest = lake.manifest(run)
    [part] = manifest.parts
    tables = {name: read_table(lake.storage, part, name) for name in ("hands", "wins", "events")}
    switch = Switch.between(manifest.ruleset(), manifest.ruleset())
    wins = tables["wins"]
    first = wins["hand_id"][0].as_py()

    def prepared(rows):
        return prepare(manifest, tables["hands"], rows, None, lambda: [tables["events"]], switch)

    assert len(prepared(wins)) == 5
    twice = pa.concat_tables([wins.slice(0, 1), wins])
    with pytest.raises(LakeError, match=f"hand {first}: its events and its wins do not fit"):
        prepared(twice)
    unknown = pa.concat_tables([wins.slice(1), wins.slice(0, 1)])
    with pytest.raises(LakeError, match="do not belong together"):
        prepared(unknown)
