"""Random Luoyuan lines for the scoring interface, so that every win kind and count occurs often.

Tiles come from one wall, so no kind has more copies than exist; the turned gold is one of them
unless it was robbed. A line's circumstances agree with each other (a robbed kong's pung lies
before its payer, nobody has claimed anything at the start of a hand).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from schemas.tiles import TILE_NAMES, format_tiles, parse_tile, parse_tiles
from tests.oracles.luoyuan import chosen
from tests.oracles.luoyuan_tiles import PLANTS, SEASONS, Line

SUIT_TILES: Final = range(27)
FLOWER_TILES: Final = range(27, len(TILE_NAMES))
PLANS: Final = {
    "plain": 45,
    "golden_pair": 9,
    "golden_dragon": 7,
    "three_golds": 7,
    "heavenly": 7,
    "robbed": 14,
    "idle": 7,
    "broken": 3,
    "gold_discard": 1,
}
"""What is at stake in a hand, with weights. A plan does not promise its win kind."""
AT_START: Final = ("heavenly", "robbed")
WAYS: Final = ("self_draw", "discard", "robbed_kong", "three_wildcards", "robbed_gold")
WAY_WEIGHTS: Final = {
    "golden_dragon": (60, 5, 0, 35, 0),
    "three_golds": (30, 0, 0, 70, 0),
    "heavenly": (1, 0, 0, 0, 0),
    "robbed": (0, 0, 0, 0, 1),
    "idle": (50, 38, 12, 0, 0),
    "gold_discard": (0, 1, 0, 0, 0),
}
OTHER_WAYS: Final = (42, 43, 15, 0, 0)


class Wall:
    """Tiles not dealt yet: suits and flowers."""

    def __init__(self, rng: Random, flowers: int) -> None:
        self.rng = rng
        honors = parse_tiles("ESWNC" if flowers == 20 else "ESWNCFP")
        singles = [] if flowers == 20 else sorted(SEASONS | PLANTS)
        self.left = Counter([*SUIT_TILES, *honors] * 4 + singles)

    def has(self, tiles: Sequence[int]) -> bool:
        return all(self.left[tile] >= tiles.count(tile) for tile in tiles)

    def draw(self, number: int, kinds: Sequence[int]) -> list[int]:
        """Random tiles of these kinds, fewer where the wall has fewer."""
        pool = [kind for kind in kinds for _ in range(self.left[kind])]
        drawn = self.rng.sample(pool, min(number, len(pool)))
        self.left.subtract(drawn)
        return drawn

    def draw_group(self, kind: str, barred: int | None) -> list[int]:
        """A random pair, chow, pung or kong without the barred tile; empty where there is none."""
        size = {"pair": 2, "pung": 3, "kong": 4}
        if kind == "chow":
            groups = [[tile, tile + 1, tile + 2] for tile in SUIT_TILES if tile % 9 < 7]
        else:
            groups = [[tile] * size[kind] for tile in SUIT_TILES]
        possible = [group for group in groups if barred not in group and self.has(group)]
        group = self.rng.choice(possible) if possible else []
        self.left.subtract(group)
        return list(group)

    def draw_flowers(self) -> list[int]:
        """Exposed flowers: none, a few, or a complete set and a few."""
        manner = self.rng.choices(("none", "few", "set"), (40, 42, 18))[0]
        if manner == "none":
            return []
        sets = [[honor] * 4 for honor in range(27, 34)] + [sorted(SEASONS), sorted(PLANTS)]
        whole = [one for one in sets if self.has(one)]
        drawn = list(self.rng.choice(whole)) if manner == "set" and whole else []
        self.left.subtract(drawn)
        return drawn + self.draw(self.rng.randint(0, 5), FLOWER_TILES)

    def swap(self, tiles: list[int], spot: int, tile: int) -> None:
        """Put a tile of the wall in the place of one drawn before, which goes back."""
        self.left[tiles[spot]] += 1
        self.left[tile] -= 1
        tiles[spot] = tile


def random_hand(rng: Random, options: dict[str, Any] | None = None) -> Line:
    """One well-formed line; the option ``preset`` (20 or 36) says which flowers there are."""
    flowers = chosen(options)["preset"]
    plan = rng.choices(tuple(PLANS), tuple(PLANS.values()))[0]
    wall = Wall(rng, flowers)
    gold = rng.choice(SUIT_TILES)
    if plan != "robbed":
        wall.left[gold] -= 1  # the turned tile
    winner, dealer = rng.randrange(4), rng.randrange(4)
    if plan == "heavenly":
        dealer = winner
    melds = _melds(wall, gold, _number_of_melds(rng, plan, winner == dealer), plan in AT_START)
    concealed = _hand(wall, gold, plan, 5 - len(melds))
    way, win_tile = _win(wall, gold, plan, concealed, melds)
    concealed.remove(win_tile)
    # A robbed gold is named or not; three golds are shown with or without the tile just drawn.
    named = way not in ("robbed_gold", "three_wildcards") or rng.random() < 0.3
    if way == "three_wildcards" and not named:
        concealed.append(win_tile)
    rng.shuffle(concealed)
    line: Line = {
        "rules": f"luoyuan-{flowers}",
        "concealed": _names(concealed),
        "melds": melds,
        "win_tile": TILE_NAMES[win_tile] if named else None,
        "win_by": way,
        "flowers": _names(wall.draw_flowers()),
        "wildcard": TILE_NAMES[gold],
        "seat_wind": "ESWN"[(winner - dealer) % 4],
        "dealer_streak": rng.choices(range(5), (40, 25, 15, 10, 10))[0],
    }
    if rng.random() < 0.1:
        line["concealed"] = format_tiles(sorted(concealed))
    line["flags"] = _flags(rng, line, plan)
    if rng.random() < 0.7:
        line["table"] = _table(wall, line, winner, dealer)
    return line


def _names(tiles: Sequence[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in tiles]


def _number_of_melds(rng: Random, plan: str, deals: bool) -> int:
    if plan in AT_START:  # before the first discard only the dealer can have a (concealed) kong
        return rng.choices((0, 1, 2), (80, 15, 5))[0] if deals else 0
    number = rng.choices(range(6), (28, 22, 20, 15, 10, 5))[0]
    return min(number, 4) if plan in ("golden_dragon", "three_golds") else number


def _melds(wall: Wall, gold: int, number: int, at_start: bool) -> list[Line]:
    melds: list[Line] = []
    for _ in range(number):
        kind = "kong" if at_start else wall.rng.choices(("chow", "pung", "kong"), (45, 35, 20))[0]
        tiles = wall.draw_group(kind, gold)
        concealed = kind == "kong" and (at_start or wall.rng.random() < 0.5)
        if tiles:
            melds.append({"kind": kind, "tiles": _names(tiles), "concealed": concealed})
    return melds


def _number_of_golds(rng: Random, plan: str) -> int:
    """Golds that the plan asks for, the robbed one among them."""
    if plan in ("golden_pair", "golden_dragon", "three_golds"):
        return 2 if plan == "golden_pair" else 3
    if plan == "robbed":
        return rng.choices((1, 2, 3, 4), (48, 36, 14, 2))[0]
    if plan in ("idle", "gold_discard"):
        return rng.choices((1, 2, 3), (45, 45, 10))[0]
    return rng.choices((0, 1, 2, 3), (45, 32, 18, 5))[0]


def _hand(wall: Wall, gold: int, plan: str, sets: int) -> list[int]:
    """The winner's tiles beside the melds, the winning one too; in an idle hand it is the last."""
    rng = wall.rng
    number = _number_of_golds(rng, plan)
    if plan == "three_golds" and rng.random() < 0.8:  # no shape needed
        wall.left[gold] -= 3
        others = [tile for tile in SUIT_TILES if tile != gold]
        return [gold] * 3 + wall.draw(3 * sets - 1, others)

    # In a plain hand a gold may also lie where its own kind would.
    barred = None if plan == "plain" and rng.random() < 0.2 else gold
    tiles = wall.draw_group("pair", barred)
    for _ in range(sets):
        tiles += wall.draw_group(rng.choice(("chow", "chow", "pung")), barred)
    together = plan in ("golden_pair", "golden_dragon") or (
        plan in AT_START and number > 1 and rng.random() < 0.5
    )
    if plan == "idle":
        spots = [0, *rng.sample(range(2, len(tiles)), min(number - 1, len(tiles) - 2))]
    elif together and number == 2:
        spots = [0, 1]
    elif together and number == 3 and sets:
        spots = [2, 3, 4]
    else:
        plain = [spot for spot, tile in enumerate(tiles) if tile != gold]
        spots = rng.sample(plain, max(0, min(number - tiles.count(gold), len(plain))))
    for spot in spots:
        wall.swap(tiles, spot, gold)
    if plan in ("idle", "broken"):  # beside the idle gold any tile makes the pair
        spot = 1 if plan == "idle" else rng.randrange(len(tiles))
        possible = [tile for tile in SUIT_TILES if wall.left[tile] and tile != gold]
        wall.swap(tiles, spot, rng.choice(possible))
        tiles.append(tiles.pop(spot))
    return tiles


