-- Question: which deal is every hand of, and was it drawn?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each hand.
-- Columns: run, hand_id, deal, drawn.
select
    run::varchar as run,
    hand_id::bigint as hand_id,
    deal::bigint as deal,
    (outcome = 'draw')::boolean as drawn
from hands
where run in (select unnest($runs::varchar[]))
order by run, hand_id
