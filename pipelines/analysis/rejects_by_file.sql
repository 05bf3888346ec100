-- Question: how many records of each file were refused?
-- Parameters: $runs, the run ids.
-- Grain: one row for each file with a refused record.
-- Columns: source_file, records.
select
    source_file::varchar as source_file,
    count(*)::bigint as records
from rejects
where run in (select unnest($runs::varchar[]))
group by source_file
order by source_file
