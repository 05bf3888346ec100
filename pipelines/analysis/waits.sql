-- Question: how did the winning tile complete the hand?
-- Parameters: $runs, the run ids of one population.
-- Views: win_results, deal_wins.
-- Grain: one row for each kind of wait that occurs.
-- Columns: wait, wins, self_draws (of these wins), n (all wins); clusters (deals with a win) and
--   over them wins_squares, wins_n (wins × all wins of the deal), n_squares; wait_clusters (deals
--   with such a win) and over them self_draws_squares, self_draws_wins.
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
        wait,
        count(*)::bigint as wins,
        count(*) filter (where self_drawn)::bigint as self_draws
    from win_results
    where run in (select unnest($runs::varchar[]))
    group by run, deal, wait
)

select
    cluster.wait::varchar as wait,
    sum(cluster.wins)::bigint as wins,
    sum(cluster.self_draws)::bigint as self_draws,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * deal_wins.wins)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as wait_clusters,
    sum(cluster.self_draws * cluster.self_draws)::bigint as self_draws_squares,
    sum(cluster.self_draws * cluster.wins)::bigint as self_draws_wins
from cluster
inner join deal_wins on cluster.run = deal_wins.run and cluster.deal = deal_wins.deal
cross join whole
group by cluster.wait
order by wins desc, wait asc
