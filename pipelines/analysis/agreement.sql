-- Question: do the scores that were recorded agree with the ones computed here?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row for each kind of agreement that occurs.
-- Columns: agreement (not_recorded, same, or what differs: total, patterns, deltas), hands, n
--   (hands of which a score was recorded; null on not_recorded), clusters (their deals) and over
--   these hands_squares, hands_n (hands × n of the deal), n_squares.
with
cluster as (
    select
        run,
        deal,
        agreement::varchar as agreement,
        count(*)::bigint as hands
    from hands
    where run in (select unnest($runs::varchar[]))
    group by run, deal, agreement
),

size as (
    select
        run,
        deal,
        sum(hands)::bigint as n
    from cluster
    where agreement != 'not_recorded'
    group by run, deal
),

whole as (
    select
        sum(n)::bigint as n,
        count(*)::bigint as clusters,
        sum(n * n)::bigint as n_squares
    from size
)

select
    cluster.agreement,
    sum(cluster.hands)::bigint as hands,
    case when cluster.agreement != 'not_recorded' then any_value(whole.n) end::bigint as n,
    any_value(whole.clusters)::bigint as clusters,
    sum(cluster.hands * cluster.hands)::bigint as hands_squares,
    coalesce(sum(cluster.hands * size.n), 0)::bigint as hands_n,
    any_value(whole.n_squares)::bigint as n_squares
from cluster
left join size on cluster.run = size.run and cluster.deal = size.deal
cross join whole
group by cluster.agreement
order by hands desc, cluster.agreement asc
