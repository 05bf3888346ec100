-- Question: do the scores that were recorded agree with the ones computed here?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each kind of agreement that occurs.
-- Columns: agreement (not_recorded, same, or what differs: total, patterns, deltas), hands, n
--   (hands of which a score was recorded; null on not_recorded).
select
    agreement::varchar as agreement,
    count(*)::bigint as hands,
    case
        when agreement != 'not_recorded'
            then sum(count(*)) filter (where agreement != 'not_recorded') over ()
    end::bigint as n
from hands
where run in (select unnest($runs::varchar[]))
group by agreement
order by hands desc, agreement asc
