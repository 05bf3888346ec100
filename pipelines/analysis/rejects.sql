-- Question: why were records refused, and where?
-- Parameters: $runs, the run ids; $most, how many examples of each reason.
-- Grain: one row for each reason, most frequent first.
-- Columns: code, records, files, examples (list of source_file, position, match_id, message,
--   excerpt; the first ones by file and position).
with
numbered as (
    select
        code::varchar as code,
        source_file::varchar as source_file,
        position::varchar as place,
        match_id::varchar as match_id,
        message::varchar as message,
        excerpt::varchar as excerpt,
        row_number() over (
            partition by code
            order by
                source_file,
                try_cast(regexp_extract(position, '[0-9]+') as bigint),
                position,
                message
        ) as example
    from rejects
    where run in (select unnest($runs::varchar[]))
)

select
    code,
    count(*)::bigint as records,
    count(distinct source_file)::bigint as files,
    list(
        {
            'source_file': source_file,
            'position': place,
            'match_id': match_id,
            'message': message,
            'excerpt': excerpt
        }
        order by example
    ) filter (where example <= $most::bigint) as examples
from numbered
group by code
order by records desc, code asc
