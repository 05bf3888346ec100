-- Question: how many hands are there, how did they end, what was a win worth, how long did it take?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row.
-- Columns: hands, player_hands (four a hand, or those of the players that a filter chooses),
--   walls (hands that share one count once), matches; won_hands, drawn_hands, streak_hands (the
--   dealer had won the hand before); dealt_in_hands (a discard or robbed kong was paid for);
--   wins, self_draws (also three wildcards and eight flowers); sums, squares, medians and maxima
--   of totals and turns over wins; first_played, last_played (UTC; null where no record gives a
--   time).
with
hand as (
    select
        run,
        hand_id,
        deal,
        hand_in_session,
        source,
        match_id,
        outcome,
        dealer_streak,
        played_at
    from hands
    where run in (select unnest($runs::varchar[]))
),

win as (
    select
        run,
        hand_id,
        win_by,
        total::bigint as total,
        turn::bigint as turn
    from wins
    where run in (select unnest($runs::varchar[]))
),

over_hands as (
    select
        count(*)::bigint as hands,
        count(distinct row(run, deal, hand_in_session))::bigint as walls,
        count(distinct row(source, match_id)) filter (
            where match_id is not null
        )::bigint as matches,
        count(*) filter (where outcome = 'win')::bigint as won_hands,
        count(*) filter (where outcome = 'draw')::bigint as drawn_hands,
        count(*) filter (where dealer_streak > 0)::bigint as streak_hands,
        min(played_at at time zone 'UTC')::timestamp as first_played,
        max(played_at at time zone 'UTC')::timestamp as last_played
    from hand
),

over_wins as (
    select
        count(*)::bigint as wins,
        count(*) filter (
            where win_by in ('self_draw', 'three_wildcards', 'eight_flowers')
        )::bigint as self_draws,
        coalesce(sum(total), 0)::bigint as total_sum,
        coalesce(sum(total * total), 0)::bigint as total_squares,
        median(total)::double as total_median,
        max(total)::bigint as total_max,
        coalesce(sum(turn), 0)::bigint as turn_sum,
        coalesce(sum(turn * turn), 0)::bigint as turn_squares,
        median(turn)::double as turn_median
    from win
),

over_players as (
    select count(*)::bigint as player_hands
    from player_hands
    where run in (select unnest($runs::varchar[]))
),

over_deal_ins as (
    select count(*)::bigint as dealt_in_hands
    from deal_ins
    where run in (select unnest($runs::varchar[]))
)

select
    h.hands,
    h.walls,
    h.matches,
    h.won_hands,
    h.drawn_hands,
    h.streak_hands,
    d.dealt_in_hands,
    w.wins,
    w.self_draws,
    w.total_sum,
    w.total_squares,
    w.total_median,
    w.total_max,
    w.turn_sum,
    w.turn_squares,
    w.turn_median,
    h.first_played,
    h.last_played,
    p.player_hands
from over_hands as h
cross join over_wins as w
cross join over_players as p
cross join over_deal_ins as d
order by h.hands
