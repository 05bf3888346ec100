-- View: what each pattern comes to in each deal.
-- Views: won_patterns.
-- Grain: one row for each deal and pattern that occurs in one of its wins.
-- Columns: run, deal, pattern, wins (that contain it), times (counted with repetitions), marginal
--   (what these wins would lose without it), totals (sum of the totals of these wins).
select
    run,
    deal,
    pattern,
    count(*)::bigint as wins,
    sum(count)::bigint as times,
    sum(marginal)::bigint as marginal,
    sum(total)::bigint as totals
from won_patterns
group by run, deal, pattern
