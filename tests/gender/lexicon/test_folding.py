from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.lexicon.folding import composed, fold, lowered, without_arabic_marks


@pytest.mark.parametrize(
    ("one", "other"),
    [("Sœur", "soeur"), ("ЁЛКА", "елка"), ("माँ", "मां"), ("رَجُل", "رجل"), ("Ko\u0308nig", "könig")],
)
def test_spellings_that_mean_the_same_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text)
    assert fold(once) == once


@given(st.text())
def test_lower_case_keeps_the_length(text: str) -> None:
    assert len(lowered(text)) == len(text)


@given(st.text())
def test_composed_text_leads_back_to_its_offsets(text: str) -> None:
    view = composed(text)
    assert view.text == unicodedata.normalize("NFC", text)
    offsets = [view.original(at) for at in range(len(view.text) + 1)]
    assert offsets == sorted(offsets)
    assert (offsets[0], offsets[-1]) == (0, len(text))


def test_arabic_marks_are_left_out_with_the_way_back() -> None:
    view = without_arabic_marks("رَجُلٌ")
    assert view.text == "رجل"
    assert [view.original(at) for at in range(4)] == [0, 2, 4, 6]
