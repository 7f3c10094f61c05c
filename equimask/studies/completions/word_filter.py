"""Which tokens of a model are adjectives or verbs of a language, and their lemmas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from equimask.studies.completions.query import Order
from equimask.studies.completions.tagging import QueryTagger, Tagged
from equimask.studies.completions.treebank import WordList, folded
from equimask.studies.completions.whole_words import as_written, whole_words

Lemmas = Literal["treebank", "tagger"]


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
