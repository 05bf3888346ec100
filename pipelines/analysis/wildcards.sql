-- Question: how many wildcards do wins use, and what are they worth by that?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each number of wildcards that occurs.
-- Columns: wildcards, wins, n (all wins), total_sum and total_squares (over these wins).
select
    wildcards_used::bigint as wildcards,
    count(*)::bigint as wins,
    sum(count(*)) over ()::bigint as n,
    sum(total::bigint)::bigint as total_sum,
    sum(total::bigint * total::bigint)::bigint as total_squares
from wins
where run in (select unnest($runs::varchar[]))
group by wildcards_used
order by wildcards
