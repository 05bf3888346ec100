-- Question: how many wildcards do wins use, and what are they worth by that?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each number of wildcards that occurs.
-- Columns: wildcards, wins, n (all wins), total (sum over these wins), points (sum of what their
--   winners gain); clusters (deals with a win) and over them wins_n (wins × all wins of the deal),
--   n_squares; own_clusters (deals with such a win) and over them wins_squares, total_squares,
--   total_wins, points_squares, points_wins.
with
win as (
    select
        wins.run,
        hands.deal,
        wins.wildcards_used::bigint as wildcards,
        wins.total::bigint as total,
        settlements.delta::bigint as points
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    inner join settlements
        on
            wins.run = settlements.run
            and wins.hand_id = settlements.hand_id
            and wins.winner = settlements.seat
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
        and settlements.run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        run,
        deal,
        wildcards,
        count(*)::bigint as wins,
        sum(total)::bigint as total,
        sum(points)::bigint as points
    from win
    group by run, deal, wildcards
),

size as (
    select
        run,
        deal,
        sum(wins)::bigint as n
    from cluster
    group by run, deal
),

whole as (
    select
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
)

select
    cluster.wildcards,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    sum(cluster.total)::bigint as total,
    sum(cluster.points)::bigint as points,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * size.n)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as own_clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.total * cluster.total)::bigint as total_squares,
    sum(cluster.total * cluster.wins)::bigint as total_wins,
    sum(cluster.points * cluster.points)::bigint as points_squares,
    sum(cluster.points * cluster.wins)::bigint as points_wins
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.wildcards
order by cluster.wildcards
