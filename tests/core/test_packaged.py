"""The data of the package are found from anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.packaged import packaged, packaged_languages, packaged_text


def test_a_packaged_file_is_found_whatever_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert packaged("pairs", "de.tsv").is_file()
    assert packaged_text("pairs", "de.tsv").startswith("id\t")


def test_a_file_that_is_not_there_has_no_text() -> None:
    assert packaged_text("pairs", "xx.tsv") == packaged_text("no_such_folder", "de.tsv") == ""


def test_every_language_of_the_project_has_its_tables() -> None:
    thirteen = "ar de en es fi fr hi id ja pt ru th zh"
    assert packaged_languages("pairs") == thirteen.split()
    assert packaged_languages("no_such_folder") == []
