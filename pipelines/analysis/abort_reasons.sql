-- Question: why were hands aborted?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_results, deal_sizes.
-- Grain: one row for each reason that occurs, most frequent first.
-- Columns: reason (null where none is stored), hands, n (all hands); clusters (deals) and over them
--   hands_squares, hands_n (hands × all hands of the deal), n_squares.
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
        abort_reason,
        count(*)::bigint as hands
    from hand_results
    where run in (select unnest($runs::varchar[])) and outcome = 'abort'
    group by run, deal, abort_reason
)

select
    cluster.abort_reason::varchar as reason,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.hands * deal_sizes.hands)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join deal_sizes on cluster.run = deal_sizes.run and cluster.deal = deal_sizes.deal
cross join whole
group by cluster.abort_reason
order by hands desc, reason asc
