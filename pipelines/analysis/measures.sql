-- Question: how do hands go on average, measure by measure?
-- Parameters: $runs, the run ids of one population.
-- Views: hand_measures.
-- Grain: one row for each measure.
-- Columns: measure (a column of hand_measures), hands, total (sum over hands), clusters (hands of
--   one deal) and over them total_squares, total_hands (total × hands), hands_squares, as text:
--   they may be beyond 64 bits.
with
long as (
    select
        run,
        deal,
        measure,
        amount
    from hand_measures
    unpivot (
        amount for measure in (
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
    where run in (select unnest($runs::varchar[]))
),

cluster as (
    select
        measure,
        sum(amount)::hugeint as total,
        count(*)::hugeint as hands
    from long
    group by measure, run, deal
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
