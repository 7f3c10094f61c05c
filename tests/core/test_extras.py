"""A missing library is named together with the extra that brings it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from equimask.core.errors import DataError, optional_library


def test_a_library_that_is_there_is_imported() -> None:
    import json.decoder

    assert optional_library("json.decoder", "analyses") is json.decoder


def test_a_missing_library_names_its_extra() -> None:
    with pytest.raises(
        DataError, match=r"library nosuchlibrary .*pip install 'equimask\[analyses\]'"
    ):
        optional_library("nosuchlibrary.inside", "analyses")


def test_what_a_library_itself_lacks_is_not_blamed_on_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brokenlibrary.py").write_text("import nosuchdependency\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nosuchdependency"):
        optional_library("brokenlibrary", "analyses")
    sys.modules.pop("brokenlibrary", None)
