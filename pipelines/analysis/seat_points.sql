-- Question: what does each seat gain a hand, counted from the dealer?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each seat (0 the dealer, 1 the next …) and fold: deals with even and odd
--   numbers, so that what is found in one half of the walls can be checked on the other.
-- Columns: seat, fold, hands, points (sum), delta_squares (of single hands); clusters (hands of one
--   deal: a session, or the permutations of one wall) and over them points_squares,
--   points_hands (points × hands), hands_squares.
with
paid as (
    select
        hands.run,
        hands.deal,
        settlements.delta::bigint as points,
        ((settlements.seat - hands.dealer_seat + 4) % 4)::tinyint as seat
    from settlements
    inner join hands
        on settlements.run = hands.run and settlements.hand_id = hands.hand_id
    where
        settlements.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        seat,
        (deal % 2)::tinyint as fold,
        sum(points)::bigint as points,
        count(*)::bigint as hands,
        sum(points * points)::bigint as delta_squares
    from paid
    group by run, deal, seat
)

select
    seat,
    fold,
    sum(hands)::bigint as hands,
    sum(points)::bigint as points,
    sum(delta_squares)::bigint as delta_squares,
    count(*)::bigint as clusters,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    sum(hands * hands)::bigint as hands_squares
from cluster
group by seat, fold
order by seat, fold
