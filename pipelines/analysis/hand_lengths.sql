-- Question: how long do hands last?
-- Parameters: $runs, the run ids of one population; $groups, into how many groups of deals the
--   hands fall, for intervals.
-- Views: hand_results, win_results.
-- Grain: one row for each measure, length and group.
-- Columns: measure (draws: tiles drawn after the deal, of all hands; won_draws: of won hands;
--   turns: own discards of a winner + 1; ready_turns: the turn in which it became ready), amount,
--   fold (deal modulo the number of groups), cases (hands, or wins); the same in every row of a
--   measure: all_cases, total (sum of the amounts), clusters (deals with a case) and over them
--   total_squares, total_all_cases (total × cases), all_cases_squares.
with
measured as (
    select
        run,
        deal,
        'draws' as measure,
        draws::bigint as amount
    from hand_results
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        deal,
        'won_draws' as measure,
        draws::bigint as amount
    from hand_results
    where run in (select unnest($runs::varchar[])) and outcome = 'win'
    union all
    select
        run,
        deal,
        'turns' as measure,
        turn::bigint as amount
    from win_results
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        deal,
        'ready_turns' as measure,
        first_ready_turn::bigint as amount
    from win_results
    where run in (select unnest($runs::varchar[])) and first_ready_turn is not null
),

cluster as (
    select
        measure,
        count(*)::bigint as cases,
        sum(amount)::bigint as total
    from measured
    group by measure, run, deal
),

whole as (
    select
        measure,
        sum(cases)::bigint as all_cases,
        sum(total)::bigint as total,
        count(*)::bigint as clusters,
        sum(total * total)::bigint as total_squares,
        sum(total * cases)::bigint as total_all_cases,
        sum(cases * cases)::bigint as all_cases_squares
    from cluster
    group by measure
),

folded as (
    select
        measure,
        amount,
        (deal % $groups::bigint)::bigint as fold,
        count(*)::bigint as cases
    from measured
    group by measure, amount, deal % $groups::bigint
)

select
    folded.measure,
    folded.amount,
    folded.fold,
    folded.cases,
    whole.all_cases,
    whole.total,
    whole.clusters,
    whole.total_squares,
    whole.total_all_cases,
    whole.all_cases_squares
from folded
inner join whole on folded.measure = whole.measure
order by folded.measure, folded.amount, folded.fold
