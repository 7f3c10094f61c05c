"""Word vectors counted from the corpus, as a start for the model's embeddings.

From a random start a model of this size learns the contexts first and takes very long to notice
which names are men's: each name is rare, and tells its gender only by the company it keeps.
Counts see that company at once (positive pointwise mutual information, reduced by SVD).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import svds
from transformers import PreTrainedTokenizerFast


def counted_embeddings(
    lines: Sequence[str], tokenizer: PreTrainedTokenizerFast, size: int, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """One vector of length 1 for each token; random ones for tokens that never occur."""
    vocabulary = len(tokenizer)
    counts = _cooccurrence(lines, tokenizer, vocabulary)
    left, strength, _ = svds(
        _ppmi(counts),
        k=min(size, vocabulary - 1),
        v0=np.ones(vocabulary),  # a fixed start, for the same vectors every time
    )
    vectors = np.zeros((vocabulary, size))
    vectors[:, : len(strength)] = left * np.sqrt(strength)
    vectors += rng.normal(0.0, 1e-3, vectors.shape)  # gives unseen tokens a direction
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32)


def _cooccurrence(
    lines: Sequence[str], tokenizer: PreTrainedTokenizerFast, vocabulary: int
) -> sparse.csr_matrix:
    """How many lines hold both tokens."""
    encoded = tokenizer(list(lines), add_special_tokens=False, return_attention_mask=False)[
        "input_ids"
    ]
    rows = np.repeat(np.arange(len(encoded)), [len(ids) for ids in encoded])
    columns = np.concatenate([np.asarray(ids) for ids in encoded])
    shape = (len(encoded), vocabulary)
    present = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)
    present.data[:] = 1.0  # a token twice in a line counts once
    together = sparse.csr_matrix(present.T @ present)
    together = sparse.csr_matrix(together - sparse.diags(together.diagonal()))
    together.eliminate_zeros()
    return together


def _ppmi(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """max(0, log of how much more often two tokens meet than by chance)."""
    pairs = counts.tocoo()
    totals = np.asarray(counts.sum(axis=1)).ravel()
    expected = totals[pairs.row] * totals[pairs.col] / totals.sum()
    values = np.maximum(np.log(pairs.data / expected), 0.0)
    return sparse.csr_matrix((values, (pairs.row, pairs.col)), shape=counts.shape)
