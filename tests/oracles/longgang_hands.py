"""Longgang 龙港麻将: random well-formed lines of the scoring interface, rich in rare rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from schemas.tiles import TILE_NAMES
from tests.oracles.longgang_rules import DRAGONS, FLOWERS, HONORS, SUITED, TERMINALS, WINDS

Group = tuple[str, Sequence[int]]
"""A form to make (chow, pung, pair) and the kinds that it may be made of."""
Melds = list[dict[str, Any]]

KINDS: Final = (*SUITED, *HONORS)
HONORS_NAMED: Final = [TILE_NAMES[tile] for tile in HONORS]
THEMES: Final = {
    "any": 42,
    "chows": 14,
    "pungs": 8,
    "dragons": 12,
    "half_flush": 6,
    "full_flush": 3,
    "honors": 4,
    "winds": 7,
    "terminals": 1,
    "outer": 3,
}
"""What winning hands are built towards, and how often."""


def random_hand(rng: Random, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Deal a won hand, now and then one that is no win, with the losers' hands in most cases.

    Over the whole table no kind has more copies than exist, the turned tile being one of them.
    """
    return _Deal(rng).line(bool((options or {}).get("eight_pairs", False)))


class _Deal:
    """The tiles of one hand: what the wall still holds, who has which flower, who wins how."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter({tile: 4 for tile in KINDS} | dict.fromkeys(FLOWERS, 1))
        self.dealer, self.winner = rng.randrange(4), rng.randrange(4)
        self.flowers_wild = rng.random() < 0.15
        honor_turned = rng.random() < 0.3
        kinds = FLOWERS if self.flowers_wild else HONORS if honor_turned else SUITED
        self.turned = rng.choice(kinds)
        self.left[self.turned] -= 1
        self.flowers: list[list[int]] = [[], [], [], []]
        self._deal_flowers()

    def line(self, eight_pairs: bool) -> dict[str, Any]:
        rng = self.rng
        table = rng.random() < 0.7
        melds: Melds = []
        hand: list[int] = []
        if rng.random() < (0.3 if eight_pairs else 0.01):
            for form in ("pung", *["pair"] * 7):
                hand += self._take_group(form, KINDS)
        else:
            openness = rng.choice((0, 0, 0.3, 0.6, 0.95))
            for group in self._plan():
                self._lay(group, openness, melds, hand)
        self._give_wildcards(hand, self.winner, rng.choices((0, 1, 2, 3), (40, 28, 26, 6))[0])
        if rng.random() < 0.04:
            for _ in range(rng.randint(1, 3)):
                self._swap(hand, rng.choice([tile for tile in KINDS if self.left[tile]]))

        win_by, win_tile = self._choose_win(hand, melds)
        flags = self._flags(win_by, win_tile, melds, len(hand))
        payer = None
        if win_by in ("discard", "robbed_kong"):
            others = [seat for seat in range(4) if seat != self.winner]
            payer = rng.choice(others)
            if "first_turn" in flags and rng.random() < 0.8:
                payer = self.dealer
        rng.shuffle(hand)
        line: dict[str, Any] = {
            "id": f"longgang-{rng.getrandbits(40):010x}",
            "rules": "longgang",
            "concealed": [TILE_NAMES[tile] for tile in hand],
            "melds": melds,
            "win_tile": None if win_tile is None else TILE_NAMES[win_tile],
            "win_by": win_by,
            "flowers": [TILE_NAMES[tile] for tile in self._exposed_flowers(self.winner)],
            "wildcard": TILE_NAMES[self.turned],
            "seat_wind": "ESWN"[(self.winner - self.dealer) % 4],
            "round_wind": rng.choice("ESWN"),
            "dealer_streak": rng.choice((0, 0, 0, 1, 2)),
            "flags": flags,
        }
        if table:
            robbed = win_tile if win_by == "robbed_kong" else None
            line["table"] = {
                "dealer": self.dealer,
                "winner": self.winner,
                "payer": payer,
                "losers": {
                    str(seat): self._loser(seat, robbed if seat == payer else None)
                    for seat in sorted(range(4), key=lambda seat: seat != payer)
                    if seat != self.winner
                },
                "bets": [0, 0, 0, 0],
            }
        return line

    def _deal_flowers(self) -> None:
        """Give each flower that is left to a seat or to nobody, all four to one seat at times."""
        rng = self.rng
        everything = rng.randrange(4) if rng.random() < 0.12 else None
        for flower in FLOWERS:
            own = (flower - FLOWERS[0] + self.dealer) % 4
            seats = [own, self.winner, *range(4), None]
            seat = (
                rng.choices(seats, (3, 3, 1, 1, 1, 1, 4))[0] if everything is None else everything
            )
            if self.left[flower] and seat is not None:
                self.left[flower] -= 1
                self.flowers[seat].append(flower)

    def _wild_flowers(self, seat: int) -> list[int]:
        own = FLOWERS[(seat - self.dealer) % 4]
        return [f for f in self.flowers[seat] if self.flowers_wild or f == own]

    def _exposed_flowers(self, seat: int) -> list[int]:
        return [f for f in self.flowers[seat] if f not in self._wild_flowers(seat)]

    def _is_wild(self, tile: int) -> bool:
        return tile in FLOWERS or tile == self.turned

    def _plan(self) -> list[Group]:
        """Five sets and a pair towards one of the themes."""
        rng = self.rng
        theme = rng.choices(list(THEMES), list(THEMES.values()))[0]
        suit = SUITED[9 * (first := rng.randrange(3)) : 9 * first + 9]
        own = WINDS[(self.winner - self.dealer) % 4]
        counting = (*DRAGONS, own)
        if theme == "winds":
            n_winds = rng.choice((3, 3, 4))
            others = [("pung", rng.choice((KINDS, HONORS)))] * (5 - n_winds)
            pair = WINDS if rng.random() < 0.6 else KINDS
            return [*[("pung", WINDS)] * n_winds, *others, ("pair", pair)]
        if theme == "dragons":
            n_honors = rng.randint(1, 3)
            others = [(rng.choice(("chow", "pung")), KINDS) for _ in range(5 - n_honors)]
            pair = rng.choice((counting, KINDS))
            return [*[("pung", counting)] * n_honors, *others, ("pair", pair)]
        kinds: Sequence[int] = {
            "half_flush": (*suit, *HONORS),
            "full_flush": suit,
            "honors": HONORS,
            "terminals": TERMINALS,
            "outer": (*TERMINALS, *HONORS),
        }.get(theme, KINDS)
        chows = {"any": 0.5, "chows": 1, "half_flush": 0.5, "full_flush": 0.6}.get(theme, 0)
        sets = [("chow" if rng.random() < chows else "pung", kinds) for _ in range(5)]
        return [*sets, ("pair", rng.choice((counting, kinds)) if theme == "any" else kinds)]

    def _take_group(self, form: str, kinds: Sequence[int], n: int = 3) -> list[int]:
        """Take a group from the wall; one of any kind where there is none of those kinds."""
        for choice in (kinds, KINDS):
            if form == "chow":
                runs = [[t, t + 1, t + 2] for t in choice if t in SUITED and t % 9 <= 6]
            else:
                runs = [[t] * (2 if form == "pair" else n) for t in choice]
            runs = [run for run in runs if all(self.left[t] >= run.count(t) for t in run)]
            if runs:
                run = self.rng.choice(runs)
                self.left.subtract(run)
                return run
        raise AssertionError("the wall cannot be that empty")

    def _lay(self, group: Group, openness: float, melds: Melds, hand: list[int]) -> None:
        """Take a group and put it on the table or into the hand; wild kinds stay in the hand."""
        form, kinds = group
        rng = self.rng
        tiles = self._take_group(form, kinds)
        tile = tiles[0]
        exposed = rng.random() < openness
        if form == "pair" or any(self._is_wild(t) for t in tiles):
            hand += tiles
        elif form == "pung" and self.left[tile] and rng.random() < 0.15:
            self.left[tile] -= 1
            melds.append(_meld("kong", [*tiles, tile], concealed=not exposed))
        elif exposed:
            melds.append(_meld(form, tiles))
        else:
            hand += tiles

    def _give_wildcards(self, hand: list[int], seat: int, n_proper: int) -> None:
        """Put the seat's wild flowers, and proper wildcards up to a number, for other tiles."""
        for flower in self._wild_flowers(seat):
            self._swap(hand, flower)
        n_left = 0 if self.flowers_wild else self.left[self.turned]
        for _ in range(min(n_left, n_proper - hand.count(self.turned))):
            self._swap(hand, self.turned)

    def _swap(self, hand: list[int], new: int) -> None:
        """Put a tile into the hand for a natural one, which goes back to the wall."""
        naturals = [i for i, tile in enumerate(hand) if not self._is_wild(tile)]
        if not naturals:
            return
        i = self.rng.choice(naturals)
        self.left[hand[i]] += 1
        self.left[new] -= new in KINDS
        hand[i] = new

    def _choose_win(self, hand: list[int], melds: Melds) -> tuple[str, int | None]:
        """How the hand wins; its winning tile is taken out of the concealed ones."""
        rng = self.rng
        wild = [tile for tile in hand if self._is_wild(tile)]
        n_proper = sum(self.flowers_wild or tile == self.turned for tile in wild)
        if n_proper >= 3 and rng.random() < 0.4:
            naturals = [tile for tile in hand if not self._is_wild(tile)]
            if naturals and rng.random() < 0.5:
                hand.remove(rng.choice(naturals))
            for _ in range(rng.choice((0, 0, 2, 5))):
                self._swap(hand, rng.choice([tile for tile in KINDS if self.left[tile]]))
            return "three_wildcards", None
        naturals = [tile for tile in hand if not self._is_wild(tile)]
        # The fourth copy is robbed: the three others must lie on the table as the payer's pung.
        single = [tile for tile in set(naturals) if self.left[tile] == 3]
        draw = rng.random()
        if draw < 0.08 and single:
            tile = rng.choice(sorted(single))
            win_by = "robbed_kong"
        elif draw < 0.55 and naturals:
            honors = [tile for tile in naturals if tile in HONORS]
            honor_melds = sum(meld["tiles"][0] in HONORS_NAMED for meld in melds)
            wanted = honors and rng.random() < (0.9 if honor_melds >= 3 else 0.3)
            tile = rng.choice(honors if wanted else naturals)
            win_by = "discard"
        else:
            tile = rng.choice(wild if wild and rng.random() < 0.15 else hand)
            win_by = "self_draw"
        hand.remove(tile)
        return win_by, tile

    def _flags(
        self, win_by: str, win_tile: int | None, melds: Melds, n_concealed: int
    ) -> list[str]:
        rng = self.rng
        n_tiles = n_concealed + 3 * len(melds) + (win_tile is not None)
        flags = []
        deals = self.winner == self.dealer
        flowers = self._exposed_flowers(self.winner)
        exposed = any(not meld["concealed"] for meld in melds)
        if deals:  # before its first discard, so with seventeen tiles
            in_time = not exposed and win_by != "discard" and n_tiles == 17
        else:  # before its own first turn, so before kongs and guest flowers
            in_time = not melds and not flowers
        if in_time and win_by != "robbed_kong" and rng.random() < 0.2:
            flags.append("first_turn")
        if win_by == "self_draw":
            kong = any(meld["kind"] == "kong" for meld in melds)
            if kong and rng.random() < 0.2:
                flags.append("kong_replacement")
            elif flowers and rng.random() < 0.2:
                flags.append("flower_replacement")
        if win_by == "discard" and win_tile in DRAGONS and rng.random() < 0.4:
            flags.append("late_dragon")
        if not flags and win_by in ("self_draw", "discard") and rng.random() < 0.05:
            flags.append("last_tile")
        return flags

    def _loser(self, seat: int, robbed: int | None) -> dict[str, Any]:
        """Sixteen tiles, in part pungs, pairs and wildcards, and the seat's flowers."""
        rng = self.rng
        richness = rng.choice((0.02, 0.1, 0.3, 0.5))
        melds: Melds = []
        hand: list[int] = []
        if robbed is not None:
            self.left[robbed] -= 3
            melds.append(_meld("pung", [robbed] * 3))
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 4)) - len(melds)):
            kinds = HONORS if rng.random() < richness else KINDS
            self._lay((rng.choice(("chow", "pung", "pung")), kinds), 0.8, melds, hand)
        size = 16 - 3 * len(melds)
        while len(hand) < size:
            kinds = HONORS if rng.random() < richness else KINDS
            n = min(1 if rng.random() > richness else rng.choice((2, 2, 3, 4)), size - len(hand))
            n = min(n, max(self.left[tile] for tile in KINDS))
            hand += self._take_group("pung", kinds, n)
        self._give_wildcards(hand, seat, rng.choices((0, 1, 2, 3), (50, 28, 16, 6))[0])
        rng.shuffle(hand)
        return {
            "concealed": [TILE_NAMES[tile] for tile in hand],
            "melds": melds,
            "flowers": [TILE_NAMES[tile] for tile in self._exposed_flowers(seat)],
        }


def _meld(kind: str, tiles: Sequence[int], *, concealed: bool = False) -> dict[str, Any]:
    return {"kind": kind, "tiles": [TILE_NAMES[tile] for tile in tiles], "concealed": concealed}
