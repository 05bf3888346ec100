-- View: every hand that was scored again, its payments before and after.
-- Grain: one row for each hand of a rescored run and seat.
-- Columns: run, parent, hand_id, deal, old_delta and new_delta (points), seat (from the dealer, 0).
select
    runs.run,
    runs.parent,
    hands.hand_id,
    hands.deal,
    former.delta::bigint as old_delta,
    scored.delta::bigint as new_delta,
    ((scored.seat - hands.dealer_seat + 4) % 4)::tinyint as seat
from runs
inner join hands on runs.run = hands.run
inner join settlements as scored on runs.run = scored.run and hands.hand_id = scored.hand_id
inner join settlements as former
    on runs.parent = former.run and scored.hand_id = former.hand_id and scored.seat = former.seat
order by runs.run, hands.hand_id, seat
