-- Question: which stored wins change under other rules, and by how much?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Views: rescored_wins.
-- Grain: one row for each change of a total.
-- Columns: moved (new − old; null: no win any more), wins, n (all stored wins), old_totals
--   and new_totals (sums; null where they are no wins); clusters (deals with a win) and over them
--   wins_squares, wins_n (wins × all stored wins of the deal), n_squares.
with
win as (
    select
        parent,
        deal,
        old_total,
        new_total,
        (new_total - old_total)::integer as moved
    from rescored_wins
    where
        run in (select unnest($runs::varchar[]))
        and parent in (select unnest($other_runs::varchar[]))
),

cluster as (
    select
        parent,
        deal,
        moved,
        count(*)::bigint as wins,
        sum(old_total)::bigint as old_totals,
        sum(new_total)::bigint as new_totals
    from win
    group by parent, deal, moved
),

size as (
    select
        parent,
        deal,
        sum(wins)::bigint as n
    from cluster
    group by parent, deal
),

whole as (
    select
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
)

select
    cluster.moved,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    sum(cluster.old_totals)::bigint as old_totals,
    sum(cluster.new_totals)::bigint as new_totals,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * size.n)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join size on cluster.parent = size.parent and cluster.deal = size.deal
cross join whole
group by cluster.moved
order by wins desc, cluster.moved asc
