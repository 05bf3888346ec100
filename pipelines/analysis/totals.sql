-- Question: how many wins fall into each bar of totals?
-- Parameters: $runs, the run ids of one population; $first, the lowest total of the first bar;
--   $width of a bar; $bars, how many there are: the last one holds whatever lies beyond, too.
-- Views: win_results, deal_wins.
-- Grain: one row for each bar with a win.
-- Columns: bar (0 the first), wins, n (all wins); clusters (deals with a win) and over them
--   wins_squares, wins_n (wins × all wins of the deal), n_squares.
with
whole as (
    select
        sum(wins)::bigint as n,
        sum(wins * wins)::bigint as n_squares,
        count(*)::bigint as clusters
    from deal_wins
    where run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        run,
        deal,
        least((total::bigint - $first::bigint) // $width::bigint, $bars::bigint - 1) as bar,
        count(*)::bigint as wins
    from win_results
    where run in (select unnest($runs::varchar[]))
    group by all
)

select
    cluster.bar::bigint as bar,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * deal_wins.wins)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join deal_wins on cluster.run = deal_wins.run and cluster.deal = deal_wins.deal
cross join whole
group by cluster.bar
order by cluster.bar
