"""The command as a whole: its version, and the commands that it lists."""

from importlib import metadata

from typer.testing import CliRunner

from dashboards.cli.app import app


def test_the_version_is_that_of_the_package():
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"paipu {metadata.version('paipu')}\n")


def test_without_a_command_all_are_listed():
    text = CliRunner().invoke(app, []).output
    for command in ("demo", "simulate", "ingest", "report", "--version"):
        assert command in text
    assert "牌谱" in text
