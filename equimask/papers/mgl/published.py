"""Figures of Yu et al. (2024) that stand neither in their Table 4 nor in Tables 2, 3 and 5."""

from __future__ import annotations

from typing import NamedTuple

from equimask.studies.published import read_published


class PublishedCoverage(NamedTuple):
    """A language of Table 1: sentences whose English side has a gender word, and those with one.

    The shares are in `PublishedTedCounts.coverage`; the Japanese one should be 36.2.
    """

    language: str
    sentences: int
    hits: int


class PublishedModelWords(NamedTuple):
    """Of section 6.1: how many different nouns the Chinese model fills into its masks."""

    language: str
    male: int
    female: int


class PublishedAgreement(NamedTuple):
    """Of section 4.3: per cent of German pairs in which more than the gender word changes."""

    language: str
    agreement: float


def published_coverage() -> list[PublishedCoverage]:
    """Table 1."""
    return read_published("mgl_coverage.tsv", PublishedCoverage)


def published_model_words() -> list[PublishedModelWords]:
    """Section 6.1."""
    return read_published("mgl_model_words.tsv", PublishedModelWords)


def published_agreement() -> list[PublishedAgreement]:
    """Section 4.3."""
    return read_published("mgl_agreement.tsv", PublishedAgreement)
