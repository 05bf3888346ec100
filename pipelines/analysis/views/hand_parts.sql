-- View: what each part of settlements moves in a hand.
-- Grain: one row for each hand.
-- Columns: run, hand_id, deal; win, dealer, losers, liability, kong, bet, penalty: what the seats
--   that gain by this part receive.
with
moved as (
    select
        run,
        hand_id,
        sum(greatest(win, 0))::bigint as win,
        sum(greatest(dealer, 0))::bigint as dealer,
        sum(greatest(losers, 0))::bigint as losers,
        sum(greatest(liability, 0))::bigint as liability,
        sum(greatest(kong, 0))::bigint as kong,
        sum(greatest(bet, 0))::bigint as bet,
        sum(greatest(penalty, 0))::bigint as penalty
    from all_settlements
    where run in (select asked_runs.run from asked_runs)
    group by run, hand_id
)

select
    moved.*,
    hands.deal
from moved
inner join hands on moved.run = hands.run and moved.hand_id = hands.hand_id
where hands.run in (select asked_runs.run from asked_runs)
