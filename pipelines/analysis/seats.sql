-- Question: does it matter where a player sits?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_points.
-- Grain: one row for each seat counted from the dealer (dealer, next, across, previous), and one
--   (4) for the three together who do not deal; none where no such player is chosen.
-- Columns: seat, hands (of its players), points, wins, self_draws, deal_ins (hands in which this
--   player paid a discard or a robbed kong); clusters (deals) and over them hands_squares, and of
--   points, wins and deal_ins <of what>_squares and _hands; win_clusters (deals with a win of that
--   seat) and over them self_draws_squares and _wins.
with
deal as (
    select
        sum((chosen >> 0) & 1)::bigint as dealer_hands,
        sum(dealer_points * ((chosen >> 0) & 1))::bigint as dealer_points,
        sum((winners & chosen) >> 0 & 1)::bigint as dealer_wins,
        sum((self_drawers & chosen) >> 0 & 1)::bigint as dealer_self_draws,
        sum((payers & chosen) >> 0 & 1)::bigint as dealer_deal_ins,
        sum((chosen >> 1) & 1)::bigint as next_hands,
        sum(next_points * ((chosen >> 1) & 1))::bigint as next_points,
        sum((winners & chosen) >> 1 & 1)::bigint as next_wins,
        sum((self_drawers & chosen) >> 1 & 1)::bigint as next_self_draws,
        sum((payers & chosen) >> 1 & 1)::bigint as next_deal_ins,
        sum((chosen >> 2) & 1)::bigint as across_hands,
        sum(across_points * ((chosen >> 2) & 1))::bigint as across_points,
        sum((winners & chosen) >> 2 & 1)::bigint as across_wins,
        sum((self_drawers & chosen) >> 2 & 1)::bigint as across_self_draws,
        sum((payers & chosen) >> 2 & 1)::bigint as across_deal_ins,
        sum((chosen >> 3) & 1)::bigint as previous_hands,
        sum(previous_points * ((chosen >> 3) & 1))::bigint as previous_points,
        sum((winners & chosen) >> 3 & 1)::bigint as previous_wins,
        sum((self_drawers & chosen) >> 3 & 1)::bigint as previous_self_draws,
        sum((payers & chosen) >> 3 & 1)::bigint as previous_deal_ins
    from hand_points
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

listed as (
    select
        unnest(
            [
                {
                    'place': 0,
                    'hands': dealer_hands,
                    'points': dealer_points,
                    'wins': dealer_wins,
                    'self_draws': dealer_self_draws,
                    'deal_ins': dealer_deal_ins
                },
                {
                    'place': 1,
                    'hands': next_hands,
                    'points': next_points,
                    'wins': next_wins,
                    'self_draws': next_self_draws,
                    'deal_ins': next_deal_ins
                },
                {
                    'place': 2,
                    'hands': across_hands,
                    'points': across_points,
                    'wins': across_wins,
                    'self_draws': across_self_draws,
                    'deal_ins': across_deal_ins
                },
                {
                    'place': 3,
                    'hands': previous_hands,
                    'points': previous_points,
                    'wins': previous_wins,
                    'self_draws': previous_self_draws,
                    'deal_ins': previous_deal_ins
                },
                {
                    'place': 4,
                    'hands': next_hands + across_hands + previous_hands,
                    'points': next_points + across_points + previous_points,
                    'wins': next_wins + across_wins + previous_wins,
                    'self_draws': next_self_draws + across_self_draws + previous_self_draws,
                    'deal_ins': next_deal_ins + across_deal_ins + previous_deal_ins
                }
            ]
        ) as own
    from deal
),

cluster as (
    select
        own.place::tinyint as place,
        own.hands,
        own.points,
        own.wins,
        own.self_draws,
        own.deal_ins
    from listed
    where own.hands > 0
)

select
    place as seat,
    sum(hands)::bigint as hands,
    sum(points)::bigint as points,
    sum(wins)::bigint as wins,
    sum(self_draws)::bigint as self_draws,
    sum(deal_ins)::bigint as deal_ins,
    count(*)::bigint as clusters,
    sum(hands * hands)::bigint as hands_squares,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    sum(wins * wins)::bigint as wins_squares,
    sum(wins * hands)::bigint as wins_hands,
    sum(deal_ins * deal_ins)::bigint as deal_ins_squares,
    sum(deal_ins * hands)::bigint as deal_ins_hands,
    count(*) filter (where wins > 0)::bigint as win_clusters,
    sum(self_draws * self_draws)::bigint as self_draws_squares,
    sum(self_draws * wins)::bigint as self_draws_wins
from cluster
group by place
order by place
