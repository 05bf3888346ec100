-- Question: what does the dealer gain a hand, in either half of the walls?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each fold: deals with even and odd numbers, so that what is found in one half
--   can be checked on the other.
-- Columns: fold, hands, points (sum of the dealer's); clusters (deals) and over them
--   points_squares, points_hands (points × hands), hands_squares.
with
cluster as (
    select
        (hands.deal % 2)::tinyint as fold,
        sum(settlements.delta)::bigint as points,
        count(*)::bigint as hands
    from hands
    inner join settlements
        on
            hands.run = settlements.run
            and hands.hand_id = settlements.hand_id
            and hands.dealer_seat = settlements.seat
    where
        hands.run in (select unnest($runs::varchar[]))
        and settlements.run in (select unnest($runs::varchar[]))
    group by hands.run, hands.deal
)

select
    fold,
    sum(hands)::bigint as hands,
    sum(points)::bigint as points,
    count(*)::bigint as clusters,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    sum(hands * hands)::bigint as hands_squares
from cluster
group by fold
order by fold
