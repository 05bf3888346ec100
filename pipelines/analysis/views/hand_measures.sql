-- View: every hand with what is measured of it.
-- Grain: one row for each hand.
-- Columns: run, deal, hand_in_session, permutation; moved (points that change hands),
--   seat_points_squared (over the four seats); drawn, aborted, won, self_drawn, dealt_in and
--   dealer_won (1 or 0); draws (tiles drawn after the deal), dealer_points.
with
payment as (
    select
        run,
        hand_id,
        sum(greatest(delta, 0))::bigint as moved,
        sum(delta::bigint * delta::bigint)::bigint as squares,
        list(delta order by seat) as deltas
    from all_settlements
    group by run, hand_id
),

win as (
    select
        run,
        hand_id,
        bool_or(win_by in ('self_draw', 'three_wildcards', 'eight_flowers')) as self_drawn,
        bool_or(payer is not null and win_by in ('discard', 'robbed_kong')) as dealt_in
    from all_wins
    group by run, hand_id
)

select
    hands.run,
    hands.deal,
    hands.hand_in_session,
    hands.permutation,
    payment.moved,
    payment.squares as seat_points_squared,
    hands.n_draws::bigint as draws,
    payment.deltas[hands.dealer_seat + 1]::bigint as dealer_points,
    (hands.outcome = 'draw')::bigint as drawn,
    (hands.outcome = 'abort')::bigint as aborted,
    (hands.outcome = 'win')::bigint as won,
    coalesce(win.self_drawn, false)::bigint as self_drawn,
    coalesce(win.dealt_in, false)::bigint as dealt_in,
    ((hands.winners >> hands.dealer_seat) & 1)::bigint as dealer_won
from hands
inner join payment on hands.run = payment.run and hands.hand_id = payment.hand_id
left join win on hands.run = win.run and hands.hand_id = win.hand_id
order by hands.run, hands.hand_id
