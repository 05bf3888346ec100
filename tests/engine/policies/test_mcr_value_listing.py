"""What sets and pairs lack beside taken tiles: all at once against one after the other."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.policies.mcr_value.families import meld_tiles
from engine.policies.mcr_value.listing import pairs_within, sets_within
from engine.policies.mcr_value.melds import N_MELDS

Masks = tuple[int, int, int, int]


def masks(tiles: Counter[int]) -> Masks:
    one, two, three, four = (
        sum(1 << kind for kind, n in tiles.items() if n >= copies) for copies in range(1, 5)
    )
    return one, two, three, four


def lacks(hand: Counter[int], taken: Counter[int], more: list[int]) -> int | None:
    """Tiles of `more` that are missing beside those taken; None: there are no five copies."""
    whole = taken + Counter(more)
    if max(whole.values()) > 4:
        return None
    return sum((whole - hand).values()) - sum((taken - hand).values())


def test_sets_and_pairs_within_so_many_tiles() -> None:
    rng = Random(5)
    wall = [kind for kind in range(34) for _ in range(4)]
    for _ in range(300):
        hand = Counter(rng.sample(wall[:40] if rng.random() < 0.5 else wall, 14))
        chosen = [rng.randrange(N_MELDS) for _ in range(rng.randrange(4))]
        taken = Counter(tile for meld in chosen for tile in meld_tiles(meld))
        if max(taken.values(), default=0) > 4:
            continue
        sets = [lacks(hand, taken, meld_tiles(meld)) for meld in range(N_MELDS)]
        pairs = [lacks(hand, taken, [kind, kind]) for kind in range(34)]
        for needs, found in (
            (sets, sets_within(masks(taken), masks(hand))),
            (pairs, pairs_within(masks(taken), masks(hand))),
        ):
            for most, mask in enumerate(found):
                near = [n for n, need in enumerate(needs) if need is not None and need <= most]
                assert [n for n in range(len(needs)) if (mask >> n) & 1] == near
                assert mask >> len(needs) == 0
