-- View: every hand with what is measured of it.
-- Views: hand_points.
-- Grain: one row for each hand.
-- Columns: run, deal, hand_in_session, permutation; moved (points that change hands),
--   seat_points_squared (over the four seats); drawn, aborted, won, self_drawn, dealt_in and
--   dealer_won (1 or 0); draws (tiles drawn after the deal), dealer_points.
select
    run,
    deal,
    hand_in_session,
    permutation,
    draws::bigint as draws,
    dealer_points::bigint as dealer_points,
    (outcome = 'draw')::bigint as drawn,
    (outcome = 'abort')::bigint as aborted,
    (outcome = 'win')::bigint as won,
    (self_drawers != 0)::bigint as self_drawn,
    (payers != 0)::bigint as dealt_in,
    (winners & 1)::bigint as dealer_won,
    (
        greatest(dealer_points, 0)::bigint + greatest(next_points, 0)
        + greatest(across_points, 0) + greatest(previous_points, 0)
    )::bigint as moved,
    (
        dealer_points::bigint * dealer_points + next_points::bigint * next_points
        + across_points::bigint * across_points + previous_points::bigint * previous_points
    )::bigint as seat_points_squared
from hand_points
