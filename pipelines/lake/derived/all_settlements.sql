-- View: the settlements of the hands that `hands` shows, of all four seats. The same as
--   `settlements`, except under a filter on players or seats, where `settlements` keeps those of
--   the selected ones alone.
-- Grain and columns: those of settlements.
select settlements.* from settlements -- noqa: AM04
