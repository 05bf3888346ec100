-- Question: which files and formats do the hands come from?
-- Parameters: $runs, the run ids.
-- Grain: one row for each run, format and file (null for simulated hands).
-- Columns: run, record_format, source_file, hands, first_played, last_played (UTC).
select
    run::varchar as run,
    source::varchar as record_format,
    source_file::varchar as source_file,
    count(*)::bigint as hands,
    min(played_at at time zone 'UTC')::timestamp as first_played,
    max(played_at at time zone 'UTC')::timestamp as last_played
from hands
where run in (select unnest($runs::varchar[]))
group by run, source, source_file
order by run, source, source_file
