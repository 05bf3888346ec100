-- View: every hand with how it ended, players counted from the dealer.
-- Grain: one row for each hand.
-- Columns: run, hand_id, deal, hand_in_session, permutation, dealer_seat, dealer_streak, draws
--   (tiles drawn after the deal), outcome, abort_reason; win_by (of a win; several winners of one
--   hand win in the same way); seats (bit s: the player in seat s is chosen); of the players
--   counted from the dealer (bit 0) chosen, winners, self_drawers and payers (of a discard or
--   robbed kong).
with
win as (
    select
        run,
        hand_id,
        min(win_by) as win_by,
        bit_or(1::integer << winner) as winners,
        bit_or(1::integer << winner) filter (
            where win_by in ('self_draw', 'three_wildcards', 'eight_flowers')
        ) as self_drawers,
        bit_or(1::integer << payer) filter (where win_by in ('discard', 'robbed_kong')) as payers
    from all_wins
    where run in (select asked_runs.run from asked_runs)
    group by run, hand_id
)

-- Four bits times 17 are the same bits twice: shifted by the dealer's seat they begin with it.
select
    hands.run,
    hands.hand_id,
    hands.deal,
    hands.hand_in_session,
    hands.permutation,
    hands.dealer_seat,
    hands.dealer_streak,
    hands.n_draws as draws,
    hands.outcome,
    hands.abort_reason,
    win.win_by,
    hands.seats,
    ((hands.seats::integer * 17 >> hands.dealer_seat) & 15)::tinyint as chosen,
    coalesce((win.winners * 17 >> hands.dealer_seat) & 15, 0)::tinyint as winners,
    coalesce((win.self_drawers * 17 >> hands.dealer_seat) & 15, 0)::tinyint as self_drawers,
    coalesce((win.payers * 17 >> hands.dealer_seat) & 15, 0)::tinyint as payers
from chosen_hands as hands
left join win on hands.run = win.run and hands.hand_id = win.hand_id
where hands.run in (select asked_runs.run from asked_runs)
