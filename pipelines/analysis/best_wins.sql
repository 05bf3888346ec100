-- Question: which wins were worth most?
-- Parameters: $runs, the run ids of one population; $most, how many wins.
-- Grain: one row a win, best first; ties in the order of run and hand.
-- Columns: run, hand_id, winner, total.
select
    run::varchar as run,
    hand_id::bigint as hand_id,
    winner::tinyint as winner,
    total::bigint as total
from wins
where run in (select unnest($runs::varchar[]))
order by total desc, run asc, hand_id asc, winner asc
limit $most::bigint
