from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.gender.lexicon.types import Edit, Swap
from equimask.gender.swap.edits import apply, inverse, ordered, revert


@st.composite
def sentences_with_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    sentence = draw(st.text(max_size=40))
    cuts = sorted(draw(st.lists(st.integers(0, len(sentence)), max_size=8)))
    edits = [
        Edit(start, end, sentence[start:end], draw(st.text(max_size=6)), "any")
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        if start < end
    ]
    return sentence, draw(st.permutations(edits))


@given(sentences_with_edits())
def test_the_inverse_leads_back(case: tuple[str, list[Edit]]) -> None:
    sentence, edits = case
    edited = apply(sentence, edits)
    assert apply(edited, inverse(edits)) == sentence


@given(sentences_with_edits())
def test_nothing_differs_outside_the_edits(case: tuple[str, list[Edit]]) -> None:
    sentence, edits = case
    edited = apply(sentence, edits)
    at, there = 0, 0
    for edit in sorted(edits, key=lambda e: e.start):
        gap = edit.start - at
        assert sentence[at : edit.start] == edited[there : there + gap]
        at, there = edit.end, there + gap + len(edit.new)
    assert sentence[at:] == edited[there:]


@given(sentences_with_edits())
def test_a_swap_is_reverted_by_its_edits(case: tuple[str, list[Edit]]) -> None:
    sentence, edits = case
    other = apply(sentence, edits)
    assert revert(Swap(sentence, other, "", "", "male", tuple(edits))) == sentence
    assert revert(Swap(other, sentence, "", "", "female", tuple(edits))) == sentence


def test_edits_of_another_sentence_are_refused() -> None:
    with pytest.raises(InputError, match="do not overlap"):
        apply("a queen", [Edit(2, 6, "king", "queen", "gender_word")])


def test_overlapping_edits_are_refused() -> None:
    edits = [Edit(0, 3, "abc", "x", "one"), Edit(2, 4, "cd", "y", "two")]
    with pytest.raises(InputError):
        apply("abcd", edits)


def test_edits_come_in_order_and_without_idle_ones() -> None:
    idle, late, early = (
        Edit(5, 6, "f", "f", "c"),
        Edit(3, 4, "d", "x", "b"),
        Edit(0, 1, "a", "", "a"),
    )
    assert ordered([idle, late, early]) == (early, late)
