"""Where the policy's knowledge and what a player remembers stand in their arrays."""

from __future__ import annotations

from typing import Final

# Knowledge.ints
(
    K_MINIMUM,
    K_CORES,  # where the cores begin
    K_N_CORES,
    K_FIELDS,  # where the fields begin
    K_N_FIELDS,
    K_ALL_TYPES,  # 1: hands of all five types 五门齐 are looked for
    K_WIND_LESS,  # what a pung of a wind loses when it is one of the seat or the round
    K_SELF_DRAW,  # values of fans that depend on how a hand comes about
    K_FULLY_CONCEALED,
    K_CONCEALED_HAND,
    K_SEAT_WIND,
    K_ROUND_WIND,
    K_TWO_CONCEALED_PUNGS,
    K_THREE_CONCEALED_PUNGS,
    K_FOUR_CONCEALED_PUNGS,
    K_CHICKEN,
    K_EDGE,
    K_CLOSED,
    K_SINGLE,
    K_LAST_COPY,
    K_ALL_CLAIMED,
    K_EXPOSED_KONG,
    K_CONCEALED_KONG,
    K_NO_WILDCARD,
    K_SEVEN_PAIRS,
    K_ORPHANS,
    K_SINGLES,
    K_KNITTED,
    K_ALL_CHOWS,
    K_BASE,  # what everybody pays for a win beside its total
    K_HEADER,
) = range(31)
"""Entries of `Knowledge.ints` before the lists."""
CORE: Final = 9
"""Numbers of a core: how many sets, their numbers (three, −1 behind the last), its family, and the
four masks of its tiles."""
FIELD: Final = 4
"""Numbers of a field: mask of the sets, of the pairs, of all kinds, its family."""

# Knowledge.floats
(
    X_SLACK,
    X_WIDE,
    X_CLAIM,
    X_CAUTION,
    X_HORIZON,
    X_GROWTH,
    X_SHARPNESS,
    X_ENOUGH,
    X_IDLE,
    X_HEADER,
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 16)
"""Entries of `Knowledge.floats`: the options, and from X_HEADER on a weight for each family."""

FAMILY_WIDE: Final = 83
"""Family of what only the search over all sets finds; the others are numbers of patterns."""
FAMILY_CHICKEN: Final = 84
"""No search of its own: hands that are worth nothing by their tiles."""
FAMILY_CONCEALED: Final = 85
"""Hands that reach the minimum by concealment alone."""
FAMILY_LAST_COPY: Final = 86
N_FAMILIES: Final = 87

# Memory.ints
(
    M_KNOWN,  # 0 at the first choice of a hand; 1: targets of the present hand are kept
    M_NEAREST,  # tiles that the nearest target lacks
    M_TARGETS,  # number of targets
    M_STAMP,  # of the search that is on, for the marks of what it has found
    M_BUDGET,  # most tiles that a target may lack
    M_N_FREE,  # sets still to be made
    M_EXPOSED,  # exposed melds
    M_KONG_PUNGS,  # concealed kongs
    M_WILD,  # wildcards in hand
    M_MORE,  # fan that every target gains: kongs, no wildcard
    M_SEAT_KIND,  # kinds of the winds of seat and round
    M_ROUND_KIND,
    M_FIRST,  # nearest target of the search that is on
    M_HAND,  # four masks of the concealed tiles, wildcards apart
    M_FIXED,  # numbers of the own melds
    M_OWN,  # the own melds behind the free sets, packed
    M_COMPLETE,  # all targets that lack so many tiles of the hand between turns are kept
    M_SINGLES,  # 1: hands without sets count for something
    M_IDLE,  # turns since the targets were last weighed
    M_FAMILY,  # family that is searched
    M_PAIR_KINDS,  # mask of its pairs
    M_KNITTED,  # arrangement of the knitted straight that is begun, −1 for none
    M_LEAVES,  # sets that are gathered and wait for their pairs
) = (*range(14), 17, 21, 25, 26, 27, 28, 29, 30, 31)
A_KNOWN: Final = 320
"""The header of the knowledge's integers, copied: kernels with few arguments are quick."""
A_SET_CLASSES: Final = 32
"""Masks of the sets that lack no tile, one, two and three by themselves."""
A_PAIR_CLASSES: Final = 36
"""Masks of the kinds of which a pair lacks no tile, one and two by itself."""
A_LIVE: Final = 176
"""Unseen copies of each kind (34)."""
A_LEVEL: Final = 224
"""The search's levels."""
LEVEL: Final = 10
"""Numbers of a level: four masks of tiles, masks of the sets to come, by class, the sets that are
chosen, and the kinds of the pungs among them."""
L_MASKS, L_CLASSES, L_SETS, L_PUNGS = 0, 4, 8, 9
A_SETS: Final = 264
"""Mask of the sets of each level."""
A_LATER: Final = 269
"""What the later levels lack at least."""
A_MARKS: Final = 1024
N_MARKS: Final = 1024
"""Marks of what the search has found: stamp, and the last target with the mark."""
A_TARGETS: Final = A_MARKS + N_MARKS
TARGET: Final = 8
MOST_TARGETS: Final = 2048
"""Targets that are kept, and the numbers of each: four masks, key, free sets, tiles lacking."""
(
    T_MASK,
    T_SETS,  # four sets of six bits, the free ones first, then the pair, the total, the family
    T_KEY,  # while it is searched: sets and pair, and the target before with the same mark
    T_PUNGS,  # kinds of the free pungs
    T_SOLO,  # kinds that belong to no set
) = (0, 4, 5, 6, 7)
T_LACKS: Final = T_KEY
"""Later: what it lacks, while targets are sifted."""
A_LEAVES: Final = A_TARGETS + TARGET * MOST_TARGETS
MOST_LEAVES: Final = 64
"""Sets that are gathered before pairs are added to them."""
(
    LEAF_MASKS,
    LEAF_SETS,  # as T_SETS, without pair and total
    LEAF_INDEX,  # of the sets in the table of totals
    LEAF_PUNGS,
    LEAF_PAIRS,  # mask of the kinds of the pairs that fit
    LEAF,
) = (0, *range(4, 9))
NO_SETS: Final = 63 << 6 | 63 << 12 | 63 << 18
"""Stands for the three sets that a knitted straight takes the place of."""
SETS_PAIR: Final = 24
SETS_TOTAL: Final = 30
SETS_FAMILY: Final = 40

# Memory.floats
F_ONE: Final = 0
"""Chance that one missing copy comes, by way (five) and live copies (0-4)."""
F_MORE: Final = 32
"""The same of two copies of a kind, by way."""
F_GAIN: Final = 64
"""By how much a chance grows when any discard may be taken, by way and live copies."""
F_VALUE: Final = 128
"""Value of a hand after each discard (42)."""
F_CLAIMS: Final = 192
"""The same after each of up to six claims (42 each)."""
F_NOW: Final = 480
"""Value of the hand between turns."""
F_KNOWN: Final = 544
"""The knowledge's floats, copied."""
F_WEIGHTS: Final = 1024

assert A_KNOWN + K_HEADER <= A_MARKS
assert F_KNOWN + X_HEADER + N_FAMILIES <= F_WEIGHTS
assert A_LEAVES + LEAF * MOST_LEAVES <= 1 << 16
