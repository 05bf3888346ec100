-- View: every hand with how it ended and what it paid, players counted from the dealer.
-- Views: hand_results.
-- Grain: one row for each hand.
-- Columns: those of hand_results; the points of all four players: dealer_points, next_points,
--   across_points, previous_points; dealer_added (of the dealer's points those that dealer and
--   streak add).
with
payment as (
    select
        run,
        hand_id,
        max(delta) filter (where seat = 0) as seat_0,
        max(delta) filter (where seat = 1) as seat_1,
        max(delta) filter (where seat = 2) as seat_2,
        max(delta) filter (where seat = 3) as seat_3,
        max(dealer) filter (where seat = 0) as added_0,
        max(dealer) filter (where seat = 1) as added_1,
        max(dealer) filter (where seat = 2) as added_2,
        max(dealer) filter (where seat = 3) as added_3
    from all_settlements
    where run in (select asked_runs.run from asked_runs)
    group by run, hand_id
)

select
    hand_results.*, -- noqa: AM04
    case hand_results.dealer_seat
        when 0 then payment.seat_0 when 1 then payment.seat_1
        when 2 then payment.seat_2 else payment.seat_3
    end as dealer_points,
    case hand_results.dealer_seat
        when 3 then payment.seat_0 when 0 then payment.seat_1
        when 1 then payment.seat_2 else payment.seat_3
    end as next_points,
    case hand_results.dealer_seat
        when 2 then payment.seat_0 when 3 then payment.seat_1
        when 0 then payment.seat_2 else payment.seat_3
    end as across_points,
    case hand_results.dealer_seat
        when 1 then payment.seat_0 when 2 then payment.seat_1
        when 3 then payment.seat_2 else payment.seat_3
    end as previous_points,
    case hand_results.dealer_seat
        when 0 then payment.added_0 when 1 then payment.added_1
        when 2 then payment.added_2 else payment.added_3
    end as dealer_added
from hand_results
inner join payment
    on hand_results.run = payment.run and hand_results.hand_id = payment.hand_id
