"""Names that occur more than once: their answers are kept until the last occurrence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Answers(NamedTuple):
    """A row per name: the words' token ids and probabilities, all vocabularies side by side."""

    ids: npt.NDArray[np.uint32]
    probs: npt.NDArray[np.float32]

    def rows(self, which: Sequence[int]) -> Answers:
        """Some rows, copied."""
        return Answers(self.ids[list(which)], self.probs[list(which)])


class RepeatedNames:
    """The answers of names that will be asked for again, and of no others."""

    def __init__(self, names: Sequence[str]) -> None:
        # Hashes take a tenth of the memory of a table of all names.
        hashes = np.fromiter(map(hash, names), np.int64, len(names))
        values, counts = np.unique(hashes, return_counts=True)
        repeated = set(values[counts > 1].tolist())
        self._awaited = Counter(name for name in names if hash(name) in repeated)
        self._answers: dict[str, Answers] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def joined(
        self, names: Sequence[str], new: Mapping[str, int], answers: Answers
    ) -> tuple[npt.NDArray[np.int64], Answers]:
        """Which of `names` have an answer, and the answers, new ones and remembered ones.

        `new` says which row of `answers` is a name's.
        """
        old = [name for name in dict.fromkeys(names) if name in self._answers]
        row_of = {**new, **{name: len(new) + i for i, name in enumerate(old)}}
        parts = [answers, *(self._answers[name] for name in old)]
        everything = Answers(
            np.concatenate([part.ids for part in parts]),
            np.concatenate([part.probs for part in parts]),
        )
        answered = [i for i, name in enumerate(names) if name in row_of]
        self._remember(names, row_of, everything)
        which = [row_of[names[i]] for i in answered]
        return np.array(answered, dtype=np.int64), everything.rows(which)

    def _remember(self, names: Sequence[str], row_of: Mapping[str, int], answers: Answers) -> None:
        for name, count in Counter(names).items():
            if name in self._awaited:
                self._awaited[name] -= count
                if self._awaited[name] and name in row_of:
                    self._answers[name] = answers.rows([row_of[name]])
                else:
                    self._answers.pop(name, None)
