-- Question: by how much do two populations differ on the same walls, measure by measure?
-- Parameters: $runs and $other_runs, the run ids of the two.
-- Views: hand_measures.
-- Grain: one row for each measure.
-- Columns: measure, hands (pairs), total (sum of other − this over pairs), clusters (pairs of one
--   deal) and over them total_squares, total_hands (total × pairs), hands_squares, as text.
with
one as (
    select * from hand_measures
    where run in (select unnest($runs::varchar[]))
),

other as (
    select * from hand_measures
    where run in (select unnest($other_runs::varchar[]))
),

pair as (
    select
        one.deal,
        other.drawn - one.drawn as drawn,
        other.aborted - one.aborted as aborted,
        other.won - one.won as won,
        other.self_drawn - one.self_drawn as self_drawn,
        other.dealt_in - one.dealt_in as dealt_in,
        other.dealer_won - one.dealer_won as dealer_won,
        other.draws - one.draws as draws,
        other.moved - one.moved as moved,
        other.dealer_points - one.dealer_points as dealer_points
    from one
    inner join other
        on
            one.deal = other.deal
            and one.hand_in_session = other.hand_in_session
            and one.permutation = other.permutation
),

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
        sum(dealer_points)::hugeint as dealer_points
    from pair
    group by deal
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
            dealer_points
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
