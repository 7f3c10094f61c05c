"""What the exhibits share: models, words, fits and clusters, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from equimask.core.errors import DataError, shorten
from equimask.core.progress import tracked
from equimask.core.schema import GENDERS
from equimask.inputs.sentiment_lexicon import Entry
from equimask.papers.politicians.families import MONOLINGUAL, family_of, is_in_setup
from equimask.papers.politicians.fits import Fitted, fitted
from equimask.papers.politicians.materials import Materials, materials
from equimask.papers.politicians.packaged_sentiments import TOLD as PACKAGED_SENTIMENTS
from equimask.papers.politicians.packaged_sentiments import packaged_sentiments
from equimask.papers.politicians.words import (
    ADJECTIVES,
    ENGLISH,
    PAPER_LANGUAGES,
    Words,
    loaded,
    words_of,
)
from equimask.papers.request import PaperModel, Request
from equimask.studies.analyses.clusters import WordClusters, word_vectors
from equimask.studies.analyses.gender_clusters import cluster_by_gender
from equimask.studies.analyses.language_shares import ModelShares

N_CLUSTERS = 5

Records = list[dict[str, object]]


class Work:
    """A request, what was brought to it, and what has been computed so far."""

    def __init__(self, request: Request) -> None:
        self.request = replace(request, models=merged(request.models))
        self.brought: Materials = materials(request.data, request.languages)
        self._lexica: dict[str, Mapping[str, Entry] | None] = {}
        self._fits: dict[tuple[str, str, str], Fitted | None] = {}
        self._shares: dict[tuple[str, str], ModelShares | None] = {}
        self._clusters: dict[tuple[str, str], dict[str, WordClusters]] = {}

    @cached_property
    def words(self) -> Words:
        """What the models said."""
        return words_of(self.request, self.brought)

    def models(self, setup: str) -> tuple[PaperModel, ...]:
        """Those of a setup of the paper."""
        return self.words.setup(setup)[0]

    def notes(self, setup: str = "") -> tuple[str, ...]:
        """What a reader must know of the words, and of the models of a setup."""
        told = self.words.setup(setup)[1] if setup else ""
        return (*self.words.told, *((told,) if told else ()))

    def languages(self, models: Sequence[PaperModel]) -> tuple[str, ...]:
        """Those in which any of these has words, in the paper's order, then others."""
        spoken = {lang for model in models for lang in self.words.languages_of(model.label)}
        return (
            *(lang for lang in PAPER_LANGUAGES if lang in spoken),
            *sorted(spoken.difference(PAPER_LANGUAGES)),
        )

    def lexicon(self, language: str) -> Mapping[str, Entry] | None:
        """The sentiments of a language's words; None where there are none."""
        if language not in self._lexica:
            found = self.brought.lexicon_of(language)
            if self._is_packaged:
                found = packaged_sentiments(language) or None
            self._lexica[language] = found
        return self._lexica[language]

    @property
    def told_of_sentiments(self) -> tuple[str, ...]:
        """What a reader must know of where they come from."""
        return (PACKAGED_SENTIMENTS,) if self._is_packaged else ()

    @property
    def _is_packaged(self) -> bool:
        """Whether words and sentiments are those of packaged sentences."""
        return self.brought.lexicon is None and self.brought.completions is None

    def fitted(self, label: str, language: str, upos: str = ADJECTIVES) -> Fitted | None:
        """The fits of one model's words; None without words of men and of women."""
        key = (label, language, upos)
        if key not in self._fits:
            table = self.words.of(*key)
            lexicon = self.lexicon(language)
            self._fits[key] = None if table is None else fitted(table, lexicon, self.request.full)
        return self._fits[key]

    def shares(self, model: PaperModel, language: str) -> ModelShares | None:
        """The sentiments of the largest deviations, and whether they differ between genders."""
        key = (model.label, language)
        if key not in self._shares:
            found = self.fitted(model.label, language)
            self._shares[key] = None if found is None else self._shares_of(found)
        return self._shares[key]

    def _shares_of(self, found: Fitted) -> ModelShares | None:
        lists = found.sentiments_of(found.found.deviation)
        return None if lists is None else ModelShares(lists, lists.difference(self.rng()))

    def rng(self) -> np.random.Generator:
        """Fresh for every use, so that no exhibit depends on another."""
        return np.random.default_rng(self.request.options.seed)

    def records(self, model: PaperModel, language: str, setup: str) -> Records:
        """The shares of every fit, as the analysis of variance takes them."""
        found = self.fitted(model.label, language)
        if found is None:
            return []
        family = family_of(model, setup)
        about = {"model": model.label, "language": language, **family._asdict()}
        return [
            row
            for number, deviation in enumerate(found.found.deviations)
            if (lists := found.sentiments_of(deviation)) is not None
            for row in lists.records(**about, fit=number)
        ]

    def clusters(self, model: PaperModel, language: str) -> dict[str, WordClusters]:
        """The words of each gender in groups, by their vectors in the model."""
        key = (model.label, language)
        if key not in self._clusters:
            self._clusters[key] = self._clustered(model, language)
        return self._clusters[key]

    def _clustered(self, model: PaperModel, language: str) -> dict[str, WordClusters]:
        table = self.words.of(model.label, language, ADJECTIVES)
        if table is None or not set(GENDERS) <= set(table.genders):
            raise DataError(
                expected=f"adjectives that {model.label} said of men and women in {language!r}",
                got="none",
                fix="Ask it in this language, or choose another.",
            )
        table = table.of_genders(GENDERS)
        mlm = loaded(self.request, model, language)
        name = self.words.source.name_of.get(model.label)
        if name is not None and "@" in name and name != mlm.signature["model"]:
            raise DataError(
                expected=f"the model whose words these are, {shorten(name)}",
                got=str(mlm.signature["model"]),
                fix="Name the very model that the completions were made by.",
            )
        vectors = word_vectors(mlm, table.words)
        return cluster_by_gender(
            vectors.vectors,
            vectors.words,
            table.counts[list(vectors.rows)],
            k=N_CLUSTERS,
            seed=self.request.options.seed,
            genders=table.genders,
        )

    def each(self, setup: str) -> Iterator[tuple[PaperModel, str]]:
        """Every model of a setup in each of its languages; the monolingual ones in English."""
        models = self.models(setup)
        languages = (ENGLISH,) if setup == MONOLINGUAL else self.languages(models)
        found = [
            (model, language)
            for language in languages
            for model in models
            if language in self.words.languages_of(model.label)
        ]
        shown = bool(self.request.options.progress)
        yield from tracked(found, len(found), "table", setup, shown=shown)


def merged(models: Sequence[PaperModel]) -> tuple[PaperModel, ...]:
    """One entry for each model, with all the languages that it was named for.

    A monolingual model of the paper is asked in English alone, unless somebody says otherwise.
    """
    by_model: dict[str, PaperModel] = {}
    for one in models:
        before = by_model.get(str(one.model), one)
        both = tuple(dict.fromkeys((*before.languages, *one.languages)))
        if not before.languages or not one.languages:
            both = (ENGLISH,) if is_in_setup(one.model, MONOLINGUAL) else ()
        by_model[str(one.model)] = replace(before, languages=both)
    labels = [one.label for one in by_model.values()]
    for one in by_model.values():
        if labels.count(one.label) > 1:
            raise DataError(
                expected="models whose names differ in their last part",
                got=f"{shorten(one.label)} twice",
                fix="Rename one of the folders.",
            )
    return tuple(by_model.values())
