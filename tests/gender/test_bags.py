from __future__ import annotations

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
