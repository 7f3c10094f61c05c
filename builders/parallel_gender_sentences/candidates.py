"""The sentences that could become rows, as a few bytes each: duplicates, balance, choice.

Ten million sentences as strings would not fit into a gigabyte, so a candidate is the 64-bit hash
of its sentence, its gender, its file and its line: 15 bytes. That is enough, since all there is
to decide is whether two sentences are the same. Two different ones have the same hash with
probability n²/2⁶⁵, 3 in a million for ten million candidates; the price would be one sentence
less. The sentences themselves are read a second time, when it is known which are kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.core.sampling import sentence_hash
from equimask.core.schema import GENDERS
from equimask.studies.pair_making.records import balanced_origins


@dataclass(frozen=True)
class Choice:
    """What is kept: for every file its sorted lines and their genders, and the counts."""

    lines: Mapping[int, tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]]
    counts: Mapping[str, Mapping[str, Mapping[str, int]]]


class Candidates:
    """All sentences of one gender found in the files of one language."""

    def __init__(self, corpora: list[str]) -> None:
        """`corpora`: the corpus of every file, by the file's position."""
        self._corpora = corpora
        self._hashes = array("Q")
        self._genders = array("B")
        self._files = array("H")
        self._lines = array("I")

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, sentence: str, gender: str, file: int, line: int) -> None:
        """One more candidate."""
        self._hashes.append(sentence_hash(sentence))
        self._genders.append(GENDERS.index(gender))
        self._files.append(file)
        self._lines.append(line)

    def choose(self, *, seed: int, balance: bool) -> Choice:
        """Drop duplicates and sentences of both genders, then thin the larger set per corpus.

        A sentence counts once per language, in the first file that has it. The larger set keeps
        the sentences whose seeded hashes are smallest: a random sample that needs no shuffle and
        does not depend on the order of the lines.
        """
        hashes = np.frombuffer(self._hashes, np.uint64)
        genders = np.frombuffer(self._genders, np.uint8)
        files = np.frombuffer(self._files, np.uint16)
        lines = np.frombuffer(self._lines, np.uint32)
        first, in_both = _first_of_each(hashes, genders)
        names = sorted(set(self._corpora))
        corpus = np.array([names.index(name) for name in self._corpora], np.uint16)[files]
        kept = first & ~in_both
        chosen = kept.copy()
        if balance:
            for position in range(len(names)):
                own = corpus == position
                chosen[own] = balanced_origins(hashes, genders, chosen & own, seed)[own]
        counts = {
            name: {
                gender: {
                    "found": int(own.sum()),
                    "in both sets": int((own & in_both).sum()),
                    "duplicates": int((own & ~in_both & ~first).sum()),
                    "before balancing": int((own & kept).sum()),
                    "rows": int((own & chosen).sum()),
                }
                for code, gender in enumerate(GENDERS)
                for own in [(corpus == position) & (genders == code)]
            }
            for position, name in enumerate(names)
        }
        picked = {}
        for file in range(len(self._corpora)):
            own = chosen & (files == file)
            picked[file] = (lines[own].astype(np.int64), genders[own])
        return Choice(picked, counts)


def _first_of_each(
    hashes: npt.NDArray[np.uint64], genders: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which candidates are the first with their hash, and which hashes have both genders."""
    first = np.zeros(len(hashes), bool)
    in_both = np.zeros(len(hashes), bool)
    if len(hashes):
        order = np.argsort(hashes, kind="stable")
        ordered = hashes[order]
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        first[order[starts]] = True
        mixed = np.minimum.reduceat(genders[order], starts) != np.maximum.reduceat(
            genders[order], starts
        )
        in_both[order] = np.repeat(mixed, np.diff(np.r_[starts, len(hashes)]))
    return first, in_both
