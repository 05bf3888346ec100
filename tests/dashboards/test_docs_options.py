"""The generated page of options says what the presets say."""

from __future__ import annotations

from dashboards.docs.options import PAGE, options_page
from schemas.rules_files import load_ruleset, preset_names


def test_the_page_in_the_documentation_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == options_page(), "run make docs"


def test_every_option_of_every_preset_stands_on_the_page() -> None:
    page = options_page()
    for name in preset_names():
        for option in load_ruleset(name).options():
            assert f"`{option.split('.')[1]}`" in page, option
