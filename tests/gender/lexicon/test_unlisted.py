from __future__ import annotations

import pytest

from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import Reading
from equimask.gender.lexicon.unlisted import Unlisted

MAN = Reading("male", True, "name")


def found(words: Unlisted, *pieces: str) -> list[tuple[int, int, str]]:
    return [(first, size, reading.gender) for first, size, reading in words.find(pieces)]


def test_names_of_several_pieces_are_one() -> None:
    words = Unlisted("ar", (), {"عبد الله": "male", "عبد": "male"})
    assert list(words.find(["جاء", "عبد", "الله"])) == [(1, 2, MAN)]
    assert list(words.find(["جاء", "عبد"])) == [(1, 1, MAN)]


def test_a_name_takes_no_arabic_article() -> None:
    words = Unlisted("ar", (), {"أيمن": "male"})
    assert found(words, "وأيمن", "لأيمن", "الأيمن") == [(0, 1, "male"), (1, 1, "male")]


def test_a_form_that_is_listed_with_its_marks_needs_them() -> None:
    assert found(Unlisted("ar", (), {}), "أمًا", "أما", "أمّا") == [(0, 1, "female")]


def test_a_capitalised_word_needs_its_capital() -> None:
    words = Unlisted("de", load_pairs("de"), {})
    assert found(words, "Junges", "junges", "Manns") == [(0, 1, "male"), (2, 1, "male")]


def test_a_form_of_two_names_has_no_gender() -> None:
    words = Unlisted("ru", (), {"Александр": "male", "Александра": "female"})
    assert found(words, "Александр", "Александра", "Александру", "Александром") == [
        (0, 1, "male"),
        (1, 1, "female"),
        (2, 1, ""),
        (3, 1, "male"),
    ]


def test_what_only_looks_like_a_gender_word_has_none() -> None:
    thai = Unlisted("th", (), {})
    assert found(thai, *"โยคะ")[0] == (0, 4, "")
    assert found(thai, *"นะคะ") == [(2, 2, "female")]


@pytest.mark.parametrize("name", ["", "-", " "])
def test_a_name_without_letters_is_nobody(name: str) -> None:
    assert found(Unlisted("en", (), {name: "male"}), "a") == []
