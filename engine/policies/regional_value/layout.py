"""Where things stand in the arrays of the policy: what it knows, and what it works with."""

from __future__ import annotations

from typing import Final

PLAIN: Final = 0
"""Any hand of sets and a pair."""
HALF: Final = 1
"""Half flush 混一色 in suit 0; the two other suits follow."""
FULL: Final = 4
"""Full flush 清一色 in suit 0; the two other suits follow."""
PUNGS: Final = 7
"""All pungs 碰碰胡."""
PAIRS: Final = 8
"""Seven pairs 七对."""
ORPHANS: Final = 9
"""Thirteen orphans 十三幺."""
GOLD_PAIR: Final = 10
"""Two wildcards that stand for themselves are the pair 金雀."""
GOLD_DRAGON: Final = 11
"""Three wildcards that stand for themselves are a pung 金龙."""
N_PLANS: Final = 12

(
    CLASS_PLAIN,
    CLASS_HALF,
    CLASS_FULL,
    CLASS_PUNGS,
    CLASS_PAIRS,
    CLASS_ORPHANS,
    CLASS_GOLD_PAIR,
    CLASS_GOLD_DRAGON,
    N_CLASSES,
) = range(9)
"""Kinds of plans: what a suit's flush is worth does not depend on the suit."""

# What a class is worth: for (class, without a flower 0 or with one 1, concealed 0 or open 1,
# self-draw 0 or discard 1) an additive part and a factor.
WORTH_ADD, WORTH_TIMES, N_WORTH = range(3)

# Integers of what the policy knows.
(
    K_SETS,  # sets of a hand
    K_LOOSE,  # 1: wildcards may stand for a fifth copy
    K_PLANS,  # mask of the plans that the table may pay
    K_HONORS,  # 1: honors stand in hands
    K_ALL_PAY,  # 1: all pay on a discard
    K_PENALTY,  # drawable tiles left at which a discard pays for all, −1 none
    K_IDLE,  # 1: a hand that any tile completes wins by self-draw alone
    K_THREE_SELF,  # 1: three wildcards win by self-draw alone
    K_WAITS,  # WAITS_*: a win may go by for a better one
    K_DECLARES,  # 1: ready hands are declared
    K_SWAPS,  # 1: after a claim some kinds may not be discarded
    K_FLOWERS,  # mask of the kinds that are flowers
    N_K,
) = range(13)
WAITS_DISCARD: Final = 1
"""On a discard: concealed self-draws pay several times as much."""
WAITS_GOLD: Final = 2
"""On an own draw: wildcards may become a golden pair or dragon."""

# Floats of what the policy knows: options, amounts, then tables.
(
    X_HAZARD,
    X_CLAIM,
    X_CAUTION,
    X_LOSS,  # points that others' wins cost in the mean
    X_CAP,  # most that a payment is
    X_DEALER_ADD,  # added to payments with the dealer
    X_STREAK_ADD,  # and for each win of its streak
    X_DEALER_TIMES,  # factor of payments with the dealer
    X_DECLARED,  # added where ready is declared
    X_SHOWN,  # added where the hand is shown
    X_OPEN_PLAY,  # factor of open play
    X_EXTRA_SHARE,  # how much a second plan adds to the best
    X_DEAL_IN,  # what a discard that is won on costs
    X_WIN_SHARE,  # chance that one of three discards is a given tile, of that to draw it
    X_PATIENCE,  # a win goes by where waiting is worth so many times as much
    X_GOLD,  # what a wildcard in hand adds
    X_PAY_BASE,  # a payment is this and so many times the total
    X_PAY_TIMES,
    X_PAY_DEALER,  # and this with the dealer, beside the factor
    X_PAY_STREAK,
    X_GREED,  # a claim has to leave so many times what the hand is worth without it
    X_BOLD,  # open play has to be worth so many times as much; 0: never
    X_SHAPE,  # weight of what a tile may still grow into
    X_DECLARE_FROM,  # live winning tiles from which ready is declared
    N_X,
) = range(25)

X_WORTH: Final = N_X
"""[class, flower, open, by, N_WORTH]."""
X_PUNG: Final = X_WORTH + N_CLASSES * 8 * N_WORTH
"""Points of a pung by kind (34), concealed, then exposed."""
X_HONOR: Final = X_PUNG + 2 * 34
"""What an honor's pung adds (7), for each seat wind and round wind [4, 4, 7]."""
X_HONOR_TIMES: Final = X_HONOR + 4 * 4 * 7
"""And the factor that it is."""
X_KONG: Final = X_HONOR_TIMES + 4 * 4 * 7
"""What a kong adds by kind (34), exposed, then concealed: before the factors."""
X_KONG_FLAT: Final = X_KONG + 2 * 34
"""Points of a kong beside the factors: exposed, concealed."""
X_FLOWER: Final = X_KONG_FLAT + 2
"""What an exposed flower adds [seat wind 4, kind 42]."""
X_TYPICAL: Final = X_FLOWER + 4 * 42
"""Usual rate of useful tiles [open, concealed, self-draw; tiles missing N_LACK]."""

