-- Question: how are the points of a hand distributed, seat by seat?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for intervals.
-- Grain: one row for each seat counted from the dealer (0), number of points and group.
-- Columns: seat, amount (points), fold (deal modulo the number of groups), cases (hands).
with
paid as (
    select
        hands.deal,
        settlements.delta::bigint as amount,
        ((settlements.seat - hands.dealer_seat + 4) % 4)::tinyint as seat
    from settlements
    inner join hands
        on settlements.run = hands.run and settlements.hand_id = hands.hand_id
    where
        settlements.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

folded as (
    select
        seat,
        amount,
        (deal % $groups::bigint)::bigint as fold
    from paid
)

select
    seat,
    amount,
    fold,
    count(*)::bigint as cases
from folded
group by seat, amount, fold
order by seat, amount, fold
