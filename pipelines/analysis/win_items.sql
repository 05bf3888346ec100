-- Question: which items make the points of wins, in systems that count points before doubling?
-- Parameters: $runs, the run ids of one population.
-- Views: win_results, deal_wins.
-- Grain: one row for each item that occurs, the one of most points first.
-- Columns: item, value (points of one), wins (that contain it), times (counted with repetitions),
--   points (times × value), n (all wins), item_points (of all items); clusters (deals with a win),
--   n_squares, item_points_squares; over the deals with that item, own_clusters of them,
--   wins_squares, wins_n (wins × all wins of the deal), times_squares, times_wins, points_squares,
--   points_n, points_item_points.
with
cluster as (
    select
        win_results.run,
        win_results.deal,
        win_items.key::varchar as item,
        max(win_items.value)::bigint as points_each,
        count(*)::bigint as wins,
        sum(win_items.count)::bigint as times,
        sum(win_items.count::bigint * win_items.value)::bigint as points
    from win_items
    inner join win_results
        on
            win_items.run = win_results.run
            and win_items.hand_id = win_results.hand_id
            and win_items.winner = win_results.winner
    where win_items.run in (select unnest($runs::varchar[])) and win_items.count > 0
    group by win_results.run, win_results.deal, win_items.key
),

counted as (
    select
        run,
        deal,
        sum(points)::bigint as item_points
    from cluster
    group by run, deal
),

size as (
    select
        deal_wins.run,
        deal_wins.deal,
        deal_wins.wins as n,
        coalesce(counted.item_points, 0)::bigint as item_points
    from deal_wins
    left join counted on deal_wins.run = counted.run and deal_wins.deal = counted.deal
    where deal_wins.run in (select unnest($runs::varchar[]))
),

whole as (
    select
        sum(n)::bigint as n,
        sum(item_points)::bigint as item_points,
        count(*)::bigint as clusters,
        sum(n * n)::bigint as n_squares,
        sum(item_points * item_points)::bigint as item_points_squares
    from size
)

select
    cluster.item,
    max(cluster.points_each)::bigint as value, -- noqa: RF04
    sum(cluster.wins)::bigint as wins,
    sum(cluster.times)::bigint as times,
    sum(cluster.points)::bigint as points,
    any_value(whole.n)::bigint as n,
    any_value(whole.item_points)::bigint as item_points,
    any_value(whole.clusters)::bigint as clusters,
    any_value(whole.n_squares)::bigint as n_squares,
    any_value(whole.item_points_squares)::bigint as item_points_squares,
    count(*)::bigint as own_clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * size.n)::bigint as wins_n,
    sum(cluster.times * cluster.times)::bigint as times_squares,
    sum(cluster.times * cluster.wins)::bigint as times_wins,
    sum(cluster.points * cluster.points)::bigint as points_squares,
    sum(cluster.points * size.n)::bigint as points_n,
    sum(cluster.points * size.item_points)::bigint as points_item_points
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.item
order by points desc, cluster.item asc
