"""What one language is asked: its people, its words, and the questions put to a model."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from builders.politician_completions.materials import (
    SOURCE,
    Person,
    model_of,
    read_people,
    sample,
    stand_ins,
    treebanks_of,
)
from builders.politician_completions.options import CompletionOptions
from equimask.core.errors import OptionError
from equimask.core.files import sha256_of_file
from equimask.studies.completions.query import PARTS_OF_SPEECH, Order
from equimask.studies.completions.treebank import WordList
from equimask.studies.completions.word_filter import FilteredWords, QueryTagger, filter_words
from equimask.version import __version__

if TYPE_CHECKING:
    from equimask.models import MaskedLM

# People that are finished together: what a killed build loses is less than the work for these.
CHUNK = 2048

Filters = dict[str, FilteredWords]


class Part(NamedTuple):
    """People who are asked about together; `start` is the place of the first among all."""

    number: int
    start: int
    people: list[Person]


class LanguageJob:
    """All that the completions of one language depend on, but for the model."""

    def __init__(self, lang: str, files: Mapping[str, Path], own: CompletionOptions) -> None:
        self.lang, self._own = lang, own
        source, treebanks = files[f"{SOURCE}{lang}"], treebanks_of(lang, files)
        everybody = read_people(source)
        self.people = sample(everybody, own.names, own.seed)
        self.words = WordList.read(lang, treebanks)
        self.orders: dict[str, Order] = {upos: own.orders[lang, upos] for upos in PARTS_OF_SPEECH}
        self.tops = {upos: own.top(lang, upos) for upos in PARTS_OF_SPEECH}
        model = self._udpipe = model_of(lang, files, own)
        self.tagged_beside = stand_ins(everybody) if model else None
        self.key: dict[str, Any] = {
            "equimask": __version__,
            "people": [sha256_of_file(source), own.names, own.seed],
            "treebanks": [sha256_of_file(path) for path in treebanks],
            "tagger": [sha256_of_file(model), own.context_filter, own.lemmas] if model else None,
            "min_share": own.min_share,
            "orders": self.orders,
            "tops": self.tops,
            "chunk": CHUNK,
        }

    @cached_property
    def tagger(self) -> QueryTagger | None:
        """Loaded where words are to be tagged."""
        if self._udpipe is None or self.tagged_beside is None:
            return None
        return QueryTagger(self.lang, self._udpipe, self.tagged_beside)

    def filters(self, mlm: MaskedLM) -> Filters:
        """The words of the model that may be answered, by part of speech."""
        filters = {
            upos: filter_words(
                mlm.tokenizer,
                self.words,
                upos,
                order,
                tagger=self.tagger,
                context_filter=self._own.context_filter,
                lemmas=self._own.lemmas,
                min_share=self._own.min_share,
            )
            for upos, order in self.orders.items()
        }
        for upos, words in filters.items():
            if not words.candidates:
                raise OptionError(
                    expected=f"whole words in the vocabulary of {mlm.name!r} that are {upos} in "
                    f"the treebanks of {self.lang!r}",
                    got="none",
                    fix="The model may not know the language: name those that it knows, such as "
                    f"--model en={mlm.name}.",
                )
        return filters

    def parts(self) -> Iterator[Part]:
        """The people, part by part."""
        for number, start in enumerate(range(0, len(self.people), CHUNK)):
            yield Part(number, start, self.people[start : start + CHUNK])

    def answers(
        self, mlm: MaskedLM, filters: Filters, part: Part
    ) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """A row per person with an answer, as it is kept on disk; queries without one, by reason.

        A part is asked for by itself: what it is batched with does not depend on where an earlier
        build was interrupted.
        """
        from equimask.studies.completions.completer import Vocabulary, complete

        names = [person.name for person in part.people]
        found = defaultdict[int, dict[str, Any]](dict)
        skipped: Counter[str] = Counter()
        for order in dict.fromkeys(self.orders.values()):
            vocabularies = {
                upos: Vocabulary(np.array(list(filters[upos].candidates)), self.tops[upos])
                for upos in PARTS_OF_SPEECH
                if self.orders[upos] == order
            }
            for answer in complete(
                mlm,
                names,
                language=self.lang,
                order=order,
                vocabularies=vocabularies,
                batch_tokens=self._own.batch_tokens,
                progress=False,
                chunk=len(names),
            ):
                skipped.update(answer.skipped)
                for row, place in enumerate(answer.kept.tolist()):
                    for upos in vocabularies:
                        found[place][upos] = {
                            "ids": answer.ids[upos][row].tolist(),
                            "probs": [_short(p) for p in answer.probs[upos][row].tolist()],
                        }
        rows = [{"person": part.start + place, **found[place]} for place in sorted(found)]
        return rows, dict(sorted(skipped.items()))


def _short(probability: float) -> float:
    """Five digits: the next ones depend on what a name is batched with."""
    return float(f"{probability:.5g}")
