-- Question: how many wins reach the limit, and how much do they lose by it?
-- Parameters: $runs, the run ids of one population.
-- Views: win_results.
-- Grain: one row.
-- Columns: wins, limit_hits (worth the limit), by_points (of these, worth it also without a row
--   that is worth the limit by itself), cut (what totals would be higher without the limit),
--   totals (their sum with it); clusters (deals with a win) and over them wins_squares,
--   limit_hits_squares, limit_hits_wins, cut_squares, cut_totals, totals_squares, as text where
--   they may be beyond 64 bits.
with
cluster as (
    select
        count(*)::bigint as wins,
        count(*) filter (where limit_hit)::bigint as limit_hits,
        count(*) filter (where limit_hit and uncapped >= total)::bigint as by_points,
        sum(greatest(uncapped::bigint - total, 0))::hugeint as cut,
        sum(total)::hugeint as totals
    from win_results
    where run in (select unnest($runs::varchar[]))
    group by run, deal
)

select
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(limit_hits), 0)::bigint as limit_hits,
    coalesce(sum(by_points), 0)::bigint as by_points,
    coalesce(sum(cut), 0)::bigint as cut,
    coalesce(sum(totals), 0)::bigint as totals,
    count(*)::bigint as clusters,
    coalesce(sum(wins * wins), 0)::bigint as wins_squares,
    coalesce(sum(limit_hits * limit_hits), 0)::bigint as limit_hits_squares,
    coalesce(sum(limit_hits * wins), 0)::bigint as limit_hits_wins,
    coalesce(sum(cut * cut), 0)::varchar as cut_squares,
    coalesce(sum(cut * totals), 0)::varchar as cut_totals,
    coalesce(sum(totals * totals), 0)::varchar as totals_squares
from cluster
order by wins
