-- Question: how do hands end?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each way to end that occurs; won hands are split by how they were won (several
--   winners of one hand win in the same way). The rows add up to all hands.
-- Columns: ending (win_by of a won hand, else the outcome), won, hands, n (all hands); clusters
--   (deals) and over them hands_squares, hands_n (hands × all hands of the deal), n_squares.
with
hand as (
    select
        run,
        hand_id,
        deal,
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

size as (
    select
        run,
        deal,
        count(*)::bigint as n
    from hand
    group by run, deal
),

whole as (
    select
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
),

cluster as (
    select
        hand.run,
        hand.deal,
        hand.outcome = 'win' as won,
        case
            when hand.outcome = 'win' then coalesce(won.win_by, 'win')
            else hand.outcome
        end as ending,
        count(*)::bigint as hands
    from hand
    left join won on hand.run = won.run and hand.hand_id = won.hand_id
    group by hand.run, hand.deal, hand.outcome, won.win_by
)

select
    cluster.ending::varchar as ending,
    cluster.won,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.hands * size.n)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.ending, cluster.won
order by cluster.won desc, hands desc, ending asc
