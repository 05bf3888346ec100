-- View: every chosen player of a hand, counted from the dealer.
-- Views: hand_points.
-- Grain: one row for each hand and chosen player.
-- Columns: run, hand_id, deal, place (0 the dealer, 1 the next …), points; won, self_drawn and
--   dealt_in (1 or 0).
select
    run,
    hand_id,
    deal,
    0::tinyint as place,
    dealer_points as points,
    (winners >> 0) & 1 as won,
    (self_drawers >> 0) & 1 as self_drawn,
    (payers >> 0) & 1 as dealt_in
from hand_points
where (chosen >> 0) & 1 = 1
union all
select
    run,
    hand_id,
    deal,
    1::tinyint as place,
    next_points as points,
    (winners >> 1) & 1 as won,
    (self_drawers >> 1) & 1 as self_drawn,
    (payers >> 1) & 1 as dealt_in
from hand_points
where (chosen >> 1) & 1 = 1
union all
select
    run,
    hand_id,
    deal,
    2::tinyint as place,
    across_points as points,
    (winners >> 2) & 1 as won,
    (self_drawers >> 2) & 1 as self_drawn,
    (payers >> 2) & 1 as dealt_in
from hand_points
where (chosen >> 2) & 1 = 1
union all
select
    run,
    hand_id,
    deal,
    3::tinyint as place,
    previous_points as points,
    (winners >> 3) & 1 as won,
    (self_drawers >> 3) & 1 as self_drawn,
    (payers >> 3) & 1 as dealt_in
from hand_points
where (chosen >> 3) & 1 = 1
