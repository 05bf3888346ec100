-- Question: how far from ready are dealt hands?
-- Parameters: $runs, the run ids of one population.
-- Grain: one row.
-- Columns: distances (four a hand, or those of the players that a filter chooses), their sum and
--   sum of squares, distance to ready of the hands as dealt, dealt flowers replaced, the dealer's
--   without its last tile.
with
dealt as (
    select dealt_distance::bigint as distance
    from player_hands
    where run in (select unnest($runs::varchar[]))
)

select
    count(*)::bigint as distances,
    coalesce(sum(distance), 0)::bigint as distance_sum,
    coalesce(sum(distance * distance), 0)::bigint as distance_squares
from dealt
order by distances
