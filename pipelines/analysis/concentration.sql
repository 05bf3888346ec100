-- Question: how many points change hands in a hand?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for a jackknife.
-- Views: hand_measures.
-- Grain: one row for each group and number of points.
-- Columns: fold (deal modulo the number of groups), moved (what the seats that gain receive),
--   hands, delta_squares (over the four seats, sum over these hands).
select
    moved,
    (deal % $groups::bigint)::bigint as fold,
    count(*)::bigint as hands,
    sum(seat_points_squared)::bigint as delta_squares
from hand_measures
where run in (select unnest($runs::varchar[]))
group by deal % $groups::bigint, moved
order by fold, moved
