-- View: how many hands each cluster has.
-- Views: hand_results.
-- Grain: one row for each deal (a session, or the seatings of one wall).
-- Columns: run, deal, hands.
select
    run,
    deal,
    count(*)::bigint as hands
from hand_results
group by run, deal
