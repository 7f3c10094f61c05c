"""Which tokens of a vocabulary are whole words, and the word that each stands for.

A word is made of letters and their marks, with single hyphens, apostrophes or joiners between them.
Special and unused tokens, pieces of words, digits, punctuation and symbols are none. Words of all
scripts are given: a word list narrows them to a language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from equimask.core.errors import ModelError
from equimask.core.languages import get_language, unspaced
from equimask.gender.lexicon.tokens import APOSTROPHES, HYPHENS
from equimask.models.words import marks_of
from equimask.studies.completions.query import Order

# Zero-width (non-)joiners shape letters inside Indic, Arabic and Persian words.
_JOINTS = re.compile(f"[{APOSTROPHES}{re.escape(HYPHENS)}\u200c\u200d]")


class WordForm(NamedTuple):
    """A word as one token; `start_only` where the token is a word at the start of a text only."""

    word: str
    start_only: bool

    def fits(self, order: Order | None) -> bool:
        """Whether the token can stand at the mask."""
        return not (self.start_only and order == "name_first")


def whole_words(tokenizer: Any, language: str, order: Order | None = None) -> dict[int, str]:
    """Token id -> word, as the model writes it, in NFC.

    Two tokens may stand for one word: RoBERTa has one for a word behind a space and another for
    the first word of a text, XLM-R's Chinese ones have or lack the mark of a space. The first word
    of a text matters when the mask comes first; behind a name the unmarked token is the name's own
    tail, unless the script writes no spaces. `order` leaves only the tokens that can stand there.
    """
    forms = word_forms(tokenizer, language, sorted(tokenizer.get_vocab().values()))
    if not forms:
        raise ModelError(
            expected="a vocabulary with whole words in it",
            got=f"{type(tokenizer).__name__}, in which every token is a part of a word",
            fix="Models that read bytes or characters have no words to complete a name with.",
        )
    return {index: form.word for index, form in forms.items() if form.fits(order)}


def word_forms(tokenizer: Any, language: str, ids: Sequence[int]) -> dict[int, WordForm]:
    """Those of `ids` that are whole words: the word, and where the token can stand for it."""
    spaced_language = get_language(language).spaced
    marks = marks_of(tokenizer)
    special = set(tokenizer.all_special_ids)
    forms: dict[int, WordForm] = {}
    for index, token in zip(ids, tokenizer.convert_ids_to_tokens(list(ids)), strict=True):
        piece = None if index in special or token is None else marks.read(token)
        if piece is None or not is_word(piece.text):
            continue
        anywhere = piece.spaced or (not spaced_language and unspaced(piece.text))
        if anywhere or marks.bare_start:
            forms[index] = WordForm(unicodedata.normalize("NFC", piece.text), not anywhere)
    return forms


def is_word(text: str) -> bool:
    """Letters and marks only, with single joints between them."""
    if text.isalpha():
        return any(unicodedata.category(c) != "Lm" for c in text)
    return all(map(_is_lettered, _JOINTS.split(text)))


def _is_lettered(part: str) -> bool:
    """Begins with a letter, goes on with letters and marks, and is not modifiers alone."""
    categories = [unicodedata.category(c) for c in part]
    return (
        all(category[0] in "LM" for category in categories)
        and part[:1].isalpha()
        and any(category[0] == "L" and category != "Lm" for category in categories)
    )


def as_written(tokenizer: Any) -> Callable[[str], str]:
    """How the tokenizer writes a word of a word list, so that the two can be compared.

    An uncased model has no capitals, and most of those have no accents either: `Única` is in no
    list as `unica`. Put both sides through this function, then compare in lower case.
    """
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        return lambda word: _respelled(tokenizer, word)
    normalizer = backend.normalizer
    if normalizer is None:
        return lambda word: unicodedata.normalize("NFC", word)
    return lambda word: unicodedata.normalize("NFC", normalizer.normalize_str(word).strip("▁ "))


def _respelled(tokenizer: Any, word: str) -> str:
    """What a Python tokenizer makes of a word; where it knows a part of it not, the word itself."""
    pieces = tokenizer.tokenize(word)
    known = pieces and tokenizer.unk_token not in pieces
    spelling = tokenizer.convert_tokens_to_string(pieces).strip() if known else word
    return unicodedata.normalize("NFC", spelling)
