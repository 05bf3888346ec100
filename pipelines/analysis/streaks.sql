-- Question: how often does a dealer play with a streak, how often does it win then, for how much?
-- Parameters: $runs, the run ids of one population; $most, from which streak on one row is enough.
-- Views: hand_points, deal_sizes.
-- Grain: one row for each streak (wins of the dealer before the hand) that occurs.
-- Columns: streak, hands, n (all hands), dealer_wins (hands of these that the dealer won), added
--   (points that the dealer gains by the part of settlements that dealer and streak add); clusters
--   (deals) and over them hands_n (hands × all hands of the deal), n_squares; own_clusters (deals
--   with such a hand) and over them hands_squares, dealer_wins_squares, dealer_wins_hands,
--   added_squares, added_hands.
with
whole as (
    select
        sum(hands)::bigint as n,
        sum(hands * hands)::bigint as n_squares,
        count(*)::bigint as clusters
    from deal_sizes
    where run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        run,
        deal,
        least(dealer_streak, $most::smallint)::bigint as streak,
        count(*)::bigint as hands,
        sum(winners & 1)::bigint as dealer_wins,
        sum(dealer_added)::bigint as added
    from hand_points
    where run in (select unnest($runs::varchar[]))
    group by run, deal, least(dealer_streak, $most::smallint)
)

select
    cluster.streak,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    sum(cluster.dealer_wins)::bigint as dealer_wins,
    sum(cluster.added)::bigint as added,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * deal_sizes.hands)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares,
    count(*)::bigint as own_clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.dealer_wins * cluster.dealer_wins)::bigint as dealer_wins_squares,
    sum(cluster.dealer_wins * cluster.hands)::bigint as dealer_wins_hands,
    sum(cluster.added * cluster.added)::bigint as added_squares,
    sum(cluster.added * cluster.hands)::bigint as added_hands
from cluster
inner join deal_sizes on cluster.run = deal_sizes.run and cluster.deal = deal_sizes.deal
cross join whole
group by cluster.streak
order by cluster.streak
