"""The largest total that the tables hold."""

from __future__ import annotations

from typing import Final

MOST_TOTAL: Final = (1 << 31) - 1
"""Totals without measure, of tables with the largest numbers that a rule set may have, end there:
the columns of wins have 32 bits."""
