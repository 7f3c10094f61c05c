"""The context that both versions of a sentence share, and words that are hidden in it."""

from __future__ import annotations

import re

import pytest
from equimask.inputs.packaged_rows import shared_context
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.core.schema import HIDDEN, MASK
from equimask.inputs.pairs import load_pairs, pair_languages

WORDS = st.lists(st.sampled_from(["le", "la", "un", "chat", "dort", "fatigué", "猫", "は", ","]))


def joined(words: list[str]) -> str:
    return " ".join(words)


@pytest.mark.parametrize(
    ("male", "female", "words", "expected"),
    [
        ("Max schläft.", "Ida schläft.", ("Max", "Ida"), "[MASK] schläft."),
        (
            "El abuelo está cansado.",
            "La abuela está cansada.",
            ("abuelo", "abuela"),
            "[HIDDEN] [MASK] está [HIDDEN].",
        ),
        ("قرر أحمد السفر.", "قررت فاطمة السفر.", ("أحمد", "فاطمة"), "[HIDDEN] [MASK] السفر."),
        ("राम जाता है।", "सीता जाती है।", ("राम", "सीता"), "[MASK] [HIDDEN] है।"),
        ("张伟说他累了。", "王芳说她累了。", ("张伟", "王芳"), "[MASK]说[HIDDEN]累了。"),
        ("สมชายไปครับ", "สมหญิงไปค่ะ", ("สมชาย", "สมหญิง"), "[MASK]ไป[HIDDEN]"),
        (
            "Il suo zio dorme.",
            "La sua zia dorme.",
            ("zio", "zia"),
            "[HIDDEN] [HIDDEN] [MASK] dorme.",
        ),
        ("L'ami part.", "La jeune amie part.", ("ami", "amie"), "[HIDDEN][MASK] part."),
    ],
)
def test_what_agrees_with_the_gender_word_is_hidden(
    male: str, female: str, words: tuple[str, str], expected: str
) -> None:
    assert shared_context(male, female, *words) == expected


@pytest.mark.parametrize("language", pair_languages())
def test_a_packaged_pair_gives_one_context_that_fits_both_versions(language: str) -> None:
    for pair in load_pairs(language):
        context = shared_context(pair.male, pair.female, pair.male_word, pair.female_word)
        assert context.count(MASK) == 1
        for text, word in ((pair.male, pair.male_word), (pair.female, pair.female_word)):
            around = re.escape(context).replace(re.escape(HIDDEN), r"[^ ]+")
            assert re.fullmatch(around.replace(re.escape(MASK), re.escape(word)), text), pair.id


@given(WORDS, WORDS, WORDS, WORDS)
def test_the_context_is_the_same_for_both_orders_and_shows_nothing_of_one_side_alone(
    one_before: list[str], one_after: list[str], other_before: list[str], other_after: list[str]
) -> None:
    one = joined([*one_before, "Max", *one_after])
    other = joined([*other_before, "Ida", *other_after])
    context = shared_context(one, other, "Max", "Ida")
    assert context == shared_context(other, one, "Ida", "Max")
    assert context.count(MASK) == 1
    before, after = context.replace(HIDDEN, " ").split(MASK)
    for part, sides in (
        (before, (one_before, other_before)),
        (after, (one_after, other_after)),
    ):
        assert all(set(part.split()) <= set(side) for side in sides)
    if (one_before, one_after) == (other_before, other_after):
        assert HIDDEN not in context


def test_a_word_that_does_not_stand_in_its_sentence_is_refused() -> None:
    with pytest.raises(InputError, match="Tom"):
        shared_context("Max schläft.", "Ida schläft.", "Tom", "Ida")
