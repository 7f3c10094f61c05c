"""The largest deviations, in an order that does not depend on how the words were sorted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.errors import InputError, OptionError
from equimask.core.options import OPTIONS

LIST_SIZE = 100  # the study looks at the 100 largest deviations of a gender
# Of the gender whose list it is. The logarithm of n events has a standard error of about 1/sqrt(n):
# 1 for a word said once, 0.45 at five. The rarest words would lead any list by chance alone.
MIN_COUNT: int = OPTIONS["min_count"].default


class Ties(NamedTuple):
    """A list's places that several cells share: `entries` [entries] says which places they are.

    `labels` [cells, classes] has the classes of all cells that share them, taken or not.
    """

    entries: Bools
    labels: Floats


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


def ties_of(ranked: Ranked, of_cell: Floats) -> Ties | None:
    """The shared places of a list, with `of_cell` [words, columns, classes]; None without any."""
    if not ranked.tied_at_cut:
        return None
    labels = np.asarray(of_cell[ranked.last], dtype=np.float64)
    return Ties(np.asarray(ranked.values == ranked.values[-1]), labels)


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


def said_often(counts: npt.ArrayLike, min_count: int = MIN_COUNT) -> Bools:
    """Where a word was said often enough to be listed; nothing is that was never said."""
    if min_count < 1:
        raise OptionError(
            expected="min_count of at least 1",
            got=f"min_count={min_count}",
            fix="Use 1 to list every word that was said of a gender.",
        )
    return np.asarray(np.asarray(counts) >= min_count)


def largest_of_each_list(
    deviation: Floats, words: Sequence[str], size: int, listed: Bools
) -> Iterator[tuple[int, int, int, int]]:
    """Of [words, sentiments, genders] a list per gender and sentiment, of at most `size` words.

    `listed` [words, genders] says which words may stand in a gender's lists; at 0 or below, a word
    stands in none, for less than the mean of a list is not much of it. Yields the indices of gender
    and sentiment, the rank from 1 on, and the index of the word.
    """
    _, sentiments, genders = deviation.shape
    for g, s in product(range(genders), range(sentiments)):
        rows = np.flatnonzero(listed[:, g] & (deviation[:, s, g] > 0))
        if not len(rows):
            continue
        names = [words[row] for row in rows.tolist()]
        found = largest_words(deviation[rows, s, g], names, min(size, len(rows)))
        for rank, w in enumerate(rows[found.words].tolist(), 1):
            yield g, s, rank, w
