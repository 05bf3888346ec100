-- Question: how many points are paid, and for what?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_parts.
-- Grain: one row for each part of settlements that moved points in any hand, in the order of the
--   table's columns.
-- Columns: part, hands_with (it moved points), hands (all); points, their sum (of one hand: what
--   the seats that gain by this part receive), moved (the same over all parts); clusters (deals)
--   and over them hands_squares, moved_squares, hands_with_squares, hands_with_hands,
--   points_squares, points_hands, points_moved; those of points as text: they may be beyond 64
--   bits.
with
deal as materialized (
    select
        count(*)::bigint as hands,
        sum(win)::bigint as win,
        count(*) filter (where win > 0)::bigint as win_hands,
        sum(dealer)::bigint as dealer,
        count(*) filter (where dealer > 0)::bigint as dealer_hands,
        sum(losers)::bigint as losers,
        count(*) filter (where losers > 0)::bigint as losers_hands,
        sum(liability)::bigint as liability,
        count(*) filter (where liability > 0)::bigint as liability_hands,
        sum(kong)::bigint as kong,
        count(*) filter (where kong > 0)::bigint as kong_hands,
        sum(bet)::bigint as bet,
        count(*) filter (where bet > 0)::bigint as bet_hands,
        sum(penalty)::bigint as penalty,
        count(*) filter (where penalty > 0)::bigint as penalty_hands
    from hand_parts
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

moving as (
    select
        *,
        win + dealer + losers + liability + kong + bet + penalty as moved
    from deal
),

whole as (
    select
        sum(hands)::bigint as hands,
        sum(moved)::bigint as moved,
        count(*)::bigint as clusters,
        sum(hands * hands)::bigint as hands_squares,
        sum(moved * moved)::varchar as moved_squares
    from moving
),

cluster as (
    select
        hands,
        moved,
        unnest(
            [
                { 'part': 'win', 'points': win, 'hands_with': win_hands },
                { 'part': 'dealer', 'points': dealer, 'hands_with': dealer_hands },
                { 'part': 'losers', 'points': losers, 'hands_with': losers_hands },
                { 'part': 'liability', 'points': liability, 'hands_with': liability_hands },
                { 'part': 'kong', 'points': kong, 'hands_with': kong_hands },
                { 'part': 'bet', 'points': bet, 'hands_with': bet_hands },
                { 'part': 'penalty', 'points': penalty, 'hands_with': penalty_hands }
            ]
        ) as amount
    from moving
)

select
    cluster.amount.part::varchar as part,
    sum(cluster.amount.hands_with)::bigint as hands_with,
    any_value(whole.hands)::bigint as hands,
    sum(cluster.amount.points)::bigint as points,
    any_value(whole.moved)::bigint as moved,
    any_value(whole.clusters)::bigint as clusters,
    any_value(whole.hands_squares)::bigint as hands_squares,
    any_value(whole.moved_squares)::varchar as moved_squares,
    sum(cluster.amount.hands_with * cluster.amount.hands_with)::bigint as hands_with_squares,
    sum(cluster.amount.hands_with * cluster.hands)::bigint as hands_with_hands,
    sum(cluster.amount.points * cluster.amount.points)::varchar as points_squares,
    sum(cluster.amount.points * cluster.hands)::varchar as points_hands,
    sum(cluster.amount.points * cluster.moved)::varchar as points_moved
from cluster
cross join whole
where cluster.amount.hands_with > 0
group by cluster.amount.part
order by
    list_position(
        ['win', 'dealer', 'losers', 'liability', 'kong', 'bet', 'penalty'], cluster.amount.part
    )
