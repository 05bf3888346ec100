"""``paipu replay``: a hand in words, tiles that one can recognise, the win and the payments."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from dashboards.cli.replay_text import seat_lines
from dashboards.hand_words import event_text, last_round_draws
from engine.machine.table import Event
from pipelines.replaying import SeatView
from schemas.codes import (
    ABORT,
    CHOW,
    DEAL,
    DECLARE_READY,
    DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FLOWER,
    FROM_PERSONAL,
    FROM_TAIL,
    KONG_ADDED,
    LOST_CLAIM,
    OPEN_PLAY,
    PUNG,
    REPLACE,
    SHOW_READY,
    TURN_WILDCARD,
    WIN,
)
from schemas.errors import LakeError, UsageError
from tests.dashboards.lake_fixture import make_lake

NAMES = ("East 东", "South 南", "West 西", "North 北")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_lake(tmp_path_factory.mktemp("replay"))


def run(lake, *words):
    return CliRunner().invoke(app, ["replay", *words, "--lake", lake.uri])


def test_a_won_hand_from_deal_to_payments(made):
    lake, name = made
    result = run(lake, f"{name}/0")
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0].startswith(f"{name}/0  国标麻将")
    assert "East 东 round, seat 0 deals, match w" in lines[1]
    assert lines[2].startswith("   0  East 东 is dealt 🀇🀏🀙🀡🀐🀘🀀🀁🀂🀃🀄🀅🀆 19m 19p 19s E S W N C F P")
    assert lines[6] == "   4  East 东 draws 摸 🀀 E  · 83 left"
    assert lines[7] == "   5  East 东 wins 和/胡 on 🀀 E  · 83 left"
    text = result.stdout
    assert "East 东 wins 89 番: Self-draw 自摸" in text
    rows = [line.split() for line in lines]
    assert ["十三幺", "Thirteen", "Orphans", "1", "88", "88"] in rows
    assert ["East", "东", "+291"] in rows
    assert ["North", "北", "-97"] in rows


def test_a_number_alone_is_enough_where_one_run_has_it(made):
    lake, _ = made
    text = run(lake, "1024").stdout
    assert "the wall is exhausted 荒牌  · 0 left" in text
    assert "Drawn, wall exhausted 荒牌" in text


def test_all_hands_can_be_shown_after_every_event(made):
    lake, _ = made
    few, many = run(lake, "1024").stdout, run(lake, "1024", "--hands").stdout
    # Four deals without hands, 169 events with four each, against four lines at the end.
    assert many.count("\n      South 南: ") == 169
    assert few.count("\n      South 南: ") == 1


def test_json_has_the_rows(made):
    lake, name = made
    document = json.loads(run(lake, "0", "--json").stdout)
    assert document["hands"][0]["run"] == name
    assert [row["pattern"] for row in document["win_patterns"]] == [
        "thirteen_orphans",
        "self_draw",
    ]
    assert len(document["events"]) == 6


def test_hands_that_are_not_there(made):
    lake, name = made
    for words, kind, said in (
        ("5", LakeError, "no run has a hand 5"),
        (f"{name}/5", LakeError, f"run {name} has no hand 5"),
        ("nothing/0", LakeError, "no run 'nothing'"),
        ("first", UsageError, "'first' is no hand id"),
        ("2048", LakeError, "no run has a hand 2048"),  # it was refused
    ):
        result = run(lake, words)
        assert isinstance(result.exception, kind), words
        assert said in result.exception.message


def test_a_number_that_several_runs_have_needs_its_run(tmp_path):
    from tests.pipelines.botzone_games import won_game
    from tests.pipelines.ingest_helpers import ingest

    lake, name = make_lake(tmp_path)
    (tmp_path / "more.txt").write_text(won_game("v"), encoding="utf-8")
    [other] = ingest(lake, tmp_path / "more.txt")
    result = run(lake, "0")
    assert isinstance(result.exception, LakeError)
    assert result.exception.code == "ambiguous_hand"
    assert f"{name}/0" in result.exception.message
    assert f"{other.run}/0" in result.exception.message


def event(action, seat=1, tile=-1, tiles=(), from_seat=-1, source=-1):
    return Event(9, seat, action, tile, tuple(tiles), from_seat, -1, source, 50)


@pytest.mark.parametrize(
    ("happened", "words"),
    [
        (event(DEAL, tiles=[2, 0, 1]), "South 南 is dealt 🀇🀈🀉 123m"),
        (event(DRAW, tile=9, source=FROM_PERSONAL), "South 南 draws 摸 🀙 1p"),
        (event(DRAW, tile=9, source=FROM_TAIL), "South 南 draws 摸 🀙 1p from the wall's end"),
        (
            event(CHOW, tile=1, tiles=[0, 1, 2], from_seat=0),
            "South 南 chow 吃 🀇🀈🀉 123m of East 东",
        ),
        (
            event(PUNG, tile=31, tiles=[31] * 3, from_seat=3),
            "South 南 pung 碰 🀄🀄🀄 CCC of North 北",
        ),
        (event(KONG_ADDED, tile=4), "South 南 adds to a kong 补杠 🀋 5m"),
        (event(WIN, tile=4, from_seat=2), "South 南 wins 和/胡 on 🀋 5m of West 西"),
        (event(LOST_CLAIM, tile=4), "South 南 calls a win on 🀋 5m, in vain"),
        (event(LOST_CLAIM, tile=4, tiles=[4]), "South 南 calls a chow on 🀋 5m, in vain"),
        (event(LOST_CLAIM, tile=4, tiles=[3, 4, 5]), "South 南 calls a chow on 🀋 5m, in vain"),
        (event(LOST_CLAIM, tile=4, tiles=[4] * 3), "South 南 calls a pung on 🀋 5m, in vain"),
        (event(LOST_CLAIM, tile=4, tiles=[4] * 4), "South 南 calls a kong on 🀋 5m, in vain"),
        (event(EXHAUSTED, seat=-1), "the wall is exhausted 荒牌"),
        (event(ABORT), "the hand is aborted 中途流局"),
        (event(TURN_WILDCARD, seat=0, tile=9, source=FROM_TAIL), "turned up 翻: 🀙 1p"),
        (event(FLOWER, tile=34), "South 南 exposes a flower 补花 🀦 f1"),
        (
            event(REPLACE, tile=9, source=FROM_TAIL),
            "South 南 replaces it with 🀙 1p from the wall's end",
        ),
        (event(DECLARE_READY), "South 南 declares to be ready 宣告聽牌"),
        (event(SHOW_READY), "South 南 declares to be ready and shows the hand 聽牌現牌"),
        (event(OPEN_PLAY), "South 南 plays with an open hand 明打"),
        (event(WIN), "South 南 wins 和/胡"),
        (event(WIN, from_seat=3), "South 南 wins 和/胡 of North 北"),
        (event(FALSE_WIN), "South 南 false win 错和/诈胡"),
    ],
)
def test_events_in_words(happened, words):
    assert event_text(happened, NAMES) == words


def rows_of(*actions):
    return [
        {"seq": seq, "seat": seat, "action": action} for seq, (seat, action) in enumerate(actions)
    ]


def test_draws_without_a_discard_are_those_of_the_last_round():
    events = rows_of(
        (1, "flower"), (1, "replace"), (0, "draw"), (0, "discard"), (1, "draw"),
        (1, "kong_concealed"), (1, "draw"), (2, "draw"), (3, "draw"), (3, "flower"),
        (3, "replace"), (-1, "exhausted"),
    )  # fmt: skip
    assert last_round_draws(events) == {6, 7, 10}


def test_a_hand_played_to_its_last_discard_has_no_last_round():
    events = rows_of((0, "draw"), (0, "discard"), (1, "draw"), (1, "discard"), (2, "exhausted"))
    assert last_round_draws(events) == set()


def test_what_a_player_has_in_a_line_or_two():
    view = SeatView((0, 0), ((0, 9, 0), (4, 31, -1)), (34,), (5,), (0, 3))
    bare = SeatView((27,), (), (), (), ())
    lines = seat_lines([view, bare, bare, bare], NAMES)
    assert lines[0] == "      East 东: 🀇🀇 11m"
    assert lines[1].strip() == (
        "chow 🀙🀚🀛 123p  concealed kong 🀄🀄🀄🀄 CCCC  flowers 🀦 f1  waits for 🀇🀊 14m"
    )
    assert lines[2] == "      South 南: 🀀 E"
    assert len(lines) == 5
