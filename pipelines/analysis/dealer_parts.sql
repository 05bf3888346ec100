-- Question: what does the dealer gain by each part of settlements?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each part that moved points of a dealer, in the order of the table's columns.
-- Columns: part, hands (all), points (sum of what dealers gain by it); clusters (deals) and over
--   them hands_squares, points_squares, points_hands, as text: they may be beyond 64 bits.
with
deal as (
    select
        count(*)::bigint as hands,
        sum(settlements.win)::bigint as win,
        sum(settlements.dealer)::bigint as dealer,
        sum(settlements.losers)::bigint as losers,
        sum(settlements.liability)::bigint as liability,
        sum(settlements.kong)::bigint as kong,
        sum(settlements.bet)::bigint as bet,
        sum(settlements.penalty)::bigint as penalty
    from hands
    inner join settlements
        on
            hands.run = settlements.run
            and hands.hand_id = settlements.hand_id
            and hands.dealer_seat = settlements.seat
    where
        hands.run in (select unnest($runs::varchar[]))
        and settlements.run in (select unnest($runs::varchar[]))
    group by hands.run, hands.deal
),

whole as (
    select
        sum(hands)::bigint as hands,
        sum(hands * hands)::varchar as hands_squares,
        count(*)::bigint as clusters
    from deal
),

cluster as (
    select
        hands,
        unnest(
            [
                { 'part': 'win', 'points': win },
                { 'part': 'dealer', 'points': dealer },
                { 'part': 'losers', 'points': losers },
                { 'part': 'liability', 'points': liability },
                { 'part': 'kong', 'points': kong },
                { 'part': 'bet', 'points': bet },
                { 'part': 'penalty', 'points': penalty }
            ]
        ) as amount
    from deal
)

select
    cluster.amount.part::varchar as part,
    any_value(whole.hands)::bigint as hands,
    sum(cluster.amount.points)::bigint as points,
    any_value(whole.clusters)::bigint as clusters,
    any_value(whole.hands_squares)::varchar as hands_squares,
    sum(cluster.amount.points * cluster.amount.points)::varchar as points_squares,
    sum(cluster.amount.points * cluster.hands)::varchar as points_hands
from cluster
cross join whole
where cluster.amount.points != 0
group by cluster.amount.part
order by
    list_position(
        ['win', 'dealer', 'losers', 'liability', 'kong', 'bet', 'penalty'], cluster.amount.part
    )
