-- Question: how often does a dealer play with a streak, and how often does it win then?
-- Parameters: $runs, the run ids of one population; $most, from which streak on one row is enough.
-- Grain: one row for each streak (wins of the dealer before the hand) that occurs.
-- Columns: streak, hands, n (all hands), dealer_wins (hands of these that the dealer won).
with
hand as (
    select
        run,
        hand_id,
        dealer_seat,
        least(dealer_streak, $most::smallint)::bigint as streak
    from hands
    where run in (select unnest($runs::varchar[]))
),

winner as (
    select distinct
        run,
        hand_id,
        winner
    from all_wins
    where run in (select unnest($runs::varchar[]))
)

select
    hand.streak,
    count(*)::bigint as hands,
    sum(count(*)) over ()::bigint as n,
    count(winner.winner)::bigint as dealer_wins
from hand
left join winner
    on
        hand.run = winner.run
        and hand.hand_id = winner.hand_id
        and hand.dealer_seat = winner.winner
group by hand.streak
order by hand.streak
