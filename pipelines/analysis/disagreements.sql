-- Question: in which hands does the record say something else than the computed score?
-- Parameters: $runs, the run ids; $most, how many hands.
-- Grain: one row a hand, in the order of run and hand.
-- Columns: run, hand_id, source_file, match_id, agreement (what differs), recorded_total, total
--   (computed, of the nearest winner; null where nobody won), recorded_deltas, deltas (by seat),
--   recorded_patterns (as the record names them), patterns (keys, computed).
with
hand as (
    select
        run::varchar as run,
        hand_id::bigint as hand_id,
        source_file::varchar as source_file,
        match_id::varchar as match_id,
        agreement::varchar as agreement,
        recorded_total::bigint as recorded_total,
        recorded_deltas,
        recorded_patterns
    from hands
    where
        run in (select unnest($runs::varchar[]))
        and agreement not in ('same', 'not_recorded')
    order by run, hand_id
    limit $most::bigint
),

won as (
    select
        hand.run,
        hand.hand_id,
        min_by(all_wins.total, all_wins.winner)::bigint as total
    from hand
    inner join all_wins on hand.run = all_wins.run and hand.hand_id = all_wins.hand_id
    group by hand.run, hand.hand_id
),

counted as (
    select
        hand.run,
        hand.hand_id,
        list(win_patterns.pattern::varchar order by win_patterns.pattern) as patterns
    from hand
    inner join win_patterns on hand.run = win_patterns.run and hand.hand_id = win_patterns.hand_id
    group by hand.run, hand.hand_id
),

paid as (
    select
        hand.run,
        hand.hand_id,
        list(all_settlements.delta::bigint order by all_settlements.seat) as deltas
    from hand
    inner join all_settlements
        on hand.run = all_settlements.run and hand.hand_id = all_settlements.hand_id
    group by hand.run, hand.hand_id
)

select
    hand.run,
    hand.hand_id,
    hand.source_file,
    hand.match_id,
    hand.agreement,
    hand.recorded_total,
    won.total,
    hand.recorded_deltas,
    paid.deltas,
    hand.recorded_patterns,
    counted.patterns
from hand
left join won on hand.run = won.run and hand.hand_id = won.hand_id
left join counted on hand.run = counted.run and hand.hand_id = counted.hand_id
left join paid on hand.run = paid.run and hand.hand_id = paid.hand_id
order by hand.run, hand.hand_id
