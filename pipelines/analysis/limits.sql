-- Question: how many wins reach the limit, and how many of them by their points?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row.
-- Columns: wins, limit_hits (worth the limit), by_points (of these, worth it also without a row
--   that is worth the limit by itself).
select
    count(*)::bigint as wins,
    count(*) filter (where limit_hit)::bigint as limit_hits,
    count(*) filter (where limit_hit and uncapped >= total)::bigint as by_points
from wins
where run in (select unnest($runs::varchar[]))
order by wins
