-- Question: in which turn are hands won, and in which had the winner become ready?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each moment and turn that occurs.
-- Columns: moment (win; ready: whose discard first left the winner ready), turn (of a win: own
--   discards + 1; 0: dealt ready), wins, n (wins of which this moment is known).
with
moments as (
    select
        'win' as moment,
        turn::bigint as turn
    from wins
    where run in (select unnest($runs::varchar[]))
    union all
    select
        'ready' as moment,
        first_ready_turn::bigint as turn
    from wins
    where run in (select unnest($runs::varchar[])) and first_ready_turn is not null
)

select
    moment,
    turn,
    count(*)::bigint as wins,
    sum(count(*)) over (partition by moment)::bigint as n
from moments
group by moment, turn
order by moment desc, turn asc
