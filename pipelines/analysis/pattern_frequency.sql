-- Question: how often does each pattern occur in a win, and how much of the total does it bring?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each pattern that occurs, most frequent first; a single row of nulls and n
--   where none does.
-- Columns: pattern, wins (that contain it), times (counted with repetitions), marginal (what these
--   wins would lose without it), totals (sum of the totals of these wins), and for the interval of
--   their ratio marginal_squares, marginal_totals (products), totals_squares; n (all wins).
with
win as (
    select
        run,
        hand_id,
        winner,
        total::bigint as total
    from wins
    where run in (select unnest($runs::varchar[]))
),

everything as (select count(*)::bigint as n from win),

counted as (
    select
        win_patterns.run,
        win_patterns.hand_id,
        win_patterns.winner,
        win_patterns.pattern::varchar as pattern,
        win_patterns.count::bigint as times,
        win_patterns.marginal::bigint as marginal
    from win_patterns
    where win_patterns.run in (select unnest($runs::varchar[]))
),

frequency as (
    select
        counted.pattern,
        count(*)::bigint as wins,
        sum(counted.times)::bigint as times,
        sum(counted.marginal)::bigint as marginal,
        sum(win.total)::bigint as totals,
        sum(counted.marginal * counted.marginal)::bigint as marginal_squares,
        sum(counted.marginal * win.total)::bigint as marginal_totals,
        sum(win.total * win.total)::bigint as totals_squares
    from counted
    inner join win
        on
            counted.run = win.run
            and counted.hand_id = win.hand_id
            and counted.winner = win.winner
    group by counted.pattern
)

select
    frequency.pattern,
    frequency.wins,
    frequency.times,
    frequency.marginal,
    frequency.totals,
    frequency.marginal_squares,
    frequency.marginal_totals,
    frequency.totals_squares,
    everything.n
from everything
left join frequency on true
order by frequency.wins desc, frequency.pattern asc
