-- Question: what does each player of a duplicate run gain at each seat of each deal?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each deal that was played in all 24 seatings, player and seat counted from the
--   dealer.
-- Columns: run, deal, player (0–3, its seat in the first seating), policy (of the player), seat,
--   hands (with that player there), points, points_squares (sums over these hands).
with
complete as (
    select
        run,
        deal
    from hands
    where run in (select unnest($runs::varchar[]))
    group by run, deal
    having count(distinct permutation) = 24 and count(*) = 24
),

hand as (
    select
        hands.run,
        hands.hand_id,
        hands.deal,
        hands.dealer_seat,
        hands.players
    from hands
    inner join complete on hands.run = complete.run and hands.deal = complete.deal
    where hands.run in (select unnest($runs::varchar[]))
),

seated as (
    select
        hand.run,
        hand.deal,
        settlements.delta::bigint as points,
        ((settlements.seat - hand.dealer_seat + 4) % 4)::tinyint as seat,
        hand.players[settlements.seat + 1] as occupant
    from all_settlements as settlements
    inner join hand on settlements.run = hand.run and settlements.hand_id = hand.hand_id
    where settlements.run in (select unnest($runs::varchar[]))
)

select
    run::varchar as run,
    deal::bigint as deal,
    seat,
    regexp_extract(occupant, '^p([0-3]):', 1)::tinyint as player,
    regexp_extract(occupant, '^p[0-3]:(.*)$', 1) as policy, -- noqa: RF04
    count(*)::bigint as hands,
    sum(points)::bigint as points,
    sum(points * points)::bigint as points_squares
from seated
group by run, deal, occupant, seat
order by run, deal, player, seat
