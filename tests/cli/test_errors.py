"""What a user can mend is a message and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimask.cli.main import app

runner = CliRunner()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "cpz", "m"], "Did you mean 'cps'"),
        (["score", "cps", "no-such-model", "-l", "de"], "no-such-model"),
        (["score", "cps", "m", "--data", "absent.csv"], "absent.csv"),
        (["score", "cps", "m", "-l", "xx"], "'xx'"),
        (["score", "cps", "m", "--unit", "letter"], "'letter'"),
    ],
)
def test_what_a_user_can_mend_is_a_message_and_exit_code_2(
    arguments: list[str], message: str
) -> None:
    result = runner.invoke(app, arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


def test_brackets_in_an_error_are_text_and_not_markup(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("sent_more,[/b]\na,b\n", encoding="utf-8")
    result = runner.invoke(app, ["score", "cps", "m", "--data", str(path)])
    assert result.exit_code == 2, result.output
    assert "[/b]" in result.stderr
