from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.gender.contrast import changed_tokens, gender_of, gender_of_more
from equimask.gender.finder import GenderWords

ENGLISH = GenderWords.parse(
    "en",
    "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
    "he\tshe\tx\tpron\tsing\tnom\t\n"
    "his\ther\tx\tdet\tsing\t-\t\n"
    "man\twoman\tx\tnoun\tsing\t-\t\n"
    "husband\twife\tx\tnoun\tsing\t-\t\n",
    "name\tgender\nTom\tmale\nAnn\tfemale\n",
)


@pytest.mark.parametrize(
    ("more", "less", "gender"),
    [
        ("She cooks.", "He cooks.", "female"),
        ("Tom and his car.", "Ann and her car.", "male"),
        ("Tom saw the man.", "Tom saw the woman.", "male"),
        # two people change places: the subject decides
        ("Tom likes Ann.", "Ann likes Tom.", "male"),
        # a possessive speaks of somebody else
        ("It was his wife.", "It was her husband.", "female"),
        # an unlisted name opposite a listed one
        ("Zed cooks.", "Ann cooks.", "male"),
        ("A car is red.", "A car is blue.", ""),
        ("Ann is sad.", "Ann is glad.", ""),
        ("She cooks.", "She cooks.", ""),
    ],
)
def test_the_gender_of_the_first_side(more: str, less: str, gender: str) -> None:
    assert gender_of_more(more, less, ENGLISH) == gender


def test_a_feminine_form_decides_where_no_list_helps() -> None:
    words = GenderWords("de", ())
    assert gender_of_more("Die Gärtnerin kam.", "Der Gärtner kam.", words) == "female"
    assert gender_of_more("Der Gärtner kam.", "Die Gärtnerin kam.", words) == "male"


def test_people_who_change_places_are_two_changed_words() -> None:
    tokens = (ENGLISH.tokens("Tom likes Ann."), ENGLISH.tokens("Ann likes Tom."))
    changed = [(ours[0].text, theirs[0].text) for ours, theirs in changed_tokens(*tokens)]
    assert changed == [("Tom", "Ann"), ("Ann", "Tom")]


def test_mixed_words_have_no_common_gender() -> None:
    assert gender_of(ENGLISH.tokens("he and his dog")) == "male"
    assert gender_of(ENGLISH.tokens("he and she")) == ""


@given(st.text(max_size=40), st.text(max_size=40))
def test_swapping_the_sides_never_keeps_the_gender(more: str, less: str) -> None:
    words = GenderWords.load("en")
    gender = gender_of_more(more, less, words)
    assert not gender or gender_of_more(less, more, words) != gender
