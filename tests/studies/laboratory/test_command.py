"""`python -m equimask.studies.laboratory`."""

from __future__ import annotations

import pytest

from equimask.studies.laboratory.__main__ import main


def test_the_corpus_command_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "--language", "de", "--lines", "3", "--stereotype", "0.9"]) == 0
    first = capsys.readouterr().out
    assert len(first.splitlines()) == 3
    main(["corpus", "--language", "de", "--lines", "3", "--stereotype", "0.9"])
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    "bad",
    [
        ["corpus", "--stereotype", "3"],
        ["corpus", "--lines", "0"],
        ["corpus", "--lists", "1"],
        ["corpus", "--name-frequency", "0.5"],
        ["corpus", "--language", "xx"],
    ],
)
def test_the_command_explains_a_bad_option(
    bad: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(bad) == 2
    assert capsys.readouterr().err.startswith("error: Expected ")
