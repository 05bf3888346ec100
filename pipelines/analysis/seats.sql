-- Question: does it matter where a player sits?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each seat counted from the dealer, 0–3: dealer, next, across, previous.
-- Columns: seat, hands; wins, self_draws; deal_ins (hands in which this player paid a discard or a
--   robbed kong); points, their sum; walls (hands that share a wall form one cluster), and over the
--   clusters the sums that the variance of the mean needs: points_squares (of a cluster's points),
--   points_hands (points × hands), hands_squares.
with
hand as (
    select
        run,
        hand_id,
        deal,
        hand_in_session,
        dealer_seat
    from hands
    where run in (select unnest($runs::varchar[]))
),

place as (select unnest(range(4))::tinyint as seat),

player as (
    select
        hand.run,
        hand.hand_id,
        hand.deal,
        hand.hand_in_session,
        place.seat,
        ((hand.dealer_seat + place.seat) % 4)::tinyint as chair
    from hand
    cross join place
),

won as (
    select
        run,
        hand_id,
        winner as chair,
        count(*) filter (
            where win_by in ('self_draw', 'three_wildcards', 'eight_flowers')
        )::bigint as self_draws
    from wins
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id, winner
),

dealt_in as (
    select distinct
        run,
        hand_id,
        payer as chair
    from wins
    where run in (select unnest($runs::varchar[])) and payer is not null
),

paid as (
    select
        run,
        hand_id,
        seat as chair,
        delta::bigint as points
    from settlements
    where run in (select unnest($runs::varchar[]))
),

wall as (
    select
        player.run,
        player.deal,
        player.hand_in_session,
        player.seat,
        count(*)::bigint as hands,
        count(won.chair)::bigint as wins,
        coalesce(sum(won.self_draws), 0)::bigint as self_draws,
        count(dealt_in.chair)::bigint as deal_ins,
        coalesce(sum(paid.points), 0)::bigint as points
    from player
    left join won
        on
            player.run = won.run
            and player.hand_id = won.hand_id
            and player.chair = won.chair
    left join dealt_in
        on
            player.run = dealt_in.run
            and player.hand_id = dealt_in.hand_id
            and player.chair = dealt_in.chair
    left join paid
        on
            player.run = paid.run
            and player.hand_id = paid.hand_id
            and player.chair = paid.chair
    group by player.run, player.deal, player.hand_in_session, player.seat
)

select
    seat,
    sum(hands)::bigint as hands,
    sum(wins)::bigint as wins,
    sum(self_draws)::bigint as self_draws,
    sum(deal_ins)::bigint as deal_ins,
    sum(points)::bigint as points,
    count(*)::bigint as walls,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    sum(hands * hands)::bigint as hands_squares
from wall
group by seat
order by seat
