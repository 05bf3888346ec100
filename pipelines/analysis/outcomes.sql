-- Question: how do hands end?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_results, deal_sizes.
-- Grain: one row for each way to end that occurs; won hands are split by how they were won (several
--   winners of one hand win in the same way). The rows add up to all hands.
-- Columns: ending (win_by of a won hand, else the outcome), won, hands, n (all hands); clusters
--   (deals) and over them hands_squares, hands_n (hands × all hands of the deal), n_squares.
with
whole as (
    select
        sum(hands)::bigint as n,
        sum(hands * hands)::bigint as n_squares,
        count(*)::bigint as clusters
    from deal_sizes
    where run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        run,
        deal,
        outcome = 'win' as won,
        case when outcome = 'win' then coalesce(win_by::varchar, 'win') else outcome end as ending,
        count(*)::bigint as hands
    from hand_results
    where run in (select unnest($runs::varchar[]))
    group by run, deal, outcome, win_by
)

select
    cluster.ending::varchar as ending,
    cluster.won,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.hands * deal_sizes.hands)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join deal_sizes on cluster.run = deal_sizes.run and cluster.deal = deal_sizes.deal
cross join whole
group by cluster.ending, cluster.won
order by cluster.won desc, hands desc, ending asc
