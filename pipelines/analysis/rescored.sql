-- Question: what do other rules change in hands that were played already, hand by hand?
-- Parameters: $runs, the run ids of rescored runs; $other_runs, those of their parents.
-- Views: rescored_hands.
-- Grain: one row for each measure.
-- Columns: measure: same (hands in which nobody's points change), unwon (hands whose wins are none
--   any more), earlier (hands in which a completion would have been a win that was none), moved
--   (points that change hands, after − before), moved_before and moved_after; hands, total (sum
--   over hands), clusters (hands of one deal) and over them total_squares, total_hands
--   (total × hands), hands_squares, as text.
with
paid as (
    select
        run,
        hand_id,
        deal,
        outcome,
        old_points = new_points as same,
        list_sum([greatest(one, 0) for one in old_points])::bigint as moved_before,
        list_sum([greatest(one, 0) for one in new_points])::bigint as moved_after
    from rescored_hands
    where
        run in (select unnest($runs::varchar[]))
        and parent in (select unnest($other_runs::varchar[]))
),

early as (
    select distinct
        runs.run,
        scored.hand_id
    from runs
    inner join chances as scored on runs.run = scored.run
    inner join chances as former
        on
            runs.parent = former.run
            and scored.hand_id = former.hand_id
            and scored.seq = former.seq
            and scored.seat = former.seat
    where
        runs.run in (select unnest($runs::varchar[]))
        and runs.parent in (select unnest($other_runs::varchar[]))
        and scored.reason = 'passed'
        and former.reason in ('below_minimum', 'not_allowed')
),

measured as (
    select
        paid.run,
        paid.deal,
        paid.moved_before,
        paid.moved_after,
        paid.same::bigint as same,
        (paid.outcome = 'unwon')::bigint as unwon,
        (early.hand_id is not null)::bigint as earlier,
        paid.moved_after - paid.moved_before as moved
    from paid
    left join early on paid.run = early.run and paid.hand_id = early.hand_id
),

deal as (
    select
        count(*)::hugeint as hands,
        sum(same)::hugeint as same,
        sum(unwon)::hugeint as unwon,
        sum(earlier)::hugeint as earlier,
        sum(moved_before)::hugeint as moved_before,
        sum(moved_after)::hugeint as moved_after,
        sum(moved)::hugeint as moved
    from measured
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
            same,
            unwon,
            earlier,
            moved_before,
            moved_after,
            moved
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
