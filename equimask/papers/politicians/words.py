"""The words that models said of men, women and non-binary people: out of a dataset, or asked here.

Where completions are brought, their counts are read. Otherwise models fill the blanks of packaged
sentences: every word that the male and the female version share is masked once in either, and the
first names are exchanged several times. Such words are of all kinds, not only adjectives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from equimask.audits.perturbing import perturbed
from equimask.core.embedded import EMBEDDED, EMBEDDED_NAME
from equimask.core.errors import DataError, shorten
from equimask.core.schema import GENDERS, PERSON_GENDERS
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import pair_languages
from equimask.measures.counting import CountTable, count_rows
from equimask.models import MaskedLM
from equimask.models.loading import load_asked
from equimask.papers.keeping import Kept
from equimask.papers.politicians.families import MONOLINGUAL, MULTILINGUAL, is_in_setup
from equimask.papers.politicians.materials import Materials
from equimask.papers.request import PaperModel, Request
from equimask.studies.blanks import words_in_blanks

PAPER_LANGUAGES = ("ar", "zh", "en", "fr", "hi", "ru", "es")
QUICK_LANGUAGES = ("en", "es")  # beside Table 4 and beside Table 6
ENGLISH, SPANISH = "en", "es"
RENAMED = 5  # times, beside the names that the packaged sentences have
ADJECTIVES, VERBS = "ADJ", "VERB"


class Key(NamedTuple):
    """Whose words: of a model, by its label, in a language, of a part of speech."""

    model: str
    language: str
    upos: str


class WordsInBlanks:
    """What models put into the blanks of packaged sentences; of all parts of speech at once."""

    told = (
        "No completions of politicians' names were brought: the words are those that the models "
        "put into the blanks of packaged sentences about men and about women, of all parts of "
        "speech. They say nothing of politicians. Build and pass politician_completions."
    )
    parts_of_speech: tuple[str, ...] = ("",)

    def __init__(self, request: Request) -> None:
        self._request = request
        self._kept = Kept(request.kept_in("blanks"))
        known = pair_languages()
        wanted = request.languages or (PAPER_LANGUAGES if request.full else QUICK_LANGUAGES)
        self.languages = tuple(language for language in wanted if language in known)
        self.name_of: dict[str, str] = {}

    def keys(self) -> Iterable[Key]:
        """All that can be asked."""
        for language in self.languages:
            for model in self._request.in_language(language):
                yield Key(model.label, language, "")

    def of(self, key: Key) -> CountTable:
        """The words of one model in one language."""
        model = next(one for one in self._request.models if one.label == key.model)
        mlm = loaded(self._request, model, key.language)
        sides = sides_of(key.language)
        asked = {"language": key.language, "sides": repr(sides), "dtype": str(mlm.dtype)}
        said = self._kept.once(
            f"{key.model}-{key.language}",
            {**mlm.signature, **asked},
            lambda: words_in_blanks(mlm, sides, key.language),
        )
        return count_rows(said["word"], said["gender"], PERSON_GENDERS).table


class WordsInCounts:
    """What the counts of completions have of the models that were asked for."""

    def __init__(self, request: Request, materials: Materials) -> None:
        columns = materials.counts
        self._rows: dict[Key, list[int]] = {}
        self._columns = columns
        self.name_of = names_in_data(request.models, columns["model"])
        there = [model for model in request.models if model.label in self.name_of]
        asked = {self.name_of[model.label]: model for model in there}
        cells = zip(columns["model"], columns["lang"], columns["upos"], strict=True)
        for row, (name, language, upos) in enumerate(cells):
            wanted = not request.languages or language in request.languages
            if wanted and name in asked and asked[name].speaks(language):
                self._rows.setdefault(Key(asked[name].label, language, upos), []).append(row)
        without = [model.label for model in request.models if model not in there]
        self.told = f"The completions have no words of {', '.join(without)}." if without else ""
        if not self._rows:
            raise DataError(
                expected=f"counts in {', '.join(request.languages) or 'some language'}",
                got=f"those of {', '.join(sorted(set(columns['lang'])))}",
                fix="Choose among these languages, or build the others.",
            )
        self.languages = tuple(dict.fromkeys(key.language for key in self._rows))
        self.parts_of_speech = tuple(sorted({key.upos for key in self._rows}))

    def keys(self) -> Iterable[Key]:
        """All that was counted."""
        return self._rows

    def of(self, key: Key) -> CountTable:
        """The counts of one model in one language."""
        rows = self._rows[key]
        word, gender, count = (
            [self._columns[name][row] for row in rows] for name in ("lemma", "gender", "count")
        )
        return count_rows(word, gender, PERSON_GENDERS, count).table


@dataclass(frozen=True)
class Words:
    """The tables of all models, each counted or asked when it is first looked at."""

    source: WordsInBlanks | WordsInCounts
    models: tuple[PaperModel, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """What a reader must know of where the words come from."""
        return (self.source.told,) if self.source.told else ()

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """Whose words there are."""
        return tuple(self.source.keys())

    @cached_property
    def _tables(self) -> dict[Key, CountTable]:
        return {}

    def languages_of(self, label: str) -> tuple[str, ...]:
        """In which a model has words."""
        return tuple(dict.fromkeys(key.language for key in self.keys if key.model == label))

    def setup(self, name: str) -> tuple[tuple[PaperModel, ...], str]:
        """The models of the monolingual or the multilingual setup, and what is to be said of them.

        The paper's own are in its setups. Others are multilingual if they have words in several
        languages; where none is asked in English alone, all that have English words stand in.
        """
        spoken = {model.label: self.languages_of(model.label) for model in self.models}
        several = [
            m
            for m in self.models
            if len(spoken[m.label]) > 1 and not is_in_setup(m.model, MONOLINGUAL)
        ]
        if name == MULTILINGUAL:
            return tuple(several), ""
        english = [model for model in self.models if ENGLISH in spoken[model.label]]
        alone = [m for m in english if m not in several and not is_in_setup(m.model, MULTILINGUAL)]
        if alone:
            return tuple(alone), ""
        told = "No model was asked in English alone: all models that have English words stand in."
        return tuple(english), told if english else ""

    def of(self, label: str, language: str, upos: str) -> CountTable | None:
        """What one model said; None where it said nothing of the kind."""
        key = Key(label, language, upos if upos in self.source.parts_of_speech else "")
        if key not in self.keys:
            return None
        if key not in self._tables:
            self._tables[key] = self.source.of(key)
        return self._tables[key]

    def pooled(self, models: Sequence[PaperModel], language: str, upos: str) -> CountTable | None:
        """What all of them said together, as in the paper's tables of words."""
        tables = [self.of(model.label, language, upos) for model in models]
        return added([table for table in tables if table is not None])


