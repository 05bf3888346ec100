-- Question: which patterns occurred, but hardly ever, and in which hand can one see them?
-- Parameters: $runs, the run ids of one population; $most, in how many wins at most.
-- Grain: one row for each such pattern, rarest first, then the most valuable; its example is the
--   win of highest total.
-- Columns: pattern, wins (that contain it); run, hand_id, winner of the example.
with
rare as (
    select
        pattern::varchar as pattern,
        count(*)::bigint as wins,
        max(value)::bigint as worth
    from win_patterns
    where run in (select unnest($runs::varchar[]))
    group by pattern
    having count(*) <= $most::bigint
),

seen as (
    select
        rare.pattern,
        rare.wins,
        rare.worth,
        win_patterns.run::varchar as run,
        win_patterns.hand_id::bigint as hand_id,
        win_patterns.winner::tinyint as winner
    from win_patterns
    inner join rare on win_patterns.pattern = rare.pattern
    where win_patterns.run in (select unnest($runs::varchar[]))
),

ranked as (
    select
        seen.pattern,
        seen.wins,
        seen.worth,
        seen.run,
        seen.hand_id,
        seen.winner,
        row_number() over (
            partition by seen.pattern
            order by wins.total desc, seen.run asc, seen.hand_id asc, seen.winner asc
        ) as place
    from seen
    inner join wins
        on
            seen.run = wins.run
            and seen.hand_id = wins.hand_id
            and seen.winner = wins.winner
)

select
    pattern,
    wins,
    run,
    hand_id,
    winner
from ranked
where place = 1
order by wins asc, worth desc, pattern asc
