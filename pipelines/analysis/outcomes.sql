-- Question: how do hands end?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each way to end that occurs; won hands are split by how they were won (several
--   winners of one hand win in the same way). The rows add up to all hands.
-- Columns: ending (win_by of a won hand, else the outcome), won, hands, n (all hands).
with
hand as (
    select
        run,
        hand_id,
        outcome
    from hands
    where run in (select unnest($runs::varchar[]))
),

won as (
    select
        run,
        hand_id,
        min(win_by) as win_by
    from all_wins
    where run in (select unnest($runs::varchar[]))
    group by run, hand_id
),

ended as (
    select
        hand.outcome = 'win' as won,
        case
            when hand.outcome = 'win' then coalesce(won.win_by, 'win')
            else hand.outcome
        end as ending
    from hand
    left join won on hand.run = won.run and hand.hand_id = won.hand_id
)

select
    ending::varchar as ending,
    won,
    count(*)::bigint as hands,
    sum(count(*)) over ()::bigint as n
from ended
group by ending, won
order by won desc, hands desc, ending asc
