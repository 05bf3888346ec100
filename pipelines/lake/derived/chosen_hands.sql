-- View: every hand, and which of its players are chosen: all four, except under a filter on players
--   or seats.
-- Grain: one row for each hand.
-- Columns: those of hands; seats (bit s: the player in seat s is chosen).
select
    hands.*, -- noqa: AM04
    15::tinyint as seats
from hands
