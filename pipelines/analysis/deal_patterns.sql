-- Question: how many wins, and how many of them with each pattern, does a deal bring?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each profile: deals that are alike in these numbers.
-- Columns: wins (of a deal), patterns and counts (equally long lists: the patterns that occur in
--   it, by key, and in how many of its wins), deals.
with
win as (
    select
        wins.run,
        wins.hand_id,
        wins.winner,
        hands.deal
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

won as (
    select
        run,
        deal,
        count(*)::bigint as wins
    from win
    group by run, deal
),

counted as (
    select
        win.run,
        win.deal,
        win_patterns.pattern::varchar as pattern,
        count(*)::bigint as wins
    from win_patterns
    inner join win
        on
            win_patterns.run = win.run
            and win_patterns.hand_id = win.hand_id
            and win_patterns.winner = win.winner
    where win_patterns.run in (select unnest($runs::varchar[]))
    group by win.run, win.deal, win_patterns.pattern
),

profile as (
    select
        run,
        deal,
        list(pattern order by pattern) as patterns,
        list(wins order by pattern) as counts
    from counted
    group by run, deal
)

select
    won.wins,
    coalesce(profile.patterns, []::varchar[]) as patterns,
    coalesce(profile.counts, []::bigint[]) as counts,
    count(*)::bigint as deals
from won
left join profile on won.run = profile.run and won.deal = profile.deal
group by won.wins, profile.patterns, profile.counts
order by deals desc, won.wins asc, patterns asc, counts asc
