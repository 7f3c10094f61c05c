"""Which words a model puts into the blanks that two versions of a sentence share."""

from __future__ import annotations

from equimask.studies.blanks import words_in_blanks
from tests.studies.pair_making.heads import biased

PAIR = {"male": ["The king slept."], "female": ["The queen slept."]}
TWICE = {side: texts * 2 for side, texts in PAIR.items()}


def test_every_shared_word_is_asked_once_on_either_side() -> None:
    found = words_in_blanks(biased({"lamp": 9.0}), TWICE, "en")
    shared = 3  # The, slept and the full stop
    assert found["gender"] == ["male"] * 2 * shared + ["female"] * 2 * shared
    assert found["word"] == ["lamp"] * 4 * shared


def test_pieces_and_marks_are_no_words_however_probable() -> None:
    found = words_in_blanks(biased({"##k": 12.0, ".": 11.0, "[UNK]": 10.0, "man": 9.0}), PAIR, "en")
    assert set(found["word"]) == {"man"}
