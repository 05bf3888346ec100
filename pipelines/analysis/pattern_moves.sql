-- Question: how does the frequency of each pattern differ between runs that were dealt the same
--   walls, such as one under a rule set and one under a changed table?
-- Parameters: $runs and $other_runs, equally long lists of run ids, pair by pair.
-- Grain: one row for each pattern that occurs in either.
-- Columns: pattern; wins, other_wins (with the pattern), n, other_n (all wins), deals, clusters and
--   other_clusters (deals with a win here, there); and over the deals, for the interval of the
--   difference of wins / n, sums of products of wins with the pattern (c) and of all wins (w) here
--   and in the other (o): cc, cw, ww, co_co, co_wo, wo_wo, c_co, c_wo, w_co, w_wo.
with
hand as (
    select
        run,
        hand_id,
        deal,
        list_position($runs::varchar[], run) as pair,
        false as is_other
    from hands
    where run in (select unnest($runs::varchar[]))
    union all
    select
        run,
        hand_id,
        deal,
        list_position($other_runs::varchar[], run) as pair,
        true as is_other
    from hands
    where run in (select unnest($other_runs::varchar[]))
),

win as (
    select
        hand.pair,
        hand.deal,
        hand.is_other,
        wins.run,
        wins.hand_id,
        wins.winner
    from wins
    inner join hand on wins.run = hand.run and wins.hand_id = hand.hand_id
),

won as (
    select
        pair,
        deal,
        (count(*) filter (where not is_other))::bigint as w,
        (count(*) filter (where is_other))::bigint as wo
    from win
    group by pair, deal
),

everything as (
    select
        sum(w)::bigint as n,
        sum(wo)::bigint as other_n,
        sum(w * w)::bigint as ww,
        sum(wo * wo)::bigint as wo_wo,
        sum(w * wo)::bigint as w_wo,
        count(*) filter (where w > 0)::bigint as clusters,
        count(*) filter (where wo > 0)::bigint as other_clusters
    from won
),

pair_deal as (
    select
        pair,
        deal
    from hand
    group by pair, deal
),

dealt as (select count(*)::bigint as deals from pair_deal),

counted as (
    select
        win.pair,
        win.deal,
        win_patterns.pattern::varchar as pattern,
        (count(*) filter (where not win.is_other))::bigint as c,
        (count(*) filter (where win.is_other))::bigint as co
    from win_patterns
    inner join win
        on
            win_patterns.run = win.run
            and win_patterns.hand_id = win.hand_id
            and win_patterns.winner = win.winner
    group by win.pair, win.deal, win_patterns.pattern
)

select
    counted.pattern,
    sum(counted.c)::bigint as wins,
    sum(counted.co)::bigint as other_wins,
    any_value(everything.n)::bigint as n,
    any_value(everything.other_n)::bigint as other_n,
    any_value(dealt.deals)::bigint as deals,
    any_value(everything.clusters)::bigint as clusters,
    any_value(everything.other_clusters)::bigint as other_clusters,
    sum(counted.c * counted.c)::bigint as cc,
    sum(counted.c * won.w)::bigint as cw,
    any_value(everything.ww)::bigint as ww,
    sum(counted.co * counted.co)::bigint as co_co,
    sum(counted.co * won.wo)::bigint as co_wo,
    any_value(everything.wo_wo)::bigint as wo_wo,
    sum(counted.c * counted.co)::bigint as c_co,
    sum(counted.c * won.wo)::bigint as c_wo,
    sum(won.w * counted.co)::bigint as w_co,
    any_value(everything.w_wo)::bigint as w_wo
from counted
inner join won on counted.pair = won.pair and counted.deal = won.deal
cross join everything
cross join dealt
group by counted.pattern
order by counted.pattern
