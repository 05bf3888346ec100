-- View: every chosen player of a hand, counted from the dealer.
-- Views: hand_points.
-- Grain: one row for each hand and chosen player.
-- Columns: run, hand_id, deal, place (0 the dealer, 1 the next …), points; won, self_drawn and
--   dealt_in (1 or 0).
with
seated as (
    select
        run,
        hand_id,
        deal,
        chosen,
        winners,
        self_drawers,
        payers,
        dealer_points,
        next_points,
        across_points,
        previous_points,
        unnest([0, 1, 2, 3]::tinyint[]) as place
    from hand_points
)

select
    run,
    hand_id,
    deal,
    place,
    case place
        when 0 then dealer_points when 1 then next_points
        when 2 then across_points else previous_points
    end as points,
    (winners >> place) & 1 as won,
    (self_drawers >> place) & 1 as self_drawn,
    (payers >> place) & 1 as dealt_in
from seated
where (chosen >> place) & 1 = 1