def _win(wall: Wall, gold: int, plan: str, tiles: list[int], melds: list[Line]) -> tuple[str, int]:
    """How the hand is won, and on which of its tiles."""
    way = wall.rng.choices(WAYS, WAY_WEIGHTS.get(plan, OTHER_WAYS))[0]
    if way == "robbed_gold" or (plan == "gold_discard" and gold in tiles):
        return way, gold
    candidates = tiles[-1:] if plan == "idle" else tiles
    if way in ("self_draw", "three_wildcards"):
        return way, wall.rng.choice(candidates)
    naturals = [tile for tile in candidates if tile != gold]
    if not naturals:
        return "self_draw", wall.rng.choice(candidates)
    seen = tiles + [parse_tile(name) for meld in melds for name in meld["tiles"]]
    lonely = [tile for tile in naturals if seen.count(tile) == 1 and wall.left[tile] == 3]
    if way == "robbed_kong" and lonely:
        win_tile = wall.rng.choice(lonely)
        wall.left[win_tile] -= 3  # the pung to which it was added
        return way, win_tile
    return "discard", wall.rng.choice(naturals)


def _flags(rng: Random, line: Line, plan: str) -> list[str]:
    """Flags that agree with the line: what matters here, and what is passed by."""
    way, melds = line["win_by"], line["melds"]
    if plan == "heavenly" or (plan == "robbed" and rng.random() < 0.5):
        return ["first_turn"]
    if way == "discard" and rng.random() < 0.3:
        return ["penalty_discard"]
    possible = ["last_tile"] if way in ("self_draw", "discard") else []
    if way == "self_draw" and any(meld["kind"] == "kong" for meld in melds):
        possible.append("kong_replacement")
    if way == "self_draw" and line["flowers"]:
        possible.append("flower_replacement")
    past = way == "robbed_kong" or (way == "discard" and line["seat_wind"] == "E")
    if not melds and not past:
        possible.append("first_turn")  # means something in the dealer's own draw alone
    return [rng.choice(possible)] if possible and rng.random() < 0.15 else []


