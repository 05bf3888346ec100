-- Question: how far from ready are dealt hands?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row.
-- Columns: distances (four a hand, or those of the players that a filter chooses), distance (their
--   sum: distance to ready of the hands as dealt, dealt flowers replaced, the dealer's without its
--   last tile); clusters (deals) and over them distance_squares, distance_distances (sum × number),
--   distances_squares.
with
deal as (
    select
        count(*)::bigint as distances,
        sum(dealt_distance)::bigint as distance
    from player_hands
    where run in (select unnest($runs::varchar[]))
    group by run, deal
)

select
    count(*)::bigint as clusters,
    coalesce(sum(distances), 0)::bigint as distances,
    coalesce(sum(distance), 0)::bigint as distance,
    coalesce(sum(distance * distance), 0)::bigint as distance_squares,
    coalesce(sum(distance * distances), 0)::bigint as distance_distances,
    coalesce(sum(distances * distances), 0)::bigint as distances_squares
from deal
order by distances
