-- Question: which patterns do wins hold together, and how many wins hold just these?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   wins fall, for a jackknife.
-- Views: win_results, won_patterns.
-- Grain: one row for each group and set of patterns.
-- Columns: fold (deal modulo the number of groups), patterns (list of keys, sorted), wins.
with
held as (
    select
        run,
        hand_id,
        winner,
        list(pattern::varchar order by pattern::varchar) as patterns
    from won_patterns
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id, winner
),

folded as (
    select
        run,
        hand_id,
        winner,
        (deal % $groups::bigint)::bigint as fold
    from win_results
    where run in (select unnest($runs::varchar[]))
)

select
    folded.fold,
    coalesce(held.patterns, []::varchar[]) as patterns,
    count(*)::bigint as wins
from folded
left join held
    on
        folded.run = held.run
        and folded.hand_id = held.hand_id
        and folded.winner = held.winner
group by folded.fold, held.patterns
order by patterns asc, folded.fold asc
