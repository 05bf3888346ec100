-- View: every win of a chosen player with the deal of its hand.
-- Grain: one row for each winner of a hand.
-- Columns: run, hand_id, winner, deal, win_by, wait, turn, first_ready_turn, total, uncapped,
--   limit_hit, wildcards_used; place (of the winner, counted from the dealer), self_drawn.
select
    wins.run,
    wins.hand_id,
    wins.winner,
    hands.deal,
    wins.win_by,
    wins.wait,
    wins.turn,
    wins.first_ready_turn,
    wins.total,
    wins.uncapped,
    wins.limit_hit,
    wins.wildcards_used,
    ((wins.winner - hands.dealer_seat + 4) % 4)::tinyint as place,
    wins.win_by in ('self_draw', 'three_wildcards', 'eight_flowers') as self_drawn
from wins
inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
where
    wins.run in (select asked_runs.run from asked_runs)
    and hands.run in (select asked_runs.run from asked_runs)
