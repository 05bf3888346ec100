-- Question: how did the winning tile complete the hand?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each kind of wait that occurs.
-- Columns: wait, wins, self_draws (of these wins), n (all wins); clusters (deals with a win) and
--   over them wins_squares, wins_n (wins × all wins of the deal), n_squares; wait_clusters (deals
--   with such a win) and over them self_draws_squares, self_draws_wins.
with
win as (
    select
        wins.run,
        hands.deal,
        wins.wait::varchar as wait,
        wins.win_by in ('self_draw', 'three_wildcards', 'eight_flowers') as self_drawn
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

size as (
    select
        run,
        deal,
        count(*)::bigint as n
    from win
    group by run, deal
),

whole as (
    select
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
),

cluster as (
    select
        run,
        deal,
        wait,
        count(*)::bigint as wins,
        count(*) filter (where self_drawn)::bigint as self_draws
    from win
    group by run, deal, wait
)

select
    cluster.wait,
    sum(cluster.wins)::bigint as wins,
    sum(cluster.self_draws)::bigint as self_draws,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * size.n)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as wait_clusters,
    sum(cluster.self_draws * cluster.self_draws)::bigint as self_draws_squares,
    sum(cluster.self_draws * cluster.wins)::bigint as self_draws_wins
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.wait
order by wins desc, cluster.wait asc
