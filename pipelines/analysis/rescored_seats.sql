-- Question: which seat gains by other rules, counted from the dealer?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Views: rescored_hands.
-- Grain: one row for each seat (0 the dealer, 1 the next …) and measure.
-- Columns: seat, measure (old_delta, new_delta, moved), hands, total (points), clusters
--   (hands of one deal) and over them total_squares, total_hands (total × hands), hands_squares,
--   as text.
with
paid as (
    select
        run,
        deal,
        chosen,
        unnest([0, 1, 2, 3]::tinyint[]) as seat,
        unnest(old_points)::bigint as old_delta,
        unnest(new_points)::bigint as new_delta
    from rescored_hands
    where
        run in (select unnest($runs::varchar[]))
        and parent in (select unnest($other_runs::varchar[]))
),

deal as (
    select
        seat,
        count(*)::hugeint as hands,
        sum(old_delta)::hugeint as old_delta,
        sum(new_delta)::hugeint as new_delta,
        sum(new_delta - old_delta)::hugeint as moved
    from paid
    where (chosen >> seat) & 1 = 1
    group by seat, run, deal
),

cluster as (
    select
        seat,
        measure,
        total,
        hands
    from deal
    unpivot (total for measure in (old_delta, new_delta, moved))
)

select
    seat,
    measure::varchar as measure,
    sum(hands)::bigint as hands,
    sum(total)::bigint as total,
    count(*)::bigint as clusters,
    sum(total * total)::varchar as total_squares,
    sum(total * hands)::varchar as total_hands,
    sum(hands * hands)::varchar as hands_squares
from cluster
group by seat, measure
order by seat, measure
