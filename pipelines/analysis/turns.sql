-- Question: in which turn are hands won, and in which had the winner become ready?
-- Parameters: $runs, the run ids of one population.
-- Views: win_results.
-- Grain: one row for each moment and turn that occurs.
-- Columns: moment (win; ready: whose discard first left the winner ready), turn (of a win: own
--   discards + 1; 0: dealt ready), wins, n (wins of which this moment is known); clusters (deals
--   with such a win) and over them wins_squares, wins_n (wins × all such wins of the deal),
--   n_squares.
with
moment as (
    select
        run,
        deal,
        turn::bigint as turn,
        'win' as moment
    from win_results
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        deal,
        first_ready_turn::bigint as turn,
        'ready' as moment
    from win_results
    where run in (select unnest($runs::varchar[])) and first_ready_turn is not null
),

cluster as (
    select
        moment,
        run,
        deal,
        turn,
        count(*)::bigint as wins
    from moment
    group by moment, run, deal, turn
),

size as (
    select
        moment,
        run,
        deal,
        sum(wins)::bigint as n
    from cluster
    group by moment, run, deal
),

whole as (
    select
        moment,
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
    group by moment
)

select
    cluster.moment,
    cluster.turn,
    sum(cluster.wins)::bigint as wins,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.wins * cluster.wins)::bigint as wins_squares,
    sum(cluster.wins * size.n)::bigint as wins_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join size
    on cluster.moment = size.moment and cluster.run = size.run and cluster.deal = size.deal
inner join whole on cluster.moment = whole.moment
group by cluster.moment, cluster.turn
order by cluster.moment desc, cluster.turn asc
