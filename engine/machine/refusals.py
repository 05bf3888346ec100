"""Why the state machine refuses an action: integer codes for the kernels, names and sentences.

The names are stable: they stand in the `rejects` table. The sentences say what the rules want; the
place, the offending action and the legal ones are put around them by `engine.machine.words`.
"""

from __future__ import annotations

from typing import Final

_REFUSALS: Final = (
    ("ok", ""),
    # the record as a whole
    ("missing_end", "the hand stops before a win, a penalty or an exhausted wall"),
    ("action_after_end", "the hand is over"),
    ("bad_seat", "seats are 0, 1, 2 and 3"),
    ("action_not_in_rules", "the rules know no such action"),
    # deal and wall
    ("bad_dealer", "the dealer must be seat 0, 1, 2 or 3 and the round wind 0, 1, 2 or 3"),
    ("bad_deal", "a seat is dealt the wrong number of tiles"),
    ("tile_not_in_play", "the rules have no such tile"),
    ("wildcard_not_in_rules", "the rules turn no wildcard"),
    ("five_copies", "all copies of the tile have been seen already"),
    ("bad_wall", "the wall does not hold every tile in play as often as there are copies"),
    ("wall_mismatch", "the tile is not the one that comes next in the wall"),
    # wildcards, flowers that are no hand tiles, and the last round
    ("wildcard_mismatch", "the tile turned up is not the wildcard that the record names"),
    ("turn_wildcard_first", "the wildcard is turned up before anything else"),
    ("turn_wildcard_not_due", "no wildcard is to be turned up now"),
    ("wildcard_discarded", "wildcards are not discarded"),
    ("dead_discard", "a discarded wildcard can be claimed and won on by nobody"),
    ("wildcard_in_meld", "no wildcard and no flower is laid down in a meld"),
    ("only_wildcards_left", "the claim leaves nothing to discard: such a hand has to win"),
    ("last_round", "in the last round a drawn tile wins, or the next seat draws"),
    ("kong_at_penalty_discard", "the penalty discard is neither konged nor made after a kong"),
    # turns and draws
    ("out_of_turn", "it is another seat's turn"),
    ("must_draw", "the seat has to draw first"),
    ("draw_not_due", "no draw is due"),
    ("draw_without_tile", "the draw names no tile and the wall is unknown"),
    ("draw_from_empty_wall", "the wall of the seat is used up"),
    ("must_replace", "the exposed flower has to be replaced first"),
    ("replace_not_due", "no flower waits for its replacement"),
    ("flower_not_exposed", "flowers are exposed and replaced before anything else"),
    ("not_a_flower", "only flowers are exposed"),
    ("tile_not_held", "the seat does not hold the tile"),
    # claims
    ("nothing_to_claim", "there is no discard to claim"),
    ("claim_own_discard", "a seat cannot claim its own tile"),
    ("claim_of_other_tile", "only the tile just discarded can be claimed"),
    ("claim_on_kong", "a tile added to a kong can only be won on"),
    ("claim_on_last_discard", "the discard after the last tile can only be won on"),
    ("chow_not_from_prev", "a chow is claimed only from the seat before"),
    ("not_a_run", "the tiles make no run"),
    ("claim_tiles_not_held", "the seat lacks the other tiles of the meld"),
    ("claim_priority", "a claim with priority was announced: win, kong, pung, chow, nearest seat"),
    ("claimed_twice", "the seat has already announced a claim"),
    ("lost_claim_without_winner", "a claim was announced, so one has to be made"),
    # kongs
    ("kong_without_draw", "a kong is laid down only on a turn that began with a draw"),
    ("no_replacement_tile", "no tile is left to replace the kong"),
    ("no_pung_to_add_to", "the seat has no exposed pung of the tile"),
    # wins and ends
    ("win_without_draw", "a seat that has claimed a tile discards; it cannot win by self-draw"),
    ("win_no_shape", "the tiles make no winning hand"),
    ("win_below_minimum", "the hand is worth less than the minimum"),
    ("win_not_allowed", "the rules allow no win here"),
    ("rob_kong_not_allowed", "the rules allow no robbing of a kong"),
    ("win_of_other_tile", "the win names another tile than the one at stake"),
    ("false_win_is_legal", "the win is legal, so it is no false win"),
    ("not_exhausted", "the wall is not used up, or a claim is open"),
)

REFUSAL_NAMES: Final = tuple(name for name, _ in _REFUSALS)
"""Stable names; the position of a name is its code, 0 is no refusal."""
REFUSAL_REASONS: Final = tuple(reason for _, reason in _REFUSALS)
"""What the rules say, as the middle of a sentence."""

(
    OK,
    R_MISSING_END,
    R_AFTER_END,
    R_BAD_SEAT,
    R_NOT_IN_RULES,
    R_BAD_DEALER,
    R_BAD_DEAL,
    R_NOT_IN_PLAY,
    R_NO_WILDCARD,
    R_FIVE_COPIES,
    R_BAD_WALL,
    R_WALL_MISMATCH,
    R_WILDCARD_MISMATCH,
    R_TURN_FIRST,
    R_TURN_NOT_DUE,
    R_WILDCARD_DISCARDED,
    R_DEAD_DISCARD,
    R_WILDCARD_IN_MELD,
    R_ONLY_WILDCARDS,
    R_LAST_ROUND,
    R_KONG_AT_PENALTY,
    R_OUT_OF_TURN,
    R_MUST_DRAW,
    R_DRAW_NOT_DUE,
    R_DRAW_WITHOUT_TILE,
    R_EMPTY_WALL,
    R_MUST_REPLACE,
    R_REPLACE_NOT_DUE,
    R_FLOWER_FIRST,
    R_NOT_A_FLOWER,
    R_NOT_HELD,
    R_NOTHING_TO_CLAIM,
    R_OWN_DISCARD,
    R_OTHER_TILE,
    R_CLAIM_ON_KONG,
    R_LAST_DISCARD,
    R_NOT_FROM_PREV,
    R_NOT_A_RUN,
    R_CLAIM_NOT_HELD,
    R_PRIORITY,
    R_CLAIMED_TWICE,
    R_LOST_WITHOUT_WINNER,
    R_KONG_WITHOUT_DRAW,
    R_NO_REPLACEMENT,
    R_NO_PUNG,
    R_WIN_WITHOUT_DRAW,
    R_NO_SHAPE,
    R_BELOW_MINIMUM,
    R_NOT_ALLOWED,
    R_ROB_KONG,
    R_WIN_OTHER_TILE,
    R_FALSE_WIN_LEGAL,
    R_NOT_EXHAUSTED,
) = range(len(_REFUSALS))
