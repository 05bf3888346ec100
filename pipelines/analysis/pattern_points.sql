-- Question: which part of all points won comes from each pattern?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each pattern that occurs, and one with a null pattern for the wins themselves.
-- Columns: pattern, wins (that contain it), marginal (what these wins would lose without it; of the
--   null row the sum of all totals), clusters (deals with a win); over the deals with that pattern
--   marginal_squares and marginal_totals (marginal × totals of all wins of the deal), and in the
--   null row the squares of the totals.
with
win as (
    select
        wins.run,
        wins.hand_id,
        wins.winner,
        wins.total::bigint as total,
        hands.deal
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

deal as (
    select
        run,
        deal,
        sum(total)::bigint as total,
        count(*)::bigint as wins
    from win
    group by run, deal
),

counted as (
    select
        win.run,
        win.deal,
        win_patterns.pattern::varchar as pattern,
        count(*)::bigint as wins,
        sum(win_patterns.marginal::bigint)::bigint as marginal
    from win_patterns
    inner join win
        on
            win_patterns.run = win.run
            and win_patterns.hand_id = win.hand_id
            and win_patterns.winner = win.winner
    where win_patterns.run in (select unnest($runs::varchar[]))
    group by win.run, win.deal, win_patterns.pattern
)

select
    counted.pattern,
    sum(counted.wins)::bigint as wins,
    sum(counted.marginal)::bigint as marginal,
    count(*)::bigint as clusters,
    sum(counted.marginal * counted.marginal)::bigint as marginal_squares,
    sum(counted.marginal * deal.total)::bigint as marginal_totals
from counted
inner join deal on counted.run = deal.run and counted.deal = deal.deal
group by counted.pattern
union all
select
    null as pattern,
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(total), 0)::bigint as marginal,
    count(*)::bigint as clusters,
    coalesce(sum(total * total), 0)::bigint as marginal_squares,
    coalesce(sum(total * total), 0)::bigint as marginal_totals
from deal
order by pattern nulls first
