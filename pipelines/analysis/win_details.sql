-- Question: what did these wins look like, tile by tile and pattern by pattern?
-- Parameters: $runs, the run ids; $run_ids, $hand_ids, $winners, equally long lists that name the
--   wins.
-- Grain: one row a win, in the order of the lists.
-- Columns: run, hand_id, winner, match_id, round_wind, win_by, win_tile (null where none),
--   concealed, melds, flowers, total, turn, wait, patterns (list of pattern, count, value; most
--   valuable first), player (null where the record names none), seat (counted from the dealer).
with
asked as (
    select
        unnest($run_ids::varchar[]) as run,
        unnest($hand_ids::bigint[]) as hand_id,
        unnest($winners::tinyint[]) as winner,
        unnest(range(len($run_ids::varchar[]))) as place
),

listed as (
    select
        asked.place,
        list(
            {
                'pattern': win_patterns.pattern::varchar,
                'count': win_patterns.count::bigint,
                'value': win_patterns.value::bigint
            }
            order by win_patterns.value desc, win_patterns.pattern asc
        ) as patterns
    from asked
    inner join win_patterns
        on
            asked.run = win_patterns.run
            and asked.hand_id = win_patterns.hand_id
            and asked.winner = win_patterns.winner
    group by asked.place
)

select
    asked.run,
    asked.hand_id,
    asked.winner,
    hands.match_id,
    hands.round_wind::tinyint as round_wind,
    wins.win_by::varchar as win_by,
    wins.win_tile::tinyint as win_tile,
    wins.concealed,
    wins.melds,
    wins.flowers,
    wins.total::bigint as total,
    wins.turn::bigint as turn,
    wins.wait::varchar as wait,
    listed.patterns,
    hands.players[asked.winner + 1] as player,
    ((asked.winner - hands.dealer_seat + 4) % 4)::tinyint as seat
from asked
inner join wins
    on asked.run = wins.run and asked.hand_id = wins.hand_id and asked.winner = wins.winner
inner join hands on asked.run = hands.run and asked.hand_id = hands.hand_id
left join listed on asked.place = listed.place
where hands.run in (select unnest($runs::varchar[]))
order by asked.place
