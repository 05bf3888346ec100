"""Damaged parts: every reading command says so in one sentence and names the way out."""

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import LakeError
from tests.dashboards.lake_fixture import make_lake


@pytest.fixture
def lake(tmp_path):
    lake = make_lake(tmp_path)[0]
    for part in lake.manifests()[0].parts:
        (tmp_path / "lake" / part.files["hands"].path).write_bytes(b"")
    return lake


@pytest.mark.parametrize(
    "words",
    [
        ("sql", "select count(*) from hands"),
        ("report", "--out", "{tmp}/page.html"),
        ("export", "hands", "--out", "{tmp}/hands.csv"),
        ("export", "records", "--out", "{tmp}/hands.jsonl"),
        ("replay", "0"),
    ],
)
def test_damage_is_one_sentence(lake, tmp_path, words):
    words = [word.format(tmp=tmp_path) for word in words]
    result = CliRunner().invoke(app, [*words, "--lake", lake.uri])
    assert isinstance(result.exception, LakeError), result.exception
    assert result.exception.exit_status == 1
    assert "verify" in result.exception.message
