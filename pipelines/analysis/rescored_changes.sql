-- Question: which stored wins change under other rules, and by how much?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Views: rescored_wins.
-- Grain: one row for each change of a total.
-- Columns: moved (new − old; null: no win any more), wins, n (all stored wins), old_totals
--   and new_totals (sums; null where they are no wins).
with
win as (
    select
        old_total,
        new_total,
        (new_total - old_total)::integer as moved
    from rescored_wins
    where
        run in (select unnest($runs::varchar[]))
        and parent in (select unnest($other_runs::varchar[]))
)

select
    moved,
    count(*)::bigint as wins,
    sum(count(*)) over ()::bigint as n,
    sum(old_total)::bigint as old_totals,
    sum(new_total)::bigint as new_totals
from win
group by moved
order by wins desc, moved asc
