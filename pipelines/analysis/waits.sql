-- Question: how did the winning tile complete the hand?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each kind of wait that occurs.
-- Columns: wait, wins, self_draws (of these wins), n (all wins).
select
    wait::varchar as wait,
    count(*)::bigint as wins,
    count(*) filter (
        where win_by in ('self_draw', 'three_wildcards', 'eight_flowers')
    )::bigint as self_draws,
    sum(count(*)) over ()::bigint as n
from wins
where run in (select unnest($runs::varchar[]))
group by wait
order by wins desc, wait asc
