-- Question: how are the totals of wins distributed?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each total that occurs.
-- Columns: total (in the unit of the system), wins, n (all wins).
select
    total::bigint as total,
    count(*)::bigint as wins,
    sum(count(*)) over ()::bigint as n
from wins
where run in (select unnest($runs::varchar[]))
group by total
order by total
