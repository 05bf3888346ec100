-- View: every pattern of a win of a chosen player, with the total of the win and the deal.
-- Views: win_results.
-- Grain: one row for each pattern of a win.
-- Columns: run, hand_id, winner, place (of the winner, counted from the dealer), deal, pattern,
--   count, marginal (what the win would lose without it), total (of the win).
select
    win_patterns.run,
    win_patterns.hand_id,
    win_patterns.winner,
    win_results.place,
    win_results.deal,
    win_patterns.pattern,
    win_patterns.count,
    win_patterns.marginal,
    win_results.total
from win_patterns
inner join win_results
    on
        win_patterns.run = win_results.run
        and win_patterns.hand_id = win_results.hand_id
        and win_patterns.winner = win_results.winner
where win_patterns.run in (select asked_runs.run from asked_runs)
