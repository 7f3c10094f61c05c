from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.gender.bags import gender_bags


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
