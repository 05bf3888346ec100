-- Question: how many tiles had the winner drawn?
-- Parameters: $runs, the run ids of one population.
-- Views: win_results.
-- Grain: one row.
-- Columns: wins, draws (sum over wins of the winner's draws, replacement tiles of kongs and the
--   winning tile of a self-draw among them, replacements of flowers not), draws_median; clusters
--   (deals with a win) and over them draws_squares, draws_wins (sum × number of wins) and
--   wins_squares.
with
own_draw as (
    select
        run,
        hand_id,
        seat,
        count(*)::bigint as draws
    from events
    where action = 'draw' and run in (select unnest($runs::varchar[]))
    group by run, hand_id, seat
),

drawn as (
    select
        win_results.run,
        win_results.deal,
        coalesce(own_draw.draws, 0)::bigint as draws
    from win_results
    left join own_draw
        on
            win_results.run = own_draw.run
            and win_results.hand_id = own_draw.hand_id
            and win_results.winner = own_draw.seat
    where win_results.run in (select unnest($runs::varchar[]))
),

deal as (
    select
        count(*)::bigint as wins,
        sum(draws)::bigint as draws
    from drawn
    group by run, deal
),

middle as (
    select median(draws)::double as draws_median
    from drawn
)

select
    middle.draws_median,
    count(deal.wins)::bigint as clusters,
    coalesce(sum(deal.wins), 0)::bigint as wins,
    coalesce(sum(deal.draws), 0)::bigint as draws,
    coalesce(sum(deal.draws * deal.draws), 0)::bigint as draws_squares,
    coalesce(sum(deal.draws * deal.wins), 0)::bigint as draws_wins,
    coalesce(sum(deal.wins * deal.wins), 0)::bigint as wins_squares
from middle
left join deal on true
group by middle.draws_median
order by wins
