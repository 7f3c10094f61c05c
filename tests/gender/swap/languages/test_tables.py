"""The lists behind the rules are clean."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest

from equimask.core.packaged import packaged, packaged_text
from equimask.gender.swap.engine.reading import read_table
from equimask.gender.swap.languages import ar
from equimask.gender.swap.languages.ru import rule as ru

LANGUAGES = ("ar", "de", "en", "hi", "id", "ja", "ru", "zh")
LISTS = [
    (lang, path.stem) for lang in LANGUAGES for path in packaged("agreement", lang).glob("*.tsv")
]


@pytest.mark.parametrize(("lang", "name"), LISTS)
def test_lists_are_clean(lang: str, name: str) -> None:
    rows = read_table(lang, name)
    assert rows
    columns = packaged_text("agreement", lang, f"{name}.tsv").splitlines()[0].split("\t")
    assert {len(row) for row in rows} <= set(range(1, len(columns) + 1))  # the last may be left out
    assert not [row for row, times in Counter(rows).items() if times > 1]
    for cell in (cell for row in rows for cell in row):
        assert cell == cell.strip()
        assert unicodedata.is_normalized("NFC", cell)


@pytest.mark.parametrize("module", [ru, ar])
def test_referring_words_are_lower_case(module: object) -> None:
    referring = module.REFERRING  # type: ignore[attr-defined]
    assert referring == {word.lower() for word in referring}
