"""Input that cannot exist is refused with its code, in every rule set: one table of all refusals.

Each refusal changes one thing of a line that every rule set can score. Some need what a system does
not have; for those the table says what is missing, and a test that it is.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from pipelines.scoring.service import Scorer
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet

CODES = (
    "bad_json", "unknown_key", "unknown_rules", "unknown_tile", "bad_value", "bad_meld",
    "wrong_tile_count", "five_copies", "contradictory_flags",
)  # fmt: skip
PRESETS = preset_names()
RULESETS = {preset: load_ruleset(preset) for preset in PRESETS}

MELD = {"kind": "chow", "tiles": ["1m", "2m", "3m"], "concealed": False}
TABLE = {"dealer": 0, "winner": 1, "payer": 0}
LINE = {
    "id": "x", "concealed": "456p789s5p", "melds": [MELD, MELD], "win_tile": "5p",
    "win_by": "discard", "flowers": [], "seat_wind": "S", "round_wind": "E", "flags": [],
    "table": TABLE,
}  # fmt: skip
"""A hand of thirteen tiles; of sixteen with a chow more."""

CONCEALED = "123123123m456p789s5p"
"""Sixteen tiles that wait for 5p."""

Changes = dict[str, Any]


def whole(ruleset: RuleSet) -> Changes:
    """The line that every rule set takes."""
    more = [MELD] if ruleset.tiles.hand_size == 16 else []
    turned = {"wildcard": "9m"} if ruleset.wildcard.kind == "turned" else {}
    return {**LINE, "melds": [MELD, MELD, *more], "rules": ruleset.name, **turned}


def meld(kind: str, *tiles: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "tiles": list(tiles), **more}


def with_meld(ruleset: RuleSet, *melds: Any) -> Changes:
    """Some of the melds in place of the line's last ones."""
    return {"melds": [*whole(ruleset)["melds"][: -len(melds)], *melds]}


def in_table(**changes: Any) -> Changes:
    return {"table": {**TABLE, **changes}}


def always(ruleset: RuleSet) -> bool:
    return True


def turns_wildcards(ruleset: RuleSet) -> bool:
    return ruleset.wildcard.kind == "turned"


@dataclass(frozen=True)
class Refusal:
    """What is refused: the change of the line, a part of the sentence, the rule sets it needs."""

    code: str
    part: str
    change: Changes | Callable[[RuleSet], Changes] = field(default_factory=dict)
    raw: bytes | None = None
    arises: Callable[[RuleSet], bool] = always
    otherwise: str = ""

    def line(self, ruleset: RuleSet) -> bytes:
        if self.raw is not None:
            return self.raw
        change = self.change(ruleset) if callable(self.change) else self.change
        return json.dumps({**whole(ruleset), **change}).encode()


NO_WILDCARD = "no tile is turned up"

