-- Question: which patterns do wins hold together, and how many wins hold just these?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   wins fall, for a jackknife.
-- Grain: one row for each group and set of patterns.
-- Columns: fold (deal modulo the number of groups), patterns (list of keys, sorted), wins.
with
folded as (
    select
        run,
        hand_id,
        (deal % $groups::bigint)::bigint as fold
    from hands
    where run in (select unnest($runs::varchar[]))
),

win as (
    select
        wins.run,
        wins.hand_id,
        wins.winner,
        folded.fold
    from wins
    inner join folded on wins.run = folded.run and wins.hand_id = folded.hand_id
    where wins.run in (select unnest($runs::varchar[]))
),

held as (
    select
        run,
        hand_id,
        winner,
        list(pattern::varchar order by pattern::varchar) as patterns
    from win_patterns
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id, winner
)

select
    win.fold,
    coalesce(held.patterns, []::varchar[]) as patterns,
    count(*)::bigint as wins
from win
left join held
    on win.run = held.run and win.hand_id = held.hand_id and win.winner = held.winner
group by win.fold, held.patterns
order by patterns asc, win.fold asc
