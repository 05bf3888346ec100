-- Question: does it matter where a player sits?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each seat counted from the dealer, 0–3: dealer, next, across, previous.
-- Columns: seat, hands; points, their sum; walls (hands that share a wall form one cluster), and
--   over the clusters the sums that the variance of the mean needs: points_squares (of a cluster's
--   points), points_hands (points × hands), hands_squares; wins, self_draws; deal_ins (hands in
--   which this player paid a discard or a robbed kong).
with
hand as (
    select
        run,
        hand_id,
        deal,
        hand_in_session,
        dealer_seat,
        count(*) over (partition by run, deal, hand_in_session) as copies
    from hands
    where run in (select unnest($runs::varchar[]))
),

paid as (
    select
        hand.run,
        hand.deal,
        hand.hand_in_session,
        hand.copies,
        settlements.delta::bigint as points,
        ((settlements.seat - hand.dealer_seat + 4) % 4)::tinyint as seat
    from settlements
    inner join hand on settlements.run = hand.run and settlements.hand_id = hand.hand_id
    where settlements.run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        seat,
        points,
        1::bigint as hands
    from paid
    where copies = 1
    union all
    select
        seat,
        sum(points)::bigint as points,
        count(*)::bigint as hands
    from paid
    where copies > 1
    group by run, deal, hand_in_session, seat
),

scored as (
    select
        seat,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        count(*)::bigint as walls,
        sum(points * points)::bigint as points_squares,
        sum(points * hands)::bigint as points_hands,
        sum(hands * hands)::bigint as hands_squares
    from cluster
    group by seat
),

won as (
    select
        ((wins.winner - hand.dealer_seat + 4) % 4)::tinyint as seat,
        count(*)::bigint as wins,
        count(*) filter (
            where wins.win_by in ('self_draw', 'three_wildcards', 'eight_flowers')
        )::bigint as self_draws
    from wins
    inner join hand on wins.run = hand.run and wins.hand_id = hand.hand_id
    group by (wins.winner - hand.dealer_seat + 4) % 4
),

paying as (
    select ((deal_ins.seat - hand.dealer_seat + 4) % 4)::tinyint as seat
    from deal_ins
    inner join hand on deal_ins.run = hand.run and deal_ins.hand_id = hand.hand_id
),

dealt_in as (
    select
        seat,
        count(*)::bigint as deal_ins
    from paying
    group by seat
)

select
    scored.seat,
    scored.hands,
    scored.points,
    scored.walls,
    scored.points_squares,
    scored.points_hands,
    scored.hands_squares,
    coalesce(won.wins, 0)::bigint as wins,
    coalesce(won.self_draws, 0)::bigint as self_draws,
    coalesce(dealt_in.deal_ins, 0)::bigint as deal_ins
from scored
left join won on scored.seat = won.seat
left join dealt_in on scored.seat = dealt_in.seat
order by scored.seat
