-- Question: how does each player, or each policy, fare?
-- Parameters: $runs, the run ids of one population; $by, 'player' for names as the record or the
--   simulation has them, 'policy' for the policies of simulated players.
-- Grain: one row for each name, most hands first; hands of players without a name are left out.
-- Columns: who; hands (player-hands), wins, deal_ins (a discard or robbed kong was paid for),
--   points; self_draws, total and turn (sums over the wins); clusters (deals: sessions, or walls in
--   several seatings) and over them hands_squares, and of wins, deal_ins and points <of what>
--   _squares and _hands; win_clusters (deals with a win) and over them wins_squares, and of
--   self_draws, total and turn <of what>_squares and _wins.
with
player as (
    select
        run,
        hand_id,
        deal,
        seat,
        case when $by::varchar = 'policy' then policy else player end as who
    from player_hands
    where run in (select unnest($runs::varchar[]))
),

won as (
    select
        run,
        hand_id,
        winner,
        total::bigint as total,
        turn::bigint as turn,
        (win_by in ('self_draw', 'three_wildcards', 'eight_flowers'))::bigint as self_draw
    from wins
    where run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        player.who,
        count(*)::bigint as hands,
        sum(settlements.delta)::bigint as points,
        count(won.winner)::bigint as wins,
        count(deal_ins.seat)::bigint as deal_ins,
        coalesce(sum(won.self_draw), 0)::bigint as self_draws,
        coalesce(sum(won.total), 0)::bigint as total,
        coalesce(sum(won.turn), 0)::bigint as turn
    from player
    inner join settlements
        on
            player.run = settlements.run
            and player.hand_id = settlements.hand_id
            and player.seat = settlements.seat
    left join won
        on
            player.run = won.run
            and player.hand_id = won.hand_id
            and player.seat = won.winner
    left join deal_ins
        on
            player.run = deal_ins.run
            and player.hand_id = deal_ins.hand_id
            and player.seat = deal_ins.seat
    where player.who is not null
    group by player.who, player.run, player.deal
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
