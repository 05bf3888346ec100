-- Question: how long do hands last?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for intervals.
-- Grain: one row for each measure, length and group.
-- Columns: measure (draws: tiles drawn after the deal, of all hands; won_draws: of won hands;
--   turns: own discards of a winner + 1; ready_turns: the turn in which it became ready), amount,
--   fold (deal modulo the number of groups), cases (hands, or wins).
with
win as (
    select
        hands.deal,
        wins.turn,
        wins.first_ready_turn
    from wins
    inner join hands on wins.run = hands.run and wins.hand_id = hands.hand_id
    where
        wins.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

measured as (
    select
        deal,
        'draws' as measure,
        n_draws::bigint as amount
    from hands
    where run in (select unnest($runs::varchar[]))
    union all
    select
        deal,
        'won_draws' as measure,
        n_draws::bigint as amount
    from hands
    where run in (select unnest($runs::varchar[])) and outcome = 'win'
    union all
    select
        deal,
        'turns' as measure,
        turn::bigint as amount
    from win
    union all
    select
        deal,
        'ready_turns' as measure,
        first_ready_turn::bigint as amount
    from win
    where first_ready_turn is not null
),

folded as (
    select
        measure,
        amount,
        (deal % $groups::bigint)::bigint as fold
    from measured
)

select
    measure,
    amount,
    fold,
    count(*)::bigint as cases
from folded
group by measure, amount, fold
order by measure, amount, fold
