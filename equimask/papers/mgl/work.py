"""What the exhibits of Yu et al. (2024) share: sentences, pairs, predictions and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from equimask.core.errors import DataError, ModelError
from equimask.core.schema import GENDERS
from equimask.core.signature import content_hash
from equimask.gender.swap import GenderLexicon
from equimask.inputs.pairs import load_pairs, pair_languages
from equimask.inputs.table import Table
from equimask.models.loading import load_asked
from equimask.papers.data import places_of, said_of_data, some_rows, tables_of
from equimask.papers.keeping import Kept
from equimask.papers.mgl.facts import Facts, counted, facts_of_build
from equimask.papers.request import PaperModel, Request
from equimask.papers.scoring import Scores, score_tables
from equimask.studies.pair_making.model_based import ModelBased
from equimask.studies.pair_making.records import GenderPair, Prediction
from equimask.studies.pair_making.statistics import PredictionCounts

PAIRS, BAGS = "ted_gender_pairs", "parallel_gender_sentences"
LANGUAGES = ("en", "de", "es", "pt", "zh")
"""In which pairs are made; the lexicon is tried on more."""
COVERED = ("de", "ja", "ar", "es", "pt", "ru", "id", "zh")
DRAWS = 5
_THEIRS = "the sentences of TED talks that the paper reads"


@dataclass(frozen=True)
class Predictions:
    """What a model says at the masks of one language: counts, pairs as rows, some examples."""

    counts: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class OurScores:
    """Of Table 4: SBM of lexicon-based pairs, SBM and DCBM of each model's own, MBE of the bags."""

    lexicon: Scores
    by_model: Mapping[str, Scores]
    bags: Scores

    @property
    def notes(self) -> tuple[str, ...]:
        """Who could not be asked."""
        some = (self.lexicon, self.bags, *self.by_model.values())
        return tuple(dict.fromkeys(note for scores in some for note in scores.notes))


