"""The kernel's working memory: what is known of the hand, and room for its waits and reading.

One row of 64-bit integers (`engine.scoring_out.ScoreOut.scratch`) by the indices below.
"""

from __future__ import annotations

from typing import Final

(
    WIN_TILE,
    WILD,
    GOLDS_BEFORE,
    GOLDS,
    N_SETS,
    COMPLETE,
    PAIR_OF_GOLDS,
    PUNG_OF_GOLDS,
    N_FLOWERS,
    N_FLOWER_SETS,
    N_EXPOSED_KONGS,
    N_CONCEALED_KONGS,
    N_CLAIMED,
) = range(13)
"""Facts: winning tile, -1 for none; mask of the wild kinds; golds in hand without and with the
winning tile; sets beside the melds; whether all tiles are sets and a pair; whether two golds are
the pair of a hand that is whole without others; whether three are a pung of such a hand; flower
tiles, complete sets of them, kongs of both kinds, and melds that are no concealed kong."""
BEFORE: Final = 13
"""First of four suit codes of the natural tiles without the winning one."""
WHOLE: Final = 17
"""First of four suit codes of all natural tiles."""
JOINED: Final = 24
"""Three vectors of tiles missing in several suits, `JOINED_SIZE` apart: by number of sets, without
and with a pair."""
JOINED_SIZE: Final = 12
TALLY: Final = 64
"""First of 34 counts: tiles of the reading."""
SCRATCH_SIZE: Final = TALLY + 34
