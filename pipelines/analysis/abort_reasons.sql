-- Question: why were hands aborted?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each reason that occurs, most frequent first.
-- Columns: reason (null where none is stored), hands, n (all hands); clusters (deals) and over them
--   hands_squares, hands_n (hands × all hands of the deal), n_squares.
with
size as (
    select
        run,
        deal,
        count(*)::bigint as n
    from hands
    where run in (select unnest($runs::varchar[]))
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
        run,
        deal,
        abort_reason::varchar as reason,
        count(*)::bigint as hands
    from hands
    where run in (select unnest($runs::varchar[])) and outcome = 'abort'
    group by run, deal, abort_reason
)

select
    cluster.reason,
    sum(cluster.hands)::bigint as hands,
    any_value(whole.n)::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    sum(cluster.hands * size.n)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
inner join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.reason
order by hands desc, cluster.reason asc
