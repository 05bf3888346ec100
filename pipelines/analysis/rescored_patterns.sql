-- Question: how often does each pattern count, and what is it worth, before and after?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Views: win_results.
-- Grain: one row for each pattern that counts before or after.
-- Columns: pattern, value_before and value_after (what one adds; null where it never counts),
--   wins_before and wins_after (wins with it), points_before and points_after (what their totals
--   would lose without it: sum of marginal), n_before and n_after (all wins); of either side
--   clusters_before (deals with a win) and over them wins_before_squares, wins_before_n_before
--   (wins × all wins of the deal), n_before_squares; the same after.
with
win as (
    select
        'before' as side,
        former.run,
        former.hand_id,
        former.winner,
        former.deal
    from runs
    inner join hands on runs.run = hands.run
    inner join win_results as former
        on runs.parent = former.run and hands.hand_id = former.hand_id
    where
        runs.run in (select unnest($runs::varchar[]))
        and runs.parent in (select unnest($other_runs::varchar[]))
    union all
    select
        'after' as side,
        run,
        hand_id,
        winner,
        deal
    from win_results
    where run in (select unnest($runs::varchar[]))
),

size as (
    select
        side,
        run,
        deal,
        count(*)::bigint as n
    from win
    group by side, run, deal
),

whole as (
    select
        coalesce(sum(n) filter (where side = 'before'), 0)::bigint as n_before,
        coalesce(sum(n) filter (where side = 'after'), 0)::bigint as n_after,
        coalesce(sum(n * n) filter (where side = 'before'), 0)::bigint as n_before_squares,
        coalesce(sum(n * n) filter (where side = 'after'), 0)::bigint as n_after_squares,
        count(*) filter (where side = 'before')::bigint as clusters_before,
        count(*) filter (where side = 'after')::bigint as clusters_after
    from size
),

cluster as (
    select
        win.side,
        win.run,
        win.deal,
        win_patterns.pattern::varchar as pattern,
        max(win_patterns.value)::integer as value, -- noqa: RF04
        count(*)::bigint as wins,
        sum(win_patterns.marginal)::bigint as points
    from win
    inner join win_patterns
        on
            win.run = win_patterns.run
            and win.hand_id = win_patterns.hand_id
            and win.winner = win_patterns.winner
    where
        win_patterns.run in (
            select unnest($runs::varchar[])
            union all
            select unnest($other_runs::varchar[])
        )
    group by win.side, win.run, win.deal, win_patterns.pattern
),

counted as (
    select
        cluster.side,
        cluster.pattern,
        max(cluster.value)::integer as value, -- noqa: RF04
        sum(cluster.wins)::bigint as wins,
        sum(cluster.points)::bigint as points,
        sum(cluster.wins * cluster.wins)::bigint as wins_squares,
        sum(cluster.wins * size.n)::bigint as wins_n
    from cluster
    inner join size
        on
            cluster.side = size.side
            and cluster.run = size.run
            and cluster.deal = size.deal
    group by cluster.side, cluster.pattern
),

former as (
    select * from counted
    where side = 'before'
),

scored as (
    select * from counted
    where side = 'after'
)

select
    former.value as value_before,
    scored.value as value_after,
    whole.n_before,
    whole.n_after,
    whole.clusters_before,
    whole.clusters_after,
    whole.n_before_squares,
    whole.n_after_squares,
    coalesce(former.pattern, scored.pattern)::varchar as pattern,
    coalesce(former.wins, 0)::bigint as wins_before,
    coalesce(scored.wins, 0)::bigint as wins_after,
    coalesce(former.points, 0)::bigint as points_before,
    coalesce(scored.points, 0)::bigint as points_after,
    coalesce(former.wins_squares, 0)::bigint as wins_before_squares,
    coalesce(scored.wins_squares, 0)::bigint as wins_after_squares,
    coalesce(former.wins_n, 0)::bigint as wins_before_n_before,
    coalesce(scored.wins_n, 0)::bigint as wins_after_n_after
from former
full outer join scored on former.pattern = scored.pattern
cross join whole
order by
    abs(coalesce(scored.points, 0) - coalesce(former.points, 0)) desc,
    pattern asc
