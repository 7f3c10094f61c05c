"""Which tokens of a model are adjectives or verbs of a language, and their lemmas.

Treebanks say so of a word, a UDPipe model of a word inside its query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from equimask.core.errors import InputError
from equimask.gender.swap.parse import load_udpipe
from equimask.studies.completions.query import Order, check_order
from equimask.studies.completions.treebank import WordList, folded
from equimask.studies.completions.whole_words import as_written, whole_words

MODEL_TERMS = (
    "The public UDPipe models are CC BY-NC-SA 4.0: not for commercial use. spacy-udpipe's own "
    "download neither resumes nor checks what it got, so this project fetches them itself."
)
_WORDS_AT_ONCE = 256
_NO_LEMMA = "_"
Lemmas = Literal["treebank", "tagger"]


class Tagged(NamedTuple):
    """What a word is in its query; `lemma` is empty where the model gives none."""

    upos: str
    lemma: str


class QueryTagger:
    """Tags a word beside a name, as the query has it.

    A tag depends on the context, and no single name is the right one: every word is tagged beside
    each of a few names, and the most frequent answer counts. It is remembered per word and order,
    so it does not depend on whom the word is said of.
    """

    def __init__(self, lang: str, model: str | Path, names: Sequence[str]) -> None:
        if not any(name.split() for name in names):
            raise InputError(
                expected="names to tag words beside", got="none", fix="Pass names=['Ana Díaz']."
            )
        self.lang, self.names = lang, tuple(names)
        self._udpipe = load_udpipe(lang, model)
        self._known: dict[tuple[str, Order], Tagged] = {}

    def tag(self, words: Iterable[str], order: Order) -> list[Tagged]:
        """The tag and lemma of every word, in the order of `words`."""
        check_order(order)
        words = list(words)
        new = iter(sorted({word for word in words if (word, order) not in self._known}))
        while batch := list(islice(new, _WORDS_AT_ONCE)):
            for word, tagged in zip(batch, self._answers(batch, order), strict=True):
                self._known[word, order] = tagged
        return [self._known[word, order] for word in words]

    def _answers(self, words: Sequence[str], order: Order) -> list[Tagged]:
        mask_first = order == "mask_first"
        # Given as tokens: UDPipe's own tokenizer would split some completions.
        queries = [
            [word, *name.split()] if mask_first else [*name.split(), word]
            for word in words
            for name in self.names
        ]
        answers = []
        for sentence in self._udpipe.tokenize(queries):
            self._udpipe.tag(sentence)
            # UDPipe has the root as word 0.
            word = sentence.words[1 if mask_first else len(sentence.words) - 1]
            answers.append(Tagged(word.upostag, "" if word.lemma == _NO_LEMMA else word.lemma))
        each = len(self.names)
        return [most_frequent(answers[n : n + each]) for n in range(0, len(answers), each)]


def most_frequent(answers: Sequence[Tagged]) -> Tagged:
    """The tag that most answers have, then the lemma that most of those have; first of equals."""
    upos = Counter(answer.upos for answer in answers).most_common(1)[0][0]
    lemmas = Counter(answer.lemma for answer in answers if answer.upos == upos)
    return Tagged(upos, lemmas.most_common(1)[0][0])


class Candidate(NamedTuple):
    """A token that may be answered: the word as the model writes it, and its lemma."""

    word: str
    lemma: str


@dataclass(frozen=True)
class FilteredWords:
    """Token id -> candidate, and what the tags in the query changed, in different forms.

    `dropped` counts the forms that are something else in the query, by their tag there;
    `other_lemmas` those for which the tagger has another lemma than the treebanks.
    """

    candidates: dict[int, Candidate]
    dropped: dict[str, int]
    other_lemmas: int


def filter_words(
    tokenizer: Any,
    words: WordList,
    upos: str,
    order: Order,
    *,
    tagger: QueryTagger | None = None,
    context_filter: bool = True,
    lemmas: Lemmas = "treebank",
    min_share: float = 0.0,
) -> FilteredWords:
    """The whole words that occur with this part of speech in a treebank of the language.

    That is a filter of types: "out" passes, because it is an adjective somewhere. `min_share`
    leaves out what is so in less than this share of its occurrences. With a tagger, forms that
    are not `upos` beside a name are dropped, unless `context_filter` is off.

    Lemmas are the annotators', because UDPipe guesses those of words that it has not seen, and
    invents some. `lemmas="tagger"` takes its guesses.
    """
    frequent = [form for form in words.words(upos) if words.share(form, upos) >= min_share]
    form_of = _spelling_index(words, upos, frequent, as_written(tokenizer))
    found = {
        token: (word, form)
        for token, word in whole_words(tokenizer, words.lang, order).items()
        if (form := form_of.get(folded(word, words.lang)))
    }
    forms = sorted({form for _, form in found.values()})
    tags = dict(zip(forms, tagger.tag(forms, order), strict=True)) if tagger else {}
    lemma_of = {form: _lemma(form, words, upos, tags.get(form), lemmas) for form in forms}
    kept = {form for form in forms if not context_filter or _is(upos, tags.get(form))}
    return FilteredWords(
        {token: Candidate(word, lemma_of[form]) for token, (word, form) in found.items()
         if form in kept},
        dict(sorted(Counter(tags[form].upos for form in forms if form not in kept).items())),
        sum(
            _lemma(form, words, upos, tags.get(form), "tagger") != words.lemma(form, upos)
            for form in kept
        ),
    )  # fmt: skip


def _spelling_index(
    words: WordList, upos: str, forms: Iterable[str], written: Callable[[str], str]
) -> dict[str, str]:
    """The model's spelling -> the form; of several (`papa`, `papá`) the most frequent one."""
    index: dict[str, str] = {}
    for form in sorted(forms, key=lambda form: (words.count(form, upos), form)):
        index[folded(written(form), words.lang)] = form
    return index


def _is(upos: str, tagged: Tagged | None) -> bool:
    return tagged is None or tagged.upos == upos


def _lemma(form: str, words: WordList, upos: str, tagged: Tagged | None, lemmas: Lemmas) -> str:
    if lemmas == "tagger" and tagged is not None and tagged.lemma:
        return folded(tagged.lemma, words.lang)
    return words.lemma(form, upos) or form