def _table(wall: Wall, line: Line, winner: int, dealer: int) -> Line:
    """The seats and the losers' hands."""
    rng, gold = wall.rng, parse_tile(line["wildcard"])
    seats = [seat for seat in range(4) if seat != winner]
    payer = rng.choice(seats) if line["win_by"] in ("discard", "robbed_kong") else None
    at_start = line["win_by"] == "robbed_gold" or "first_turn" in line["flags"]
    losers: dict[str, Line] = {}
    for seat in seats:
        number = 0 if at_start else rng.choices(range(6), (35, 25, 20, 10, 7, 3))[0]
        melds: list[Line] = []
        if line["win_by"] == "robbed_kong" and seat == payer:
            number = max(0, number - 1)
            melds = [{"kind": "pung", "tiles": [line["win_tile"]] * 3, "concealed": False}]
        melds += _melds(wall, gold, number, at_start)
        losers[str(seat)] = {
            "concealed": _names(wall.draw(16 - 3 * len(melds), SUIT_TILES)),
            "melds": melds,
            "flowers": _names(wall.draw_flowers()),
        }
    if rng.random() < 0.05:  # what is missing is empty
        del losers[str(rng.choice([seat for seat in seats if seat != payer]))]
    return {"dealer": dealer, "winner": winner, "payer": payer, "losers": losers}
