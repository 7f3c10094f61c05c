"""A tokenizer is known by what it does to a text, not by what it was last used for."""

from __future__ import annotations

from equimask.models.identity import tokenizer_hash
from tests import tiny


def test_the_lengths_of_an_earlier_call_are_no_part_of_a_tokenizer() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    fresh = tokenizer_hash(tokenizer)
    tokenizer("A long sentence.", truncation=True, max_length=3, padding="max_length")
    left_by_the_call = tokenizer.backend_tokenizer.truncation
    assert left_by_the_call is not None
    assert tokenizer_hash(tokenizer) == fresh
    assert tokenizer.backend_tokenizer.truncation == left_by_the_call
    assert tokenizer.backend_tokenizer.padding is not None


def test_another_pipeline_is_another_tokenizer() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    fresh = tokenizer_hash(tokenizer)
    tokenizer.backend_tokenizer.normalizer = None
    assert tokenizer_hash(tokenizer) != fresh
