"""``paipu score``: won hands as JSON Lines in, fan and payments as JSON Lines out."""

from __future__ import annotations


def score() -> None:
    """Score won hands."""
    raise SystemExit("being written")
