"""The end of a replayed hand, in the terms of each system: heading, formula, points, payments."""

import io

import pytest
from rich.console import Console

from dashboards.cli.replay_end import ending
from dashboards.cli.replay_text import heading
from dashboards.hand_words import formula, seat_names
from schemas.codes import WIN_BY
from schemas.rules_files import load_ruleset, preset_names
from tests.dashboards.system_wins import WINS
from tests.lake_rows import Rows

LIMITED = [name for name in preset_names() if load_ruleset(name).system == "longgang"]


def rows_of_one(ruleset, *, parts=None, **columns):
    """The rows of one won hand under a rule set."""
    one = WINS[ruleset.system]
    rows = Rows(f"{ruleset.name}-ingest-0123456789ab", ruleset.name)
    hand = rows.hand(0, "win", parts=parts, deltas=(-8, 24, -8, -8), match_id="m1")
    known = {"total": one.total, "patterns": one.patterns, "items": one.items}
    rows.win(hand, 1, **({"win_by": "self_draw"} | known | one.columns | columns))
    return plain(rows)


def plain(rows):
    return {name: table.to_pylist() for name, table in rows.tables().items()}


def told(parts) -> str:
    target = Console(file=io.StringIO(), width=400, color_system=None)
    for part in parts:
        target.print(part)
    return target.file.getvalue()


def end_of(rows, ruleset) -> str:
    return told(ending(rows, seat_names(rows["hands"][0]), ruleset))


@pytest.mark.parametrize("name", preset_names())
def test_a_win_is_told_in_the_terms_of_its_system(name):
    ruleset = load_ruleset(name)
    rows = rows_of_one(ruleset)
    one = WINS[ruleset.system]
    how = formula(rows["wins"][0], rows["win_patterns"], rows["win_items"], ruleset)
    assert how == one.formula
    shown = f" ({how})" if how else ""
    assert f"South 南 (b) wins {one.told}{shown}: Self-draw 自摸" in end_of(rows, ruleset)


@pytest.mark.parametrize("name", preset_names())
def test_rows_add_up_only_where_the_total_is_their_sum(name):
    ruleset = load_ruleset(name)
    head = next(
        line for line in end_of(rows_of_one(ruleset), ruleset).splitlines() if "each" in line
    )
    sums = ruleset.system in ("mcr", "taiwan")
    if ruleset.system != "longgang":
        assert (head.split()[-1] == ruleset.catalogue.unit) is sums
    else:
        assert head.split() == ["points", "胡数", "count", "each", "胡"]


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("win_by", WIN_BY)
def test_wins_without_a_tile_or_a_reading_are_told(name, win_by):
    ruleset = load_ruleset(name)
    rows = rows_of_one(ruleset, win_by=win_by, win_tile=None, reading=[], wait="special")
    text = end_of(rows, ruleset)
    assert "wait Special shape 特殊" in text
    assert "reading" not in text


def test_special_wins_have_the_names_of_their_system():
    ruleset = load_ruleset("taiwan-standard")
    for win_by, words in (("eight_flowers", "八仙過海"), ("seven_flowers", "七搶一")):
        rows = rows_of_one(ruleset, win_by=win_by, win_tile=None)
        assert words in end_of(rows, ruleset)


@pytest.mark.parametrize("name", LIMITED)
def test_longgang_a_hand_at_the_limit_says_so(name):
    ruleset = load_ruleset(name)
    rows = rows_of_one(
        ruleset,
        total=300,
        uncapped=52,
        limit_hit=True,
        patterns=[("full_flush", 1, 0), ("honor_pung", 1, 1)],
    )
    text = end_of(rows, ruleset)
    assert "wins 300 胡 (26 胡 × 2^1 = 52, limit 满)" in text
    assert "清一色" in text


def test_payments_show_their_parts_where_there_are_several():
    ruleset = load_ruleset("taiwan-standard")
    rows = rows_of_one(ruleset, parts={"win": (-8, 24, -8, -8), "dealer": (-3, 3, 0, 0)})
    lines = [line.split() for line in end_of(rows, ruleset).splitlines()]
    assert ["player", "牌手", "points", "输赢", "Win", "和/胡", "Dealer", "庄"] in lines
    assert ["East", "东", "(a)", "-11", "-8", "-3"] in lines
    assert ["South", "南", "(b)", "+27", "+24", "+3"] in lines
    assert ["West", "西", "(c)", "-8", "-8", "0"] in lines


def test_payments_of_one_part_are_points_alone():
    ruleset = load_ruleset("taiwan-standard")
    lines = [line.split() for line in end_of(rows_of_one(ruleset), ruleset).splitlines()]
    assert ["player", "牌手", "points", "输赢"] in lines
    assert ["East", "东", "(a)", "-8"] in lines


def test_an_aborted_hand_says_why():
    rows = Rows("taiwan-standard-ingest-0123456789ab", "taiwan-standard")
    rows.hand(0, "abort", abort_reason="four_winds")
    text = end_of(plain(rows), load_ruleset("taiwan-standard"))
    assert text.startswith("Aborted 中途流局: Four winds 一路歸西\n")


def test_the_heading_names_streak_wildcard_and_bets():
    ruleset = load_ruleset("taiwan-standard")
    rows = Rows("taiwan-standard-ingest-0123456789ab", "taiwan-standard")
    rows.hand(0, "draw", dealer_seat=2, dealer_streak=2, wildcard=9, bets=[1, 0, 3, 5])
    rows.hand(1, "draw", dealer_streak=1)
    rows.hand(2, "draw")
    first, second, third = (told(heading(hand, ruleset)) for hand in plain(rows)["hands"])
    assert "East 东 round, seat 2 deals after 2 wins 连庄, from games.txt" in first
    assert "Wildcard 财神: 🀙 1p" in first
    assert "Bets 押注: West 西 (a) 1, North 北 (b) 0, East 东 (c) 3, South 南 (d) 5" in first
    assert "seat 0 deals after 1 win 连庄" in second
    assert "连庄" not in third
    assert "财神" not in third
    assert "押注" not in third