N_LACK: Final = 9
X_CHANCES: Final = X_TYPICAL + 3 * N_LACK
N_TURNS: Final = 26
N_RATES: Final = 49
RATE_STEP: Final = 1 / 32
CHANCE_OPEN, CHANCE_CONCEALED, CHANCE_SELF = range(3)
N_KNOWN: Final = X_CHANCES + 3 * N_LACK * N_TURNS * N_RATES
"""Chances to win [open, concealed, concealed and by self-draw alone; tiles missing, own draws
left, rate of useful tiles in a go-round]."""

# Working memory, integers. Entry 0 says whether the hand has begun and is left alone.
M_HAND: Final = 8  # 34 natural tiles
M_CODES: Final = 44  # 4 codes of the suits
(
    M_N,  # sets still to be made
    M_WILD,  # wildcards held
    M_OPEN,  # 1: the hand has exposed melds
    M_SUITS,  # mask of the suits (3: honors) in melds
    M_CHOWS,  # chows in melds
    M_MELDS,  # melds
    M_TURNS,  # own draws left
    M_LEGAL,  # mask of the kinds that may be discarded
    M_SELF_ONLY,  # 1: only a self-draw may win
    M_NO_CLAIM,  # 1: the hand claims nothing any more
    M_BARE,  # 1: neither flower nor kong
    M_DEALS,  # 1: the player deals
    M_SEAT_WIND,
    M_ROUND_WIND,
    M_BEST,  # kind of the best discard
    M_BEST_LACK,  # tiles that it leaves missing in its best plan
    M_BEST_HELP,  # copies that help it
    M_TRIPLES,  # kinds held three times or more, twice, once
    M_DOUBLES,
    M_SINGLES,
    M_TWOS,  # pairs, four alike two of them; kinds held once or three times
    M_ODD,
    M_LIVE_WILD,  # wildcards that may still be drawn
    M_ENTRY,  # lacks of the suit that a candidate leaves
    M_KNOWN,  # 1 + sets to be made, where the vectors are those of M_KEY
    M_KEY,  # 4: codes of the hand whose vectors stand here
) = range(48, 74)
M_SUITS_WORDS: Final = 80
"""Words of the four suits (`words`), and what is left: to one, to pairs of suits, to three."""
ONE, TWO, THREE = 4, 8, 14
M_BARE_WORDS: Final = 100
"""The same where no pair is to be made."""
M_LESS: Final = 120
"""Word of a suit without a tile."""
M_GAINS: Final = 272  # 4 × 9
M_GOALS: Final = 308  # 4
M_LACKS: Final = 312  # N_PLANS
M_RANKS: Final = 330  # 9: gains of a suit without a tile
M_RANKED: Final = 339  # that tile, −1: none
M_SEEN: Final = 360  # 3 × (1 + 34): declared ready, and discards of all by kind when it was seen
SEEN: Final = 35

# Working memory, floats.
G_LIVE: Final = 0  # 34: copies that may be drawn
G_EXTRA: Final = 34  # 34: what claims add to them
G_DANGER: Final = 152  # 42
(
    G_ADD,  # what melds and flowers add, before factors
    G_PUNG,  # points of their pungs, which plans of pungs count themselves
    G_TIMES,  # factor of their honors
    G_FLAT,  # points of kongs beside the factors
    G_HOPE_ADD,  # the same of what the concealed tiles may become
    G_HOPE_PUNG,
    G_HOPE_TIMES,
    G_UNSEEN,
    G_PAYERS,  # payments of a self-draw
    G_ONE,  # of a discard
    G_BARE,  # chance to stay without flower
    G_DECLARED,  # added where the hand is declared ready
) = range(240, 252)
G_DRAW: Final = 256  # N_PLANS: copies that help the hand as it is
G_CLAIMS: Final = 268  # N_PLANS
G_SUIT_DRAW: Final = 280  # 4: copies of each suit that help any hand as it is
G_SUIT_CLAIMS: Final = 284  # 4
G_PAIRS_DRAW: Final = 288
"""Copies of the kinds held twice, what claims add to them, copies of the kinds held once."""
G_ODD_DRAW: Final = 291
"""Copies of the kinds held once or three times."""
DUE_OPEN, DUE_OPEN_SELF, DUE_CONCEALED, DUE_SELF, N_DUES = range(5)
G_DUES: Final = 300
"""What a win of each plan is worth [plan, open, open by self-draw, concealed, so by self-draw]."""
G_DUES_LESS: Final = G_DUES + N_DUES * N_PLANS
"""The same without a tile."""
G_AS_IS: Final = G_DUES_LESS + N_DUES * N_PLANS
"""Value of each plan as long as nothing of it is discarded, −1: not worked out yet."""
G_FARTHER: Final = G_AS_IS + N_PLANS
"""The same where it lacks one tile more than now and what helps it is not known."""
