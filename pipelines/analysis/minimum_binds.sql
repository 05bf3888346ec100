-- Question: how often does the minimum bind?
-- Parameters: $runs, the run ids of one population; $minimum, what a win has to be worth.
-- Grain: one row.
-- Columns: hands; hands_below (a hand was completed that was worth less than the minimum), below
--   (such completions); wins, wins_at (worth the minimum and no more); clusters (deals),
--   win_clusters (deals with a win) and over them hands_squares, hands_below_squares,
--   hands_below_hands, wins_squares, wins_at_squares, wins_at_wins.
with
missed as (
    select
        run,
        hand_id,
        count(*)::bigint as below
    from chances
    where run in (select unnest($runs::varchar[])) and reason = 'below_minimum'
    group by run, hand_id
),

won as (
    select
        run,
        hand_id,
        count(*)::bigint as wins,
        count(*) filter (where total = $minimum::bigint)::bigint as wins_at
    from wins
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id
),

deal as (
    select
        count(*)::bigint as hands,
        coalesce(sum(missed.below), 0)::bigint as below,
        count(missed.below)::bigint as hands_below,
        coalesce(sum(won.wins), 0)::bigint as wins,
        coalesce(sum(won.wins_at), 0)::bigint as wins_at
    from hands
    left join missed on hands.run = missed.run and hands.hand_id = missed.hand_id
    left join won on hands.run = won.run and hands.hand_id = won.hand_id
    where hands.run in (select unnest($runs::varchar[]))
    group by hands.run, hands.deal
)

select
    coalesce(sum(hands), 0)::bigint as hands,
    coalesce(sum(hands_below), 0)::bigint as hands_below,
    coalesce(sum(below), 0)::bigint as below,
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(wins_at), 0)::bigint as wins_at,
    count(*)::bigint as clusters,
    count(*) filter (where wins > 0)::bigint as win_clusters,
    coalesce(sum(hands * hands), 0)::bigint as hands_squares,
    coalesce(sum(hands_below * hands_below), 0)::bigint as hands_below_squares,
    coalesce(sum(hands_below * hands), 0)::bigint as hands_below_hands,
    coalesce(sum(wins * wins), 0)::bigint as wins_squares,
    coalesce(sum(wins_at * wins_at), 0)::bigint as wins_at_squares,
    coalesce(sum(wins_at * wins), 0)::bigint as wins_at_wins
from deal
order by hands
