"""Stored hands as arrays that are scored again: read once, scored under as many tables as asked.

Wins come from `wins` and `hands`. Events are read where these do not tell enough: for the losers'
hands, for circumstances that the new rules see otherwise, for completions that were not taken and
for what false wins and fouls cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.rescoring import WonHands, needs_ends
from engine.retracing import (
    Asked,
    EndColumns,
    EventColumns,
    Retraced,
    new_end_columns,
    retrace,
    same_circumstances,
)
from engine.rules import Rules, compile_rules
from engine.scoring import WinColumns, new_win_columns
from engine.situation import (
    F_FLAGS,
    F_WIN_BY,
)
from pipelines.lake.columns_read import codes_of, small_ints
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from pipelines.rescoring.arrays import Places, bets_of, event_columns, starts_of, win_columns
from pipelines.rescoring.differences import check_rescorable
from schemas.batch import Int8, Int16, Int64
from schemas.codes import (
    CHANCE_REASONS,
    FALSE_WIN,
    FOUL,
)
from schemas.errors import LakeError, UsageError
from schemas.ruleset import RuleSet

_HANDS: Final = (
    "hand_id", "dealer_seat", "round_wind", "dealer_streak", "wildcard", "bets",
)  # fmt: skip
_WINS: Final = (
    "hand_id", "winner", "payer", "win_by", "win_tile", "concealed", "melds", "flags", "flowers",
)  # fmt: skip
_EVENTS: Final = ("hand_id", "seat", "action", "tile", "tiles")
_CHANCES: Final = ("hand_id", "seq", "seat", "win_by", "total", "reason")
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
        hands: the hands that would have won.
    """

    hand: Int64
    seat: Int8
    seq: Int16
    reason: Int8
    total: NDArray[np.int32]
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


def load_stored(
    lake: Lake,
    run: str,
    ruleset: RuleSet | None = None,
    *,
    most: int | None = None,
    chances: bool = False,
) -> StoredHands:
    """Read the hands of a run.

    Args:
        lake: the lake.
        run: run id; of a rescored run its parent's hands are read.
        ruleset: the rules to come; None: the run's own. Prepared once, hands may be scored under
            every rule set that differs from it only in patterns, scoring and settlement.
        most: no more than about so many hands, whole parts; None: all.
        chances: read the completions that were not taken as well.

    Raises:
        LakeError: ``unknown_run``, ``damaged_part``.
        UsageError: where hands of the run cannot be scored under these rules.
    """
    manifest = lake.manifest(run)
    if manifest.parent is not None:
        manifest = lake.manifest(manifest.parent)
    own = manifest.ruleset()
    ruleset = ruleset or own
    check_rescorable(own, ruleset)
    pieces = []
    n = 0
    for part in manifest.parts:
        if part.files["hands"].rows and (most is None or n < most):
            pieces.append(read_part(lake, manifest, part, ruleset, chances=chances))
            n += len(pieces[-1])
    if not pieces:
        raise UsageError(f"run {manifest.run} holds no hand")
    return join_stored(pieces)


def read_part(
    lake: Lake, manifest: Manifest, part: Part, ruleset: RuleSet, *, chances: bool
) -> StoredHands:
    """The hands of one part, prepared for a rule set.

    Raises:
        LakeError: with code ``damaged_part`` where tables do not belong together.
    """
    hands = read_table(lake.storage, part, "hands", columns=_HANDS)
    wins = read_table(lake.storage, part, "wins", columns=_WINS)
    missed = read_table(lake.storage, part, "chances", columns=_CHANCES) if chances else None

    def events() -> pa.Table:
        return read_table(lake.storage, part, "events", columns=_EVENTS)

    return prepare(manifest, hands, wins, missed, events, ruleset)


def prepare(
    manifest: Manifest,
    hands: pa.Table,
    wins: pa.Table,
    missed: pa.Table | None,
    events: Any,
    ruleset: RuleSet,
) -> StoredHands:
    """Hands of tables that belong together, the hands in one order.

    Args:
        manifest: of the run.
        hands: rows of `hands`.
        wins: all their rows of `wins`.
        missed: all their rows of `chances`, or None.
        events: gives all their rows of `events`; called where they are needed.
        ruleset: the rules to come.
    """
    rules, own = compile_rules(ruleset), compile_rules(manifest.ruleset())
    n = hands.num_rows
    ids: Int64 = hands["hand_id"].to_numpy()
    places = Places(ids)
    hand_of_win = places.of(wins["hand_id"].to_numpy())
    columns = win_columns(hands, wins, hand_of_win)
    payer = small_ints(wins["payer"])
    hand_of_chance = (
        places.of(missed["hand_id"].to_numpy()) if missed is not None else np.zeros(0, np.int64)
    )
    asked = Asked(
        win_start=starts_of(hand_of_win, n),
        win_by=columns.facts[:, F_WIN_BY].astype(np.int8),
        payer=payer,
        chance_start=starts_of(hand_of_chance, n),
        seq=(missed["seq"].to_numpy() if missed is not None else np.zeros(0)).astype(np.int16),
        seat=small_ints(missed["seat"]) if missed is not None else np.zeros(0, np.int8),
    )
    penalty = np.zeros((n, 4), np.int32)
    ends = new_end_columns(0)
    found_chances = new_win_columns(len(hand_of_chance))
    other_flags = not same_circumstances(rules, own)
    all_events = needs_ends(rules) or other_flags
    if all_events or manifest.kind != _SIMULATED or len(hand_of_chance):
        table = events()
        flat = event_columns(hands, table, places)
        chosen = _hands_to_retrace(flat, asked, all_wins=all_events)
        found = _retrace_some(rules, flat, asked, chosen, ids)
        penalty[chosen] = found.penalty
        if needs_ends(rules):
            ends = _spread(found.ends, chosen, n)
        if other_flags:
            rows = _rows_of(asked.win_start, chosen)
            columns.facts[rows, F_FLAGS] = found.wins.facts[:, F_FLAGS]
        found_chances = found.chances
    won = WonHands(
        start=asked.win_start,
        dealer=small_ints(hands["dealer_seat"]),
        streak=hands["dealer_streak"].to_numpy().astype(np.int16),
        bets=bets_of(hands),
        winner=small_ints(wins["winner"]),
        payer=payer,
        wins=columns,
        penalty=penalty,
        ends=ends,
    )
    stored_chances = None
    if missed is not None:
        stored_chances = StoredChances(
            hand=hand_of_chance,
            seat=asked.seat,
            seq=asked.seq,
            reason=codes_of(missed["reason"], CHANCE_REASONS),
            total=missed["total"].to_numpy().astype(np.int32),
            hands=found_chances,
        )
    return StoredHands(manifest.run, ruleset, ids, hand_of_win, won, stored_chances)


