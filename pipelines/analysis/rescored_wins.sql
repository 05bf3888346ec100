-- Question: which wins change most under other rules?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents; $most, how
--   many to list.
-- Views: rescored_wins.
-- Grain: one row for each win, wins that are none any more first.
-- Columns: run, parent, hand_id, winner, win_by, old_total, new_total (null: no win any more).
select
    run,
    parent,
    hand_id,
    winner,
    win_by::varchar as win_by,
    old_total,
    new_total
from rescored_wins
where
    run in (select unnest($runs::varchar[]))
    and parent in (select unnest($other_runs::varchar[]))
    and new_total is distinct from old_total
order by
    new_total is not null asc,
    abs(coalesce(new_total, 0) - old_total) desc,
    run asc,
    hand_id asc,
    winner asc
limit $most
