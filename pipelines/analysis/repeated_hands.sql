-- Question: how many hands were loaded more than once because several runs hold the same match?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row.
-- Columns: hands (of matches and hand numbers that stand in several runs, all but the first).
with
known as (
    select
        source,
        match_id,
        hand_in_session,
        count(distinct run)::bigint as copies
    from hands
    where run in (select unnest($runs::varchar[])) and match_id is not null
    group by source, match_id, hand_in_session
)

select coalesce(sum(copies - 1), 0)::bigint as hands
from known
order by hands
