"""Words of which the lexica say exactly the same, put together: they share one posterior.

Most words stand in one lexicon only, and many of those with the same value. Training on
patterns instead of words changes no expectation and saves most of the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.studies.sentiment.observations import SourceLexicon

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
_ABSENT = 1e9  # np.unique does not see two NaN rows as equal


@dataclass(frozen=True)
class Table:
    """All observations: words by numbers, NaN where a lexicon lacks the word."""

    words: tuple[str, ...]
    values: Floats
    columns: tuple[slice, ...]

    @property
    def has(self) -> npt.NDArray[np.bool_]:
        """[words, lexica]: which lexicon has which word."""
        starts = [column.start for column in self.columns]
        return np.asarray(~np.isnan(self.values[:, starts]))

    def without(self, held_out: Sequence[tuple[int, int]]) -> Table:
        """The same table with some observations, (word, lexicon), taken out."""
        values = self.values.copy()
        for word, lexicon in held_out:
            values[word, self.columns[lexicon]] = np.nan
        return Table(self.words, values, self.columns)


@dataclass(frozen=True)
class Patterns:
    """The different rows of a table, how often each occurs, and which one each word has."""

    values: Floats
    prior: Floats
    counts: Places
    of_word: Places


def observation_table(lexica: Sequence[SourceLexicon]) -> Table:
    """The lexica side by side, words in sorted order."""
    words = tuple(sorted({word for lexicon in lexica for word in lexicon.values}))
    place = {word: at for at, word in enumerate(words)}
    ends = np.cumsum([lexicon.width for lexicon in lexica])
    columns = tuple(slice(int(e) - x.width, int(e)) for e, x in zip(ends, lexica, strict=True))
    values = np.full((len(words), int(ends[-1])), np.nan)
    for lexicon, column in zip(lexica, columns, strict=True):
        rows = [place[word] for word in lexicon.values]
        values[rows, column] = np.array(list(lexicon.values.values()), dtype=np.float64)
    return Table(words, values, columns)


def seed_prior(table: Table, seeds: Mapping[str, int]) -> Floats:
    """1 for every class, and for a seed word as much again on its class as lexica have it."""
    prior = np.ones((len(table.words), 3))
    n_sources = table.has.sum(1)
    for at, word in enumerate(table.words):
        if word in seeds:
            prior[at, seeds[word]] += n_sources[at]
    return prior


def patterns_of(table: Table, prior: Floats) -> Patterns:
    """Words with the same observations and the same prior become one row."""
    rows = np.hstack([np.nan_to_num(table.values, nan=_ABSENT), prior])
    different, of_word, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    values = different[:, : table.values.shape[1]]
    return Patterns(
        np.where(values == _ABSENT, np.nan, values),
        different[:, table.values.shape[1] :],
        counts.astype(np.int64),
        of_word.reshape(-1).astype(np.int64),
    )


def hold_out(table: Table, share: float, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Some observations, (word, lexicon), at most one of a word, of words that have others."""
    has = table.has
    several = np.flatnonzero(has.sum(1) > 1)
    observations = int(has[several].sum())
    chosen = rng.permutation(several)[: int(share * observations)]
    return [(int(word), int(rng.choice(np.flatnonzero(has[word])))) for word in np.sort(chosen)]
