-- View: every hand as each of its players sat in it: what rates per player-hand are rates of.
-- Grain: one row for each hand and seat.
-- Columns: run, rules, hand_id, deal, seat; player (null where the record names none),
--   dealt_distance (to ready, of the hand as dealt); from_dealer (the seat counted from the dealer:
--   0 the dealer, 1 the next …); policy (of a simulated player, whose name is its number and
--   policy, as p0:greedy; else null).
with
seated as (
    select
        hands.run,
        hands.rules,
        hands.hand_id,
        hands.deal,
        hands.dealer_seat,
        hands.players,
        hands.dealt_distance,
        unnest([0, 1, 2, 3]::tinyint[]) as seat
    from hands
),

named as (
    select
        seated.run,
        seated.rules,
        seated.hand_id,
        seated.deal,
        seated.seat,
        seated.players[seated.seat + 1]::varchar as player,
        seated.dealt_distance[seated.seat + 1] as dealt_distance,
        ((seated.seat - seated.dealer_seat + 4) % 4)::tinyint as from_dealer
    from seated
)

select
    named.run,
    named.rules,
    named.hand_id,
    named.deal,
    named.seat,
    named.player,
    named.dealt_distance,
    named.from_dealer,
    case
        when regexp_matches(named.player, '^p[0-3]:.') then named.player[4:]
    end as policy -- noqa: RF04
from named
