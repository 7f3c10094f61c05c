"""PMI of key words and gender, from the words with which a model completes sentences.

A stereotyped context was written with two words at one place: its key word, and that of its rival,
which carries the opposite stereotype. With names of either gender in it, the model is asked
which of the two it expects there. The answers make a table n(word, gender), as completions beside
politicians' names do in Stanczak et al. (2023), in one of two ways: `top` counts the likelier word,
`share` gives each of the two its share of their probability. A word scores

    PMI(word, male) - PMI(word, female) = log n(w, m) / n(m) - log n(w, f) / n(f),

positive if it goes with men. Its sign is turned for words that a stereotype expects of women, so
that positive always means: as the stereotype has it. The measure is the mean over words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from equimask import stats
from equimask.core.arrays import Floats, Ints
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import MASK
from equimask.evaluation.calibration import calibrate_mean
from equimask.evaluation.filled_masks import FilledWord, fill, word_log_probs
from equimask.models.scorer import Scorer
from equimask.studies.laboratory.inventory import GENDERS, Inventory
from equimask.studies.laboratory.rivals import NAME, replace_word

_NAMES = 12  # of each gender in a context: all of them would take as long as the training
_ADDED = 0.5  # to every count: a word that is never said of one gender has no finite PMI


class Completion(NamedTuple):
    """A sentence about somebody with its key word masked, and the two words that fit."""

    masked: str
    gender: str
    word: str
    rival: str


class ScoredWords(NamedTuple):
    """Key words, whom a stereotype expects with each (1 men, -1 women), and who competes.

    Words that compete for one place, directly or by way of others, are of one rivalry.
    """

    words: tuple[str, ...]
    signs: Ints
    rivalries: tuple[str, ...]


def signed_pmi(counts: Floats, signs: Ints) -> Floats:
    """Per word: the PMI difference of `counts` [words, (male, female)], times its sign."""
    smoothed = counts + _ADDED
    shares = smoothed / smoothed.sum(axis=0)
    return np.asarray(signs * (np.log(shares[:, 0]) - np.log(shares[:, 1])), dtype=np.float64)


def completions(inventory: Inventory) -> Iterator[Completion]:
    """Every context that takes names and has a rival, with some names; each name equally often."""
    rivals = {rival.origin: rival for rival in inventory.rivals}
    both = [(c, rivals[c.id]) for c in inventory.stereotyped if c.takes_names and c.id in rivals]
    for number, (context, rival) in enumerate(both):
        for gender in GENDERS:
            masked = replace_word(
                context.version(gender), context.key, MASK, inventory.language.spaced
            )
            if masked is not None:
                for name in _turn(inventory.names[gender], number):
                    yield Completion(masked.replace(NAME, name), gender, context.key, rival.key)


def _turn(names: Sequence[str], number: int) -> Iterator[str]:
    """The names whose turn it is: the next ones of a list that begins anew when it ends."""
    for i in range(min(_NAMES, len(names))):
        yield names[(number * _NAMES + i) % len(names)]


def scored_words(inventory: Inventory) -> ScoredWords:
    """The key words that can be said; a word that carries both stereotypes carries none."""
    expected: dict[str, set[str]] = {}
    for context in inventory.stereotyped:
        expected.setdefault(context.key, set()).add(context.gender_more)
    both = {(asked.word, asked.rival) for asked in completions(inventory)}
    words = sorted(word for word in {*chain(*both)} if len(expected[word]) == 1)
    signs = [1 if expected[word] == {"male"} else -1 for word in words]
    place = {word: i for i, word in enumerate(words)}
    ends = [(place[a], place[b]) for a, b in sorted(both) if a in place and b in place]
    graph = sparse.coo_matrix(
        (np.ones(len(ends)), np.array(ends).T), shape=(len(words), len(words))
    )
    _, rivalries = connected_components(graph, directed=False)
    return ScoredWords(
        tuple(words), np.array(signs, dtype=np.int64), tuple(map(str, rivalries.tolist()))
    )


class KeyWordPmi:
    """The questions of one language, asked of a model and of its twins."""

    def __init__(self, mlm: Scorer, inventory: Inventory) -> None:
        self._mlm, self._scored = mlm, scored_words(inventory)
        everything = list(completions(inventory))
        masked = [completion.masked for completion in everything]
        own = fill(mlm, masked, [completion.word for completion in everything])
        other = fill(mlm, masked, [completion.rival for completion in everything])
        self._asked = [
            _Asked(c, a, b) for c, a, b in zip(everything, own, other, strict=True) if a and b
        ]
        self._skipped = len(everything) - len(self._asked)

    def evaluate(self, counting: str, options: Options, clustered: bool = True) -> BiasResult:
        """Mean signed PMI difference; rivalries, not words, are drawn and flipped: 0 is neutral."""
        rows = self._rows(self._mlm, counting, options)
        rivalries = self._scored.rivalries if clustered else tuple(map(str, range(len(rows))))
        found = stats.clustered_mean(
            rows,
            [rivalries],
            0.0,
            options.confidence_level,
            options.n_resamples,
            np.random.default_rng(options.seed),
        )
        result = BiasResult(
            metric="pmi",
            value=float(rows.mean()),
            neutral=0.0,
            stderr=found.interval.stderr,
            ci_low=found.interval.low,
            ci_high=found.interval.high,
            p_value=found.p_value,
            test=found.test,
            n=len(rows),
            n_clusters=found.n_clusters,
            n_ties=int((rows == 0).sum()),
            skipped={"unaligned": self._skipped} if self._skipped else {},
            mde=None,
            signature="",
            row_values={"pmi": np.ma.array(rows)},
        )
        if not options.calibrate:
            return result
        return calibrate_mean(
            result,
            rows,
            lambda twin: self._rows(twin, counting, options),
            self._mlm,
            options,
            [rivalries] if clustered else None,
        )

    def _rows(self, mlm: Scorer, counting: str, options: Options) -> Floats:
        filled = [one.own for one in self._asked] + [one.other for one in self._asked]
        own, other = np.split(word_log_probs(mlm, filled, options), 2)
        share = (own >= other).astype(np.float64) if counting == "top" else expit(own - other)
        row = {word: i for i, word in enumerate(self._scored.words)}
        counts = np.zeros((len(row), len(GENDERS)))
        for one, weight in zip(self._asked, share.tolist(), strict=True):
            completion, column = one.completion, GENDERS.index(one.completion.gender)
            for word, part in ((completion.word, weight), (completion.rival, 1.0 - weight)):
                if word in row:
                    counts[row[word], column] += part
        return signed_pmi(counts, self._scored.signs)


class _Asked(NamedTuple):
    completion: Completion
    own: FilledWord
    other: FilledWord
