"""A seeded sample that depends on the sentences alone, not on their order or their files."""

from __future__ import annotations

import unicodedata

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.sampling import sentence_hash, smallest

SENTENCES = [f"sentence {number}" for number in range(500)]


def hashes(sentences: list[str]) -> npt.NDArray[np.uint64]:
    return np.array([sentence_hash(text) for text in sentences], dtype=np.uint64)


def sample(sentences: list[str], size: int, seed: int) -> set[str]:
    return {sentences[place] for place in smallest(hashes(sentences), size, seed).tolist()}


def test_the_order_of_the_sentences_does_not_matter() -> None:
    assert sample(SENTENCES, 50, 3) == sample(SENTENCES[::-1], 50, 3)


def test_a_smaller_sample_is_part_of_a_larger_one_and_places_come_in_order() -> None:
    assert sample(SENTENCES, 20, 3) < sample(SENTENCES, 50, 3)
    places = smallest(hashes(SENTENCES), 50, 3).tolist()
    assert places == sorted(places)
    assert len(smallest(hashes(SENTENCES), 1000, 3)) == len(SENTENCES)


@pytest.mark.parametrize("seed", range(3))
def test_another_seed_draws_as_if_anew(seed: int) -> None:
    both = sample(SENTENCES, 100, seed) & sample(SENTENCES, 100, seed + 1)
    assert 5 < len(both) < 40  # 20 of two independent hundreds


@given(st.text())
def test_a_sentence_is_known_in_any_normal_form(text: str) -> None:
    forms = {sentence_hash(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1


def test_half_a_character_has_a_hash_too() -> None:
    assert sentence_hash("\ud800") != sentence_hash("\udbff")
