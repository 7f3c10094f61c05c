"""The program as a whole."""

from __future__ import annotations

from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.version import __version__

runner = CliRunner()


def test_version_is_the_package_version() -> None:
    assert runner.invoke(app, ["--version"]).stdout.strip() == __version__


def test_the_help_lists_every_command() -> None:
    listed = " ".join(runner.invoke(app, ["--help"]).stdout.split())
    for command in ("score", "audit", "table", "leaderboard", "publish", "publish-results", "demo"):
        assert f" {command} " in listed
