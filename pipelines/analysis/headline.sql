-- Question: how many hands are there, how did they end, what was a win worth, how long did it take?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_results, win_results.
-- Grain: one row.
-- Columns: hands, player_hands (four a hand, or those of the players that a filter chooses),
--   clusters (deals: sessions, or walls in several seatings), matches; won_hands, drawn_hands,
--   streak_hands (the dealer had won the hand before); dealt_in_hands (a discard or robbed kong was
--   paid for, by a chosen player); wins, self_draws (also three wildcards and eight flowers); sums,
--   medians and maxima of totals and turns over wins; win_clusters (deals with a win); sums of
--   squares and products over deals, <of what> _squares, _hands, _wins or _player_hands;
--   fewest_players, most_players (chosen in a hand); first_played, last_played (UTC; null where no
--   record gives a time).
with
won as (
    select
        run,
        deal,
        count(*)::bigint as wins,
        count(*) filter (where self_drawn)::bigint as self_draws,
        sum(total)::bigint as total,
        sum(turn)::bigint as turn
    from win_results
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

played as (
    select
        run,
        deal,
        count(*)::bigint as hands,
        count(*) filter (where outcome = 'win')::bigint as won,
        count(*) filter (where outcome = 'draw')::bigint as drawn,
        count(*) filter (where dealer_streak > 0)::bigint as streak,
        sum(bit_count(payers & chosen))::bigint as dealt_in,
        sum(bit_count(chosen))::bigint as players,
        min(bit_count(chosen))::bigint as fewest,
        max(bit_count(chosen))::bigint as most
    from hand_results
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

deal as (
    select
        played.hands,
        played.won,
        played.drawn,
        played.streak,
        played.dealt_in,
        played.players,
        played.fewest,
        played.most,
        coalesce(won.wins, 0)::bigint as wins,
        coalesce(won.self_draws, 0)::bigint as self_draws,
        coalesce(won.total, 0)::bigint as total,
        coalesce(won.turn, 0)::bigint as turn
    from played
    left join won on played.run = won.run and played.deal = won.deal
),

over_deals as (
    select
        coalesce(sum(hands), 0)::bigint as hands,
        count(*)::bigint as clusters,
        coalesce(sum(won), 0)::bigint as won_hands,
        coalesce(sum(drawn), 0)::bigint as drawn_hands,
        coalesce(sum(streak), 0)::bigint as streak_hands,
        coalesce(sum(dealt_in), 0)::bigint as dealt_in_hands,
        coalesce(sum(wins), 0)::bigint as wins,
        count(*) filter (where wins > 0)::bigint as win_clusters,
        coalesce(sum(self_draws), 0)::bigint as self_draws,
        coalesce(sum(total), 0)::bigint as total,
        coalesce(sum(turn), 0)::bigint as turn,
        coalesce(sum(hands * hands), 0)::bigint as hands_squares,
        coalesce(sum(won * won), 0)::bigint as won_hands_squares,
        coalesce(sum(won * hands), 0)::bigint as won_hands_hands,
        coalesce(sum(drawn * drawn), 0)::bigint as drawn_hands_squares,
        coalesce(sum(drawn * hands), 0)::bigint as drawn_hands_hands,
        coalesce(sum(streak * streak), 0)::bigint as streak_hands_squares,
        coalesce(sum(streak * hands), 0)::bigint as streak_hands_hands,
        coalesce(sum(dealt_in * dealt_in), 0)::bigint as dealt_in_hands_squares,
        coalesce(sum(dealt_in * hands), 0)::bigint as dealt_in_hands_hands,
        coalesce(sum(dealt_in * players), 0)::bigint as dealt_in_hands_player_hands,
        coalesce(sum(players * players), 0)::bigint as player_hands_squares,
        coalesce(sum(wins * wins), 0)::bigint as wins_squares,
        coalesce(sum(self_draws * self_draws), 0)::bigint as self_draws_squares,
        coalesce(sum(self_draws * wins), 0)::bigint as self_draws_wins,
        coalesce(sum(total * total), 0)::bigint as total_squares,
        coalesce(sum(total * wins), 0)::bigint as total_wins,
        coalesce(sum(turn * turn), 0)::bigint as turn_squares,
        coalesce(sum(turn * wins), 0)::bigint as turn_wins
    from deal
),

over_hands as (
    select
        count(distinct row(source, match_id)) filter (
            where match_id is not null
        )::bigint as matches,
        min(played_at at time zone 'UTC')::timestamp as first_played,
        max(played_at at time zone 'UTC')::timestamp as last_played
    from hands
    where run in (select unnest($runs::varchar[]))
),

over_wins as (
    select
        median(total)::double as total_median,
        max(total)::bigint as total_max,
        median(turn)::double as turn_median
    from win_results
    where run in (select unnest($runs::varchar[]))
),

over_players as (
    select
        coalesce(sum(players), 0)::bigint as player_hands,
        min(fewest)::bigint as fewest_players,
        max(most)::bigint as most_players
    from deal
)

select
    d.*,
    h.matches,
    h.first_played,
    h.last_played,
    w.total_median,
    w.total_max,
    w.turn_median,
    p.player_hands,
    p.fewest_players,
    p.most_players
from over_deals as d
cross join over_hands as h
cross join over_wins as w
cross join over_players as p
order by d.hands
