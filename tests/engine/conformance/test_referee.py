"""The referee itself: it objects to logs that were tampered with, and knows winning shapes."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from schemas import codes
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import parse_tiles
from tests.engine.conformance.hand_walls import Event
from tests.engine.conformance.house_rules import changed
from tests.engine.conformance.plain_results import check_results
from tests.engine.conformance.plain_shapes import Counts, bare_sets, is_whole, sets_needed
from tests.engine.conformance.suite_tools import Played, events_of, n_hands, play, referee_of

NAMED_TILE = (codes.DRAW, codes.REPLACE, codes.CHOW, codes.PUNG, codes.KONG_CONCEALED)


def counts_of(text: str) -> Counts:
    tiles = parse_tiles(text)
    return tuple(tiles.count(kind) for kind in range(34))


@pytest.mark.parametrize(
    ("tiles", "sets", "bare"),
    [
        ("123m 456p EE", 2, 3),
        ("1111m", 2, 2),  # 111m and 1 of 123m; two runs, of which a pair takes the rest
        ("13m 46p EE", 2, 3),
        ("1m 4m 7m", 2, 3),
        ("EE SS", 1, 2),
        ("22m 33m 44m", 2, 2),
    ],
)
def test_fewest_sets_that_hold_tiles(tiles: str, sets: int, bare: int) -> None:
    assert sets_needed(counts_of(tiles), 4) == sets
    assert bare_sets(counts_of(tiles), 4) == bare


@pytest.mark.parametrize(
    ("name", "tiles", "wild", "melds", "whole"),
    [
        ("mcr", "123m 456p 789s EEE 11p", 0, 0, True),
        ("mcr", "123m 456p 789s EEE 1p 2p", 0, 0, False),
        ("mcr", "1122m 3344p 5566s EE", 0, 0, True),
        ("mcr", "1111m 3344p 5566s EE", 0, 0, True),
        ("mcr", "19m 19p 19s ESWNCFP P", 0, 0, True),
        ("mcr", "19m 19p 19s ESWNCF 5p5p", 0, 0, False),
        ("mcr", "147m 258p 369s 123m EE", 0, 0, True),
        ("mcr", "147m 258p 369s EE", 0, 1, True),
        ("mcr", "147m 258p 36s ESWNCF", 0, 0, True),
        ("mcr", "147m 258p 36s ESWNCC", 0, 0, False),
        ("mcr", "EE", 0, 4, True),
        ("mcr", "E", 1, 4, True),
        ("taiwan-standard", "123m 456p 789s EEE 22s 345s", 0, 0, True),
        ("taiwan-standard", "1122m 3344p 5566s EESSS", 0, 0, False),
        ("taiwan-standard", "123m 456p 78s EEE 22s 35s", 2, 0, True),
        ("taiwan-standard", "123m 456p 7s EEE 22s 1s 35s", 3, 0, False),
    ],
)
def test_winning_shapes(name: str, tiles: str, wild: int, melds: int, whole: bool) -> None:
    rules = load_ruleset(name)
    assert is_whole(rules, counts_of(tiles), wild, melds, any_copies=False) is whole


def test_seven_pairs_and_a_triple_win_where_the_rules_have_the_shape() -> None:
    shapes = {"win": {"shapes": ("standard", "eight_pairs")}}
    rules = changed("longgang", "house", shapes)
    tiles = counts_of("1144m 2255p 33s EE SS CCC")
    assert is_whole(rules, tiles, 0, 0, any_copies=True)
    assert not is_whole(load_ruleset("longgang"), tiles, 0, 0, any_copies=True)


def test_a_goal_holds_a_kind_four_times_unless_a_wildcard_may_be_a_fifth() -> None:
    rules = load_ruleset("taiwan-standard")
    held = counts_of("1111m")
    assert not is_whole(rules, counts_of("EEEE"), 1, 4, any_copies=False)
    assert is_whole(rules, counts_of("EEEE"), 1, 4, any_copies=True)
    assert is_whole(rules, held, 1, 4, any_copies=True)
    assert not is_whole(rules, held, 1, 4, any_copies=False)


@pytest.fixture(scope="module", params=["taiwan-standard", "longgang", "mcr-botzone"])
def played(request: pytest.FixtureRequest) -> Played:
    return play(load_ruleset(request.param), "minimal", n_hands(8))


def objects(played: Played, hand: int, events: list[Event]) -> bool:
    """Whether the referee objects to the events of a hand."""
    referee = referee_of(played, hand)
    try:
        for event in events:
            referee.follow(event)
        check_results(referee, played.rows, hand, len(events))
    except (AssertionError, KeyError, ValueError):
        return True
    return False


def test_a_left_out_or_doubled_event_is_noticed(played: Played) -> None:
    random = Random(4)
    for hand in range(len(played.batch)):
        events = events_of(played.rows, hand)
        assert not objects(played, hand, events)
        place = random.randrange(4, len(events))
        assert objects(played, hand, numbered(events[:place] + events[place + 1 :]))
        assert objects(played, hand, numbered(events[: place + 1] + events[place:]))
        assert objects(played, hand, events[:-1])


def numbered(events: list[Event]) -> list[Event]:
    """The events with numbers that fit their places."""
    return [{**event, "seq": seq} for seq, event in enumerate(events)]


def test_a_wrong_seat_tile_or_count_is_noticed(played: Played) -> None:
    random = Random(5)
    for hand in range(len(played.batch)):
        events = events_of(played.rows, hand)
        for field, by in (("seat", 1), ("wall_left", 1), ("wall_left", -1)):
            changed_events = deepcopy(events)
            event = random.choice(changed_events[4:])
            event[field] = (event[field] + by) % 4 if field == "seat" else event[field] + by
            assert objects(played, hand, changed_events), (field, event)
        changed_events = deepcopy(events)
        event = random.choice([e for e in changed_events if e["action"] in NAMED_TILE])
        event["tile"] = (event["tile"] + 1) % 34
        assert objects(played, hand, changed_events), event


def test_other_rules_are_noticed() -> None:
    """Hands that were right under some rules are not under others."""
    free = load_ruleset("mcr-botzone")
    played = play(free, "random", n_hands(16))

    def objections(rules: RuleSet) -> int:
        other = Played(rules, "random", played.batch, played.rows)
        return sum(
            objects(other, hand, events_of(played.rows, hand)) for hand in range(len(played.batch))
        )

    assert objections(free) == 0
    for option, value in (
        ("swap_calls", "same_kind"),
        ("own_discard_chow", False),
        ("passed_pung", True),
    ):
        assert objections(changed("mcr-botzone", "house", {"play": {option: value}})) > 0, option
