-- Question: how often does each pattern occur in a win, and how much of the total does it bring?
-- Parameters: $runs, the run ids of one population.
-- Views: pattern_deals, deal_wins.
-- Grain: one row for each pattern that occurs, most frequent first; a single row of nulls and n
--   where none does.
-- Columns: pattern, wins (that contain it), times (counted with repetitions), marginal (what these
--   wins would lose without it), totals (sum of the totals of these wins); n (all wins), clusters
--   (deals with a win), n_squares; over the deals with that pattern, own_clusters of them,
--   wins_squares, wins_n (wins × all wins of the deal), and for the interval of the ratio of sums
--   marginal_squares, marginal_totals (products), totals_squares.
with
whole as (
    select
        coalesce(sum(wins), 0)::bigint as n,
        coalesce(sum(wins * wins), 0)::bigint as n_squares,
        count(*)::bigint as clusters
    from deal_wins
    where run in (select unnest($runs::varchar[]))
),

frequency as (
    select
        pattern_deals.pattern::varchar as pattern,
        sum(pattern_deals.wins)::bigint as wins,
        sum(pattern_deals.times)::bigint as times,
        sum(pattern_deals.marginal)::bigint as marginal,
        sum(pattern_deals.totals)::bigint as totals,
        count(*)::bigint as own_clusters,
        sum(pattern_deals.wins * pattern_deals.wins)::bigint as wins_squares,
        sum(pattern_deals.wins * deal_wins.wins)::bigint as wins_n,
        sum(pattern_deals.marginal * pattern_deals.marginal)::bigint as marginal_squares,
        sum(pattern_deals.marginal * pattern_deals.totals)::bigint as marginal_totals,
        sum(pattern_deals.totals * pattern_deals.totals)::bigint as totals_squares
    from pattern_deals
    inner join deal_wins
        on pattern_deals.run = deal_wins.run and pattern_deals.deal = deal_wins.deal
    where pattern_deals.run in (select unnest($runs::varchar[]))
    group by pattern_deals.pattern
)

select
    frequency.*,
    whole.n,
    whole.clusters,
    whole.n_squares
from whole
left join frequency on true
order by frequency.wins desc, frequency.pattern asc
