-- Question: how do the wins that contain a pattern fall into deals?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each pattern that occurs; a single row with pattern null where none does.
-- Columns: pattern, wins (that contain it), n (all wins), clusters (deals with a win), and over
--   these wins_squares, wins_n (wins that contain it × all wins) and n_squares.
with
win as (
    select
        wins.run,
        wins.hand_id,
        wins.winner,
        hands.deal
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    where wins.run in (select unnest($runs::varchar[]))
),

deal as (
    select
        run,
        deal,
        count(*)::bigint as n
    from win
    group by run, deal
),

everything as (
    select
        coalesce(sum(n), 0)::bigint as n,
        count(*)::bigint as clusters,
        coalesce(sum(n * n), 0)::bigint as n_squares
    from deal
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

pattern as (
    select
        counted.pattern,
        sum(counted.wins)::bigint as wins,
        sum(counted.wins * counted.wins)::bigint as wins_squares,
        sum(counted.wins * deal.n)::bigint as wins_n
    from counted
    inner join deal on counted.run = deal.run and counted.deal = deal.deal
    group by counted.pattern
)

select
    pattern.pattern,
    pattern.wins,
    everything.n,
    everything.clusters,
    pattern.wins_squares,
    pattern.wins_n,
    everything.n_squares
from everything
left join pattern on true
order by pattern.pattern
