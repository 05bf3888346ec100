-- Question: how many points change hands in a hand?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for a jackknife.
-- Views: hand_measures.
-- Grain: one row for each group and number of points.
-- Columns: fold (deal modulo the number of groups), moved (what the seats that gain receive),
--   hands, delta_squares (over the four seats, sum over these hands); the same in every row: of all
--   hands all_hands, total (points moved), clusters (deals) and over them total_squares,
--   total_all_hands (total × hands), all_hands_squares, as text: they may be beyond 64 bits.
with
cluster as (
    select
        count(*)::hugeint as hands,
        sum(moved)::hugeint as total
    from hand_measures
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

whole as (
    select
        sum(hands)::bigint as all_hands,
        sum(total)::bigint as total,
        count(*)::bigint as clusters,
        sum(total * total)::varchar as total_squares,
        sum(total * hands)::varchar as total_all_hands,
        sum(hands * hands)::varchar as all_hands_squares
    from cluster
),

folded as (
    select
        moved,
        (deal % $groups::bigint)::bigint as fold,
        count(*)::bigint as hands,
        sum(seat_points_squared)::bigint as delta_squares
    from hand_measures
    where run in (select unnest($runs::varchar[]))
    group by deal % $groups::bigint, moved
)

select
    folded.moved,
    folded.fold,
    folded.hands,
    folded.delta_squares,
    whole.all_hands,
    whole.total,
    whole.clusters,
    whole.total_squares,
    whole.total_all_hands,
    whole.all_hands_squares
from folded
cross join whole
order by folded.fold, folded.moved
