-- Question: how does each player, or each policy, fare?
-- Parameters: $runs, the run ids of one population; $by, 'player' for names as the record or the
--   simulation has them, 'policy' for the policies of simulated players.
-- Views: hand_points, win_results.
-- Grain: one row for each name, most hands first; hands of players without a name are left out.
-- Columns: who; hands (player-hands), wins, deal_ins (a discard or robbed kong was paid for),
--   points; self_draws, total and turn (sums over the wins); clusters (deals: sessions, or walls in
--   several seatings) and over them hands_squares, and of wins, deal_ins and points <of what>
--   _squares and _hands; win_clusters (deals with a win) and over them wins_squares, and of
--   self_draws, total and turn <of what>_squares and _wins.
with
hand as (
    select
        hand_points.*, -- noqa: AM04
        hands.players
    from hand_points
    inner join hands on hand_points.run = hands.run and hand_points.hand_id = hands.hand_id
    where
        hand_points.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

-- Hands of one deal in which the same players sit in the same places, the dealer's first.
alike as (
    select
        run,
        deal,
        dealer_seat,
        chosen,
        players,
        count(*) as hands,
        [
            sum(dealer_points), sum(next_points), sum(across_points), sum(previous_points)
        ]::bigint[] as points,
        [
            sum(winners & 1), sum(winners >> 1 & 1), sum(winners >> 2 & 1), sum(winners >> 3 & 1)
        ]::bigint[] as wins,
        [
            sum(payers & 1), sum(payers >> 1 & 1), sum(payers >> 2 & 1), sum(payers >> 3 & 1)
        ]::bigint[] as deal_ins
    from hand
    group by run, deal, dealer_seat, chosen, players
),

place as (
    select
        *,
        unnest([0, 1, 2, 3]) as place
    from alike
),

sat as (
    select
        run,
        deal,
        players[1 + (dealer_seat + place) % 4] as player,
        hands,
        points[1 + place] as points,
        wins[1 + place] as wins,
        deal_ins[1 + place] as deal_ins,
        0 as self_draws,
        0 as total,
        0 as turn
    from place
    where (chosen >> place & 1) = 1
),

won as (
    select
        win_results.run,
        win_results.deal,
        hands.players[1 + win_results.winner] as player,
        0 as hands,
        0 as points,
        0 as wins,
        0 as deal_ins,
        win_results.self_drawn::integer as self_draws,
        win_results.total,
        win_results.turn
    from win_results
    inner join hands on win_results.run = hands.run and win_results.hand_id = hands.hand_id
    where
        win_results.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

all_known as (
    select *
    from sat
    union all
    select *
    from won
),

known as (
    select
        *,
        case
            when $by::varchar = 'player' then player
            when regexp_matches(player, '^p[0-3]:.') then player[4:]
        end as who
    from all_known
),

cluster as (
    select
        who,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        sum(wins)::bigint as wins,
        sum(deal_ins)::bigint as deal_ins,
        sum(self_draws)::bigint as self_draws,
        sum(total)::bigint as total,
        sum(turn)::bigint as turn
    from known
    where who is not null
    group by who, run, deal
)

select
    who::varchar as who,
    sum(hands)::bigint as hands,
    sum(wins)::bigint as wins,
    sum(deal_ins)::bigint as deal_ins,
    sum(points)::bigint as points,
    sum(self_draws)::bigint as self_draws,
    sum(total)::bigint as total,
    sum(turn)::bigint as turn,
    count(*)::bigint as clusters,
    sum(hands * hands)::bigint as hands_squares,
    sum(wins * wins)::bigint as wins_squares,
    sum(wins * hands)::bigint as wins_hands,
    sum(deal_ins * deal_ins)::bigint as deal_ins_squares,
    sum(deal_ins * hands)::bigint as deal_ins_hands,
    sum(points * points)::bigint as points_squares,
    sum(points * hands)::bigint as points_hands,
    count(*) filter (where wins > 0)::bigint as win_clusters,
    sum(self_draws * self_draws)::bigint as self_draws_squares,
    sum(self_draws * wins)::bigint as self_draws_wins,
    sum(total * total)::bigint as total_squares,
    sum(total * wins)::bigint as total_wins,
    sum(turn * turn)::bigint as turn_squares,
    sum(turn * wins)::bigint as turn_wins
from cluster
group by who
order by hands desc, who asc
