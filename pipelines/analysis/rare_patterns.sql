-- Question: which patterns occurred, but hardly ever, and in which hand can one see them?
-- Parameters: $runs, the run ids of one population; $most, in how many wins at most.
-- Grain: one row for each such pattern, rarest first, then the most valuable; its example is the
--   win of highest total.
-- Columns: pattern, wins (that contain it); run, hand_id, winner of the example.
with
seen as (
    select
        win_patterns.pattern::varchar as pattern,
        win_patterns.value::bigint as worth,
        wins.run::varchar as run,
        wins.hand_id::bigint as hand_id,
        wins.winner::tinyint as winner,
        wins.total::bigint as total
    from win_patterns
    inner join wins
        on
            win_patterns.run = wins.run
            and win_patterns.hand_id = wins.hand_id
            and win_patterns.winner = wins.winner
    where win_patterns.run in (select unnest($runs::varchar[]))
),

ranked as (
    select
        pattern,
        worth,
        run,
        hand_id,
        winner,
        count(*) over (partition by pattern)::bigint as wins,
        row_number() over (
            partition by pattern order by total desc, run asc, hand_id asc, winner asc
        ) as place
    from seen
)

select
    pattern,
    wins,
    run,
    hand_id,
    winner
from ranked
where place = 1 and wins <= $most::bigint
order by wins asc, worth desc, pattern asc
