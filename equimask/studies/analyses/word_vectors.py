"""A vector per word, as a model sees it alone: the mean last-layer state of its tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.errors import InputError, shorten
from equimask.studies.analyses.checks import check_words

if TYPE_CHECKING:
    from equimask.models.masked_lm import MaskedLM


class WordVectors(NamedTuple):
    """`vectors` [words, dimensions]; `rows` are the places of the words in what was asked for."""

    words: tuple[str, ...]
    rows: tuple[int, ...]
    vectors: npt.NDArray[np.float32]
    skipped: Mapping[str, int]


def word_vectors(mlm: MaskedLM, words: Sequence[str], *, progress: bool = False) -> WordVectors:
    """Each word read as a sentence of its own; words the tokenizer does not know are counted."""
    check_words(words)
    encoded = mlm.encode(words)
    unknown = mlm.tokenizer.unk_token_id
    rows = []
    for row, word in enumerate(encoded):
        content = [i for i, special in zip(word.ids, word.special, strict=True) if not special]
        if any(i != unknown for i in content):
            rows.append(row)
    if not rows:
        raise InputError(
            expected="words that the model's tokenizer knows",
            got=f"none among {len(words)}: {shorten(list(words))}",
            fix="Pass words of a language that the model was trained on.",
        )
    from equimask.models.scorer import How

    sentences = [encoded[row] for row in rows]
    found = mlm.read_sentences(sentences, False, How(progress=progress))
    skipped = len(words) - len(rows)
    return WordVectors(
        tuple(words[row] for row in rows),
        tuple(rows),
        found.vectors,
        {"unknown to the tokenizer": skipped} if skipped else {},
    )
