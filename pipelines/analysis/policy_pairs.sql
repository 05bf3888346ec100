-- Question: by how much do two players of a duplicate run differ in one hand?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each pair of players, over the deals that were played in all 24 seatings.
-- Columns: player, other (0–3, their seats in the first seating), hands, difference (sum of the
--   first's points less the second's), difference_squares (sum over hands), as text: it may be
--   beyond 64 bits.
with
complete as (
    select
        run,
        deal
    from hands
    where run in (select unnest($runs::varchar[]))
    group by run, deal
    having count(distinct permutation) = 24 and count(*) = 24
),

hand as (
    select
        hands.run,
        hands.hand_id,
        hands.players
    from hands
    inner join complete on hands.run = complete.run and hands.deal = complete.deal
    where hands.run in (select unnest($runs::varchar[]))
),

seated as (
    select
        hand.run,
        hand.hand_id,
        settlements.delta::bigint as points,
        regexp_extract(hand.players[settlements.seat + 1], '^p([0-3]):', 1)::tinyint as player
    from all_settlements as settlements
    inner join hand on settlements.run = hand.run and settlements.hand_id = hand.hand_id
    where settlements.run in (select unnest($runs::varchar[]))
),

pair as (
    select
        one.player,
        two.player as other,
        one.points - two.points as difference
    from seated as one
    inner join seated as two
        on one.run = two.run and one.hand_id = two.hand_id and one.player < two.player
)

select
    player,
    other,
    count(*)::bigint as hands,
    sum(difference)::bigint as difference,
    sum(difference * difference)::varchar as difference_squares
from pair
group by player, other
order by player, other
