-- Question: how many wins fall into each bar of totals?
-- Parameters: $runs, the run ids of one population; $first, the lowest total of the first bar;
--   $width of a bar; $bars, how many there are: the last one holds whatever lies beyond, too.
-- Grain: one row for each bar with a win.
-- Columns: bar (0 the first), wins, n (all wins); clusters (deals with a win) and over them
--   wins_squares, wins_n (wins × all wins of the deal), n_squares.
with
win as (
    select
        wins.run,
        hands.deal,
        wins.total::bigint as total
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

barred as (
    select
        run,
        deal,
        least((total - $first::bigint) // $width::bigint, $bars::bigint - 1) as bar
    from win
),

cluster as (
    select
        run,
        deal,
        bar,
        count(*)::bigint as wins
    from barred
    group by run, deal, bar
)

select
    cluster.bar::bigint as bar,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * size.n)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.bar
order by cluster.bar
