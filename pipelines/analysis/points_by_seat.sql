-- Question: how are the points of a hand distributed, seat by seat?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for intervals.
-- Views: seat_results.
-- Grain: one row for each seat counted from the dealer (0), number of points and group.
-- Columns: seat, amount (points), fold (deal modulo the number of groups), cases (hands).
select
    place as seat,
    points::bigint as amount,
    (deal % $groups::bigint)::bigint as fold,
    count(*)::bigint as cases
from seat_results
where run in (select unnest($runs::varchar[]))
group by place, points, deal % $groups::bigint
order by seat, amount, fold
