"""The chance to win with so many tiles missing, so many draws left, so many useful tiles about.

A go-round brings a useful tile with a probability that the present number of them gives; what comes
after it is a hand that lacks one tile less and has as many useful tiles as such hands have in the
mean. Meanwhile others win, the likelier the later it is. Nothing here knows a rule set but for the
length of a hand.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.policies.regional_value.layout import N_LACK, N_RATES, N_TURNS, RATE_STEP
from engine.rules import P_FLOWERS, P_SETS, Rules
from engine.tables import HONORS_FROM, Tables
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, N_TILES

USUAL_COPIES: Final = (0.0, 5.5, 13.0, 22.0, 32.0, 42.0, 50.0, 56.0, 60.0)
"""Copies that bring a hand nearer which lacks so many tiles, in the mean of the best discards."""
USUAL_UNSEEN: Final = 80.0
"""Tiles not seen in the middle of a hand."""
CLAIMS: Final = 0.6
"""What claims add to draws in an open hand."""
PACE: Final = 2.6
START: Final = 1.29
WILD_AHEAD: Final = 0.5
"""Half of the most that others win is reached after so many go-rounds for each step of distance
beyond the start, wildcards that are drawn later counted ahead: four players who play for speed."""
WILD_MORE: Final = 1.27
"""Wildcards make late wins more frequent."""
SAMPLES: Final = 200
FAR: Final = 99


def usual_rates(win_share: float, claim: float) -> NDArray[np.float64]:
    """Rates of useful tiles in a go-round: float64 (open, concealed, self-draw; N_LACK).

    Args:
        win_share: chance that a given tile is one of three discards, of that to draw it.
        claim: the same for claims.
    """
    drawn = np.array(USUAL_COPIES) / USUAL_UNSEEN
    opened = drawn * (1 + CLAIMS * claim)
    concealed = drawn.copy()
    opened[1] = concealed[1] = drawn[1] * (1 + 3 * win_share)
    return np.stack([opened, concealed, drawn])


def others_win(
    ruleset: RuleSet, rules: Rules, tables: Tables, hazard: float
) -> NDArray[np.float64]:
    """Chance that others win in a go-round, by own draws left after it: float64 (N_TURNS).

    It grows along a logistic curve whose middle follows how far dealt hands are from winning.

    Args:
        ruleset: the rule set.
        rules: the same, compiled.
        tables: `engine.tables.load_tables()`.
        hazard: what it grows to without wildcards.
    """
    hand_size = ruleset.tiles.hand_size
    in_all = int(rules.copies.sum())
    flowers = sum(int(rules.copies[t]) for t in range(N_TILES) if rules.params[P_FLOWERS] >> t & 1)
    draws = (in_all - 4 * hand_size - ruleset.wall.keep_back) / 4
    replaced = hand_size * flowers / (in_all - flowers)
    turned = ruleset.wildcard.kind == "turned"
    ahead = WILD_AHEAD if turned else 0.0
    middle = PACE * max(0.5, dealt_distance(ruleset, rules, tables) - ahead - START)
    gone = np.maximum(0.0, draws - np.arange(N_TURNS)) - replaced
    most = hazard * (WILD_MORE if turned else 1.0)
    growth: NDArray[np.float64] = 1 / (1 + np.exp(-(gone - middle) / max(1.1, 0.25 * middle)))
    return most * growth


def dealt_distance(ruleset: RuleSet, rules: Rules, tables: Tables) -> float:
    """Mean distance to ready of dealt hands, flowers replaced, wildcards counted."""
    rng = np.random.default_rng(0)
    size, n_sets = ruleset.tiles.hand_size, int(rules.params[P_SETS])
    in_play = np.repeat(np.arange(N_KINDS), rules.copies[:N_KINDS])
    in_play = in_play[(rules.params[P_FLOWERS] >> in_play) & 1 == 0]
    wild_share = 3 / len(in_play) if ruleset.wildcard.kind == "turned" else 0.0
    distances = []
    for _ in range(SAMPLES):
        wild = int(rng.binomial(size, wild_share))
        hand = np.bincount(rng.choice(in_play, size - wild, replace=False), minlength=N_KINDS)
        distances.append(tiles_missing(hand, n_sets, tables.missing) - wild - 1)
    return float(np.mean(distances))


def tiles_missing(hand: NDArray[np.int64], n_sets: int, missing: NDArray[np.uint64]) -> int:
    """Tiles that natural tiles, int (34), miss for so many sets and a pair."""
    powers = 5 ** np.arange(9)
    best = np.array([[0, FAR], *[[FAR, FAR]] * n_sets])
    for suit in range(4):
        tiles = hand[9 * suit : 9 * suit + 9]
        entry = int(missing[int(tiles @ powers[: len(tiles)]) + (HONORS_FROM if suit == 3 else 0)])
        own = [[entry >> (10 * k) & 31, entry >> (10 * k + 5) & 31] for k in range(n_sets + 1)]
        joined = np.full_like(best, FAR)
        for k in range(n_sets + 1):
            for i in range(k + 1):
                joined[k, 0] = min(joined[k, 0], best[i, 0] + own[k - i][0])
                with_pair = min(best[i, 1] + own[k - i][0], best[i, 0] + own[k - i][1])
                joined[k, 1] = min(joined[k, 1], with_pair)
        best = joined
    return int(best[n_sets, 1])


def chance_tables(lost: NDArray[np.float64], win_share: float, claim: float) -> NDArray[np.float64]:
    """Chances to win: float64 (open, concealed, self-draw; N_LACK, N_TURNS, N_RATES).

    Args:
        lost: chance that others win, `others_win`.
        win_share: as in `usual_rates`.
        claim: as there.
    """
    opened, concealed, drawn = usual_rates(win_share, claim)
    claiming, waiting, alone = np.zeros(N_LACK), np.zeros(N_LACK), np.ones(N_LACK)
    return np.stack(
        [
            _table(opened, claiming, lost),
            _table(concealed, waiting, lost),
            _table(drawn, alone, lost),
        ]
    )


def _hits(rate: NDArray[np.float64], own: float) -> NDArray[np.float64]:
    """Chance that a go-round brings a useful tile: by one draw, or by what others discard.

    Args:
        rate: useful tiles in a go-round.
        own: part of them that the own draw brings.
    """
    hits: NDArray[np.float64] = 1 - (1 - np.minimum(1.0, own * rate)) * np.exp((own - 1) * rate)
    return hits


def _table(
    usual: NDArray[np.float64], own: NDArray[np.float64], lost: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Chances for one way to play; `own` is the part that own draws bring, by tiles missing."""
    rates: NDArray[np.float64] = np.arange(N_RATES, dtype=np.float64) * RATE_STEP
    table = np.zeros((N_LACK, N_TURNS, N_RATES))
    table[0] = 1.0
    for lack in range(1, N_LACK):
        hits = _hits(rates, own[lack])
        hit = _hits(usual[lack - 1 : lack], own[lack - 1])[0] if lack > 1 else 0.0
        for turns in range(1, N_TURNS):
            if lack == 1:
                after = 1.0
            else:
                # The tile may come early in the go-round and leave time for one more.
                step = usual[lack - 1] / RATE_STEP
                now, before = (
                    np.interp(step, np.arange(N_RATES), table[lack - 1, t])
                    for t in (turns, turns - 1)
                )
                after = (1 - lost[turns] / 2) * ((1 - hit / 2) * before + hit / 2 * now)
            table[lack, turns] = (
                hits * after + (1 - hits) * (1 - lost[turns]) * table[lack, turns - 1]
            )
    return table
