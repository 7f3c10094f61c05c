"""Receipts of built datasets, as they are and as nobody should write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.papers.mgl.facts import facts_of_build
from equimask.papers.receipts import told_of_languages

DAMAGED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"null",
    b"[]",
    b'{"summary": 3}',
    b'{"summary": {"languages": ["de"]}}',
    b'{"summary": {"languages": {"de": {"lines": {"a": "x"}}}}}',
    b'{"summary": {"languages": {"de": null}}}',
    b'{"summary": {}, "summary": {"languages": {}}}',
    b"[" * 100_000,
    b'{"summary": {"languages": {"de": ' + b'{"orders": ' * 50_000,
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_receipt_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "receipt.json").write_bytes(content)
    for read in (facts_of_build, lambda folder: told_of_languages(folder, lambda one: one["a"])):
        with pytest.raises(DataError, match=r"receipt\.json as a build writes it"):
            read(tmp_path)


def test_a_folder_without_one_tells_nothing(tmp_path: Path) -> None:
    assert facts_of_build(tmp_path) == {}
