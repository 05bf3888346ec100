-- Question: which part of all points won comes from each pattern?
-- Parameters: $runs, the run ids of one population.
-- Views: pattern_deals, deal_wins.
-- Grain: one row for each pattern that occurs, and one with a null pattern for the wins themselves.
-- Columns: pattern, wins (that contain it), marginal (what these wins would lose without it; of the
--   null row the sum of all totals), clusters (deals with a win); over the deals with that pattern
--   marginal_squares and marginal_totals (marginal × totals of all wins of the deal), and in the
--   null row the squares of the totals.
with
deal as (
    select
        run,
        deal,
        wins,
        totals as total
    from deal_wins
    where run in (select unnest($runs::varchar[]))
)

select
    pattern_deals.pattern::varchar as pattern,
    sum(pattern_deals.wins)::bigint as wins,
    sum(pattern_deals.marginal)::bigint as marginal,
    count(*)::bigint as clusters,
    sum(pattern_deals.marginal * pattern_deals.marginal)::bigint as marginal_squares,
    sum(pattern_deals.marginal * deal.total)::bigint as marginal_totals
from pattern_deals
inner join deal on pattern_deals.run = deal.run and pattern_deals.deal = deal.deal
where pattern_deals.run in (select unnest($runs::varchar[]))
group by pattern_deals.pattern
union all
select
    null as pattern,
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(total), 0)::bigint as marginal,
    count(*)::bigint as clusters,
    coalesce(sum(total * total), 0)::bigint as marginal_squares,
    coalesce(sum(total * total), 0)::bigint as marginal_totals
from deal
order by pattern nulls first
