"""All sentences with a gender word, as a few bytes each: what they are good for, which stay."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import GENDERS
from equimask.studies.pair_making.records import NOT_ONE_WORD, balanced_origins

SWAPPED = "swapped"


class Gathered:
    """The hash, origin, outcome, file and line of every sentence with a gender word.

    Texts of any size fit, since the sentences themselves are read again when it is known which
    stay. A sentence counts once per language, in the first file that has it.
    """

    def __init__(self) -> None:
        self._outcomes: dict[str, int] = {}
        self._hashes, self._files, self._lines = array("Q"), array("H"), array("I")
        self._origins, self._codes = array("B"), array("B")

    def add(self, sentence: str, origin: str, outcome: str, file: int, line: int) -> None:
        """One more sentence; the outcome is `swapped` or the reason of a refusal."""
        self._hashes.append(sentence_hash(sentence))
        self._origins.append(GENDERS.index(origin))
        self._codes.append(self._outcomes.setdefault(outcome, len(self._outcomes)))
        self._files.append(file)
        self._lines.append(line)

    def choose(
        self, corpora: Sequence[str], *, seed: int, balance: bool, model_sentences: int = 0
    ) -> Chosen:
        """Drop repetitions, balance the origins of the swapped, sample what is masked.

        `corpora` has the corpus of every file: what is scored apart is balanced apart.
        """
        hashes = np.frombuffer(self._hashes, np.uint64)
        origins = np.frombuffer(self._origins, np.uint8)
        codes = np.frombuffer(self._codes, np.uint8)
        files = np.frombuffer(self._files, np.uint16)
        first = np.zeros(len(hashes), bool)
        first[np.unique(hashes, return_index=True)[1]] = True
        lost = [self._outcomes[name] for name in NOT_ONE_WORD if name in self._outcomes]
        one_word = first & ~np.isin(codes, lost)
        swapped = one_word & (codes == self._outcomes.get(SWAPPED, -1))
        kept = swapped
        if balance:
            kept = np.zeros(len(hashes), bool)
            for corpus in set(corpora):
                own = np.isin(files, [at for at, name in enumerate(corpora) if name == corpus])
                kept |= balanced_origins(hashes, origins, swapped & own, seed)
        masked = one_word
        if 0 < model_sentences < one_word.sum():
            candidates = np.flatnonzero(one_word)
            masked = np.zeros(len(hashes), bool)
            masked[candidates[smallest(hashes[candidates], model_sentences, seed)]] = True
        outcomes = Counter(
            {name: int((first & (codes == code)).sum()) for name, code in self._outcomes.items()}
        )
        return Chosen(
            files,
            np.frombuffer(self._lines, np.uint32),
            swapped=kept,
            masked=masked,
            facts={
                "with_gender_word": int(first.sum()),
                "repeated": int((~first).sum()),
                "one_word": int(one_word.sum()),
                "one_word_origins": _by_origin(one_word, origins),
                "swapped_origins": _by_origin(swapped, origins),
                "outcomes": dict(sorted((name, n) for name, n in outcomes.items() if n)),
            },
        )


class Chosen:
    """Which lines of which files are swapped, which are masked, and the counts."""

    def __init__(
        self,
        files: npt.NDArray[np.uint16],
        lines: npt.NDArray[np.uint32],
        *,
        swapped: npt.NDArray[np.bool_],
        masked: npt.NDArray[np.bool_],
        facts: dict[str, Any],
    ) -> None:
        self._files, self._lines, self.facts = files, lines, facts
        self._swapped, self._masked = swapped, masked

    def swapped(self, file: int) -> frozenset[int]:
        """The lines of a file that are swapped."""
        return self._of(file, self._swapped)

    def masked(self, file: int) -> frozenset[int]:
        """The lines of a file that are masked."""
        return self._of(file, self._masked)

    def _of(self, file: int, kept: npt.NDArray[np.bool_]) -> frozenset[int]:
        return frozenset(self._lines[kept & (self._files == file)].tolist())


def _by_origin(chosen: npt.NDArray[np.bool_], origins: npt.NDArray[np.uint8]) -> dict[str, int]:
    return {gender: int((chosen & (origins == code)).sum()) for code, gender in enumerate(GENDERS)}
