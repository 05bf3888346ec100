-- Question: which patterns does each player, or each policy, win with most?
-- Parameters: $runs, the run ids of one population; $by, 'player' or 'policy' as in players.sql;
--   $most, how many patterns of each.
-- Views: win_results, won_patterns.
-- Grain: one row for each name and pattern, names in their order, most frequent patterns first.
-- Columns: who, pattern, wins (of that player that contain it), n (all wins of that player);
--   clusters (deals with a win of that player) and over them wins_n (wins × all wins of that player
--   in the deal), wins_squares, n_squares.
with
named as (
    select
        win_results.run,
        win_results.hand_id,
        win_results.winner,
        win_results.deal,
        hands.players[1 + win_results.winner] as player
    from win_results
    inner join hands on win_results.run = hands.run and win_results.hand_id = hands.hand_id
    where
        win_results.run in (select unnest($runs::varchar[]))
        and hands.run in (select unnest($runs::varchar[]))
),

known as (
    select
        run,
        hand_id,
        winner,
        deal,
        case
            when $by::varchar = 'player' then player
            when regexp_matches(player, '^p[0-3]:.') then player[4:]
        end as who
    from named
),

won as (
    select *
    from known
    where who is not null
),

size as (
    select
        who,
        run,
        deal,
        count(*)::bigint as n
    from won
    group by who, run, deal
),

whole as (
    select
        who,
        sum(n)::bigint as n,
        sum(n * n)::bigint as n_squares,
        count(*)::bigint as clusters
    from size
    group by who
),

cluster as (
    select
        won.who,
        won.run,
        won.deal,
        won_patterns.pattern::varchar as pattern,
        count(*)::bigint as wins
    from won
    inner join won_patterns
        on
            won.run = won_patterns.run
            and won.hand_id = won_patterns.hand_id
            and won.winner = won_patterns.winner
    where won_patterns.run in (select unnest($runs::varchar[]))
    group by won.who, won.run, won.deal, won_patterns.pattern
),

counted as (
    select
        cluster.who::varchar as who,
        cluster.pattern,
        sum(cluster.wins)::bigint as wins,
        any_value(whole.n)::bigint as n,
        any_value(whole.clusters)::bigint as clusters,
        sum(cluster.wins * size.n)::bigint as wins_n,
        sum(cluster.wins * cluster.wins)::bigint as wins_squares,
        any_value(whole.n_squares)::bigint as n_squares
    from cluster
    inner join size
        on cluster.who = size.who and cluster.run = size.run and cluster.deal = size.deal
    inner join whole on cluster.who = whole.who
    group by cluster.who, cluster.pattern
),

ranked as (
    select
        *,
        row_number() over (partition by who order by wins desc, pattern asc) as place
    from counted
)

select
    who,
    pattern,
    wins,
    n,
    clusters,
    wins_n,
    wins_squares,
    n_squares
from ranked
where place <= $most::bigint
order by who asc, wins desc, pattern asc
