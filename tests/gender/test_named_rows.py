"""Which rows name one listed person on either side."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import DataError
from equimask.gender.named_rows import (
    NO_NAME,
    SAME_GENDER,
    SEVERAL_NAMES,
    UNLISTED,
    NamedRow,
    NameFinder,
)
from equimask.gender.neutral_contexts import Frame


@pytest.fixture(scope="module")
def german() -> NameFinder:
    return NameFinder("de")


def test_names_and_the_text_around_them_are_found(german: NameFinder) -> None:
    found = german.in_pair("Heute liest Anna.", "Heute liest Peter.")
    assert isinstance(found, NamedRow)
    assert found.first == ("Anna", "female", Frame("Heute liest ", "."))
    assert found.second == ("Peter", "male", Frame("Heute liest ", "."))


def test_words_that_agree_may_differ_too() -> None:
    found = NameFinder("ru").in_pair("Иван забыл зонт.", "Анна забыла зонт.")
    assert isinstance(found, NamedRow)
    assert found.second.frame == Frame("", " забыла зонт.")


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("Mein Onkel kocht.", "Meine Tante kocht.", NO_NAME),
        ("Peter kocht.", "Sie kocht.", UNLISTED),
        ("Das ist Peters Haus.", "Das ist Annas Haus.", UNLISTED),
        ("Peter kocht.", "Annegretel kocht.", UNLISTED),
        ("Peter kocht, und Stefan isst.", "Anna kocht, und Laura isst.", SEVERAL_NAMES),
        ("Peter sagt, dass Peter kocht.", "Anna sagt, dass Anna kocht.", SEVERAL_NAMES),
        ("Peter ruft Anna.", "Anna ruft Anna.", SEVERAL_NAMES),
        ("Peter kocht.", "Stefan kocht.", SAME_GENDER),
    ],
)
def test_other_rows_say_why_they_are_none(
    german: NameFinder, first: str, second: str, why: str
) -> None:
    assert german.in_pair(first, second) == why


def test_names_may_stand_at_a_mask(german: NameFinder) -> None:
    frame = Frame("Heute liest ", ".")
    found = german.at_mask(frame, "Peter", "Anna")
    assert isinstance(found, NamedRow)
    assert (found.first.gender, found.second.gender) == ("male", "female")
    assert found.first.frame == frame
    assert german.at_mask(frame, "er", "sie") == NO_NAME
    assert german.at_mask(frame, "Peters", "Annas") == UNLISTED
    assert german.at_mask(frame, "Peter", "Stefan") == SAME_GENDER


@pytest.mark.parametrize("language", ["de", "ru", "zh", "th", "ar", "ko"])
@given(first=st.data())
@settings(deadline=None, max_examples=40)
def test_whatever_is_found_stands_in_its_sentence(language: str, first: st.DataObject) -> None:
    finder = NameFinder(language)
    part = st.sampled_from([*finder.names][::9]) | st.text(max_size=4) | st.just(" ")
    texts = [first.draw(st.lists(part, max_size=6).map("".join)) for _ in range(2)]
    found = finder.in_pair(*texts)
    if not isinstance(found, str):
        for side, text in zip(found, texts, strict=True):
            assert side.frame.filled(side.name) == text
            assert finder.names[side.name] == side.gender
        assert found.first.gender != found.second.gender


def test_a_language_without_names_is_refused() -> None:
    with pytest.raises(DataError, match=r"first names \(ar, de, .*got 'sv'"):
        NameFinder("sv")
