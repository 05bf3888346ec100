-- Question: how do hands go on average, measure by measure?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_measures.
-- Grain: one row for each measure.
-- Columns: measure (a column of hand_measures), hands, total (sum over hands), clusters (hands of
--   one deal) and over them total_squares, total_hands (total × hands), hands_squares, as text:
--   they may be beyond 64 bits.
with
deal as (
    select
        count(*)::hugeint as hands,
        sum(drawn)::hugeint as drawn,
        sum(aborted)::hugeint as aborted,
        sum(won)::hugeint as won,
        sum(self_drawn)::hugeint as self_drawn,
        sum(dealt_in)::hugeint as dealt_in,
        sum(dealer_won)::hugeint as dealer_won,
        sum(draws)::hugeint as draws,
        sum(moved)::hugeint as moved,
        sum(dealer_points)::hugeint as dealer_points,
        sum(seat_points_squared)::hugeint as seat_points_squared
    from hand_measures
    where run in (select unnest($runs::varchar[]))
    group by run, deal
),

cluster as (
    select
        measure,
        total,
        hands
    from deal
    unpivot (
        total for measure in (
            drawn,
            aborted,
            won,
            self_drawn,
            dealt_in,
            dealer_won,
            draws,
            moved,
            dealer_points,
            seat_points_squared
        )
    )
)

select
    measure::varchar as measure,
    sum(hands)::bigint as hands,
    sum(total)::bigint as total,
    count(*)::bigint as clusters,
    sum(total * total)::varchar as total_squares,
    sum(total * hands)::varchar as total_hands,
    sum(hands * hands)::varchar as hands_squares
from cluster
group by measure
order by measure
