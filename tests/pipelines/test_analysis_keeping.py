"""Tables that are kept for questions: the rows of the views, whoever keeps them and what is chosen.

Hands are made up at random: sessions, a duplicate run with 24 hands a deal, several winners of one
hand, a run without hands, and a rescored run beside its parent.
"""

import inspect
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from itertools import permutations

import duckdb
import polars as pl
import pytest

from pipelines import analysis
from pipelines.analysis import keeping
from pipelines.analysis.queries import ask
from pipelines.analysis.texts import VIEWS_DIR, query_names, query_text, view_text, views_of
from pipelines.lake.filtering import filtered
from pipelines.lake.filters import Filter
from pipelines.lake.views import derived_sql
from schemas.errors import PaipuError
from schemas.rules_files import load_ruleset
from schemas.tables import TABLES
from tests.lake_rows import RULES, Rows, connection

SESSIONS = f"{RULES}-sim-000000000001"
DUPLICATE = f"{RULES}-sim-000000000002"
EMPTY = f"{RULES}-sim-000000000003"
CHILD = f"{RULES}-rescore-000000000004"
SEATINGS = list(permutations(("p0:greedy", "p1:value", "p2:greedy", "p3:random")))
PATTERNS = ("all_chows", "half_flush", "seven_pairs", "all_pungs")
WAYS = ("discard", "self_draw", "robbed_kong", "three_wildcards")
PLAYED = [SESSIONS, DUPLICATE, EMPTY]
OF_TABLES = {
    "agreement", "best_wins", "dealer_parts", "dealt_distance", "disagreements", "player_patterns",
    "players", "policy_pairs", "policy_points", "rare_patterns", "rarity", "rejects",
    "rejects_by_file", "repeated_hands", "skill", "sources", "wildcard_luck", "wildcard_share",
    "win_details",
}  # fmt: skip
"""Statistics that read the lake's tables alone."""
FILTERS = (
    Filter(),
    Filter(seat=[1]),
    Filter(win_by=["discard"]),
    Filter(run=[SESSIONS], policy=["greedy"]),
    Filter(run=[SESSIONS]),
)


def _play(rows, dice, session, number, **columns):
    """A hand that ends somehow, and its wins."""
    outcome = dice.choices(("win", "draw", "abort", "penalty"), (8, 2, 1, 1))[0]
    dealer = dice.randrange(4)
    way = dice.choice(WAYS)
    alone = way in ("discard", "robbed_kong")
    payer = dice.randrange(4)
    others = [seat for seat in range(4) if seat != payer]
    winners = dice.sample(others, dice.choice((1, 1, 1, 2)) if alone else 1)
    parts = {}
    for part in ("win", "dealer", "kong"):
        gains = [dice.randrange(-9, 10) for _ in range(3)]
        parts[part] = (*gains, -sum(gains))
    won = outcome == "win"
    hand = rows.hand(
        session, outcome, hand_in_session=number, parts=parts if outcome != "draw" else None,
        dealer_seat=dealer, dealer_streak=dice.randrange(6), n_draws=dice.randrange(70),
        abort_reason="four_winds" if outcome == "abort" else None,
        winners=sum(1 << seat for seat in winners) if won else 0, **columns,
    )  # fmt: skip
    if won:
        for seat in winners:
            held = dice.sample(PATTERNS, dice.randrange(4))
            rows.win(
                hand, seat, win_by=way, payer=payer if alone else None,
                total=dice.randrange(8, 60), wait=dice.choice(("closed", "edge")),
                turn=dice.randrange(1, 18), first_ready_turn=dice.choice((None, 3, 5)),
                limit_hit=dice.random() < 0.1, wildcards_used=dice.randrange(3),
                patterns=[(one, dice.choice((1, 1, 2)), dice.randrange(1, 9)) for one in held],
                items=[("base", 1, 10)],
            )  # fmt: skip
    if dice.random() < 0.3:
        rows.chance(hand, seat=dice.randrange(4), tile=3, total=5, reason="below_minimum")
    return hand


def _runs():
    dice = random.Random(5)
    sessions, duplicate, child = Rows(SESSIONS), Rows(DUPLICATE), Rows(CHILD)
    for session in range(25):
        for number in range(dice.randrange(1, 6)):
            seated = dice.choice(SEATINGS)
            _play(sessions, dice, session, number, players=list(seated))
    for deal in range(3):
        for order, seated in enumerate(SEATINGS):
            told = {"deal": deal, "permutation": order, "players": list(seated)}
            _play(duplicate, dice, deal * 24 + order, 0, **told)
    for name, rows in sessions.rows.items():  # the child: other totals, some wins no more
        child.rows[name] = [dict(row) for row in rows]
    gone = {row["hand_id"] for row in child.rows["hands"][::4] if row["outcome"] == "win"}
    for row in child.rows["hands"]:
        row |= {"outcome": "unwon", "winners": 0} if row["hand_id"] in gone else {}
    for row in child.rows["settlements"]:
        row["delta"] = 0 if row["hand_id"] in gone else 2 * row["delta"]
    for name in ("wins", "win_patterns", "win_items"):
        kept = [row for row in child.rows[name] if row["hand_id"] not in gone]
        child.rows[name] = kept
    return sessions, duplicate, Rows(EMPTY), child


