-- Question: how many points change hands, and for what?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each part of settlements that moved points in any hand, in the order of the
--   table's columns.
-- Columns: part, hands_with (it moved points), hands (all); points, their sum (of one hand: what
--   the seats that gain by this part receive); walls (hands that share a wall form one cluster),
--   and over the clusters points_squares, points_hands (points × hands), hands_squares.
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
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id
),

by_part as (
    select
        run,
        hand_id,
        part,
        points
    from moved
    unpivot (points for part in (win, dealer, losers, liability, kong, bet, penalty))
),

cluster as (
    select
        by_part.part,
        sum(by_part.points)::bigint as points,
        count(*)::bigint as hands,
        count(*) filter (where by_part.points > 0)::bigint as hands_with
    from by_part
    inner join hands on by_part.run = hands.run and by_part.hand_id = hands.hand_id
    where hands.run in (select unnest($runs::varchar[]))
    group by by_part.part, hands.run, hands.deal, hands.hand_in_session
)

select
    part::varchar as part,
    sum(hands_with)::bigint as hands_with,
    sum(hands)::bigint as hands,
    sum(points)::bigint as points,
    count(*)::bigint as walls,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    sum(hands * hands)::bigint as hands_squares
from cluster
group by part
having sum(hands_with) > 0
order by
    list_position(
        ['win', 'dealer', 'losers', 'liability', 'kong', 'bet', 'penalty'], part
    )
