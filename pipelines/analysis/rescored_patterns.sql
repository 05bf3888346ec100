-- Question: how often does each pattern count, and what is it worth, before and after?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Grain: one row for each pattern that counts before or after.
-- Columns: pattern, value_before and value_after (what one adds; null where it never counts),
--   wins_before and wins_after (wins with it), points_before and points_after (what their totals
--   would lose without it: sum of marginal), n_before and n_after (all wins).
with
former as (
    select
        win_patterns.pattern::varchar as pattern,
        max(win_patterns.value)::integer as value_before,
        count(*)::bigint as wins_before,
        sum(win_patterns.marginal)::bigint as points_before
    from runs
    inner join hands on runs.run = hands.run
    inner join win_patterns
        on runs.parent = win_patterns.run and hands.hand_id = win_patterns.hand_id
    where
        runs.run in (select unnest($runs::varchar[]))
        and runs.parent in (select unnest($other_runs::varchar[]))
    group by win_patterns.pattern
),

scored as (
    select
        pattern::varchar as pattern,
        max(value)::integer as value_after,
        count(*)::bigint as wins_after,
        sum(marginal)::bigint as points_after
    from win_patterns
    where run in (select unnest($runs::varchar[]))
    group by pattern
),

n_old as (
    select count(*)::bigint as n_before
    from runs
    inner join hands on runs.run = hands.run
    inner join wins on runs.parent = wins.run and hands.hand_id = wins.hand_id
    where
        runs.run in (select unnest($runs::varchar[]))
        and runs.parent in (select unnest($other_runs::varchar[]))
),

n_new as (
    select count(*)::bigint as n_after
    from wins
    where run in (select unnest($runs::varchar[]))
)

select
    former.value_before,
    scored.value_after,
    n_old.n_before,
    n_new.n_after,
    coalesce(former.pattern, scored.pattern)::varchar as pattern,
    coalesce(former.wins_before, 0)::bigint as wins_before,
    coalesce(scored.wins_after, 0)::bigint as wins_after,
    coalesce(former.points_before, 0)::bigint as points_before,
    coalesce(scored.points_after, 0)::bigint as points_after
from former
full outer join scored on former.pattern = scored.pattern
cross join n_old
cross join n_new
order by
    abs(coalesce(scored.points_after, 0) - coalesce(former.points_before, 0)) desc,
    pattern asc
