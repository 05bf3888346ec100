-- View: the wins of the hands that `hands` shows, whoever won. The same as `wins`, except under a
--   filter on players or seats, where `wins` keeps those of the selected ones alone.
-- Grain and columns: those of wins.
select wins.* from wins -- noqa: AM04