REFUSALS = {
    "half a line": Refusal("bad_json", "not JSON", raw=b'{"concealed": '),
    "a list": Refusal("bad_json", "object", raw=b"[]"),
    "bytes that are no text": Refusal("bad_json", "not JSON", raw=b'{"id": "\xff"}'),
    "a number without end": Refusal(
        "bad_json", "not JSON", raw=b'{"dealer_streak": ' + b"9" * 5000 + b"}"
    ),
    "a key": Refusal("unknown_key", "'colour'", {"colour": "red"}),
    "a key of a meld": Refusal(
        "unknown_key", "'from'", lambda rules: with_meld(rules, {**MELD, "from": 1})
    ),
    "a key of the table": Refusal("unknown_key", "'seat'", in_table(seat=1)),
    "a key of a loser": Refusal("unknown_key", "'hand'", in_table(losers={"2": {"hand": []}})),
    "a rule set": Refusal("unknown_rules", "mahjong", {"rules": "mahjong"}),
    "a tile in hand": Refusal("unknown_tile", "0p", {"concealed": ["0p"]}),
    "a tile in a run": Refusal("unknown_tile", "456x", {"concealed": "456x"}),
    "a winning tile": Refusal("unknown_tile", "D", {"win_tile": "D"}),
    "a flower": Refusal("unknown_tile", "f9", {"flowers": ["f9"]}),
    "a tile of a meld": Refusal(
        "unknown_tile", "10m", lambda rules: with_meld(rules, meld("pung", "10m", "10m", "10m"))
    ),
    "a tile of a loser": Refusal("unknown_tile", "Z", in_table(losers={"2": {"concealed": ["Z"]}})),
    "a way to win": Refusal("bad_value", "eight_flowers", {"win_by": "theft"}),
    "no winning tile": Refusal("bad_value", "win_tile is missing", {"win_tile": None}),
    "a winning tile of a win by flowers": Refusal(
        "bad_value", "win_tile must be null", {"win_by": "eight_flowers"},
    ),
    "a wind of a seat": Refusal("bad_value", "seat_wind", {"seat_wind": "C"}),
    "a wind of a round": Refusal("bad_value", "round_wind", {"round_wind": 0}),
    "a negative streak": Refusal("bad_value", "dealer_streak", {"dealer_streak": -1}),
    "a streak without end": Refusal("bad_value", "dealer_streak", {"dealer_streak": 10**30}),
    "half a streak": Refusal("bad_value", "dealer_streak", {"dealer_streak": 1.5}),
    "a flag": Refusal("bad_value", "'lucky'", {"flags": ["lucky"]}),
    "flags that are no list": Refusal("bad_value", "flags", {"flags": "last_tile"}),
    "a suit tile among the flowers": Refusal("bad_value", "1m", {"flowers": ["1m"]}),
    "a number of flowers": Refusal("bad_value", "flowers = 9", {"flowers": 9}),
    "a seat": Refusal("bad_value", "winner = 4", in_table(winner=4)),
    "nobody who gave the tile": Refusal("bad_value", "payer", in_table(payer=None)),
    "a payer of a self-draw": Refusal("bad_value", "payer must be null", {"win_by": "self_draw"}),
    "three bets": Refusal("bad_value", "bets", in_table(bets=[0, 0, 0])),
    "a bet without end": Refusal("bad_value", "bets", in_table(bets=[0, 10**30, 0, 0])),
    "a bet above the highest": Refusal(
        "bad_value", "from 0 to 10", in_table(bets=[0, 11, 0, 0]),
        arises=lambda rules: rules.play.most_bet > 0,
        otherwise="nobody bets, and bets are passed by",
    ),
    "a loser that has won": Refusal("bad_value", "winner", in_table(losers={"1": {}})),
    "no wildcard where one is always turned up": Refusal(
        "bad_value", "wildcard is missing", {"wildcard": None},
        arises=turns_wildcards, otherwise=NO_WILDCARD,
    ),
    "no wildcard of three": Refusal(
        "bad_value", "wildcard is missing", {"wildcard": None, "win_by": "three_wildcards"},
        arises=turns_wildcards, otherwise=NO_WILDCARD,
    ),
    "a wildcard where there is none": Refusal(
        "bad_value", "has none", {"wildcard": "9p"},
        arises=lambda rules: not turns_wildcards(rules), otherwise="a tile is turned up",
    ),
    "an honor as the gold": Refusal(
        "bad_value", "E cannot be the wildcard", {"wildcard": "E"},
        arises=lambda rules: turns_wildcards(rules) and "E" not in rules.tiles.honors,
        otherwise="no tile is turned up, or an honor may be",
    ),
    "white as the wildcard": Refusal(
        "bad_value", "P cannot be the wildcard", {"wildcard": "P"},
        arises=lambda rules: turns_wildcards(rules) and "P" not in rules.tiles.honors,
        otherwise="no tile is turned up, or white may be",
    ),
    "a gold that is robbed as another tile": Refusal(
        "bad_value", "robbed gold", {"win_by": "robbed_gold", "wildcard": "9p", "win_tile": "8p"},
        arises=turns_wildcards, otherwise=NO_WILDCARD,
    ),
    "an honor in hand": Refusal(
        "bad_value", "E cannot stand", {"concealed": "456p789sE"},
        arises=lambda rules: "E" not in rules.tiles.honors, otherwise="honors stand in hands",
    ),
    "a tile that is not in play": Refusal(
        "bad_value", "P cannot stand", {"concealed": "456p789sP"},
        arises=lambda rules: "P" not in rules.tiles.honors, otherwise="all honors are in play",
    ),
    "a guest flower in hand": Refusal("bad_value", "f1 cannot stand", {"concealed": "456p789sf1"}),
    "a concealed chow": Refusal(
        "bad_meld", "chow", lambda rules: with_meld(rules, {**MELD, "concealed": True})
    ),
    "a concealed pung": Refusal(
        "bad_meld", "pung",
        lambda rules: with_meld(rules, meld("pung", "2p", "2p", "2p", concealed=True)),
    ),
    "a pair laid down": Refusal(
        "bad_meld", "pair", lambda rules: with_meld(rules, meld("pair", "2p", "2p"))
    ),
    "a chow over two suits": Refusal(
        "bad_meld", "chow", lambda rules: with_meld(rules, meld("chow", "8m", "9m", "1p"))
    ),
    "a chow of honors": Refusal(
        "bad_meld", "chow", lambda rules: with_meld(rules, meld("chow", "E", "S", "W"))
    ),
    "a pung of two kinds": Refusal(
        "bad_meld", "pung", lambda rules: with_meld(rules, meld("pung", "2p", "2p", "3p"))
    ),
    "a kong of three": Refusal(
        "bad_meld", "kong", lambda rules: with_meld(rules, meld("kong", "2p", "2p", "2p"))
    ),
    "a pung of flowers": Refusal(
        "bad_meld", "f1", lambda rules: with_meld(rules, meld("pung", "f1", "f1", "f1"))
    ),
    "a meld that is text": Refusal("bad_meld", "123m", lambda rules: with_meld(rules, "123m")),
    "a pung of honors that are flowers": Refusal(
        "bad_meld", "not in play", lambda rules: with_meld(rules, meld("pung", "E", "E", "E")),
        arises=lambda rules: "E" not in rules.tiles.honors, otherwise="honors stand in hands",
    ),
    "a wildcard in a meld": Refusal(
        "bad_meld", "never laid down", {"wildcard": "2m"}, arises=turns_wildcards,
        otherwise=NO_WILDCARD,
    ),
    "a tile too few": Refusal("wrong_tile_count", "6 concealed", {"concealed": "456p789s"}),
    "a tile too many": Refusal("wrong_tile_count", "8 concealed", {"concealed": "456p789s55p"}),
    "a meld too many": Refusal(
        "wrong_tile_count", "melds", lambda rules: {"melds": [MELD] * 6, "concealed": "5p"}
    ),
    "a loser with too many": Refusal(
        "wrong_tile_count", "table.losers.2",
        in_table(losers={"2": {"concealed": "123456789m123456789p"}}),
    ),
    "a kind five times": Refusal("five_copies", "copies of 1m", {"concealed": "111m456p5p"}),
    "a kind five times with the winning tile": Refusal(
        "five_copies", "5 copies of 5p", {"concealed": "5555p789s"},
    ),
    "a kind five times over the table": Refusal(
        "five_copies", "5 copies of 5p", in_table(losers={"2": {"concealed": "55p"}}),
    ),
    "the indicator as a fifth copy": Refusal(
        "five_copies", "5 copies of 9s", {"concealed": "9999s456p", "wildcard": "9s"},
        arises=turns_wildcards, otherwise=NO_WILDCARD,
    ),
    "a flower twice": Refusal(
        "five_copies", "one copy of f1", {"flowers": ["f1", "f1"]},
        arises=lambda rules: "f1" in rules.tiles.flowers, otherwise="the flower is not in play",
    ),
    "a robbed tile in hand": Refusal("five_copies", "robbed", {"win_by": "robbed_kong"}),
    "a robbed tile in a meld": Refusal(
        "five_copies", "robbed", {"win_by": "robbed_kong", "win_tile": "3m"}
    ),
    "a discard of a kong's replacement": Refusal(
        "contradictory_flags", "replacement", {"flags": ["kong_replacement"]}
    ),
    "a discard of a flower's replacement": Refusal(
        "contradictory_flags", "replacement", {"flags": ["flower_replacement"]}
    ),
    "a robbed kong's replacement": Refusal(
        "contradictory_flags", "robbed kong",
        {"win_by": "robbed_kong", "win_tile": "9p", "flags": ["kong_replacement"]},
    ),
    "a robbed kong as a flower's replacement": Refusal(
        "contradictory_flags", "robbed kong",
        {"win_by": "robbed_kong", "win_tile": "9p", "flags": ["flower_replacement"]},
    ),
    "a robbed kong as the last tile": Refusal(
        "contradictory_flags", "last tile",
        {"win_by": "robbed_kong", "win_tile": "9p", "flags": ["last_tile"]},
    ),
    "a seat wind beside the table": Refusal("contradictory_flags", "seat_wind", {"seat_wind": "E"}),
    "a first turn after claims": Refusal(
        "contradictory_flags", "exposed meld", {"flags": ["first_turn"]},
        arises=lambda rules: rules.win.claims_end_first_turn
        and (rules.win.earthly == "first_draw" or rules.win.human != "none"),
        otherwise="claims do not end the first turn, or it is none for who does not deal",
    ),
    "an earthly win on another's discard": Refusal(
        "contradictory_flags", "dealer's first discard",
        {"flags": ["first_turn"], **in_table(payer=3)},
        arises=lambda rules: rules.win.earthly == "dealer_discard",
        otherwise="an earthly win is another one, or there is none",
    ),
    "a human win on a discard from behind": Refusal(
        "contradictory_flags", "sits behind",
        {"melds": [], "concealed": CONCEALED, "flags": ["first_turn"], **in_table(payer=2)},
        arises=lambda rules: rules.win.human == "before_own_draw",
        otherwise="a human win is another one, or there is none",
    ),
}  # fmt: skip


