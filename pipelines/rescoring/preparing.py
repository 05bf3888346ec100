"""Wins, circumstances and tables of stored hands, made ready for scoring.

Wins come from `wins` and `hands`. Events are read where these do not tell enough: for the losers'
hands, for circumstances that the new rules see otherwise, for completions that were not taken and
for what false wins and fouls cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.rescoring import WonHands, needs_ends, same_worth
from engine.retracing.columns import Asked, new_end_columns
from engine.retracing.notes import same_circumstances
from engine.rules import Rules, compile_rules
from engine.scoring import WinColumns
from engine.situation import F_FLAGS, F_WIN_BY
from pipelines.lake.columns_read import codes_of, small_ints
from pipelines.lake.manifest import Manifest
from pipelines.rescoring.arrays import Places, bets_of, starts_of, win_columns
from pipelines.rescoring.differences import check_rescorable
from pipelines.rescoring.retraced import ReadEvents, Wanted, retrace_hands, rows_of, spread
from schemas.batch import Int8, Int16, Int64
from schemas.codes import CHANCE_REASONS
from schemas.ruleset import RuleSet

HAND_COLUMNS: Final = (
    "hand_id", "dealer_seat", "round_wind", "dealer_streak", "wildcard", "bets", "n_events",
)  # fmt: skip
WIN_COLUMNS: Final = (
    "hand_id", "winner", "payer", "win_by", "win_tile", "concealed", "melds", "flags", "flowers",
)  # fmt: skip
CHANCE_COLUMNS: Final = ("hand_id", "seq", "seat", "win_by", "total", "reason")
"""Columns of the tables that `prepare` looks at."""
_SIMULATED: Final = "sim"
"""Players of simulated hands make no false wins and no fouls."""


@dataclass(frozen=True, slots=True)
class StoredChances:
    """Completions of stored hands that were not taken, c of them, in stored order.

    Attributes:
        hand: int64 (c), position of the hand among the stored hands.
        seat: int8 (c), whose hand it completes.
        seq: int16 (c), the event that brought the tile.
        reason: int8 (c), code of `CHANCE_REASONS`.
        total: int32 (c), what it would have been worth under the run's own rules.
        beaten: bool (c), whether somebody won on the same tile.
        hands: the hands that would have won.
    """

    hand: Int64
    seat: Int8
    seq: Int16
    reason: Int8
    total: NDArray[np.int32]
    beaten: NDArray[np.bool_]
    hands: WinColumns


@dataclass(frozen=True, slots=True)
class StoredHands:
    """Stored hands ready to be scored, n hands with k wins.

    Attributes:
        run: the run that they are of.
        ruleset: the rules that they are to be scored under, or such as differ from these in
            nothing but pattern values, exclusions, scoring and settlement.
        hand_id: int64 (n).
        hand_of_win: int64 (k), position of each win's hand.
        won: the hands and their wins.
        chances: completions that were not taken; None where nobody asked for them.
    """

    run: str
    ruleset: RuleSet
    hand_id: Int64
    hand_of_win: Int64
    won: WonHands
    chances: StoredChances | None

    def __len__(self) -> int:
        return len(self.hand_id)


@dataclass(frozen=True, slots=True)
class Switch:
    """From the rules that hands were played by to those that they are scored under.

    Attributes:
        own: the rules of the run.
        ruleset: the rules to come.
        own_rules, rules: both compiled.
    """

    own: RuleSet
    ruleset: RuleSet
    own_rules: Rules
    rules: Rules

    @classmethod
    def between(cls, own: RuleSet, ruleset: RuleSet) -> Switch:
        """Compile both, once for all parts.

        Raises:
            UsageError: where hands of the one cannot be scored under the other.
        """
        check_rescorable(own, ruleset)
        return cls(own, ruleset, compile_rules(own), compile_rules(ruleset))

    @property
    def keeps_worth(self) -> bool:
        """Whether every hand counts what it counted: rules that differ in who pays alone."""
        return same_worth(self.rules, self.own_rules) and same_circumstances(
            self.rules, self.own_rules
        )


def prepare(
    manifest: Manifest,
    hands: pa.Table,
    wins: pa.Table,
    missed: pa.Table | None,
    read_events: ReadEvents,
    switch: Switch,
) -> StoredHands:
    """Hands of tables that belong together, the hands in one order.

    Args:
        manifest: of the run.
        hands: rows of `hands`.
        wins: all their rows of `wins`.
        missed: all their rows of `chances`, or None.
        read_events: gives their rows of `events`.
        switch: between the run's rules and those to come.

    Raises:
        LakeError: with code ``damaged_part`` where tables do not belong together.
    """
    rules, own = switch.rules, switch.own_rules
    n = hands.num_rows
    ids: Int64 = hands["hand_id"].to_numpy()
    places = Places(ids)
    hand_of_win = places.of(wins["hand_id"].to_numpy())
    columns = win_columns(hands, wins, hand_of_win)
    hand_of_chance = (
        places.of(missed["hand_id"].to_numpy()) if missed is not None else np.zeros(0, np.int64)
    )
    asked = Asked(
        win_start=starts_of(hand_of_win, n),
        win_by=columns.facts[:, F_WIN_BY].astype(np.int8),
        payer=small_ints(wins["payer"]),
        chance_start=starts_of(hand_of_chance, n),
        seq=(missed["seq"].to_numpy() if missed is not None else np.zeros(0)).astype(np.int16),
        seat=small_ints(missed["seat"]) if missed is not None else np.zeros(0, np.int8),
    )
    ends, penalty = new_end_columns(0), np.zeros((n, 4), np.int32)
    wanted = Wanted(
        wins=not same_circumstances(rules, own),
        ends=needs_ends(rules),
        penalties=manifest.kind != _SIMULATED,
    )
    found, chosen = retrace_hands(rules, hands, read_events, asked, wanted)
    penalty[chosen] = found.penalty
    if wanted.ends:
        ends = spread(found.ends, chosen, n)
    if wanted.wins:
        columns.facts[rows_of(asked.win_start, chosen), F_FLAGS] = found.wins.facts[:, F_FLAGS]
    won = WonHands(
        start=asked.win_start,
        dealer=small_ints(hands["dealer_seat"]),
        streak=hands["dealer_streak"].to_numpy().astype(np.int16),
        bets=bets_of(hands),
        winner=small_ints(wins["winner"]),
        payer=asked.payer,
        wins=columns,
        penalty=penalty,
        ends=ends,
    )
    chances = None
    if missed is not None:
        chances = StoredChances(
            hand=hand_of_chance,
            seat=asked.seat,
            seq=asked.seq,
            reason=codes_of(missed["reason"], CHANCE_REASONS),
            total=missed["total"].to_numpy().astype(np.int32),
            beaten=found.beaten != 0,
            hands=found.chances,
        )
    return StoredHands(manifest.run, switch.ruleset, ids, hand_of_win, won, chances)
