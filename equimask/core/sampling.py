"""A random sample that needs no shuffle: the sentences with the smallest seeded hashes."""

from __future__ import annotations

import hashlib
import unicodedata

import numpy as np
import numpy.typing as npt

_SEED_MULTIPLIER = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def sentence_hash(sentence: str) -> int:
    """64 bits by which equal sentences are known, whatever their Unicode normal form."""
    data = unicodedata.normalize("NFC", sentence).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def priorities(hashes: npt.NDArray[np.uint64], seed: int) -> npt.NDArray[np.uint64]:
    """Hash and seed mixed by the finaliser of SplitMix64."""
    mixed: npt.NDArray[np.uint64] = hashes + np.uint64((seed + 1) * _SEED_MULTIPLIER & _MASK)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def smallest(hashes: npt.NDArray[np.uint64], size: int, seed: int) -> npt.NDArray[np.int64]:
    """The indices of the `size` smallest seeded hashes, in their own order."""
    order = np.argsort(priorities(hashes, seed), kind="stable")
    return np.sort(order[:size]).astype(np.int64)
