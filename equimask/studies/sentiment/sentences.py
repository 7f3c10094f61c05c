"""Does a lexicon tell the sentiment of sentences? (the politicians study's S2 Table)

The study labels sentences by the mean sentiment of their words and compares with labels that people
gave, as a lower bound for single words. Its table is in a supplement without text, so its figures
cannot stand beside ours. No labelled sentences are packaged: bring a corpus of the language.

A sentence is cut into words, longest entries of the lexicon first, in scripts without spaces by the
lexicon alone. Words are compared without case and not lemmatised; negation is not understood. Mean
sentiments may also be learned from (Hoyle et al. 2019): `learned_accuracy`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, optional_library, shorten
from equimask.core.languages import get_language
from equimask.core.randomness import Seed, as_number
from equimask.core.schema import SENTIMENTS
from equimask.inputs.sentiment_lexicon import Entry
from equimask.studies.analyses.display import markdown_table

UNDECIDED = ""  # no word of the sentence is known, or its sentiments tie


class Matched(NamedTuple):
    """The entries found in a sentence, and how much of it they are: of its words or letters."""

    entries: list[Entry]
    share: float


class Matcher:
    """Finds the entries of a lexicon in sentences of a language."""

    def __init__(self, lexicon: Mapping[str, Entry], language: str) -> None:
        self._spaced = get_language(language).spaced
        self._entries: dict[tuple[str, ...], Entry] = {}
        # an entry that is written like the key goes before one of other case
        for word in sorted(lexicon, key=lambda word: (word != word.casefold(), word)):
            for units in self._runs(word)[:1]:
                self._entries.setdefault(units, lexicon[word])
        self._longest = max(map(len, self._entries), default=0)

    def __call__(self, sentence: str) -> Matched:
        """All entries from left to right, none inside another."""
        found, known, every = [], 0, 0
        for units in self._runs(sentence):
            every += len(units)
            start = 0
            while start < len(units):
                size = self._match(units, start)
                if size:
                    found.append(self._entries[units[start : start + size]])
                known += size
                start += size or 1
        return Matched(found, known / every if every else 0.0)

    def _match(self, units: tuple[str, ...], start: int) -> int:
        sizes = range(min(self._longest, len(units) - start), 0, -1)
        return next((n for n in sizes if units[start : start + n] in self._entries), 0)

    def _runs(self, text: str) -> list[tuple[str, ...]]:
        """Words between spaces as one run; without spaces the letters between other signs."""
        pieces = pieces_of(text)
        if self._spaced:
            return [tuple(pieces)] if pieces else []
        return [tuple(piece) for piece in pieces]


def pieces_of(text: str) -> list[str]:
    """Runs of letters, their marks, and digits, without case."""
    signs = unicodedata.normalize("NFC", text).casefold()
    runs = groupby(signs, key=lambda sign: unicodedata.category(sign)[0] in "LMN")
    return ["".join(run) for is_word, run in runs if is_word]


def mean_sentiment(sentences: Iterable[str], matcher: Matcher) -> tuple[Floats, Floats]:
    """[sentences, 3]: the mean of the entries found, NaN where there are none; and their share."""
    found = [matcher(sentence) for sentence in sentences]
    means = [np.mean(one.entries, axis=0) if one.entries else [np.nan] * 3 for one in found]
    return np.array(means, dtype=np.float64).reshape(-1, 3), np.array([one.share for one in found])


def labelled(means: Floats, classes: Sequence[str] = SENTIMENTS) -> list[str]:
    """The class with the largest mean; undecided where nothing is known or the largest tie."""
    columns = [SENTIMENTS.index(name) for name in classes]
    labels = []
    for row in means[:, columns]:
        best = np.flatnonzero(row == row.max())
        labels.append(classes[int(best[0])] if len(best) == 1 else UNDECIDED)
    return labels


@dataclass(frozen=True)
class SentenceValidation:
    """How often labels and sentiments agree; undecided sentences count as wrong.

    `low` and `high` bound the accuracy (95 %, exact). `majority` is what always saying the most
    frequent label would give, `known` the mean share of a sentence that the lexicon knows.
    """

    n: int
    accuracy: float
    low: float
    high: float
    macro_f1: float
    majority: float
    undecided: int
    known: float
    confusion: Mapping[tuple[str, str], int]


def validate(
    sentences: Sequence[str],
    labels: Sequence[str],
    lexicon: Mapping[str, Entry],
    language: str,
) -> SentenceValidation:
    """Label sentences by the mean sentiment of their words, and compare with `labels`.

    Without neutral ones among the labels, only negative and positive are told apart.
    """
    classes = _check(sentences, labels)
    means, known = mean_sentiment(sentences, Matcher(lexicon, language))
    given = labelled(means, classes)
    confusion = Counter(zip(labels, given, strict=True))
    right = sum(confusion[name, name] for name in classes)
    interval = sps.binomtest(right, len(labels)).proportion_ci(0.95, method="exact")
    return SentenceValidation(
        len(labels),
        right / len(labels),
        float(interval.low),
        float(interval.high),
        float(np.mean([_f1(confusion, name) for name in classes])),
        max(Counter(labels).values()) / len(labels),
        given.count(UNDECIDED),
        float(known.mean()),
        dict(confusion),
    )


def learned_accuracy(
    sentences: Sequence[str],
    labels: Sequence[str],
    lexicon: Mapping[str, Entry],
    language: str,
    *,
    folds: int = 5,
    seed: Seed = 0,
) -> float:
    """The accuracy of a logistic regression on mean sentiments, on sentences it has not seen."""
    _check(sentences, labels)
    rarest = min(Counter(labels).values())
    if rarest < folds:
        raise InputError(
            expected=f"at least {folds} sentences of every label for {folds} folds",
            got=f"{rarest} of one",
            fix="Pass more sentences, or ask for fewer folds.",
        )
    means, known = mean_sentiment(sentences, Matcher(lexicon, language))
    features = np.nan_to_num(means) * known[:, None]  # over all words: unknown ones add nothing
    linear = optional_library("sklearn.linear_model", "analyses")
    selection = optional_library("sklearn.model_selection", "analyses")
    cut = selection.StratifiedKFold(folds, shuffle=True, random_state=as_number(seed))
    model = linear.LogisticRegression(C=1e3, max_iter=1000)
    told = selection.cross_val_predict(model, features, list(labels), cv=cut)
    return float(np.mean([a == b for a, b in zip(told, labels, strict=True)]))


def compared_lexica(
    sentences: Sequence[str],
    labels: Sequence[str],
    lexica: Mapping[str, Mapping[str, Entry]],
    language: str,
) -> dict[str, SentenceValidation]:
    """Several lexica on the same sentences: a joined one, and those that it was made of."""
    return {name: validate(sentences, labels, one, language) for name, one in lexica.items()}


def validation_markdown(found: Mapping[str, SentenceValidation]) -> str:
    """A line per lexicon, in percent."""
    headings = ("lexicon", "sentences", "accuracy", "interval", "macro F1", "majority")
    return markdown_table(
        (*headings, "undecided", "known words"),
        [
            (
                name,
                f"{one.n}",
                f"{100 * one.accuracy:.1f}",
                f"{100 * one.low:.1f}…{100 * one.high:.1f}",
                f"{100 * one.macro_f1:.1f}",
                f"{100 * one.majority:.1f}",
                f"{one.undecided}",
                f"{100 * one.known:.1f}",
            )
            for name, one in found.items()
        ],
    )


def _f1(confusion: Mapping[tuple[str, str], int], name: str) -> float:
    """2 TP / (2 TP + FP + FN)."""
    right = confusion.get((name, name), 0)
    either = sum(n * ((a == name) + (b == name)) for (a, b), n in confusion.items())
    return 2 * right / either if either else 0.0


def _check(sentences: Sequence[Any], labels: Sequence[Any]) -> tuple[str, ...]:
    """The classes among the labels, in the order of the sentiments."""
    if not sentences or len(sentences) != len(labels):
        raise InputError(
            expected="sentences, and a label of each",
            got=f"{len(sentences)} sentences and {len(labels)} labels",
            fix="Pass two columns of the same length.",
        )
    for row, label in enumerate(labels):
        if label not in SENTIMENTS:
            raise InputError(
                expected=f"{', '.join(SENTIMENTS)} as labels",
                got=f"{shorten(label)} in row {row}",
                fix="Rename the labels of the corpus.",
            )
    classes = tuple(name for name in SENTIMENTS if name in set(labels))
    if len(classes) < 2:
        raise InputError(
            expected="sentences of at least two sentiments",
            got=f"{classes[0]} only",
            fix="Pass sentences of the other one, too.",
        )
    return classes
