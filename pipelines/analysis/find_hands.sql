-- Question: which hands are like this?
-- Parameters: $runs, the run ids; each of the others may be null, and then asks nothing: $hand (a
--   hand id), $outcome; of a win $pattern (it contains it), $least and $most (total), $first_turn
--   and $last_turn, $payer (who gave the tile, counted from the dealer), $wait, $wildcards (so many
--   in use), $item (points are counted for it); $part_of ('winners': wins of the players that a
--   filter leaves, 'payers': wins for which they paid a discard or a robbed kong, 'all': whosever
--   wins in their hands); $least_streak and $most_streak (of the dealer);
--   $part (the part of settlements by which points change hands); $only_wins; $moving (true: hands
--   that move most points first), $best (true: highest total first), else in the order of runs and
--   hands; $n_rows and $n_skip.
-- Grain: one row for each win of a hand, and one for a hand without a win; at most $n_rows.
-- Columns: run, hand_id, winner (null without a win), outcome, abort_reason, match_id, dealer_seat,
--   round_wind, dealer_streak, n_draws, found (rows in all).
with
holding as (
    select
        run,
        hand_id,
        winner
    from win_patterns
    where pattern = $pattern::varchar and run in (select unnest($runs::varchar[]))
),

counting as (
    select
        run,
        hand_id,
        winner
    from win_items
    where key = $item::varchar and count > 0 and run in (select unnest($runs::varchar[]))
),

paying as (
    select distinct
        run,
        hand_id
    from all_settlements
    where
        run in (select unnest($runs::varchar[]))
        and case $part::varchar
            when 'win' then win
            when 'dealer' then dealer
            when 'losers' then losers
            when 'liability' then liability
            when 'kong' then kong
            when 'bet' then bet
            when 'penalty' then penalty
        end > 0
),

moves as (
    select
        run,
        hand_id,
        sum(greatest(delta, 0))::bigint as moved
    from all_settlements
    where $moving::boolean and run in (select unnest($runs::varchar[]))
    group by run, hand_id
),

asked as (
    select *
    from wins
    where $part_of::varchar = 'winners' and run in (select unnest($runs::varchar[]))
    union all by name
    select *
    from all_wins
    where $part_of::varchar = 'all' and run in (select unnest($runs::varchar[]))
    union all by name
    select *
    from all_wins
    where
        $part_of::varchar = 'payers'
        and run in (select unnest($runs::varchar[]))
        and win_by in ('discard', 'robbed_kong')
        and (run, hand_id, payer) in (
            select (deal_ins.run, deal_ins.hand_id, deal_ins.seat) from deal_ins
        )
),

win as (
    select
        run,
        hand_id,
        winner,
        total,
        case when win_by in ('discard', 'robbed_kong') then payer end as payer
    from asked
    where
        ($hand::bigint is null or hand_id = $hand::bigint)
        and ($least::bigint is null or total >= $least::bigint)
        and ($most::bigint is null or total <= $most::bigint)
        and ($first_turn::bigint is null or turn >= $first_turn::bigint)
        and ($last_turn::bigint is null or turn <= $last_turn::bigint)
        and ($wait::varchar is null or wait = $wait::varchar)
        and ($wildcards::bigint is null or wildcards_used = $wildcards::bigint)
        and (
            $item::varchar is null
            or (run, hand_id, winner) in (
                select (counting.run, counting.hand_id, counting.winner) from counting
            )
        )
        and (
            $pattern::varchar is null
            or (run, hand_id, winner) in (
                select (holding.run, holding.hand_id, holding.winner) from holding
            )
        )
),

hand as (
    select
        run,
        hand_id,
        outcome,
        abort_reason,
        match_id,
        dealer_seat,
        round_wind,
        dealer_streak,
        n_draws
    from hands
    where
        run in (select unnest($runs::varchar[]))
        and ($hand::bigint is null or hand_id = $hand::bigint)
        and ($outcome::varchar is null or outcome = $outcome::varchar)
        and ($least_streak::bigint is null or dealer_streak >= $least_streak::bigint)
        and ($most_streak::bigint is null or dealer_streak <= $most_streak::bigint)
        and (
            $part::varchar is null
            or (run, hand_id) in (select (paying.run, paying.hand_id) from paying)
        )
),

joined as (
    select
        hand.run,
        hand.hand_id,
        win.winner,
        win.total,
        hand.outcome,
        hand.abort_reason,
        hand.match_id,
        hand.dealer_seat,
        hand.round_wind,
        hand.dealer_streak,
        hand.n_draws,
        moves.moved,
        (win.payer - hand.dealer_seat + 4) % 4 as payer_place
    from hand
    left join win on hand.run = win.run and hand.hand_id = win.hand_id
    left join moves on hand.run = moves.run and hand.hand_id = moves.hand_id
)

select
    run,
    hand_id,
    winner,
    outcome::varchar as outcome,
    abort_reason::varchar as abort_reason,
    match_id,
    dealer_seat,
    round_wind,
    dealer_streak,
    n_draws,
    count(*) over ()::bigint as found
from joined
where
    (winner is not null or not $only_wins::boolean)
    and ($payer::bigint is null or payer_place = $payer::bigint)
order by
    moved desc nulls last,
    case when $best::boolean then total end desc nulls last,
    run asc,
    hand_id asc,
    winner asc
limit
    $n_rows
    offset $n_skip
