-- View: every stored win of the hands that were scored again.
-- Views: hand_results, win_results.
-- Grain: one row for each win of the parent.
-- Columns: run, parent, hand_id, deal, winner, win_by, old_total, new_total (null: the new rules
--   know no such win).
select
    runs.run,
    runs.parent,
    former.hand_id,
    former.deal,
    former.winner,
    former.win_by,
    former.total as old_total,
    scored.total as new_total
from runs
inner join hand_results as hands on runs.run = hands.run
inner join win_results as former on runs.parent = former.run and hands.hand_id = former.hand_id
left join win_results as scored
    on runs.run = scored.run and former.hand_id = scored.hand_id and former.winner = scored.winner
