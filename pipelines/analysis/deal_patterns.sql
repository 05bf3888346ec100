-- Question: how many wins, and how many of them with each pattern, does a deal bring?
-- Parameters: $runs, the run ids of one population.
-- Views: pattern_deals, deal_wins.
-- Grain: one row for each profile: deals that are alike in these numbers.
-- Columns: wins (of a deal), patterns and counts (equally long lists: the patterns that occur in
--   it, by key, and in how many of its wins), deals.
with
profile as (
    select
        run,
        deal,
        list(pattern::varchar order by pattern::varchar) as patterns,
        list(wins order by pattern::varchar) as counts
    from pattern_deals
    where run in (select unnest($runs::varchar[]))
    group by run, deal
)

select
    deal_wins.wins,
    coalesce(profile.patterns, []::varchar[]) as patterns,
    coalesce(profile.counts, []::bigint[]) as counts,
    count(*)::bigint as deals
from deal_wins
left join profile on deal_wins.run = profile.run and deal_wins.deal = profile.deal
where deal_wins.run in (select unnest($runs::varchar[]))
group by deal_wins.wins, profile.patterns, profile.counts
order by deals desc, deal_wins.wins asc, patterns asc, counts asc
