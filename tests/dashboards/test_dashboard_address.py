"""The address of a page, and what controls say of it."""

from urllib.parse import quote

import pytest

from dashboards.app.address import Address
from dashboards.app.pages import BY_PATH
from schemas.errors import UsageError
from tests.dashboards.dashboard_fixture import DEMO
from tests.dashboards.page_helpers import controls


class TestAddress:
    def test_what_is_written_is_read_again(self):
        wanted = Address.of("/hands", run=["a", "b&c"], pattern="平和", page=3, turn=None)
        assert Address.parse("/hands", wanted.search) == wanted

    @pytest.mark.parametrize("said", ["-1", "1.5", "x", "٣", "1e3", "9" * 40])
    def test_what_is_no_whole_number_is_told(self, said):
        with pytest.raises(UsageError, match="whole number"):
            Address.parse("/hands", f"?least={quote(said)}").number("least")

    def test_a_value_outside_a_list_is_told_with_the_list(self):
        with pytest.raises(UsageError, match="outcome=lost; it is win or draw"):
            Address.parse("/hands", "?outcome=lost").choice("outcome", ["win", "draw"])

    def test_two_values_where_there_is_one_are_told(self):
        with pytest.raises(UsageError, match="pattern 2 times"):
            Address.parse("/hands", "?pattern=a&pattern=b").one("pattern")

    def test_a_name_that_nobody_knows_is_told_with_those_that_are(self):
        with pytest.raises(UsageError, match=r"says x, which nobody knows here; .* q"):
            Address.parse("/sql", "?x=1").only(BY_PATH["/sql"].names)


class TestControls:
    def test_a_deep_link_sets_them(self, lake):
        told = controls(lake, f"/patterns?run={DEMO}&seat=0&win_by=self_draw&other_seat=3")
        assert (told["rules"], told["run"]) == ("mcr-botzone", [DEMO])
        assert (told["seat"], told["win_by"], told["other_seat"]) == (["0"], ["self_draw"], ["3"])

    def test_recorded_hands_are_chosen_by_player_and_day(self, lake):
        href = f"/balance?run={DEMO}&player=x&since=2026-01-01&until=2026-02-28"
        told = controls(lake, href)
        days = ("2026-01-01", "2026-02-28")
        assert (told["player"], told["since"], told["until"]) == ("x", *days)
        assert controls(lake, f"/balance?run={DEMO}&player=x&player=y")["player"] == ["x", "y"]