@dataclass(frozen=True)
class Work:
    """Texts, pairs and scores, each read or computed when the first exhibit asks for it."""

    request: Request

    @cached_property
    def facts(self) -> dict[str, Facts]:
        """Of every language, also those in which no pairs are scored."""
        if self.request.data:
            return {
                language: facts
                for place in self._pair_places
                for language, facts in facts_of_build(place).items()
            }
        return {language: found for language, (found, _) in self._packaged.items()}

    @cached_property
    def lexicon_tables(self) -> dict[str, Table]:
        """Lexicon-based pairs of the languages that are scored, as many as are scored."""
        if not self.request.data:
            return {
                language: _table(language, "lexicon", _rows(pairs, language))
                for language, (_, pairs) in self._packaged.items()
                if language in self.languages and pairs
            }
        tables = tables_of(self.request, self._pair_places, self._wanted, method="lexicon")
        return {str(one.language): some_rows(one, self.request) for one in tables}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """In which pairs are scored."""
        if not self.request.data:
            wanted = self.request.languages or LANGUAGES
            return tuple(language for language in wanted if language in pair_languages())
        return tuple(self.lexicon_tables)

    @cached_property
    def sentences(self) -> dict[str, list[str]]:
        """Those that models are asked about: of given pairs the originals."""
        if not self.request.data:
            return {language: self._packaged_text(language) for language in self.languages}
        return {
            language: list(dict.fromkeys(_originals(one)))
            for language, one in self.lexicon_tables.items()
        }

    @cached_property
    def predictions(self) -> dict[tuple[str, str], Predictions]:
        """Of every model in its languages; one of several that fails is left out and noted."""
        found = {}
        for model in self.request.models:
            for language in filter(model.speaks, self.languages):
                try:
                    found[model.label, language] = self._predicted(model, language)
                except ModelError as error:
                    if len(self.request.models) == 1:
                        raise
                    self.failed.append(f"{model.label}: left out. {error}")
                    break
        return found

    @cached_property
    def failed(self) -> list[str]:
        """Models that could not fill masks, and why."""
        return []

    @cached_property
    def scores(self) -> OurScores:
        """Beside untrained twins, by the corrected protocol."""
        return self._score_all(calibrate=True)

    @cached_property
    def as_published(self) -> OurScores:
        """By the authors' own."""
        return self._score_all(protocol="published")

    @cached_property
    def whole_bags(self) -> dict[str, Table]:
        """All sentences of talks by the gender of their English side, as far as that is known."""
        if not self.request.data:
            return {language: self._packaged_bags(language) for language in self.languages}
        tables = tables_of(self.request, self._bag_places, self._wanted)
        return {str(one.language): _talks(one) for one in tables}

    @cached_property
    def bags(self) -> dict[str, Table]:
        """As many of these as are scored; without them the originals of the pairs."""
        if self.has_bags:
            return {code: some_rows(one, self.request) for code, one in self.whole_bags.items()}
        return {
            language: _bag_table(language, table) for language, table in self.lexicon_tables.items()
        }

    @property
    def has_bags(self) -> bool:
        """Whether there are sentences that were found as Kaneko et al. do, by their English."""
        return not self.request.data or bool(self._bag_places)

    @property
    def notes(self) -> tuple[str, ...]:
        """Of the sentences, and of whom could not be asked."""
        tables = tuple(self.lexicon_tables.values())
        if not self.request.data:
            return tuple(said_of_data(self.request, tables, _THEIRS))
        sampled = self.request.rows is not None
        many = f"at most {self.request.rows} rows of each kind, drawn by seed; --full takes all"
        return (*((f"Ours: {many}.",) if sampled else ()), *dict.fromkeys(self.failed))

    def lexicon(self, language: str) -> GenderLexicon:
        """The packaged one."""
        return GenderLexicon.load(language)

    @property
    def _wanted(self) -> tuple[str, ...]:
        return self.request.languages or LANGUAGES

    @cached_property
    def _pair_places(self) -> list[Any]:
        found = places_of(self.request, PAIRS, (PAIRS, BAGS))
        if not found:
            raise DataError(
                expected=f"the dataset {PAIRS} among the data",
                got=", ".join(map(str, self.request.data)),
                fix=f"Build it: python -m builders {PAIRS} --source DIR; or pass papers:DIR.",
            )
        return found

    @cached_property
    def _bag_places(self) -> list[Any]:
        known = places_of(self.request, BAGS, (PAIRS, BAGS))
        return [one for one in known if one not in self._pair_places]

    @cached_property
    def _packaged(self) -> dict[str, tuple[Facts, list[GenderPair]]]:
        asked = self.request.languages or tuple(dict.fromkeys((*LANGUAGES, *COVERED)))
        english = self._packaged_text("en")
        return {
            language: counted(
                self.lexicon(language),
                self._packaged_text(language),
                None if language == "en" else english,
            )
            for language in asked
            if language in pair_languages()
        }

    def _packaged_text(self, language: str) -> list[str]:
        """One side of each pair, the male one of the first: both would give a pair twice."""
        return [(p.male, p.female)[i % 2] for i, p in enumerate(load_pairs(language))]

    def _packaged_bags(self, language: str) -> Table:
        """The sentences whose English side has gender words of one gender; names are no words."""
        find = self.lexicon("en").find
        told = [{word.gender for word in find(text)} for text in self._packaged_text("en")]
        both = zip(self._packaged_text(language), told, strict=True)
        rows = [(text, *genders) for text, genders in both if len(genders) == 1]
        columns = {"sentence": [row[0] for row in rows], "gender": [row[1] for row in rows]}
        return Table("packaged sentences by their English", columns, language)

    def _score_all(self, **options: Any) -> OurScores:
        def scored(
            name: str, tables: Sequence[Table], *metrics: str, request: Request = self.request,
            **more: Any,
        ) -> Scores:  # fmt: skip
            return score_tables(request, name, tables, metrics, **options, **more)

        by_model = {}
        for model in self.request.models:
            tables = [
                _table(language, "model", predictions.rows)
                for (label, language), predictions in self.predictions.items()
                if label == model.label and predictions.rows
            ]
            if tables:
                alone = replace(self.request, models=(model,))
                by_model[model.label] = scored("model", tables, "sbm", "dcbm", request=alone)
        return OurScores(
            scored("lexicon", list(self.lexicon_tables.values()), "sbm"),
            by_model,
            scored("bags", list(self.bags.values()), "mbe", balanced_draws=DRAWS),
        )

    def _predicted(self, model: PaperModel, language: str) -> Predictions:
        lexicon, sentences = self.lexicon(language), self.sentences[language]
        mlm = load_asked(replace(self.request.options, model=model.model), language)

        def ask() -> dict[str, Any]:
            counts = PredictionCounts()
            rows = []
            results = ModelBased(lexicon, mlm, options=self.request.options)(sentences)
            for i, result in enumerate(results):
                counts.add(result)
                if isinstance(result, Prediction) and isinstance(result.result, GenderPair):
                    row = result.result.row(id=str(i), lang=language, method="model")
                    rows.append({**row, "sides": result.sides})
            return {"counts": counts.summary(), "rows": rows}

        comes_from = {
            **mlm.signature,
            "dtype": mlm.dtype,
            "lexicon": lexicon.signature(),
            "sentences": content_hash(sentences),
        }
        kept = Kept(self.request.kept_in("predictions"))
        return Predictions(**kept.once(f"{language} {model.label}", comes_from, ask))


def _rows(pairs: Sequence[GenderPair], language: str) -> list[dict[str, Any]]:
    return [pair.row(id=str(i), lang=language, method="lexicon") for i, pair in enumerate(pairs)]


def _table(language: str, method: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Rows made here, under the columns that metrics read."""
    names = (*GENDERS, "male_word", "female_word", "masked_sentence", "origin_gender", "id")
    columns = {name: [row[name] for row in rows] for name in names}
    return Table(f"{method}-based pairs", columns, language, f"method={method}")


def _originals(table: Table) -> list[str]:
    columns = table.columns
    return [columns[gender][i] for i, gender in enumerate(columns["origin_gender"])]


def _bag_table(language: str, table: Table) -> Table:
    columns = {"sentence": _originals(table), "gender": list(table.columns["origin_gender"])}
    return Table("originals of the pairs", columns, language)


def _talks(table: Table) -> Table:
    """The rows that come from TED talks, where the data say which do; else all."""
    corpora = table.columns.get("corpus", [])
    talks = [i for i, corpus in enumerate(corpora) if str(corpus).startswith("ted")]
    return table.rows(talks) if talks else table
