-- Question: which items make the points of wins, in systems that count points before doubling?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each item that occurs, the one of most points first.
-- Columns: item, value (points of one), wins (that contain it), times (counted with repetitions),
--   times_squares (sum over these wins of times²), points (times × value), points_squares (sum over
--   wins), n (all wins).
with
everything as (
    select count(*)::bigint as n
    from wins
    where run in (select unnest($runs::varchar[]))
),

counted as (
    select
        win_items.key::varchar as item,
        win_items.count::bigint as times,
        win_items.value::bigint as points
    from win_items
    where win_items.run in (select unnest($runs::varchar[])) and win_items.count > 0
)

select
    counted.item,
    max(counted.points)::bigint as value, -- noqa: RF04
    count(*)::bigint as wins,
    sum(counted.times)::bigint as times,
    sum(counted.times * counted.times)::bigint as times_squares,
    sum(counted.times * counted.points)::bigint as points,
    sum((counted.times * counted.points) ** 2)::bigint as points_squares,
    any_value(everything.n)::bigint as n
from counted
cross join everything
group by counted.item
order by points desc, counted.item asc
