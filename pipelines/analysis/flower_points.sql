-- Question: which part of all points won comes from some patterns together?
-- Parameters: $runs, the run ids of one population; $patterns, their keys.
-- Grain: one row.
-- Columns: wins, marginal (what these wins would lose without each of the patterns, added up),
--   totals (of all wins); clusters (deals with a win) and over them marginal_squares,
--   marginal_totals, totals_squares, as text: they may be beyond 64 bits.
with
brought as (
    select
        run,
        hand_id,
        winner,
        sum(marginal)::bigint as marginal
    from win_patterns
    where
        run in (select unnest($runs::varchar[]))
        and pattern in (select unnest($patterns::varchar[]))
    group by run, hand_id, winner
),

deal as (
    select
        count(*)::bigint as wins,
        coalesce(sum(brought.marginal), 0)::bigint as marginal,
        sum(wins.total)::bigint as totals
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    left join brought
        on
            wins.run = brought.run
            and wins.hand_id = brought.hand_id
            and wins.winner = brought.winner
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
    group by hands.run, hands.deal
)

select
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(marginal), 0)::bigint as marginal,
    coalesce(sum(totals), 0)::bigint as totals,
    count(*)::bigint as clusters,
    coalesce(sum(marginal * marginal), 0)::varchar as marginal_squares,
    coalesce(sum(marginal * totals), 0)::varchar as marginal_totals,
    coalesce(sum(totals * totals), 0)::varchar as totals_squares
from deal
order by wins
