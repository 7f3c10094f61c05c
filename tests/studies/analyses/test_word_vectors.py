"""Vectors of words from a model's last layer."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.plans.masks import Encoded
from equimask.studies.analyses.clusters import word_vectors


def fake_mlm(**known: list[int]) -> SimpleNamespace:
    def encode(words: list[str]) -> list[Encoded]:
        ids = [(0, *known.get(word, [9]), 1) for word in words]
        return [Encoded(i, (True, *[False] * (len(i) - 2), True), (0,) * len(i), None) for i in ids]

    def read_sentences(encoded: list[Encoded], *_: object) -> SimpleNamespace:
        content = [np.array(e.ids[1:-1], np.float32) for e in encoded]
        return SimpleNamespace(vectors=np.stack([[c.mean(), c.max()] for c in content]))

    return SimpleNamespace(
        encode=encode, read_sentences=read_sentences, tokenizer=SimpleNamespace(unk_token_id=9)
    )


def test_words_that_the_tokenizer_does_not_know_are_left_out_and_counted() -> None:
    found = word_vectors(fake_mlm(red=[3, 5], blue=[4, 9]), ["red", "???", "blue"])
    assert (found.words, found.rows) == (("red", "blue"), (0, 2))
    assert found.vectors.tolist() == [[4.0, 5.0], [6.5, 9.0]]
    assert found.skipped == {"unknown to the tokenizer": 1}
    with pytest.raises(InputError, match="none among 1"):
        word_vectors(fake_mlm(), ["???"])


def test_a_word_is_the_mean_of_its_tokens_last_states(bert_folder: Path) -> None:
    torch = pytest.importorskip("torch")
    from equimask.models.loading import load_mlm

    mlm = load_mlm(str(bert_folder))
    words = ["nurse", "Ärztin", "医生"]
    found = word_vectors(mlm, words)
    assert found.words == tuple(words)
    for word, vector in zip(words, found.vectors, strict=True):
        inputs = mlm.tokenizer(word, return_tensors="pt")
        with torch.no_grad():
            states = mlm.model(**inputs, output_hidden_states=True).hidden_states[-1][0]
        assert vector == pytest.approx(states[1:-1].mean(axis=0).numpy(), abs=1e-5)