def words_of(request: Request, materials: Materials) -> Words:
    """Out of the completions that were brought; else asked here."""
    if materials.completions is None:
        return Words(WordsInBlanks(request), request.models)
    counted = WordsInCounts(request, materials)
    asked = tuple(model for model in request.models if model.label in counted.name_of)
    return Words(counted, asked)


def added(tables: Sequence[CountTable]) -> CountTable | None:
    """One table of several, with all their words and genders."""
    rows = [
        (word, gender, int(times))
        for table in tables
        for word, counts in zip(table.words, table.counts, strict=True)
        for gender, times in zip(table.genders, counts, strict=True)
        if times
    ]
    if not rows:
        return None
    words, genders, counts = (list(column) for column in zip(*rows, strict=True))
    return count_rows(words, genders, PERSON_GENDERS, counts).table


def sides_of(language: str) -> dict[str, Sequence[str]]:
    """Packaged sentences about men and about women, also under exchanged first names."""
    table = packaged_table(language)
    renamed = (perturbed(table, "name_swap", seed).columns for seed in range(RENAMED + 1))
    sides = dict.fromkeys(
        pair for one in renamed for pair in zip(*map(one.__getitem__, GENDERS), strict=True)
    )
    return dict(zip(GENDERS, map(list, zip(*sides, strict=True)), strict=True))


def names_in_data(models: Sequence[PaperModel], names: Iterable[str]) -> dict[str, str]:
    """The name, with its revision or hash, that each model has in the data; by its label.

    A model is known by its id or the last part of its path. Models that the data lack are left out.
    """
    there = sorted(set(names))
    found: dict[str, str] = {}
    for model in models:
        matching = _matching(model, there)
        if len(matching) > 1:
            raise DataError(
                expected=f"one model in the completions that is {shorten(model.model)}",
                got=", ".join(matching),
                fix="Name the model with its revision, as the data have it.",
            )
        if matching:
            found[model.label] = matching[0]
    for name in found.values():
        same = [label for label, own in found.items() if own == name]
        if len(same) > 1:
            raise DataError(
                expected="completions of every model apart",
                got=f"{name} for {' and '.join(same)}",
                fix="Leave one of these models out.",
            )
    if not found:
        raise DataError(
            expected=f"completions of {', '.join(model.label for model in models)}",
            got=f"those of {', '.join(there)}",
            fix="Name models that the completions have, or ask yours with "
            "`python -m builders politician_completions --model MODEL`.",
        )
    return found


def loaded(request: Request, model: PaperModel, language: str | None = None) -> MaskedLM:
    """The model, as the options say."""
    return load_asked(replace(request.options, model=model.model), language)


def _matching(model: PaperModel, there: Sequence[str]) -> list[str]:
    """By the whole name, else without revision, else by its last part."""
    place = EMBEDDED_NAME if model.model == EMBEDDED else str(model.model).rstrip("/\\")
    last = re.split(r"[/\\]", place)[-1]
    by_level = (
        [name for name in there if name == place],
        [name for name in there if name.rpartition("@")[0] == place],
        [name for name in there if last in (name, re.split("/", name.rpartition("@")[0])[-1])],
    )
    return next(filter(None, by_level), [])
