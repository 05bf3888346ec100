-- Question: how often does a dealer play with a streak, how often does it win then, for how much?
-- Parameters: $runs, the run ids of one population; $most, from which streak on one row is enough.
-- Grain: one row for each streak (wins of the dealer before the hand) that occurs.
-- Columns: streak, hands, n (all hands), dealer_wins (hands of these that the dealer won), added
--   (points that the dealer gains by the part of settlements that dealer and streak add); clusters
--   (deals) and over them hands_n (hands × all hands of the deal), n_squares; own_clusters (deals
--   with such a hand) and over them hands_squares, dealer_wins_squares, dealer_wins_hands,
--   added_squares, added_hands.
with
winner as (
    select distinct
        run,
        hand_id,
        winner
    from all_wins
    where run in (select unnest($runs::varchar[]))
),

hand as (
    select
        hands.run,
        hands.deal,
        all_settlements.dealer::bigint as added,
        hands.dealer_streak as streak,
        (winner.winner is not null)::bigint as dealer_won
    from hands
    inner join all_settlements
        on
            hands.run = all_settlements.run
            and hands.hand_id = all_settlements.hand_id
            and hands.dealer_seat = all_settlements.seat
    left join winner
        on
            hands.run = winner.run
            and hands.hand_id = winner.hand_id
            and hands.dealer_seat = winner.winner
    where
        hands.run in (select unnest($runs::varchar[]))
        and all_settlements.run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        run,
        deal,
        least(streak, $most::smallint)::bigint as streak,
        count(*)::bigint as hands,
        sum(dealer_won)::bigint as dealer_wins,
        sum(added)::bigint as added
    from hand
    group by run, deal, least(streak, $most::smallint)
),

size as (
    select
        run,
        deal,
        sum(hands)::bigint as n
    from cluster
    group by run, deal
),

whole as (
    select
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
)

select
    cluster.streak,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    sum(cluster.dealer_wins)::bigint as dealer_wins,
    sum(cluster.added)::bigint as added,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * size.n)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as own_clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.dealer_wins * cluster.dealer_wins)::bigint as dealer_wins_squares,
    sum(cluster.dealer_wins * cluster.hands)::bigint as dealer_wins_hands,
    sum(cluster.added * cluster.added)::bigint as added_squares,
    sum(cluster.added * cluster.hands)::bigint as added_hands
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.streak
order by cluster.streak
