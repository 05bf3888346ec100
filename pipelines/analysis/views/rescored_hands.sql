-- View: every hand that was scored again, its payments before and after, players counted from the
--   dealer.
-- Views: hand_points.
-- Grain: one row for each hand of a rescored run.
-- Columns: run, parent, hand_id, deal, outcome (under the new rules), chosen (bits, bit 0 the
--   dealer); old_points and new_points (of the dealer, the next, the one across, the previous).
select
    runs.run,
    runs.parent,
    scored.hand_id,
    scored.deal,
    scored.outcome,
    scored.chosen,
    [
        former.dealer_points,
        former.next_points,
        former.across_points,
        former.previous_points
    ] as old_points,
    [
        scored.dealer_points,
        scored.next_points,
        scored.across_points,
        scored.previous_points
    ] as new_points
from runs
inner join hand_points as scored on runs.run = scored.run
inner join hand_points as former
    on runs.parent = former.run and scored.hand_id = former.hand_id
