-- Question: does it matter where a player sits?
-- Parameters: $runs, the run ids of one population; $last, the last seat that stands for itself: 3
--   for four seats, 1 for the dealer and all the others.
-- Grain: one row for each seat counted from the dealer: dealer, next, across, previous; seats
--   beyond the last one count with it.
-- Columns: seat, hands (of its players), points, wins, self_draws, deal_ins (hands in which this
--   player paid a discard or a robbed kong); clusters (deals) and over them hands_squares, and of
--   points, wins and deal_ins <of what>_squares and _hands; win_clusters (deals with a win of that
--   seat) and over them self_draws_squares and _wins.
with
hand as (
    select
        run,
        hand_id,
        deal,
        dealer_seat
    from hands
    where run in (select unnest($runs::varchar[]))
),

-- What is counted of a player, one row after the other, so that all falls into deals at once.
counted as (
    select
        run,
        hand_id,
        seat,
        delta as points,
        1 as hands,
        0 as wins,
        0 as self_draws,
        0 as deal_ins
    from settlements
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        hand_id,
        winner as seat,
        0 as points,
        0 as hands,
        1 as wins,
        (win_by in ('self_draw', 'three_wildcards', 'eight_flowers'))::integer as self_draws,
        0 as deal_ins
    from wins
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        hand_id,
        seat,
        0 as points,
        0 as hands,
        0 as wins,
        0 as self_draws,
        1 as deal_ins
    from deal_ins
    where run in (select unnest($runs::varchar[]))
),

placed as (
    select
        hand.run,
        hand.deal,
        counted.hands,
        counted.points,
        counted.wins,
        counted.self_draws,
        counted.deal_ins,
        (counted.seat - hand.dealer_seat + 4) % 4 as seat
    from counted
    inner join hand on counted.run = hand.run and counted.hand_id = hand.hand_id
),

cluster as (
    select
        least(seat, $last::tinyint)::tinyint as place,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        sum(wins)::bigint as wins,
        sum(self_draws)::bigint as self_draws,
        sum(deal_ins)::bigint as deal_ins
    from placed
    group by run, deal, place
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
