"""Vectors that are counted from a corpus: words that keep the same company lie together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from equimask.studies.laboratory.training import counted_embeddings
from tests import tiny

WORDS = "king duke queen dame he she slept sang here there never".split()
PEOPLE = {"king": "he", "duke": "he", "queen": "she", "dame": "she"}


def some_lines() -> list[str]:
    """Uneven, for where singular values are equal any turn of the vectors is right."""
    rng = np.random.default_rng(1)
    names = rng.choice(list(PEOPLE), 400, p=[0.4, 0.3, 0.2, 0.1])
    verbs = rng.choice(["slept", "sang"], 400, p=[0.7, 0.3])
    places = rng.choice(["here", "there"], 400, p=[0.6, 0.4])
    told = zip(names, verbs, places, strict=True)
    return [f"{name} {PEOPLE[name]} {verb} {place}" for name, verb, place in told]


LINES = some_lines()


@pytest.fixture(scope="module")
def places() -> dict[str, int]:
    tokenizer = tiny.wordpiece_of(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS])
    return {word: tokenizer.get_vocab()[word] for word in WORDS}


def vectors(seed: int = 0, lines: list[str] = LINES, size: int = 6) -> npt.NDArray[np.float32]:
    tokenizer = tiny.wordpiece_of(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS])
    return counted_embeddings(lines, tokenizer, size, np.random.default_rng(seed))


def test_words_of_one_company_lie_together_and_apart_from_others(places: dict[str, int]) -> None:
    found = vectors()
    king, duke, queen = (found[places[word]] for word in ("king", "duke", "queen"))
    assert king @ duke > 0.9
    assert king @ queen < 0.3


@pytest.mark.parametrize("size", [6, 40])
def test_every_vector_has_length_1_also_of_words_that_never_occur(size: int) -> None:
    found = vectors(size=size)
    assert found.shape == (5 + len(WORDS), size)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, rtol=1e-5)


def test_the_same_seed_gives_the_same_vectors() -> None:
    np.testing.assert_array_equal(vectors(3), vectors(3))


def test_a_word_said_twice_in_a_line_counts_once(places: dict[str, int]) -> None:
    twice = [f"{line} {line.split()[0]}" for line in LINES]
    np.testing.assert_allclose(
        vectors(lines=twice)[places["king"]], vectors()[places["king"]], atol=1e-5
    )
