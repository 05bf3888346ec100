-- Question: how often does the minimum bind?
-- Parameters: $runs, the run ids of one population; $minimum, what a win has to be worth.
-- Grain: one row.
-- Columns: hands; hands_below (a hand was completed that was worth less than the minimum), below
--   (such completions); wins, wins_at (worth the minimum and no more).
with
short as (
    select
        run,
        hand_id
    from chances
    where run in (select unnest($runs::varchar[])) and reason = 'below_minimum'
),

won as (
    select
        count(*)::bigint as wins,
        count(*) filter (where total = $minimum::bigint)::bigint as wins_at
    from wins
    where run in (select unnest($runs::varchar[]))
),

played as (
    select count(*)::bigint as hands
    from hands
    where run in (select unnest($runs::varchar[]))
),

missed as (
    select
        count(*)::bigint as below,
        count(distinct row(run, hand_id))::bigint as hands_below
    from short
)

select
    played.hands,
    missed.hands_below,
    missed.below,
    won.wins,
    won.wins_at
from played
cross join missed
cross join won
order by played.hands
