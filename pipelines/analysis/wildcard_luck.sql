-- Question: what does a player gain by the number of wildcards that come to it?
-- Parameters: $runs, the run ids of one population; $seat_flower, whether a player's seat flower is
--   a wildcard; $flowers_wild, whether all flowers are where a flower was turned up; $groups,
--   into how many groups of deals the hands fall.
-- Grain: one row for each moment (dealt: in the tiles dealt; held: dealt or drawn until the end),
--   number of wildcards and group, over hands with a wildcard.
-- Columns: moment, wildcards, fold, cases (players of hands), wins, points, points_squared (sum
--   over cases); clusters (deals) and over them cases_squares, and of wins and points
--   <of what>_squares and _cases.
with
parameter as (
    select
        $seat_flower::boolean as seat_flower,
        $flowers_wild::boolean as flowers_wild
),

hand as (
    select
        run,
        hand_id,
        dealer_seat,
        wildcard,
        winners,
        deal,
        (deal % $groups::bigint)::bigint as fold
    from hands
    where run in (select unnest($runs::varchar[])) and wildcard is not null
),

received as (
    select
        run,
        hand_id,
        seat,
        true as was_dealt,
        unnest(tiles) as tile
    from events
    where run in (select unnest($runs::varchar[])) and action = 'deal'
    union all
    select
        run,
        hand_id,
        seat,
        false as was_dealt,
        tile
    from events
    where run in (select unnest($runs::varchar[])) and action in ('draw', 'replace')
),

wild as (
    select
        hand.run,
        hand.hand_id,
        received.seat,
        count(*)::bigint as held,
        count(*) filter (where received.was_dealt)::bigint as dealt
    from received
    inner join hand on received.run = hand.run and received.hand_id = hand.hand_id
    cross join parameter
    where
        received.tile = hand.wildcard
        or (
            parameter.seat_flower
            and received.tile = 34 + (received.seat - hand.dealer_seat + 4) % 4
        )
        or (parameter.flowers_wild and hand.wildcard >= 34 and received.tile >= 34)
    group by hand.run, hand.hand_id, received.seat
),

player as (
    select
        hand.run,
        hand.deal,
        hand.fold,
        settlements.delta::bigint as points,
        ((hand.winners >> settlements.seat) & 1)::bigint as won,
        coalesce(wild.dealt, 0) as dealt,
        coalesce(wild.held, 0) as held
    from settlements
    inner join hand on settlements.run = hand.run and settlements.hand_id = hand.hand_id
    left join wild
        on
            settlements.run = wild.run
            and settlements.hand_id = wild.hand_id
            and settlements.seat = wild.seat
    where settlements.run in (select unnest($runs::varchar[]))
),

moment as (
    select
        run,
        deal,
        fold,
        points,
        won,
        dealt as wildcards,
        'dealt' as moment
    from player
    union all
    select
        run,
        deal,
        fold,
        points,
        won,
        held as wildcards,
        'held' as moment
    from player
),

cluster as (
    select
        moment,
        wildcards,
        fold,
        count(*)::bigint as cases,
        sum(won)::bigint as wins,
        sum(points)::bigint as points,
        sum(points * points)::bigint as points_squared
    from moment
    group by moment, wildcards, fold, run, deal
)

select
    moment,
    wildcards::bigint as wildcards,
    fold,
    sum(cases)::bigint as cases,
    sum(wins)::bigint as wins,
    sum(points)::bigint as points,
    sum(points_squared)::bigint as points_squared,
    count(*)::bigint as clusters,
    sum(cases * cases)::bigint as cases_squares,
    sum(wins * wins)::bigint as wins_squares,
    sum(wins * cases)::bigint as wins_cases,
    sum(points * points)::bigint as points_squares,
    sum(points * cases)::bigint as points_cases
from cluster
group by moment, wildcards, fold
order by moment, wildcards, fold
