-- View: how many wins each cluster has, and what they come to.
-- Views: win_results.
-- Grain: one row for each deal (a session, or the seatings of one wall) with a win of a chosen
--   player.
-- Columns: run, deal, wins, totals (their sum).
select
    run,
    deal,
    count(*)::bigint as wins,
    sum(total)::bigint as totals
from win_results
group by run, deal
