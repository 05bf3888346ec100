-- Question: how many wildcards do wins use, and what are they worth by that?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_points, win_results, deal_wins.
-- Grain: one row for each number of wildcards that occurs.
-- Columns: wildcards, wins, n (all wins), total (sum over these wins), points (sum of what their
--   winners gain); clusters (deals with a win) and over them wins_n (wins × all wins of the deal),
--   n_squares; own_clusters (deals with such a win) and over them wins_squares, total_squares,
--   total_wins, points_squares, points_wins.
with
whole as (
    select
        sum(wins)::bigint as n,
        sum(wins * wins)::bigint as n_squares,
        count(*)::bigint as clusters
    from deal_wins
    where run in (select unnest($runs::varchar[]))
),

win as (
    select
        win_results.run,
        win_results.deal,
        win_results.wildcards_used::bigint as wildcards,
        win_results.total::bigint as total,
        case win_results.place
            when 0 then hand_points.dealer_points when 1 then hand_points.next_points
            when 2 then hand_points.across_points else hand_points.previous_points
        end as points
    from win_results
    inner join hand_points
        on win_results.run = hand_points.run and win_results.hand_id = hand_points.hand_id
    where
        win_results.run in (select unnest($runs::varchar[]))
        and hand_points.run in (select unnest($runs::varchar[]))
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
)

select
    cluster.wildcards,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    sum(cluster.total)::bigint as total,
    sum(cluster.points)::bigint as points,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * deal_wins.wins)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as own_clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.total * cluster.total)::bigint as total_squares,
    sum(cluster.total * cluster.wins)::bigint as total_wins,
    sum(cluster.points * cluster.points)::bigint as points_squares,
    sum(cluster.points * cluster.wins)::bigint as points_wins
from cluster
inner join deal_wins on cluster.run = deal_wins.run and cluster.deal = deal_wins.deal
cross join whole
group by cluster.wildcards
order by cluster.wildcards
