-- Question: how long do hands last?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for intervals.
-- Views: hand_results, win_results.
-- Grain: one row for each measure, length and group.
-- Columns: measure (draws: tiles drawn after the deal, of all hands; won_draws: of won hands;
--   turns: own discards of a winner + 1; ready_turns: the turn in which it became ready), amount,
--   fold (deal modulo the number of groups), cases (hands, or wins).
with
measured as (
    select
        deal,
        'draws' as measure,
        draws::bigint as amount
    from hand_results
    where run in (select unnest($runs::varchar[]))
    union all
    select
        deal,
        'won_draws' as measure,
        draws::bigint as amount
    from hand_results
    where run in (select unnest($runs::varchar[])) and outcome = 'win'
    union all
    select
        deal,
        'turns' as measure,
        turn::bigint as amount
    from win_results
    where run in (select unnest($runs::varchar[]))
    union all
    select
        deal,
        'ready_turns' as measure,
        first_ready_turn::bigint as amount
    from win_results
    where run in (select unnest($runs::varchar[])) and first_ready_turn is not null
)

select
    measure,
    amount,
    (deal % $groups::bigint)::bigint as fold,
    count(*)::bigint as cases
from measured
group by measure, amount, deal % $groups::bigint
order by measure, amount, fold
