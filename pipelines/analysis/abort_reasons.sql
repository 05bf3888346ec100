-- Question: why were hands aborted?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each reason that occurs, most frequent first.
-- Columns: reason (null where none is stored), hands, n (all hands).
with
everything as (
    select count(*)::bigint as n
    from hands
    where run in (select unnest($runs::varchar[]))
)

select
    hands.abort_reason::varchar as reason,
    count(*)::bigint as hands,
    any_value(everything.n)::bigint as n
from hands
cross join everything
where hands.run in (select unnest($runs::varchar[])) and hands.outcome = 'abort'
group by hands.abort_reason
order by count(*) desc, reason asc