def join_stored(pieces: Sequence[StoredHands]) -> StoredHands:
    """Hands of several parts of one run as one, in the order of the pieces."""
    if len(pieces) == 1:
        return pieces[0]
    wons = [each.won for each in pieces]
    firsts = np.cumsum([0, *(len(each) for each in pieces)])
    first_wins = np.cumsum([0, *(len(each.winner) for each in wons)])
    starts = [won.start[:-1] + at for won, at in zip(wons, first_wins, strict=False)]
    won = WonHands(
        start=np.concatenate([*starts, first_wins[-1:]]),
        dealer=np.concatenate([each.dealer for each in wons]),
        streak=np.concatenate([each.streak for each in wons]),
        bets=np.concatenate([each.bets for each in wons]),
        winner=np.concatenate([each.winner for each in wons]),
        payer=np.concatenate([each.payer for each in wons]),
        wins=WinColumns(*_joined([each.wins for each in wons])),
        penalty=np.concatenate([each.penalty for each in wons]),
        ends=EndColumns(*_joined([each.ends for each in wons])),
    )
    chances = None
    found = [each.chances for each in pieces if each.chances is not None]
    if found:
        chances = StoredChances(
            hand=np.concatenate([each.hand + at for each, at in zip(found, firsts, strict=False)]),
            seat=np.concatenate([each.seat for each in found]),
            seq=np.concatenate([each.seq for each in found]),
            reason=np.concatenate([each.reason for each in found]),
            total=np.concatenate([each.total for each in found]),
            hands=WinColumns(*_joined([each.hands for each in found])),
        )
    return StoredHands(
        pieces[0].run,
        pieces[0].ruleset,
        np.concatenate([each.hand_id for each in pieces]),
        np.concatenate([each.hand_of_win + at for each, at in zip(pieces, firsts, strict=False)]),
        won,
        chances,
    )


def _hands_to_retrace(events: EventColumns, asked: Asked, *, all_wins: bool) -> Int64:
    """Hands with missed completions, false wins or fouls, and those with wins where asked for."""
    wanted = np.diff(asked.chance_start) > 0
    if all_wins:
        wanted |= np.diff(asked.win_start) > 0
    odd = np.flatnonzero((events.action == FALSE_WIN) | (events.action == FOUL))
    wanted[np.searchsorted(events.first, odd, side="right") - 1] = True
    return np.flatnonzero(wanted).astype(np.int64)


def _retrace_some(
    rules: Rules, events: EventColumns, asked: Asked, chosen: Int64, ids: Int64
) -> Retraced:
    """Retrace chosen hands; rows of wins and completions are those of these hands alone."""
    wins, chances = _rows_of(asked.win_start, chosen), _rows_of(asked.chance_start, chosen)
    some = events._replace(
        dealer=events.dealer[chosen],
        round_wind=events.round_wind[chosen],
        streak=events.streak[chosen],
        first=events.first[chosen],
        end=events.end[chosen],
    )
    asked_some = Asked(
        win_start=_starts_of_some(asked.win_start, chosen),
        win_by=asked.win_by[wins],
        payer=asked.payer[wins],
        chance_start=_starts_of_some(asked.chance_start, chosen),
        seq=asked.seq[chances],
        seat=asked.seat[chances],
    )
    found = retrace(rules, some, asked_some)
    if len(found.broken):
        raise LakeError(
            f"hand {ids[chosen[found.broken[0]]]}: its events and its wins do not fit together: "
            "run `paipu verify`",
            code="damaged_part",
        )
    return found


def _rows_of(starts: Int64, chosen: Int64) -> Int64:
    """Rows of chosen hands."""
    counts = np.diff(starts)[chosen]
    first = np.repeat(starts[chosen], counts)
    within = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows: Int64 = (first + within).astype(np.int64)
    return rows


def _starts_of_some(starts: Int64, chosen: Int64) -> Int64:
    return np.concatenate(([0], np.cumsum(np.diff(starts)[chosen]))).astype(np.int64)


def _spread(ends: EndColumns, chosen: Int64, n: int) -> EndColumns:
    """Tables of chosen hands among those of n, the others empty."""
    if len(chosen) == n:
        return ends
    all_ends = new_end_columns(n)
    for target, source in zip(all_ends, ends, strict=True):
        target[chosen] = source
    return all_ends


def _joined(columns: Iterable[Sequence[NDArray[Any]]]) -> list[NDArray[Any]]:
    return [np.concatenate(each) for each in zip(*columns, strict=True)]
