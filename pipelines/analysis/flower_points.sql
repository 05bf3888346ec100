-- Question: which part of all points won comes from some patterns together?
-- Parameters: $runs, the run ids of one population; $patterns, their keys.
-- Views: pattern_deals, deal_wins.
-- Grain: one row.
-- Columns: wins, marginal (what these wins would lose without each of the patterns, added up),
--   totals (of all wins); clusters (deals with a win) and over them marginal_squares,
--   marginal_totals, totals_squares, as text: they may be beyond 64 bits.
with
brought as (
    select
        run,
        deal,
        sum(marginal)::bigint as marginal
    from pattern_deals
    where
        run in (select unnest($runs::varchar[]))
        and pattern in (select unnest($patterns::varchar[]))
    group by run, deal
),

deal as (
    select
        deal_wins.wins,
        deal_wins.totals,
        coalesce(brought.marginal, 0)::bigint as marginal
    from deal_wins
    left join brought on deal_wins.run = brought.run and deal_wins.deal = brought.deal
    where deal_wins.run in (select unnest($runs::varchar[]))
)

select
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(marginal), 0)::bigint as marginal,
    coalesce(sum(totals), 0)::bigint as totals,
    count(*)::bigint as clusters,
    coalesce(sum(marginal * marginal), 0)::varchar as marginal_squares,
    coalesce(sum(marginal * totals), 0)::varchar as marginal_totals,
    coalesce(sum(totals * totals), 0)::varchar as totals_squares
from deal
order by wins