@pytest.fixture(scope="module")
def rows():
    return {one.run: one.rows for one in _runs()}


@pytest.fixture(scope="module")
def lake():
    """The runs, in views that only this connection sees."""
    con = connection(*_runs())
    parents = (f"('{run}', '{RULES}', null)" for run in (SESSIONS, DUPLICATE, EMPTY))
    listed = ", ".join((*parents, f"('{CHILD}', '{RULES}', '{SESSIONS}')"))
    con.execute(
        f"create or replace view runs as from (values {listed}) as known (run, rules, parent)"
    )
    yield con
    con.close()


def _copy(lake):
    """A database that has kept nothing yet, and whose views all of its connections see."""
    db = duckdb.connect()
    for name in (*TABLES, "runs"):
        db.register("found", lake.sql(f"from {name}").to_arrow_table())
        db.execute(f"create table {name}_rows as from found")
        db.execute(f"create view {name} as from {name}_rows")
        db.unregister("found")
    db.execute(derived_sql())
    return db


def _lists(chosen):
    """Lists of runs that are asked about one after the other."""
    return [PLAYED] if chosen else [[CHILD], PLAYED]


def _answers(con, runs, chosen):
    """What every statistic says, or why it refuses."""
    said = {}
    for one in analysis.statistics():
        if one.name in OF_TABLES:
            continue
        known = inspect.signature(one.function).parameters
        more = {"ruleset": load_ruleset(RULES)} if "ruleset" in known else {}
        if "other_runs" in known:
            more["other_runs"] = [SESSIONS]
        for by in ("player", "policy") if "by" in known else (None,):
            told = more | ({"by": by} if by else {})
            try:
                one.check(chosen)
                said[one.name, by] = one.function(con, runs, **told)
            except PaipuError as error:
                said[one.name, by] = str(error)
    return said


def _same(found, wanted):
    assert found.keys() == wanted.keys()
    for name, answer in wanted.items():
        if isinstance(answer, pl.DataFrame):
            assert found[name].schema == answer.schema, name
            assert found[name].equals(answer), name
        else:
            assert found[name] == answer, name


@pytest.fixture(scope="module")
def plain(lake):
    """Answers from the views themselves, for each filter and list of runs."""
    with pytest.MonkeyPatch.context() as patch, closing(_copy(lake)) as db:
        patch.setattr(keeping, "MOST_HANDS", -1)
        said = {}
        for chosen in FILTERS:
            for runs in _lists(chosen):
                with closing(db.cursor()) as con, filtered(con, chosen):
                    said[str(chosen), runs[0]] = _answers(con, runs, chosen)
    return said


@pytest.mark.parametrize(
    ("chosen", "shared"),
    [*((one, True) for one in FILTERS), *((one, False) for one in FILTERS[:2])],
    ids=lambda one: str(one) or "all",
)
def test_answers_are_the_same_from_tables_as_from_views(lake, plain, chosen, shared, monkeypatch):
    # Enumerations for half of the filters; the first runs' tables grow by the second runs'.
    monkeypatch.setattr(keeping, "MANY_HANDS", 0 if FILTERS.index(chosen) % 2 == 0 else 10**6)
    with closing(_copy(lake)) as db, closing(db.cursor()) as con, filtered(con, chosen):
        if shared:
            keeping.share(con)
        for runs in _lists(chosen):
            _same(_answers(con, runs, chosen), plain[str(chosen), runs[0]])


