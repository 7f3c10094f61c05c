"""The figures that Steinborn et al. (2022) print beside their scores (`s_jsd_scores.tsv`)."""

from __future__ import annotations

from typing import NamedTuple

from equimask.studies.published import read_published


class PublishedWords(NamedTuple):
    """A language of Table 1: words of its 212 pairs, both sentences; Thai was cut by Deepcut."""

    language: str
    words: int
    words_per_sentence: int


class PublishedModel(NamedTuple):
    """A model of Table 4, its parameters in millions. The ids are our reading."""

    model: str
    multilingual: bool
    parameters: int
    hub_id: str


class PublishedAccuracy(NamedTuple):
    """Of section 5: per cent of the masked tokens that are right, in the more stereotypical one."""

    language: str
    model: str
    accuracy: float


class PublishedPair(NamedTuple):
    """A pair that section 5 looks at: mBERT, "terrible at handiwork", and its translation.

    How many of the shared tokens are pieces of words; `difference` is of the log-likelihoods. The
    sign of S_JSD is that of the text, where an equals sign and a minus look alike.
    """

    language: str
    shared: int
    pieces: int
    cps: int
    s_jsd: float
    difference: float


def published_words() -> list[PublishedWords]:
    """Table 1."""
    return read_published("s_jsd_words.tsv", PublishedWords)


def published_models() -> list[PublishedModel]:
    """Table 4."""
    return read_published("s_jsd_models.tsv", PublishedModel)


def published_accuracies() -> list[PublishedAccuracy]:
    """Section 5."""
    return read_published("s_jsd_accuracy.tsv", PublishedAccuracy)


def published_pairs() -> list[PublishedPair]:
    """Section 5."""
    return read_published("s_jsd_pairs.tsv", PublishedPair)
