from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.gender.bags import ByEnglish, bags_by_english, gender_bags


def test_a_sentence_of_one_gender_is_in_its_bag_once() -> None:
    sentences = [
        "My brothers never miss a match.",
        "The queen sleeps.",
        "The king met his wife.",
        "It rains.",
        "The queen sleeps.",
    ]
    assert gender_bags(sentences, "en") == {
        "sentence": ["My brothers never miss a match.", "The queen sleeps."],
        "gender": ["male", "female"],
    }


def test_a_language_without_a_lexicon_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(DataError, match=r"'sv'\. Choose one of ar, de, .*zh"):
        gender_bags(["Hon sjunger."], "sv")


def test_a_translation_has_the_gender_of_its_english_sentence() -> None:
    pairs = [
        ("He sings.", "Er singt."),
        ("He met her.", "Er traf sie."),
        ("James and his son laugh.", "Sie lachen."),
        ("It rains.", "Es regnet."),
        ("She sleeps.", "Ruhe!"),
        ("The queen sleeps.", "Ruhe!"),
    ]
    assert bags_by_english(pairs) == [
        ByEnglish("Er singt.", "male", ("he",)),
        ByEnglish("Sie lachen.", "male", ("James", "his", "son")),
        ByEnglish("Ruhe!", "female", ("she",)),
    ]


def test_a_translation_of_sentences_of_both_genders_is_in_neither_bag() -> None:
    pairs = [("He laughs.", "笑う。"), ("She laughs.", "笑う。"), ("She sleeps.", "彼女は眠る。")]
    assert [one.sentence for one in bags_by_english(pairs)] == ["彼女は眠る。"]
