"""The lists behind the rules are clean."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest

from equimask.gender.swap.languages import ar
from equimask.gender.swap.languages.ru import rule as ru
from equimask.gender.swap.languages.tables import read_table

TABLES = {
    "ru": ["common_gender", "roles", "set_phrases"],
    "en": ["function_words", "patterns", "rules"],
    "id": ["rules"],
    "ja": ["function_words", "rules"],
    "zh": ["function_words", "patterns", "rules"],
    "ar": ["agreeing", "function_words", "verbs"],
    "de": [
        "agreeing", "contractions", "finite_verbs", "first_names", "function_words", "nouns",
        "roles", "verbs", "weak_verbs",
    ],
    "hi": ["adjectives", "function_words", "verb_roots"],
}  # fmt: skip
LISTS = [(lang, name) for lang, names in TABLES.items() for name in names]


@pytest.mark.parametrize(("lang", "name"), LISTS)
def test_lists_are_clean(lang: str, name: str) -> None:
    rows = read_table(lang, name)
    assert rows
    assert len({len(row) for row in rows}) == 1
    assert not [row for row, times in Counter(rows).items() if times > 1]
    for cell in (cell for row in rows for cell in row):
        assert cell == cell.strip()
        assert unicodedata.is_normalized("NFC", cell)


@pytest.mark.parametrize("module", [ru, ar])
def test_referring_words_are_lower_case(module: object) -> None:
    referring = module.REFERRING  # type: ignore[attr-defined]
    assert referring == {word.lower() for word in referring}
