"""The builder on the real lexica, where they are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builders.kit.builder import BuildOptions
from builders.kit.run import build
from builders.sentiment_lexicon.build import BUILDER
from builders.sentiment_lexicon.lexica import LEXICA, MALFORMED, read_lexicon
from equimask.inputs.sentiment_lexicon import read_lexicon as read_built
from tests.builders.real_sources import committed_receipt, real_sources


@pytest.fixture(scope="module")
def sources_folder(shared: Path) -> Path:
    return real_sources(shared, "lexica")


@pytest.fixture(scope="module")
def committed(root: Path) -> dict[str, Any]:
    return committed_receipt(root, "sentiment_lexicon")


def run(root: Path, out: Path, source: Path, **choices: Any) -> dict[str, Any]:
    options = BuildOptions(languages=("it",), source=source, **choices)
    return build(root / "builders" / "sentiment_lexicon", BUILDER, out, options)


@pytest.mark.parametrize("lexicon", LEXICA, ids=lambda lexicon: f"{lexicon.lang}-{lexicon.name}")
def test_every_lexicon_is_read_as_the_receipt_says(
    lexicon: Any, sources_folder: Path, committed: dict[str, Any]
) -> None:
    options = BuildOptions()
    found = read_lexicon(lexicon, {n: sources_folder / n for n in lexicon.files}, options)
    assert found is not None
    facts = committed["summary"]["languages"][lexicon.lang]["lexica"][lexicon.name]
    assert (facts["kind"], facts["words"]) == (lexicon.kind.value, len(found.values))
    malformed = sum(n for (_, _, what), n in options.notes.items() if what == MALFORMED)
    assert malformed == (4 if lexicon.name == "sentilex" else 0)


def test_two_builds_are_equal_have_the_committed_rows_and_can_be_looked_up(
    root: Path, sources_folder: Path, committed: dict[str, Any], tmp_path: Path
) -> None:
    first, second = (run(root, tmp_path / name, sources_folder) for name in ("a", "b"))
    assert first["content_hash"] == second["content_hash"]
    assert first["configs"]["it"]["rows"] == committed["configs"]["it"]["rows"]
    assert first["redistributable"] is False
    lexicon = read_built(tmp_path / "a" / "data" / "it.parquet")
    assert lexicon["felicità"][2] > lexicon["felicità"][0]
    assert lexicon["odio"][0] > lexicon["odio"][2]


def test_what_may_be_published_has_only_free_sources(
    root: Path, sources_folder: Path, tmp_path: Path
) -> None:
    receipt = run(root, tmp_path, sources_folder, redistributable_only=True)
    assert receipt["redistributable"] is True
    assert list(receipt["summary"]["languages"]["it"]["lexica"]) == ["chen-skiena"]
    assert "must not be published" not in (tmp_path / "README.md").read_text(encoding="utf-8")
