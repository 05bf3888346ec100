"""``paipu skill``: tables and one document of duplicate runs, one sentence about others."""

import json
from itertools import permutations

import numpy as np
import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import LakeError, UsageError
from tests.lake_rows import Rows, write_lake

RUN = "taiwan-standard-sim-0123456789ab"
POLICIES = ["value", "greedy", "greedy", "random"]
OPTIONS = {"seed": 1, "single": True, "walls": "shared", "policies": POLICIES}


def duplicate_rows(deals):
    """Deals in all seatings: value gains 6 of random in each hand, the wall favours a seat."""
    numbers = np.random.default_rng(2)
    rows = Rows(RUN, "taiwan-standard")
    for deal in range(deals):
        luck = numbers.integers(-20, 20, 3)
        luck = np.append(luck, -luck.sum())
        for permutation, order in enumerate(permutations(range(4))):
            points = [int(luck[seat]) + (6, 0, 0, -6)[order[seat]] for seat in range(4)]
            rows.hand(
                deal * 24 + permutation,
                "win",
                deltas=points,
                deal=deal,
                permutation=permutation,
                players=[f"p{player}:{POLICIES[player]}" for player in order],
            )
    return rows


def lake_of(folder, rows, *, duplicate=True):
    return write_lake(folder, rows, kind="sim", options=OPTIONS | {"duplicate": duplicate})


@pytest.fixture
def lake(tmp_path):
    return lake_of(tmp_path / "lake", duplicate_rows(20))


def skill(lake, *words):
    return CliRunner().invoke(app, ["skill", *words, "--lake", str(lake)])


def test_one_document_holds_policies_components_and_pairs(lake):
    result = skill(lake, "--json")
    assert result.exit_code == 0, result.exception
    document = json.loads(result.stdout)
    assert (document["run"], document["deals"], document["hands"]) == (RUN, 20, 480)
    means = {row["policy"]: row["points_mean"] for row in document["policies"]}
    assert means == pytest.approx({"value": 6, "greedy": 0, "random": -6})
    parts = {row["component"]: row for row in document["components"]}
    assert parts["policy"]["variance"] == pytest.approx((36 + 36) / 4)
    assert parts["rest"]["variance"] == pytest.approx(0)
    pair = document["pairs"][0]
    assert (pair["policy"], pair["other"]) == ("value", "random")
    assert pair["difference"] == pytest.approx(12)
    assert pair["duplicate_hands"] == 24  # no luck is left in a deal


def test_tables_say_who_plays_better_and_how_much_is_luck(lake):
    text = skill(lake, RUN).stdout
    assert "20 deals in all 24 seatings luck makes" in text
    assert "value gains 6.00 points a hand more than greedy" in text
    assert "Who plays 牌技" in text
    assert "in duplicate, ahead after" in text


@pytest.mark.parametrize(
    ("deals", "duplicate", "words", "error", "sentence"),
    [
        (2, False, (RUN,), UsageError, "is no duplicate run"),
        (2, False, (), UsageError, "no duplicate run; `paipu simulate RULES --duplicate"),
        (1, True, (RUN,), UsageError, "fewer than two deals were played in all 24 seatings"),
        (2, True, ("no-such-run",), LakeError, "no-such-run"),
    ],
)
def test_what_tells_nothing_is_told_in_one_sentence(
    tmp_path, deals, duplicate, words, error, sentence
):
    lake = lake_of(tmp_path / "lake", duplicate_rows(deals), duplicate=duplicate)
    result = skill(lake, *words)
    assert isinstance(result.exception, error)
    assert sentence in result.exception.message
