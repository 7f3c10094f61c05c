"""The largest deviations, in an order that does not depend on how the words were sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.errors import InputError, OptionError, near_matches, shorten

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LIST_SIZE = 100  # the study looks at the 100 largest deviations of a gender


class Ranked(NamedTuple):
    """Cells of a [words, columns] table from the largest value down.

    `last` has the words and columns of all cells that equal the last one, taken or not.
    """

    words: Ints
    columns: Ints
    values: Floats
    last: tuple[Ints, Ints]

    @property
    def tied_at_cut(self) -> int:
        """How many cells were left out although they equal the last one taken."""
        return len(self.last[0]) - int((self.values == self.values[-1]).sum())

    def labels(self, of_cell: Floats) -> Floats:
        """[entries, classes] of the list, from `of_cell` [words, columns, classes].

        Of the cells that tie at the cut it is chance, or the alphabet, which are taken: their
        places get what all of them have on average.
        """
        found = np.array(of_cell[self.words, self.columns], dtype=np.float64)
        if self.tied_at_cut:
            found[self.values == self.values[-1]] = of_cell[self.last].mean(axis=0)
        return found


def check_deviation(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    genders: Sequence[str],
    sentiments: Sequence[str],
) -> Floats:
    """The deviations as an array, if its shape fits the names and all of it is finite."""
    values = np.asarray(deviation, dtype=np.float64)
    wanted = (len(words), len(sentiments), len(genders))
    if values.shape != wanted:
        raise InputError(
            expected=f"deviations of shape {wanted} (words, sentiments, genders)",
            got=f"shape {values.shape}",
            fix="Pass the words, sentiments and genders in the order of the array's axes.",
        )
    check_words(words)
    if not np.isfinite(values).all():
        row = int(np.argwhere(~np.isfinite(values))[0, 0])
        raise InputError(
            expected="finite deviations",
            got=f"a value that is not, for word {row}: {shorten(words[row])}",
            fix="Fit again with smoothing or a penalty, or leave the word out.",
        )
    return values


def check_words(words: Sequence[str]) -> None:
    """Every word type stands once."""
    seen: set[str] = set()
    for row, word in enumerate(words):
        if word in seen:
            raise InputError(
                expected="every word once",
                got=f"{shorten(word)} again in row {row}",
                fix="Add up the counts of equal words before the analysis.",
            )
        seen.add(word)


def gender_index(genders: Sequence[str], gender: str) -> int:
    """Where a gender stands on its axis."""
    if gender not in genders:
        raise OptionError(
            expected=f"the gender {gender!r} among those of the data",
            got=repr(tuple(genders)),
            fix=near_matches(gender, genders),
        )
    return list(genders).index(gender)


def largest_cells(values: Floats, words: Sequence[str], size: int = LIST_SIZE) -> Ranked:
    """The `size` largest cells of a [words, columns] table; ties by word, then by column."""
    if not 1 <= size <= values.size:
        raise InputError(
            expected=f"a list of 1 to {values.size} entries from {values.size} cells",
            got=f"size={size}",
            fix="Ask for a shorter list, or analyse a larger vocabulary.",
        )
    alphabetical = np.empty(len(words), dtype=np.int64)
    alphabetical[sorted(range(len(words)), key=lambda row: words[row])] = np.arange(len(words))
    rows, columns = (axis.ravel() for axis in np.indices(values.shape))
    flat = values.ravel()
    order = np.lexsort((columns, alphabetical[rows], -flat))
    taken = order[:size]
    equal = np.flatnonzero(flat == flat[taken[-1]])
    return Ranked(rows[taken], columns[taken], flat[taken], (rows[equal], columns[equal]))


def largest_words(values: Floats, words: Sequence[str], size: int = LIST_SIZE) -> Ranked:
    """The words with the largest values of a [words] vector."""
    return largest_cells(values[:, None], words, size)
