-- Question: how often does the minimum bind?
-- Parameters: $runs, the run ids of one population; $minimum, what a win has to be worth.
-- Views: hand_results, win_results, deal_sizes, deal_wins.
-- Grain: one row.
-- Columns: hands; hands_below (a hand was completed that was worth less than the minimum), below
--   (such completions); wins, wins_at (worth the minimum and no more); clusters (deals),
--   win_clusters (deals with a win) and over them hands_squares, hands_below_squares,
--   hands_below_hands, wins_squares, wins_at_squares, wins_at_wins.
with
missed as (
    select
        run,
        hand_id,
        count(*)::bigint as below
    from chances
    where run in (select unnest($runs::varchar[])) and reason = 'below_minimum'
    group by run, hand_id
),

missed_deal as (
    select
        missed.run,
        hand_results.deal,
        sum(missed.below)::bigint as below,
        count(*)::bigint as hands_below
    from missed
    inner join hand_results
        on missed.run = hand_results.run and missed.hand_id = hand_results.hand_id
    where hand_results.run in (select unnest($runs::varchar[]))
    group by missed.run, hand_results.deal
),

bound as (
    select
        run,
        deal,
        count(*)::bigint as wins_at
    from win_results
    where run in (select unnest($runs::varchar[])) and total = $minimum::bigint
    group by run, deal
),

deal as (
    select
        deal_sizes.hands,
        coalesce(deal_wins.wins, 0)::bigint as wins,
        coalesce(missed_deal.below, 0)::bigint as below,
        coalesce(missed_deal.hands_below, 0)::bigint as hands_below,
        coalesce(bound.wins_at, 0)::bigint as wins_at
    from deal_sizes
    left join missed_deal
        on deal_sizes.run = missed_deal.run and deal_sizes.deal = missed_deal.deal
    left join deal_wins on deal_sizes.run = deal_wins.run and deal_sizes.deal = deal_wins.deal
    left join bound on deal_sizes.run = bound.run and deal_sizes.deal = bound.deal
    where deal_sizes.run in (select unnest($runs::varchar[]))
)

select
    coalesce(sum(hands), 0)::bigint as hands,
    coalesce(sum(hands_below), 0)::bigint as hands_below,
    coalesce(sum(below), 0)::bigint as below,
    coalesce(sum(wins), 0)::bigint as wins,
    coalesce(sum(wins_at), 0)::bigint as wins_at,
    count(*)::bigint as clusters,
    count(*) filter (where wins > 0)::bigint as win_clusters,
    coalesce(sum(hands * hands), 0)::bigint as hands_squares,
    coalesce(sum(hands_below * hands_below), 0)::bigint as hands_below_squares,
    coalesce(sum(hands_below * hands), 0)::bigint as hands_below_hands,
    coalesce(sum(wins * wins), 0)::bigint as wins_squares,
    coalesce(sum(wins_at * wins_at), 0)::bigint as wins_at_squares,
    coalesce(sum(wins_at * wins), 0)::bigint as wins_at_wins
from deal
order by hands
