"""Exit status: whatever names what is not there is wrong usage, 2, in one sentence."""

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import PaipuError
from tests.dashboards.lake_fixture import make_lake

NO_RUN = "mcr-sim-0123456789ab"
COMMANDS = [
    ("replay", f"{NO_RUN}/5"),
    ("report", "--run", NO_RUN, "--out", "{tmp}/page.html"),
    ("verify", "--run", NO_RUN),
    ("export", "wins", "--run", NO_RUN, "--out", "{tmp}/wins.csv"),
    ("export", "records", "--run", NO_RUN, "--out", "{tmp}/hands.jsonl"),
    ("rescore", "--run", NO_RUN, "--rules", "mcr"),
    ("compare", NO_RUN, "mcr"),
    ("stats", "headline", "--run", NO_RUN),
    ("skill", NO_RUN),
    ("sql", "from hands", "--run", NO_RUN),
    ("runs", "--delete", NO_RUN),
    ("tune", "{tmp}/tuning.toml"),
]
TUNING = f"""
rules = "mcr-botzone"
output = "new.toml"
[rarity]
natural = ["{NO_RUN}"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("status")
    make_lake(folder)
    (folder / "tuning.toml").write_text(TUNING)
    return folder


def refusal(folder, words, lake):
    words = [word.format(tmp=folder) for word in words]
    result = CliRunner().invoke(app, [*words, "--lake", str(lake)])
    assert isinstance(result.exception, PaipuError), result.output
    assert "\n" not in result.exception.message
    return result.exception


def ids(words):
    return "-".join(words[:2])


@pytest.mark.parametrize("words", COMMANDS, ids=ids)
def test_an_unknown_run_is_wrong_usage_everywhere(folder, words):
    error = refusal(folder, words, folder / "lake")
    assert error.exit_status == 2
    assert NO_RUN in error.message


@pytest.mark.parametrize("words", COMMANDS, ids=ids)
def test_a_missing_lake_is_wrong_usage_everywhere(folder, words):
    error = refusal(folder, words, folder / "nowhere")
    assert (error.code, error.exit_status) == ("no_lake", 2)


@pytest.mark.parametrize("words", COMMANDS, ids=ids)
def test_an_unknown_scheme_is_wrong_usage_everywhere(folder, words):
    error = refusal(folder, words, "nowhere://there/lake")
    assert (error.code, error.exit_status) == ("bad_location", 2)


def test_a_lake_to_be_made_under_an_unknown_scheme_is_wrong_usage(folder):
    error = refusal(folder, ("simulate", "mcr", "--hands", "5"), "nowhere://there/lake")
    assert error.exit_status == 2
    error = refusal(folder, ("ingest", "{tmp}/games.txt"), "nowhere://there/lake")
    assert error.exit_status == 2


def test_a_hand_that_is_not_there_is_wrong_usage(folder):
    error = refusal(folder, ("replay", "5"), folder / "lake")
    assert (error.code, error.exit_status) == ("unknown_hand", 2)
