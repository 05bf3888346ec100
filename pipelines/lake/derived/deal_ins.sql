-- View: who dealt in: the player who paid for a discard or a robbed kong that was won.
-- Grain: one row for each hand and payer.
-- Columns: run, rules, hand_id, seat.
select distinct
    all_wins.run,
    all_wins.rules,
    all_wins.hand_id,
    all_wins.payer as seat
from all_wins
where all_wins.payer is not null and all_wins.win_by in ('discard', 'robbed_kong')
