-- Question: how often does each pattern occur in a win, and how much of the total does it bring?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each pattern that occurs, most frequent first; a single row of nulls and n
--   where none does.
-- Columns: pattern, wins (that contain it), times (counted with repetitions), marginal (what these
--   wins would lose without it), totals (sum of the totals of these wins); n (all wins), clusters
--   (deals with a win), n_squares; over the deals with that pattern, own_clusters of them,
--   wins_squares, wins_n (wins × all wins of the deal), and for the interval of the ratio of sums
--   marginal_squares, marginal_totals (products), totals_squares.
with
win as (
    select
        wins.run,
        wins.hand_id,
        wins.winner,
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
        coalesce(sum(n), 0)::bigint as n,
        coalesce(sum(n * n), 0)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
),

cluster as (
    select
        win.run,
        win.deal,
        win_patterns.pattern,
        count(*)::bigint as wins,
        sum(win_patterns.count)::bigint as times,
        sum(win_patterns.marginal)::bigint as marginal,
        sum(win.total)::bigint as totals
    from win_patterns
    inner join win
        on
            win_patterns.run = win.run
            and win_patterns.hand_id = win.hand_id
            and win_patterns.winner = win.winner
    where win_patterns.run in (select unnest($runs::varchar[]))
    group by win.run, win.deal, win_patterns.pattern
),

frequency as (
    select
        cluster.pattern::varchar as pattern,
        sum(cluster.wins)::bigint as wins,
        sum(cluster.times)::bigint as times,
        sum(cluster.marginal)::bigint as marginal,
        sum(cluster.totals)::bigint as totals,
        count(*)::bigint as own_clusters,
        sum(cluster.wins * cluster.wins)::bigint as wins_squares,
        sum(cluster.wins * size.n)::bigint as wins_n,
        sum(cluster.marginal * cluster.marginal)::bigint as marginal_squares,
        sum(cluster.marginal * cluster.totals)::bigint as marginal_totals,
        sum(cluster.totals * cluster.totals)::bigint as totals_squares
    from cluster
    inner join size on cluster.run = size.run and cluster.deal = size.deal
    group by cluster.pattern
)

select
    frequency.*,
    whole.n,
    whole.clusters,
    whole.n_squares
from whole
left join frequency on true
order by frequency.wins desc, frequency.pattern asc
