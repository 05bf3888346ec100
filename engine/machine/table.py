"""One hand step by step: the machine's kernels behind a Python face.

For showing a recorded hand, for tests, for people at a table and for wording refusals. It calls
the kernels that batches run through, so it can neither allow nor refuse anything else than they.
Each action is a triple: `verify` raises and says why, `can` answers, `do` carries out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.machine import choices
from engine.machine.begin import begin
from engine.machine.bets import place_bets
from engine.machine.claims import claim_rank
from engine.machine.draws import next_tile
from engine.machine.fouls import expect_fouls
from engine.machine.log import clear_log, new_log
from engine.machine.refusals import (
    OK,
    R_DRAW_WITHOUT_TILE,
    R_MISSING_END,
    R_OUT_OF_TURN,
    REFUSAL_NAMES,
    REFUSAL_REASONS,
)
from engine.machine.state import (
    KONG_DUE,
    PHASE,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_WINDOW,
    WALL_KNOWN,
    new_state,
)
from engine.machine.step import END_OF_RECORD, OPEN_HAND, step
from engine.machine.turning import expect_wildcard
from engine.machine.verify import verify
from engine.machine.view import Event, View
from engine.machine.words import Move, list_moves
from engine.rules import Rules
from engine.scoring import Scorer, new_scorer
from engine.tables import Tables
from engine.walls import DEAL_SIZE, WALL_SIZE, deal_from_wall
from schemas.codes import ABORT, DRAW, EXHAUSTED, REPLACE, TURN_WILDCARD
from schemas.errors import ActionError

__all__ = ["Event", "Table"]


class Table(View):
    """A hand in play, moved one action at a time.

    Attributes:
        tables: distance tables.
        score: the scoring kernel and room for its answer.
    """

    def __init__(self, rules: Rules, tables: Tables) -> None:
        super().__init__(rules, new_state(), new_log())
        self.tables = tables
        self.score: Scorer = new_scorer(rules)
        self.state.num[PHASE] = PHASE_OVER

    def begin(
        self,
        *,
        dealer: int = 0,
        round_wind: int = 0,
        streak: int = 0,
        wildcard: int = -1,
        deal: NDArray[np.int8] | None = None,
        wall: NDArray[np.int8] | None = None,
        bets: NDArray[np.int32] | None = None,
        fouls: int = 0,
    ) -> list[Event]:
        """Deal a hand, from tiles that are named, from a wall, or both.

        Args:
            dealer: seat that deals.
            round_wind: 0–3.
            streak: consecutive wins of the dealer before this hand.
            wildcard: the kind that a record names as turned up, -1 where it names none.
            deal: int8 (4, 17), tiles dealt to each seat in dealing order, −1 after the last.
            wall: int8 (144), the whole wall as in `schemas.batch`, −1 after the last.
            bets: int32 (4), by seat; nobody bets where they are left out.
            fouls: bit mask of the seats whose fouls a record tells; restrictions do not hold them.

        Raises:
            ActionError: where the rules refuse deal, wall or bets.
        """
        known = np.full(WALL_SIZE, -1, np.int8) if wall is None else wall
        if deal is None:
            deal = np.full((4, DEAL_SIZE), -1, np.int8)
            if wall is not None and 0 <= dealer <= 3:
                deal_from_wall(self.rules, known, int(self.rules.copies.sum()), dealer, deal)
        clear_log(self.log)
        code = begin(
            self.rules,
            self.state,
            self.log,
            0,
            dealer,
            round_wind,
            streak,
            deal,
            known,
        )
        if code == OK and bets is not None:
            code = place_bets(self.rules, self.state, bets)
        if code == OK:
            code = expect_wildcard(self.rules, self.state, wildcard)
        if code == OK:
            expect_fouls(self.state, fouls)
            self._step(Move(-1, OPEN_HAND))
        else:
            self.state.num[PHASE] = PHASE_OVER
            raise ActionError(f"the deal: {REFUSAL_REASONS[code]}", code=REFUSAL_NAMES[code])
        return self.events()

    def refusal(self, move: Move) -> int:
        """The refusal code of a move, 0 where it is legal."""
        return int(
            verify(
                self.rules,
                self.state,
                move.seat,
                move.action,
                move.tile,
                move.low,
                move.claim,
            )
        )

    def can(self, move: Move) -> bool:
        """Whether a move is legal now."""
        return self.refusal(move) == OK

    def verify(self, move: Move) -> None:
        """Raise where a move is not legal.

        Raises:
            ActionError: says what was illegal and what is legal.
        """
        code = self.refusal(move)
        if code != OK:
            raise ActionError(self.explain(move, code), code=REFUSAL_NAMES[code])

    def do(self, move: Move) -> list[Event]:
        """Carry out one move of an own turn, a window or the wall.

        Raises:
            ActionError: where it is not legal; nothing has changed then.
        """
        self.verify(move)
        before = len(self)
        self._step(move)
        return self.events(before)

    def options(self, seat: int) -> list[Move]:
        """What a seat may choose now; letting a window go by is always possible besides."""
        found = np.empty((choices.MAX_OPTIONS, choices.N_M), np.int16)
        n = choices.options(self.rules, self.state, seat, found)
        return [Move(*row) for row in found[:n].tolist()]

    def apply(self, answers: list[Move]) -> list[Event]:
        """Carry out the answers to a stop, then all that is forced up to the next one.

        The wall has to be known. On an own turn one seat answers; in a window those that want the
        tile, and the claims that lose become `lost_claim` events. No answer closes a window, and
        lets a special win or a win of the last round go by.

        Raises:
            ActionError: for the first answer that is not legal; nothing has changed then.
        """
        if not self.state.num[WALL_KNOWN]:
            raise ActionError("the wall is unknown: name each draw", code="draw_without_tile")
        in_window = self.phase in (PHASE_WINDOW, PHASE_ROB)
        passed = not answers and choices.is_stop(self.rules, self.state)
        for move in answers:
            self.verify(move)
            if in_window and claim_rank(move.action) == 0:
                message = self.explain(move, R_OUT_OF_TURN)
                raise ActionError(message, code=REFUSAL_NAMES[R_OUT_OF_TURN])
        before = len(self)
        for move in self._plan(answers) if in_window else answers:
            self._step(move)
        row = np.empty(choices.N_M, np.int16)
        while choices.forced(self.rules, self.state, passed, row):
            self._step(Move(*row.tolist()))
            passed = False
        return self.events(before)

    def finish(self) -> None:
        """Close a hand won by one of several that could have won on the same tile.

        Raises:
            ActionError: where the hand has not ended.
        """
        if self._step(Move(-1, END_OF_RECORD)) != OK:
            raise ActionError(self.explain_missing_end(), code=REFUSAL_NAMES[R_MISSING_END])

    def legal_moves(self) -> list[Move]:
        """All that could happen next: options of all seats, draws and the end of the wall."""
        moves = [move for seat in range(4) for move in self.options(seat)]
        forced = [Move(-1, EXHAUSTED), Move(-1, ABORT)]
        walls = (TURN_WILDCARD, DRAW, REPLACE)
        forced += [Move(seat, action) for seat in range(4) for action in walls]
        for move in forced:
            code = self.refusal(move)
            if code == OK and self.state.num[WALL_KNOWN] and move.action in walls:
                tail = move.action != DRAW or self.phase == PHASE_ROB
                tail = tail or bool(self.state.num[KONG_DUE])
                tile = next_tile(self.rules, self.state, move.seat, tail)
                moves.append(Move(move.seat, move.action, int(tile)))
            elif code in (OK, R_DRAW_WITHOUT_TILE):
                moves.append(move)
        return moves

    def explain(self, move: Move, code: int) -> str:
        """Say in one sentence why a move is refused and what would have been legal."""
        return f"{move}: {REFUSAL_REASONS[code]}; legal: {list_moves(self.legal_moves())}"

    def explain_missing_end(self) -> str:
        """Say in one sentence that the hand has not ended and what could come next."""
        return f"{REFUSAL_REASONS[R_MISSING_END]}; legal: {list_moves(self.legal_moves())}"

    def _plan(self, answers: list[Move]) -> list[Move]:
        rows = np.full((4, choices.N_M), choices.PASS, np.int16)
        for move in answers:
            rows[move.seat] = (move.seat, move.action, move.tile, move.low, move.claim)
        plan = np.empty((choices.MAX_PLAN, choices.N_M), np.int16)
        n = choices.plan_window(self.rules, self.state, rows, plan)
        return [Move(*row) for row in plan[:n].tolist()]

    def _step(self, move: Move) -> int:
        return int(
            step(
                self.rules,
                self.tables,
                self.state,
                self.score,
                self.log,
                move.seat,
                move.action,
                move.tile,
                move.low,
                move.claim,
            )
        )
