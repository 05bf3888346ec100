-- Question: which hands were drawn?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each drawn hand.
-- Columns: run, hand_id.
select
    run::varchar as run,
    hand_id::bigint as hand_id
from hands
where
    run in (select unnest($runs::varchar[]))
    and outcome::varchar = 'draw'
order by run, hand_id