def test_kept_hands_say_what_the_rows_say(lake, rows):
    with closing(_copy(lake)) as con:
        keeping.prepare(con, "hand_points", [DUPLICATE])
        found = {row["hand_id"]: row for row in con.sql("from hand_points").pl().to_dicts()}
    stored = rows[DUPLICATE]
    assert len(found) == len(stored["hands"]) == 72
    places = ("dealer_points", "next_points", "across_points", "previous_points")
    for hand in stored["hands"]:
        row, dealer = found[hand["hand_id"]], hand["dealer_seat"]
        paid = {
            one["seat"]: one for one in stored["settlements"] if one["hand_id"] == hand["hand_id"]
        }
        for place, name in enumerate(places):
            assert row[name] == paid[(dealer + place) % 4]["delta"]
        assert row["dealer_added"] == paid[dealer]["dealer"]
        wins = [one for one in stored["wins"] if one["hand_id"] == hand["hand_id"]]
        bits = {"winners": 0, "self_drawers": 0, "payers": 0}
        for win in wins:
            bits["winners"] |= 1 << (win["winner"] - dealer) % 4
            if win["payer"] is None:
                bits["self_drawers"] |= 1 << (win["winner"] - dealer) % 4
            else:
                bits["payers"] |= 1 << (win["payer"] - dealer) % 4
        assert {name: row[name] for name in bits} == bits
        assert row["chosen"] == 15
        assert row["win_by"] == (wins[0]["win_by"] if wins else None)


def test_a_filter_on_seats_leaves_their_bits(lake):
    with closing(_copy(lake)) as con, filtered(con, Filter(seat=[0, 3])):
        keeping.prepare(con, "hand_points", [SESSIONS])
        assert con.sql("select distinct chosen from hand_points").fetchall() == [(0b1001,)]


@pytest.mark.parametrize("shared", [False, True], ids=["own", "shared"])
def test_what_was_kept_under_a_filter_is_not_taken_for_another(lake, plain, shared):
    with closing(_copy(lake)) as db, closing(db.cursor()) as con:
        if shared:
            keeping.share(con)
        for chosen in (*FILTERS[:3], FILTERS[0]):
            with filtered(con, chosen) if chosen else nullcontext():
                found = analysis.seats(con, PLAYED)
            assert found.equals(plain[str(chosen), SESSIONS]["seats", None])


def test_more_than_is_kept_is_read_from_views(lake, plain, monkeypatch):
    with closing(_copy(lake)) as db:
        with closing(keeping.share(db.cursor())) as con, filtered(con, FILTERS[1]):
            monkeypatch.setattr(keeping, "MOST_CHOSEN", 0)
            _same(_answers(con, PLAYED, FILTERS[1]), plain[str(FILTERS[1]), SESSIONS])
            held = con.sql("select table_name from duckdb_tables() where temporary").fetchall()
            assert not {name for (name,) in held} & keeping.KEPT.keys()
        with closing(keeping.share(db.cursor())) as con:
            monkeypatch.setattr(keeping, "MOST_HANDS", 80)  # the child's are kept, no more fit
            runs = PLAYED
            assert analysis.seats(con, runs).equals(plain["", SESSIONS]["seats", None])
            assert analysis.seats(con, [CHILD]).equals(plain["", CHILD]["seats", None])


def test_many_connections_fill_shared_tables_at_once(lake, plain):
    with closing(_copy(lake)) as db:

        def one(number):
            chosen = FILTERS[number % 3]
            with closing(keeping.share(db.cursor())) as con, filtered(con, chosen):
                asked = (analysis.seats, analysis.totals, analysis.point_bars, analysis.limits)
                return chosen, {
                    (question.__name__, None): question(con, PLAYED) for question in asked
                }

        with ThreadPoolExecutor(4) as pool:
            for chosen, found in pool.map(one, range(8)):
                wanted = plain[str(chosen), SESSIONS]
                _same(found, {name: wanted[name] for name in found})
        kept = db.sql("select name, run, count(*) from kept_runs group by all").fetchall()
        assert kept
        assert all(n == 1 for _, _, n in kept)


def test_questions_without_runs_have_no_rows_and_leave_nothing_behind(lake, plain):
    with closing(_copy(lake)) as con:
        assert analysis.totals(con, []).is_empty()
        _same(_answers(con, [CHILD], Filter()), plain["", CHILD])


@pytest.mark.parametrize("name", query_names())
def test_questions_name_the_views_that_they_read_from(name):
    text = query_text(name)
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    folder = [path.stem for path in VIEWS_DIR.glob("*.sql")]
    read = {one for one in folder if f"from {one}" in code or f"join {one}" in code}
    assert read <= set(views_of(text)), "the comment names fewer views"
    assert set(views_of(text)) <= set(folder)


def test_views_name_the_views_that_they_read_from():
    folder = [path.stem for path in VIEWS_DIR.glob("*.sql")]
    for name in folder:
        text = view_text(name)
        code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
        read = {one for one in folder if f"from {one}" in code or f"join {one}" in code}
        assert read == set(views_of(text)), name


def test_a_question_of_an_unknown_run_is_empty(lake):
    with closing(_copy(lake)) as con:
        keeping.share(con)
        assert ask(con, "seats", ["no-such-run"]).is_empty()