scorer = cache(Scorer)


def answer(line: bytes, default: str) -> dict[str, Any]:
    (text,) = scorer(default).answers([line])
    found: dict[str, Any] = json.loads(text)
    return found


def refusals(*, arising: bool) -> list[Any]:
    return [
        pytest.param(preset, what, id=f"{preset}-{what}")
        for preset in PRESETS
        for what, refusal in REFUSALS.items()
        if refusal.arises(RULESETS[preset]) == arising
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_line_itself_is_scored(preset: str) -> None:
    found = answer(json.dumps(whole(RULESETS[preset])).encode(), preset)
    assert "error" not in found
    assert found["reading"].count("123m") == len(whole(RULESETS[preset])["melds"])


@pytest.mark.parametrize(("preset", "what"), refusals(arising=True))
def test_what_cannot_exist_is_refused_with_its_code(preset: str, what: str) -> None:
    refusal = REFUSALS[what]
    found = answer(refusal.line(RULESETS[preset]), preset)
    assert found.get("error", {}).get("code") == refusal.code, found
    assert refusal.part in found["error"]["message"]
    assert "Traceback" not in found["error"]["message"]


@pytest.mark.parametrize(("preset", "what"), refusals(arising=False))
def test_a_refusal_that_cannot_arise_says_why(preset: str, what: str) -> None:
    refusal = REFUSALS[what]
    assert refusal.otherwise
    found = answer(refusal.line(RULESETS[preset]), preset)
    assert found.get("error", {}).get("code") != refusal.code or refusal.part not in str(found)


@pytest.mark.parametrize("preset", [name for name in PRESETS if RULESETS[name].system == "taiwan"])
@pytest.mark.parametrize(("winner", "payer"), [(1, 0), (2, 1), (3, 0), (3, 2)])
def test_human_win_on_a_discard_of_a_seat_before(preset: str, winner: int, payer: int) -> None:
    """Taiwan card: a non-dealer wins on a discard before its own first draw, nobody has claimed."""
    line = {
        **whole(RULESETS[preset]), "melds": [], "concealed": CONCEALED, "flags": ["first_turn"],
        "seat_wind": "ESWN"[winner], "table": {"dealer": 0, "winner": winner, "payer": payer},
    }  # fmt: skip
    found = answer(json.dumps(line).encode(), preset)
    assert "human" in {row["key"] for row in found["patterns"]}


def test_robbed_gold_makes_the_wildcard_known() -> None:
    """Contract: the robbed tile is the gold; a line that names it need not name it twice."""
    line = {
        "rules": "luoyuan-20", "concealed": CONCEALED, "win_by": "robbed_gold", "win_tile": "9p",
        "seat_wind": "S",
    }  # fmt: skip
    told = answer(json.dumps({**line, "wildcard": "9p"}).encode(), "luoyuan-20")
    assert told["legal"]
    assert answer(json.dumps(line).encode(), "luoyuan-20") == told


@pytest.mark.parametrize("preset", PRESETS)
def test_every_code_arises_in_every_rule_set(preset: str) -> None:
    ruleset = RULESETS[preset]
    assert {one.code for one in REFUSALS.values() if one.arises(ruleset)} == set(CODES)
