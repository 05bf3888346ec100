-- Question: what does the dealer gain a hand, in either half of the walls?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_points.
-- Grain: one row for each fold: deals with even and odd numbers, so that what is found in one half
--   can be checked on the other.
-- Columns: fold, hands, points (sum of the dealer's); clusters (deals) and over them
--   points_squares, points_hands (points × hands), hands_squares.
with
cluster as (
    select
        (deal % 2)::tinyint as fold,
        sum(dealer_points)::bigint as points,
        count(*)::bigint as hands
    from hand_points
    where run in (select unnest($runs::varchar[])) and chosen & 1 = 1
    group by run, deal
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
