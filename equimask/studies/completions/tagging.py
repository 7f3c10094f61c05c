"""Tags and lemmas of completions inside their query, by a UDPipe model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from equimask.core.errors import InputError
from equimask.gender.swap.parse import load_udpipe
from equimask.studies.completions.query import Order, check_order

MODEL_TERMS = (
    "The public UDPipe models are CC BY-NC-SA 4.0: not for commercial use. spacy-udpipe's own "
    "download neither resumes nor checks what it got, so this project fetches them itself."
)
_WORDS_AT_ONCE = 256
_NO_LEMMA = "_"


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
