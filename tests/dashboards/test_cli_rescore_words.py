"""What `paipu rescore` says of how far its figures can be trusted."""

import polars as pl
import pytest

from dashboards.cli.rescore import how_far_to_trust


def said(lost: int, early: int) -> str:
    hands = {"unwon": {"count": lost}, "earlier": {"count": early}, "same": {"hands": 200}}
    return how_far_to_trust(hands, pl.DataFrame({"n": [190]}))


@pytest.mark.parametrize(
    ("lost", "early", "share"), [(10, 0, "5.0%"), (10, 30, "20.0%"), (150, 150, "100%")]
)
def test_hands_that_went_on_or_ended_earlier_are_bounded(lost: int, early: int, share: str) -> None:
    assert said(lost, early).startswith(f"[bold]{share}[/] of the hands at most")


def test_where_every_hand_ends_as_it_did_that_is_said() -> None:
    assert said(0, 0).startswith("All 190 stored wins are wins under the new rules")
