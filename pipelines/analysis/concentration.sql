-- Question: how many points change hands in a hand?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for a jackknife.
-- Grain: one row for each group and number of points.
-- Columns: fold (deal modulo the number of groups), moved (what the seats that gain receive),
--   hands, delta_squares (over the four seats, sum over these hands).
with
moves as (
    select
        run,
        hand_id,
        sum(greatest(delta, 0))::bigint as moved,
        sum(delta::bigint * delta::bigint)::bigint as delta_squares
    from all_settlements
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id
),

folded as (
    select
        run,
        hand_id,
        (deal % $groups::bigint)::bigint as fold
    from hands
    where run in (select unnest($runs::varchar[]))
)

select
    folded.fold,
    moves.moved,
    count(*)::bigint as hands,
    sum(moves.delta_squares)::bigint as delta_squares
from moves
inner join folded on moves.run = folded.run and moves.hand_id = folded.hand_id
group by folded.fold, moves.moved
order by folded.fold, moves.moved
